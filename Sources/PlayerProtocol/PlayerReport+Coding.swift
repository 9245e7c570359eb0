// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension PlayerReport {
    /// The packet that says this.
    package func encoded() -> [UInt8] {
        switch self {
        case .hello(let version):
            var packet = PacketWriter(message: 1)
            packet.put(Int(version), as: .version)
            return packet.bytes
        case .soundOpen(let facts):
            var packet = PacketWriter(message: 2)
            packet.put(facts)
            return packet.bytes
        case .outputOpen(let facts):
            var packet = PacketWriter(message: 3)
            packet.put(facts)
            return packet.bytes
        case .armed: return PacketWriter(message: 4).bytes
        case .started(let time):
            var packet = PacketWriter(message: 5)
            packet.put(time, as: .time)
            return packet.bytes
        case .progress(let progress):
            var packet = PacketWriter(message: 6)
            packet.put(progress)
            return packet.bytes
        case .finished(let progress):
            var packet = PacketWriter(message: 7)
            packet.put(progress)
            return packet.bytes
        case .failed(let failure):
            var packet = PacketWriter(message: 8)
            packet.put(failure)
            return packet.bytes
        case .checked(let check):
            var packet = PacketWriter(message: 9)
            packet.put(check)
            return packet.bytes
        case .mixerFound(let snapshot):
            var packet = PacketWriter(message: 10)
            packet.put(snapshot)
            return packet.bytes
        case .mixerSet(let snapshot):
            var packet = PacketWriter(message: 11)
            packet.put(snapshot)
            return packet.bytes
        case .mixerChanged(let snapshot):
            var packet = PacketWriter(message: 13)
            packet.put(snapshot)
            return packet.bytes
        case .mixerRestored(let isWhole):
            var packet = PacketWriter(message: 12)
            packet.put(isWhole, as: .whole)
            return packet.bytes
        }
    }

    /// Reads a packet.
    ///
    /// - Throws: ``PlayerProtocolError`` for a packet that no `encoded()` makes.
    package init(decoding packet: some Sequence<UInt8>) throws(PlayerProtocolError) {
        var reader = try PacketReader(packet)
        switch reader.message {
        case 1: self = .hello(version: UInt16(try reader.count(.version, in: 0...0xFFFF)))
        case 2: self = .soundOpen(try reader.soundFacts())
        case 3: self = .outputOpen(try reader.outputFacts())
        case 4: self = .armed
        case 5: self = .started(time: try reader.integer(.time, in: .min ... .max))
        case 6: self = .progress(try reader.progress())
        case 7: self = .finished(try reader.progress())
        case 8: self = .failed(try reader.failure())
        case 9: self = .checked(try reader.check())
        case 10: self = .mixerFound(try reader.mixerSnapshot())
        case 11: self = .mixerSet(try reader.mixerSnapshot())
        case 12: self = .mixerRestored(isWhole: try reader.flag(.whole))
        case 13: self = .mixerChanged(try reader.mixerSnapshot())
        case let unknown: throw .unknownMessage(unknown)
        }
        try reader.finish()
    }
}

extension PacketWriter {
    fileprivate mutating func put(_ facts: SoundFacts) {
        put(facts.rate, as: .rate)
        put(facts.channels, as: .channels)
        put(facts.format, as: .format, limit: PlayerProtocol.longestReason)
        put(facts.path, as: .path, limit: PlayerProtocol.longestName)
    }

    fileprivate mutating func put(_ facts: OutputFacts) {
        put(facts.rate, as: .rate)
        put(facts.channels, as: .channels)
        put(facts.format, as: .format, limit: PlayerProtocol.longestReason)
        put(facts.period, as: .period)
        put(facts.buffer, as: .buffer)
        put(Int(facts.backing.rawValue), as: .backing)
    }

    fileprivate mutating func put(_ progress: Progress) {
        put(progress.frames, as: .frames)
        put(progress.time, as: .time)
        put(progress.keepsPace, as: .keepsPace)
        put(progress.verified, as: .verified)
        put(progress.underruns, as: .underruns)
        put(progress.latency, as: .latency)
    }

    fileprivate mutating func put(_ failure: PlayerFailure) {
        put(Int(failure.stage.rawValue), as: .stage)
        put(Int(failure.cause.rawValue), as: .cause)
        put(failure.code, as: .code)
        put(failure.subject, as: .subject, limit: PlayerProtocol.longestName)
        put(failure.reason, as: .reason, limit: PlayerProtocol.longestReason)
    }

    fileprivate mutating func put(_ check: SoundCheck) {
        put(check.facts)
        put(check.frames, as: .frames)
        put(check.duration, as: .duration)
        put(check.peak, as: .peak)
        if let measured = check.measured { put(measured) }
    }
}

extension PacketReader {
    fileprivate mutating func soundFacts() throws(PlayerProtocolError) -> SoundFacts {
        SoundFacts(
            rate: try count(.rate, in: 1...10_000_000),
            channels: try count(.channels, in: 1...1024),
            format: try text(.format, limit: PlayerProtocol.longestReason),
            path: try text(.path, limit: PlayerProtocol.longestName))
    }

    fileprivate mutating func outputFacts() throws(PlayerProtocolError) -> OutputFacts {
        OutputFacts(
            rate: try count(.rate, in: 1...10_000_000),
            channels: try count(.channels, in: 1...1024),
            format: try text(.format, limit: PlayerProtocol.longestReason),
            period: try duration(.period, upTo: Limit.length),
            buffer: try duration(.buffer, upTo: Limit.length),
            backing: try named(.backing, OutputBacking.init(rawValue:)))
    }

    fileprivate mutating func progress() throws(PlayerProtocolError) -> Progress {
        Progress(
            frames: try count(.frames, in: 0...Limit.frames),
            time: try integer(.time, in: .min ... .max),
            keepsPace: try flag(.keepsPace), verified: try flag(.verified),
            underruns: try count(.underruns, in: 0...Limit.frames),
            latency: try duration(.latency, upTo: Limit.length))
    }

    fileprivate mutating func failure() throws(PlayerProtocolError) -> PlayerFailure {
        PlayerFailure(
            stage: try named(.stage, PlayerFailure.Stage.init(rawValue:)),
            cause: try named(.cause, PlayerFailure.Cause.init(rawValue:)),
            code: try count(.code, in: 0...Int(Int32.max)),
            subject: try text(.subject, limit: PlayerProtocol.longestName),
            reason: try text(.reason, limit: PlayerProtocol.longestReason))
    }

    fileprivate mutating func check() throws(PlayerProtocolError) -> SoundCheck {
        SoundCheck(
            facts: try soundFacts(), frames: try count(.frames, in: 1...Limit.frames),
            duration: try duration(.duration, upTo: .microseconds(Int64.max)),
            peak: try count(.peak, in: 0...1_000_000), measured: try measuredSound())
    }

    private mutating func named<Value>(
        _ field: Field, _ value: (UInt8) -> Value?
    ) throws(PlayerProtocolError) -> Value {
        guard let value = value(UInt8(try count(field, in: 0...0xFF))) else {
            throw .invalidField(field.rawValue)
        }
        return value
    }
}

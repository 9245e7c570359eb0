// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

extension PlayerCommand {
    /// The packet that says this.
    package func encoded() -> [UInt8] {
        switch self {
        case .hello(let version):
            var packet = PacketWriter(message: 1)
            packet.put(Int(version), as: .version)
            return packet.bytes
        case .prepare(let preparation):
            var packet = PacketWriter(message: 2)
            packet.put(preparation.output, as: .output, limit: PlayerProtocol.longestName)
            packet.put(preparation.buffer, as: .buffer)
            packet.put(preparation.cardListed, as: .cardListed)
            packet.put(preparation.first)
            return packet.bytes
        case .play(let request, let transition):
            var packet = PacketWriter(message: 3)
            packet.put(request)
            packet.put(transition)
            return packet.bytes
        case .go: return PacketWriter(message: 4).bytes
        case .volume(let volume, let over):
            var packet = PacketWriter(message: 5)
            packet.put(volume, as: .volume)
            packet.put(over, as: .over)
            return packet.bytes
        case .stop: return PacketWriter(message: 6).bytes
        case .check(let request):
            var packet = PacketWriter(message: 7)
            packet.put(request)
            return packet.bytes
        case .open(let sound):
            var packet = PacketWriter(message: 8)
            packet.put(sound)
            return packet.bytes
        case .mixer(let request):
            var packet = PacketWriter(message: 9)
            packet.put(request)
            return packet.bytes
        case .restore(let snapshot):
            var packet = PacketWriter(message: 10)
            packet.put(snapshot)
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
        case 2: self = .prepare(try reader.preparation())
        case 3: self = .play(try reader.request(), try reader.transition())
        case 4: self = .go
        case 5:
            self = .volume(
                try reader.count(.volume, in: 1...100),
                over: try reader.duration(.over, upTo: Limit.fade))
        case 6: self = .stop
        case 7: self = .check(try reader.request())
        case 8: self = .open(try reader.sound())
        case 9: self = .mixer(try reader.mixerRequest())
        case 10: self = .restore(try reader.mixerSnapshot())
        case let unknown: throw .unknownMessage(unknown)
        }
        try reader.finish()
    }
}

extension PacketWriter {
    fileprivate mutating func put(_ sound: Sound) {
        switch sound {
        case .builtInTone: break
        case .silence: put(true, as: .silent)
        case .file(let path): put(path, as: .sound, limit: PlayerProtocol.longestName)
        case .named(let name, let folders):
            put(name, as: .sound, limit: PlayerProtocol.longestName)
            // No path has a line feed that a person meant.
            put(
                folders.joined(separator: "\n"), as: .folders,
                limit: PlayerProtocol.longestName)
        }
    }

    fileprivate mutating func put(_ request: SoundRequest) {
        put(request.sound)
        put(request.volume, as: .volume)
        put(request.fade, as: .fade)
        switch request.length {
        case .once: put(Duration.zero, as: .length)
        case .untilStopped: break
        case .lasting(let time): put(max(time, .milliseconds(1)), as: .length)
        }
        if let measured = request.measured { put(measured) }
        put(request.shuffle.seed, as: .seed)
        if !request.shuffle.next.isEmpty {
            put(request.shuffle.next, as: .next, limit: PlayerProtocol.longestName)
        }
        put(request.shuffle.last, as: .last, limit: PlayerProtocol.longestName)
    }

    fileprivate mutating func put(_ transition: SoundTransition) {
        switch transition {
        case .cut: put(0, as: .transition)
        case .fade(let time):
            put(1, as: .transition)
            put(time, as: .over)
        case .crossfade(let time):
            put(2, as: .transition)
            put(time, as: .over)
        }
    }
}

extension PacketReader {
    fileprivate mutating func sound() throws(PlayerProtocolError) -> Sound {
        if has(.silent) { return try flag(.silent) ? .silence : .builtInTone }
        guard has(.sound) else { return .builtInTone }
        let name = try text(.sound, limit: PlayerProtocol.longestName)
        guard has(.folders) else { return .file(name) }
        let folders = try text(.folders, limit: PlayerProtocol.longestName)
        return .named(name, in: folders.split(separator: Character("\n")).map(String.init))
    }

    fileprivate mutating func request() throws(PlayerProtocolError) -> SoundRequest {
        SoundRequest(
            try sound(), volume: try count(.volume, in: 1...100),
            fade: try duration(.fade, upTo: Limit.fade), length: try length(),
            measured: try measuredSound(),
            shuffle: Shuffle(
                seed: try integer(.seed, in: .min ... .max),
                next: has(.next) ? try text(.next, limit: PlayerProtocol.longestName) : "",
                last: try text(.last, limit: PlayerProtocol.longestName)))
    }

    private mutating func length() throws(PlayerProtocolError) -> PlayLength {
        guard has(.length) else { return .untilStopped }
        let time = try duration(.length, upTo: Limit.length)
        guard time != .zero else { return .once }
        guard time >= .milliseconds(1) else { throw .invalidField(Field.length.rawValue) }
        return .lasting(time)
    }

    fileprivate mutating func preparation() throws(PlayerProtocolError) -> Preparation {
        Preparation(
            output: try text(.output, limit: PlayerProtocol.longestName),
            buffer: try duration(.buffer, upTo: Limit.buffer),
            cardListed: try flag(.cardListed), first: try request())
    }

    fileprivate mutating func transition() throws(PlayerProtocolError) -> SoundTransition {
        switch try count(.transition, in: 0...2) {
        case 1: .fade(try duration(.over, upTo: Limit.fade))
        case 2: .crossfade(try duration(.over, upTo: Limit.fade))
        default: .cut
        }
    }
}

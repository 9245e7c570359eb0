// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import PlayerProtocol
import Testing

@Suite("A packet between daemon and player")
struct PacketTests {
    static let request = SoundRequest(
        .file("/srv/Töne/🐓.flac"), volume: 80, fade: .seconds(30), length: .lasting(.seconds(5)),
        shuffle: Shuffle(seed: -1, last: "/srv/b.flac"))

    static let measured = MeasuredSound(
        identity: FileIdentity(device: .max, inode: 7, size: .max, modified: -1),
        loudness: Loudness(integrated: -2310, peak: -150))

    static let snapshot = MixerSnapshot(
        mixer: "hw:CARD=PCH", element: "Master,1",
        before: MixerLevels(volumes: [10, -20], switches: [false, true]),
        ours: MixerLevels(volumes: [.max, .min], switches: []))

    static let commands: [PlayerCommand] = [
        .hello(version: 1), .hello(version: .max),
        .prepare(
            Preparation(
                output: "plughw:CARD=PCH,DEV=0", buffer: .milliseconds(200), cardListed: true,
                first: request)),
        .prepare(Preparation(output: "", cardListed: false, first: SoundRequest(.builtInTone))),
        .play(request, .cut), .play(SoundRequest(.builtInTone, length: .once), .fade(.seconds(3))),
        .play(request, .crossfade(.milliseconds(1500))),
        .go, .volume(1, over: .zero), .volume(100, over: .seconds(3600)), .stop,
        .check(SoundRequest(.builtInTone)),
        .check(
            SoundRequest(.file(""), measured: measured, shuffle: Shuffle(seed: 3, next: "/a/b"))),
        .open(.builtInTone), .open(.silence), .open(.file("/a")),
        .play(SoundRequest(.file("/a"), measured: measured), .cut),
        .open(.named("dawn", in: ["/usr/share/alarmd/sounds", "/ü"])),
        .open(.named("", in: [])),
        .mixer(
            MixerRequest(
                output: "default", element: "Master", floor: 1, ceiling: 100, unmutes: true)),
        .restore(snapshot),
    ]

    static let progress = Progress(
        frames: 48_000, time: .max, keepsPace: true, verified: false, underruns: 3,
        latency: .milliseconds(180))

    static let reports: [PlayerReport] = [
        .hello(version: 1),
        .soundOpen(SoundFacts(rate: 44_100, channels: 2, format: "Ogg Vorbis")),
        .outputOpen(
            OutputFacts(
                rate: 48_000, channels: 2, format: "S32_LE", period: .milliseconds(50),
                buffer: .milliseconds(200), backing: .card)),
        .soundOpen(SoundFacts(rate: 1, channels: 1, format: "", path: "/srv/Töne/🐓.flac")),
        .armed, .started(time: -1), .progress(progress), .finished(progress),
        .failed(PlayerFailure(stage: .output, code: 16, reason: "busy")),
        .failed(PlayerFailure(stage: .sound, code: 0, reason: "")),
        .failed(
            PlayerFailure(
                stage: .sound, cause: .undecodable, code: 22, subject: "/srv/Töne", reason: "no")),
        .checked(
            SoundCheck(
                facts: SoundFacts(rate: 8000, channels: 1, format: "WAV"), frames: 800,
                duration: .milliseconds(100), peak: 500)),
        .checked(
            SoundCheck(
                facts: SoundFacts(rate: 8000, channels: 1, format: "WAV"), frames: 800,
                duration: .milliseconds(100), peak: 500, measured: measured)),
        .mixerFound(snapshot), .mixerSet(snapshot), .mixerChanged(snapshot),
        .mixerRestored(isWhole: false),
    ]

    @Test("is read as the command that was written", arguments: commands)
    func command(_ command: PlayerCommand) throws {
        #expect(try PlayerCommand(decoding: command.encoded()) == command)
    }

    @Test("is read as the report that was written", arguments: reports)
    func report(_ report: PlayerReport) throws {
        #expect(try PlayerReport(decoding: report.encoded()) == report)
    }

    @Test("is refused when it ends too early, and when bytes follow it")
    func cut() throws {
        for packet in Self.commands.map({ $0.encoded() }) + [Self.reports[2].encoded()] {
            for length in 0..<packet.count {
                // A message without a required field may be cut exactly behind another message's end.
                let cut = try? PlayerCommand(decoding: packet.prefix(length))
                #expect(cut?.encoded().count ?? 0 <= length)
            }
            #expect(throws: PlayerProtocolError.self) {
                try PlayerCommand(decoding: packet + [1])
            }
        }
    }

    @Test("of the largest texts fits its bound, cut at a character's border")
    func largest() throws {
        let long = String(repeating: "ü", count: 20_000)
        let packet = PlayerCommand.prepare(
            Preparation(
                output: long, cardListed: true,
                first: SoundRequest(
                    .named("x" + long, in: [long]), shuffle: Shuffle(next: long, last: long)))
        ).encoded()
        #expect(packet.count <= PlayerProtocol.largestPacket)
        guard case .prepare(let read) = try PlayerCommand(decoding: packet),
            case .named(let path, _) = read.first.sound
        else {
            Issue.record("not a preparation")
            return
        }
        #expect(read.output.utf8.count == 4096)
        #expect(path.utf8.count == 4095)
    }

    @Test(
        "is refused with the reason",
        arguments: [
            ([], PlayerProtocolError.truncated),
            ([0], .unknownMessage(0)),
            ([200], .unknownMessage(200)),
            ([4, 1], .truncated),
            ([4, 1, 0], .truncated),
            ([4, 1, 0, 0], .unknownField(1)),
            ([4, 1, 0xFF, 0xFF, 0], .truncated),
            ([1], .missingField(1)),
            ([1, 1, 1, 0, 7], .invalidField(1)),
            ([1, 1, 8, 0, 0, 0, 1, 0, 0, 0, 0, 0], .invalidField(1)),
            ([1, 1, 8, 0, 255, 255, 255, 255, 255, 255, 255, 255], .invalidField(1)),
            ([4, 9, 0, 0, 9, 0, 0], .repeatedField(9)),
            ([7, 5, 1, 0, 0xFF], .invalidField(5)),
            ([7, 5, 2, 0, 0x61, 0], .invalidField(5)),
        ] as [([UInt8], PlayerProtocolError)])
    func refused(_ packet: [UInt8], _ expected: PlayerProtocolError) {
        #expect(throws: expected) { try PlayerCommand(decoding: packet) }
    }

    @Test("with more than 28 KiB is refused")
    func tooLarge() {
        #expect(throws: PlayerProtocolError.tooLarge(28_673)) {
            try PlayerReport(decoding: [UInt8](repeating: 0, count: 28_673))
        }
    }

    @Test("of a volume out of 1 to 100 is refused", arguments: [0, 101, -1, .max])
    func volume(_ volume: Int) {
        #expect(throws: PlayerProtocolError.invalidField(6)) {
            try PlayerCommand(decoding: PlayerCommand.volume(volume, over: .zero).encoded())
        }
    }

    @Test("of any bytes is read or refused, and what is read is written alike")
    func hostile() throws {
        var generator = Bytes(seed: 20_261_130)
        let packets = Self.commands.map { $0.encoded() } + Self.reports.map { $0.encoded() }
        for round in 0..<20_000 {
            var packet = packets[round % packets.count]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<packet.count, using: &generator)
                packet[place] = UInt8.random(in: 0...255, using: &generator)
            }
            if let command = try? PlayerCommand(decoding: packet) {
                #expect(try PlayerCommand(decoding: command.encoded()) == command)
            }
            if let report = try? PlayerReport(decoding: packet) {
                #expect(try PlayerReport(decoding: report.encoded()) == report)
            }
        }
    }
}

/// A generator whose numbers are the same in every run (SplitMix64).
struct Bytes: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

/// A file, and what is to be heard of it, on both sides, as 16-bit samples.
struct SoundFileCase: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    let frames: Int
    let rate: Int
    let first: [Int]

    var testDescription: String { name }

    init(
        _ name: String, _ bytes: [UInt8], frames: Int = 4410, rate: Int = 44_100,
        first: [Int]? = nil
    ) {
        self.name = name
        self.bytes = bytes
        self.frames = frames
        self.rate = rate
        self.first = first ?? Array(WAV.tone(8, rate: rate))
    }
}

@Suite("A sound file")
struct SoundFileTests {
    static let tone = WAV.tone(4410)
    static let plain = WAV.chunk("fmt ", WAV.format())
    static let data = WAV.chunk("data", WAV.samples(tone))
    static let info = Array("INFOISFT".utf8) + WAV.little(14, 4) + Array("maker 1.0 made".utf8)
    static let deep = [0, 8_388_607, -8_388_608, 4_194_304, -4_194_304, 256, -256]
    static let deepFirst = [0, 32767, -32768, 16384, -16384, 1, -1]
    static let floats: [Float] = [0, 0.5, -0.5, 1, -1, 1.5, -2, .nan]
    static let floatsFirst = [0, 16384, -16384, 32767, -32768, 32767, -32768, 0]

    static func doubled(_ values: [Int], by channels: Int) -> [Int] {
        values.flatMap { [Int](repeating: $0, count: channels) }
    }

    static let playable: [SoundFileCase] = [
        SoundFileCase("plain", WAV.mono(tone)),
        SoundFileCase("content decides, not the name (B105).mp3", WAV.mono(tone)),
        SoundFileCase(
            "extensible, 16 bit, stereo (B93)",
            WAV.riff(
                WAV.chunk("fmt ", WAV.extensible(channels: 2, rate: 48_000, bits: 16, mask: 3))
                    + WAV.chunk("data", WAV.samples(doubled(tone, by: 2)))), rate: 48_000,
            first: WAV.tone(8)),
        SoundFileCase(
            "extensible, 24 bit (B93)",
            WAV.riff(
                WAV.chunk("fmt ", WAV.extensible(channels: 1, rate: 44_100, bits: 24, mask: 4))
                    + WAV.chunk("data", WAV.samples(deep, bytes: 3))), frames: 7, first: deepFirst),
        SoundFileCase(
            "24 bit, an odd number of bytes (B107)",
            WAV.riff(
                WAV.chunk("fmt ", WAV.format(bits: 24))
                    + WAV.chunk("data", WAV.samples(deep, bytes: 3))), frames: 7, first: deepFirst),
        SoundFileCase(
            "32 bit",
            WAV.riff(
                WAV.chunk("fmt ", WAV.format(bits: 32))
                    + WAV.chunk("data", WAV.samples(deep.map { $0 * 256 }, bytes: 4))), frames: 7,
            first: deepFirst),
        SoundFileCase(
            "floats, beyond full and not a number (B94)",
            WAV.riff(
                WAV.chunk("fmt ", WAV.format(tag: 3, bits: 32))
                    + WAV.chunk("data", WAV.floats(floats))),
            frames: 8, first: floatsFirst),
        SoundFileCase(
            "extensible floats (B94)",
            WAV.riff(
                WAV.chunk(
                    "fmt ", WAV.extensible(tag: 3, channels: 1, rate: 44_100, bits: 32, mask: 4))
                    + WAV.chunk("data", WAV.floats(floats))), frames: 8, first: floatsFirst),
        SoundFileCase(
            "8 bit, unsigned",
            WAV.riff(
                WAV.chunk("fmt ", WAV.format(rate: 8000, bits: 8))
                    + WAV.chunk("data", [128, 255, 0, 192, 64, 128, 129, 127])), frames: 8,
            rate: 8000, first: [0, 32512, -32768, 16384, -16384, 0, 256, -256]),
        SoundFileCase(
            "a chunk before the data (B98)", WAV.riff(plain + WAV.chunk("LIST", info) + data)),
        SoundFileCase(
            "junk before the format (B98)",
            WAV.riff(WAV.chunk("JUNK", [UInt8](repeating: 255, count: 28)) + plain + data)),
        SoundFileCase(
            "a chunk of odd length",
            WAV.riff(plain + WAV.chunk("note", [UInt8](repeating: 120, count: 27)) + data)),
        SoundFileCase(
            "a chunk after the data (B98)", WAV.riff(plain + data + WAV.chunk("LIST", info))),
        SoundFileCase(
            "data of unknown length (B100)",
            WAV.riff(
                plain + WAV.chunk("data", WAV.samples(tone), size: 0xFFFF_FFFF), size: 0xFFFF_FFFF)),
        SoundFileCase(
            "data as a pipe leaves it (B100)",
            WAV.riff(
                plain + WAV.chunk("data", WAV.samples(tone), size: 0x7FFF_F000), size: 0x7FFF_F024)),
        SoundFileCase(
            "data that claims more than is there (B100)",
            WAV.riff(plain + WAV.chunk("data", WAV.samples(tone), size: 88_200))),
        SoundFileCase(
            "a format chunk of 18 bytes", WAV.riff(WAV.chunk("fmt ", WAV.format() + [0, 0]) + data)),
        SoundFileCase(
            "stray bytes after the last frame (B104)",
            WAV.riff(
                WAV.chunk("fmt ", WAV.format(channels: 2))
                    + WAV.chunk("data", WAV.samples(doubled(tone, by: 2)) + [1, 2, 3]))),
        SoundFileCase(
            "8 kHz", WAV.mono(WAV.tone(800, rate: 8000), rate: 8000), frames: 800, rate: 8000),
        SoundFileCase(
            "six channels",
            WAV.riff(
                WAV.chunk("fmt ", WAV.extensible(channels: 6, rate: 48_000, bits: 16, mask: 0x3F))
                    + WAV.chunk("data", WAV.samples(doubled(tone, by: 6)))), rate: 48_000,
            first: WAV.tone(8)),
    ]

    @Test("is decoded by what is in it", arguments: playable)
    func plays(_ file: SoundFileCase) throws {
        let rig = try Rig()
        let sound = try DecodedSound(path: rig.write(file.bytes, to: file.name))
        #expect(sound.rate == file.rate)
        var frames: [Float] = []
        while try sound.read(1000, into: &frames) > 0 {}
        #expect(frames.count / 2 == file.frames)
        for (index, expected) in file.first.enumerated() {
            for side in 0...1 {
                #expect(abs(Int((frames[index * 2 + side] * 32768).rounded()) - expected) <= 1)
            }
        }
    }

    static let refused: [(String, [UInt8])] = [
        ("nothing", []),
        ("cut in its header", Array("RIFF\0\0\0\0WAV".utf8)),
        ("no data (B100)", WAV.riff(plain + WAV.chunk("data", []))),
        ("no rate (B102)", WAV.riff(WAV.chunk("fmt ", WAV.format(rate: 0)) + data)),
        ("no channels (B102)", WAV.riff(WAV.chunk("fmt ", WAV.format(channels: 0)) + data)),
        (
            "a rate of a terahertz",
            WAV.riff(WAV.chunk("fmt ", WAV.format(rate: 0x7FFF_FFFF)) + data)
        ),
        (
            "a forged length (B102)",
            Array("RIFF".utf8) + WAV.little(36, 4) + Array("WAVEfmt ".utf8)
                + WAV.little(0xFFFF_FFF7, 4) + WAV.format() + data.prefix(16)
        ),
        ("text", Array("This is no sound, however long one listens to it.".utf8)),
        ("an Ogg page without a stream", Array("OggS".utf8) + [UInt8](repeating: 0, count: 60)),
        (
            "the head of a FLAC",
            Array("fLaC".utf8) + [0, 0, 0, 34] + [UInt8](repeating: 0, count: 34)
        ),
    ]

    @Test("is refused at once for", arguments: refused)
    func refuses(_ name: String, _ bytes: [UInt8]) throws {
        let rig = try Rig()
        let path = rig.write(bytes, to: "sound")
        let clock = ContinuousClock()
        let time = clock.measure {
            #expect {
                try OpenedSound(.file(path))
            } throws: { ($0 as? PlayerFailure)?.stage == .sound }
        }
        #expect(time < .milliseconds(100))
    }

    @Test(
        "is refused where it is not a regular file",
        arguments: ["pipe", "folder", "absent", "device"])
    func irregular(kind: String) throws {
        let rig = try Rig()
        let path = try Irregular.make(kind, in: rig.folder)
        #expect {
            try OpenedSound(.file(path))
        } throws: { ($0 as? PlayerFailure)?.stage == .sound && ($0 as? PlayerFailure)?.code != 0 }
    }

    @Test(
        "of each format is heard at its pitch, and again from the start",
        .enabled(if: !Corpus.files.isEmpty, "Python 3 is not on this machine"),
        arguments: ["wav", "aiff", "au", "caf", "w64", "flac", "ogg", "opus", "mp3"])
    func format(_ suffix: String) throws {
        guard let file = Corpus.file("whole.\(suffix)") else {
            try Test.cancel("libsndfile writes no \(suffix) here")
        }
        let rig = try Rig()
        // By content: the name says nothing.
        let path = rig.folder + "/x.wav"
        unsafe symlink(file.path, path)
        let sound = try DecodedSound(path: path)
        let heard = try sound.left(200_000)
        #expect(abs(heard.count * 1000 / sound.rate - 1000) < 60)
        let middle = Array(heard[(sound.rate / 4)..<(sound.rate * 3 / 4)])
        #expect(abs(pitch(middle, rate: sound.rate) - 440) < 0.44)
        #expect(abs((middle.max() ?? 0) - 0.5) < 0.03)
        try sound.rewind()
        let again = try sound.left(200_000)
        #expect(again.count == heard.count)
        // The decoder of MP3 rounds the first frames otherwise after a seek.
        #expect(zip(again, heard).allSatisfy { abs($0 - $1) < 1e-3 })
    }

    @Test("that is checked is measured whole")
    func check() throws {
        let rig = try Rig()
        let tone = try OpenedSound(.file(rig.write(WAV.mono(Self.tone), to: "tone"))).check()
        #expect(tone.frames == 4410)
        #expect(tone.duration == .milliseconds(100))
        #expect(abs(tone.peak - 500) <= 1)
        #expect(!tone.isSilent)
        let quiet = WAV.mono([Int](repeating: 30, count: 100))
        #expect(try OpenedSound(.file(rig.write(quiet, to: "quiet"))).check().isSilent)
        #expect(try OpenedSound(.builtInTone).check().duration == BuiltInTone.pass)
    }

    @Test("that is long is checked for as long as there is time, and is good")
    func longCheck() throws {
        let rig = try Rig()
        let long = try OpenedSound(
            .file(rig.write(WAV.mono([Int](repeating: 9000, count: 2_000_000)), to: "long")))
        let check = try long.check(within: .milliseconds(1))
        #expect((1..<2_000_000).contains(check.frames))
    }
}

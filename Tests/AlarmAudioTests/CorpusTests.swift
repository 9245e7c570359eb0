// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

@Suite(
    "A file of the corpus",
    .enabled(if: !Corpus.files.isEmpty, "Python 3 is not on this machine"))
struct CorpusTests {
    static func files(_ verdicts: CorpusFile.Verdict...) -> [CorpusFile] {
        Corpus.files.filter { verdicts.contains($0.verdict) }
    }

    @Test("is there in every kind")
    func kinds() {
        #expect(Self.files(.play).count > 30)
        #expect(Self.files(.error).count > 15)
        #expect(Self.files(.either).count > 30)
        #expect(Self.files(.lossy).count >= 3)
    }

    @Test(
        "is decoded to the frames that are in it (B93, B94, B96, B98, B100, B104, B107)",
        arguments: files(.play, .lossy))
    func decodes(_ file: CorpusFile) throws {
        let sound = try DecodedSound(path: file.path)
        #expect(sound.rate == file.rate && sound.facts.channels == file.channels)
        var frames: [Float] = []
        while try sound.read(1000, into: &frames) > 0 {}
        if file.verdict == .play {
            #expect(frames.count / 2 == file.frames)
        } else {
            #expect(abs(frames.count / 2 - file.frames) < file.rate / 20)
        }
        for (index, expected) in file.first.enumerated() {
            for side in 0...1 {
                #expect(abs(Int((frames[index * 2 + side] * 32768).rounded()) - expected) <= 1)
            }
        }
    }

    @Test("is played whole by the player, frame for frame (B75)", arguments: files(.play, .lossy))
    func plays(_ file: CorpusFile) throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        try player.arm(SoundRequest(.file(file.path), length: .once), on: "file")
        guard case .soundOpen(let facts)? = player.reports.dropFirst().first else {
            Issue.record("the sound is not the first to be opened: \(player.reports)")
            return
        }
        #expect(facts.rate == file.rate && facts.channels == file.channels)
        #expect(facts.path == file.path)
        try player.go()
        let last = try player.finished()
        _ = try player.waitForExit()
        let sound = try DecodedSound(path: file.path)
        let expected = try sound.left(200_000)
        // 5 ms more, where the last frame is not 0.
        #expect((0...(file.rate / 200 + 1)).contains(last.frames - expected.count))
        let written = leftOf(rig.read("written.raw"))
        // After the first edge, of 30 ms.
        let level = zip(expected, written).dropFirst(file.rate * 3 / 100 + 1)
        #expect(level.allSatisfy { abs(Int(($0 * 32768).rounded()) - $1) <= 1 })
    }

    @Test(
        "is refused within 100 ms, and another sound is armed in its place (B100, B102)",
        arguments: files(.error))
    func refuses(_ file: CorpusFile) throws {
        let player = try PlayerProcess(try Rig())
        try player.wait { $0 == .hello(version: PlayerProtocol.version) }
        let memory = Self.peakMemory(of: player.processID)
        let start = Clocks.monotonic
        try player.send(
            .prepare(
                Preparation(
                    output: "rig", cardListed: true, first: SoundRequest(.file(file.path)))))
        let failure = try player.failure()
        #expect(Clocks.monotonic - start < .milliseconds(100))
        #expect(failure.stage == .sound)
        #expect(failure.subject.contains(file.name))
        // In kB, and with the codecs' own tables.
        #expect(Self.peakMemory(of: player.processID) - memory < 32_768)
        try player.send(.play(SoundRequest(.builtInTone), .cut))
        try player.wait { $0 == .armed }
    }

    @Test(
        "that is cut off is heard or refused, and never an endless silence",
        arguments: files(.either))
    func cut(_ file: CorpusFile) throws {
        let rig = try Rig()
        let player = try PlayerProcess(rig)
        let start = Clocks.monotonic
        try player.send(
            .prepare(
                Preparation(
                    output: "rig", cardListed: true,
                    first: SoundRequest(.file(file.path), length: .lasting(.milliseconds(300))))))
        let answer = try player.wait {
            if case .failed = $0 { true } else { $0 == .armed }
        }
        #expect(Clocks.monotonic - start < .milliseconds(200))
        if case .failed(let failure) = answer {
            #expect(failure.stage == .sound)
            return
        }
        try player.go()
        let last = try player.finished()
        #expect(abs(last.frames - file.rate * 3 / 10) <= 1)
        _ = try player.waitForExit()
        let heard = leftOf(rig.heard)
        #expect(
            heard.prefix(last.frames * 3 / 4).suffix(last.frames / 4).contains { abs($0) > 1000 })
    }

    @Test("that is damaged leaves no line in the log for each time round")
    func quiet() throws {
        guard let file = Corpus.file("hole.mp3") else {
            try Test.cancel("libsndfile writes no MP3 here")
        }
        let rig = try Rig()
        let errors = unsafe open(rig.write([], to: "errors"), O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(errors) }
        let player = try PlayerProcess(rig, errors: errors)
        try player.arm(
            SoundRequest(.file(file.path), length: .lasting(.milliseconds(2500))), on: "null")
        try player.go()
        try player.finished()
        #expect(TextFile.lines(rig.folder + "/errors").count < 10)
    }

    @Test("with six channels in the order of Vorbis has its centre on both sides")
    func vorbisOrder() throws {
        guard let file = Corpus.file("centre_of_six.ogg") else {
            try Test.cancel("libsndfile writes no Vorbis here")
        }
        var frames: [Float] = []
        _ = try DecodedSound(path: file.path).read(4800, into: &frames)
        let sides = (0...1).map { side in
            stride(from: side, to: frames.count, by: 2).map { abs(frames[$0]) }.max() ?? 0
        }
        #expect(abs(sides[0] - sides[1]) < 0.01)
        #expect(abs(sides[0] - 0.5 * 0.7071 / 2.4142) < 0.01)
    }

    /// The most address space that a process ever had, in kB.
    private static func peakMemory(of process: Int32) -> Int {
        let line = TextFile.lines("/proc/\(process)/status").first { $0.hasPrefix("VmPeak:") }
        return line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) } ?? 0
    }
}

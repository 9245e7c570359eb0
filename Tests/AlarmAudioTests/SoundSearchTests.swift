// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import PlayerProtocol
import TestSupport
import Testing

@testable import AlarmAudio

@Suite("A folder as a sound")
struct FolderSoundTests {
    static let sound = WAV.mono(WAV.tone(4800, rate: 48_000), rate: 48_000)

    /// A folder with these sounds in it.
    static func folder(_ names: [String], in rig: Rig) -> String {
        let folder = rig.folder + "/music"
        unsafe mkdir(folder, 0o700)
        for name in names { rig.write(sound, to: "music/\(name)") }
        return folder
    }

    @Test("is one of its files, never the last one again where there is another")
    func notTwice() throws {
        let rig = try Rig()
        let folder = Self.folder(["a.wav", "b.wav", "c.wav"], in: rig)
        var last = ""
        var heard: Set<String> = []
        for seed in 0..<60 {
            let path = try OpenedSound(.file(folder), Shuffle(seed: Int64(seed), last: last))
                .facts.path
            #expect(path != last)
            last = path
            heard.insert(path)
        }
        #expect(heard == Set(["a", "b", "c"].map { "\(folder)/\($0).wav" }))
    }

    @Test("is its only file again and again")
    func single() throws {
        let rig = try Rig()
        let folder = Self.folder(["a.wav"], in: rig)
        let path = "\(folder)/a.wav"
        #expect(try OpenedSound(.file(folder), Shuffle(last: path)).facts.path == path)
    }

    @Test("is the same file for the same seed, so that the next output goes on with it")
    func sameSeed() throws {
        let rig = try Rig()
        let folder = Self.folder((0..<20).map { "\($0).wav" }, in: rig)
        let shuffle = Shuffle(seed: 7, last: "\(folder)/3.wav")
        let paths = try (0..<5).map { _ in try OpenedSound(.file(folder), shuffle).facts.path }
        #expect(Set(paths).count == 1)
    }

    @Test("is a file that is a sound, whatever else lies in it")
    func pictures() throws {
        let rig = try Rig()
        let folder = Self.folder(["a.wav", ".hidden.wav"], in: rig)
        for name in ["cover.jpg", "list.m3u", "empty.wav", "notes.txt"] {
            rig.write(Array("no sound".utf8), to: "music/\(name)")
        }
        unsafe mkfifo(folder + "/pipe.wav", 0o600)
        unsafe mkdir(folder + "/more", 0o700)
        for seed in 0..<20 {
            let sound = try OpenedSound(.file(folder), Shuffle(seed: Int64(seed)))
            #expect(sound.facts.path == "\(folder)/a.wav")
        }
    }

    @Test("without a sound is refused, with what was tried", arguments: [[], ["a.txt", "b.txt"]])
    func empty(names: [String]) throws {
        let rig = try Rig()
        let folder = Self.folder([], in: rig)
        for name in names { rig.write(Array("no sound".utf8), to: "music/\(name)") }
        #expect {
            try OpenedSound(.file(folder))
        } throws: { error in
            guard let failure = error as? PlayerFailure else { return false }
            return failure.stage == .sound && failure.code == 2 && failure.subject == folder
                && failure.cause == .noneInFolder
                && (names.isEmpty || failure.reason.contains("/music/"))
        }
    }

    @Test("gives every file its turn about as often")
    func fair() {
        let names = (0..<5).map { "\($0)" }
        var firsts: [String: Int] = [:]
        for seed in 0..<5000 {
            let order = Shuffle(seed: Int64(seed)).order(names, in: "/m")
            #expect(order.sorted() == names)
            firsts[order[0], default: 0] += 1
        }
        #expect(names.allSatisfy { (850...1150).contains(firsts[$0] ?? 0) })
    }
}

@Suite("The name of a sound")
struct SoundNameTests {
    @Test("is looked for in each folder in order, with and without its ending")
    func folders() throws {
        let rig = try Rig()
        for folder in ["own", "all"] { unsafe mkdir("\(rig.folder)/\(folder)", 0o700) }
        let folders = ["own", "nowhere", "all"].map { "\(rig.folder)/\($0)" }
        for path in ["own/dawn.wav", "all/dawn.flac", "all/bell.v2.wav", "all/dawn"] {
            rig.write(FolderSoundTests.sound, to: path)
        }
        for (name, path) in [
            ("dawn", "own/dawn.wav"), ("dawn.wav", "own/dawn.wav"), ("dawn.flac", "all/dawn.flac"),
            ("bell.v2", "all/bell.v2.wav"), ("bell.v2.wav", "all/bell.v2.wav"),
        ] {
            #expect(
                try OpenedSound(.named(name, in: folders)).facts.path == "\(rig.folder)/\(path)")
        }
    }

    @Test(
        "that no folder has is refused, and leads nowhere else",
        arguments: ["dusk", "", "../secret", "..", ".", ".hidden", "/etc/passwd", "file://host/x"])
    func unknown(name: String) throws {
        let rig = try Rig()
        unsafe mkdir(rig.folder + "/all", 0o700)
        rig.write(FolderSoundTests.sound, to: "secret")
        rig.write(FolderSoundTests.sound, to: "all/.hidden")
        #expect {
            try OpenedSound(.named(name, in: [rig.folder + "/all"]))
        } throws: {
            ($0 as? PlayerFailure)?.code == 2
                && ($0 as? PlayerFailure)?.cause == .unnamed
        }
    }
}

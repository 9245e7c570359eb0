// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("The sound of an alarm")
struct SoundTests {
    /// Writes a second of a soft square wave, as a WAV file.
    static func write(_ name: String, level: Int = 2000, of daemon: Daemon) -> String {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> ($0 * 8) & 0xff) }
        }
        let samples = (0..<8000).flatMap { little($0 / 10 % 2 == 0 ? level : 65536 - level, 2) }
        let format =
            little(1, 2) + little(1, 2) + little(8000, 4) + little(16000, 4) + little(2, 2)
            + little(16, 2)
        let bytes =
            Array("RIFF".utf8) + little(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
            + little(16, 4) + format + Array("data".utf8) + little(samples.count, 4) + samples
        return daemon.rig.write(bytes, to: name)
    }

    private static func makeFolder(_ path: String) {
        _ = unsafe system("mkdir -p '\(path)'")
    }

    @Test("is another file of its folder each time")
    func folder() throws {
        let daemon = try Daemon.running()
        let folder = daemon.folder + "/music"
        Self.makeFolder(folder)
        for name in ["a.wav", "b.wav"] { _ = Self.write("music/\(name)", of: daemon) }
        daemon.rig.write(Array("no sound".utf8), to: "music/cover.jpg")
        var heard: [String] = []
        for round in 0..<4 {
            // Also over a restart.
            if round == 2 {
                #expect(daemon.stop() == 0)
                try daemon.start()
            }
            let events = try daemon.monitor()
            let set = try daemon.alarmctl("set", "+1s", "--id", "a", "--sound", folder)
            #expect(set.status == 0, "\(set)")
            heard.append(events.event("ringing")?["output"]?.stringValue ?? "nothing")
            #expect(try daemon.alarmctl("dismiss", "a").status == 0)
        }
        #expect(heard.allSatisfy { $0.hasPrefix("rig, \(folder)/") }, "\(heard)")
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 != $1 }, "\(heard)")
    }

    @Test("is one of those with a name, which are listed")
    func named() throws {
        let daemon = try Daemon.running()
        Self.makeFolder(daemon.folder + "/.local/share/alarmd/sounds")
        let path = Self.write(".local/share/alarmd/sounds/rooster.wav", of: daemon)
        #expect(try daemon.alarmctl("sounds").output.split(separator: "\n").contains("rooster"))
        let events = try daemon.monitor()
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a", "--sound", "rooster").status == 0)
        let output = events.event("ringing")?["output"]?.stringValue ?? ""
        #expect(output.hasPrefix("rig, \(path), "), "\(output)")
        #expect(try daemon.alarmctl("dismiss", "a").status == 0)
        for name in ["roster", "../sounds/rooster", "file://elsewhere/a.wav"] {
            let set = try daemon.alarmctl("set", "+1h", "--sound", name)
            #expect(set.status == 1 && set.errors.contains(name), "\(set)")
        }
        #expect(try daemon.alarmctl("set", "+1h", "--sound", "built-in").status == 0)
    }

    @Test("is a file named by its address")
    func address() throws {
        let daemon = try Daemon.running()
        _ = Self.write("two words.wav", of: daemon)
        let address = "file://\(daemon.folder)/two%20words.wav"
        let play = try daemon.alarmctl("play", address)
        #expect(play.status == 0, "\(play)")
        #expect(!daemon.rig.heard.isEmpty)
        #expect(try daemon.alarmctl("set", "+1h", "--sound", address).status == 0)
    }

    @Test(
        "is refused where it is none, with the reason",
        arguments: ["empty.wav", "text.wav", "nothing here", "pipe", "empty folder"])
    func refused(kind: String) throws {
        let daemon = try Daemon.running()
        let path = daemon.folder + "/" + kind
        switch kind {
        case "empty.wav": daemon.rig.write([], to: kind)
        case "text.wav": daemon.rig.write(Array("no sound".utf8), to: kind)
        case "pipe": unsafe mkfifo(path, 0o600)
        case "empty folder": Self.makeFolder(path)
        default: break
        }
        let before = monotonicSeconds()
        let set = try daemon.alarmctl("set", "+1h", "--sound", path)
        #expect(set.status == 1 && set.errors.contains(path), "\(set)")
        #expect(monotonicSeconds() - before < 1.5)
        #expect(try daemon.ids() == [])
    }

    @Test("on a disk that hangs is given up for the next one, and nothing waits for it")
    func hangingDisk() throws {
        let daemon = try Daemon.running(
            shell: "export HANGSHIM=\"$HOME/far\" LD_PRELOAD='\(Rig.modules)/libhangshim.so'")
        let sound = Self.write("far.wav", of: daemon)
        let events = try daemon.monitor()
        let before = monotonicSeconds()
        #expect(try daemon.alarmctl("set", "+4s", "--id", "a", "--sound", sound).status == 0)
        let set = monotonicSeconds()
        daemon.rig.write([], to: "far.hangs")
        let fault = events.event("sound")
        #expect(fault?["reason"]?.stringValue?.contains(sound) == true, "\(fault ?? .null)")
        let output = events.event("ringing")?["output"]?.stringValue
        #expect(output?.hasPrefix("rig, built-in tone") == true, "\(output ?? "nothing")")
        let first = try #require(daemon.rig.events.first { $0.what == "first_frame" })
        // It was armed two seconds before, so that there was time for it.
        let heard = Double(first.time) / 1e9
        #expect(heard >= before + 3.9 && heard <= set + 4.5, "\(heard - before) s after set")
        #expect(try daemon.alarmctl("dismiss", "a").status == 0)

        let (refused, answered) = try Self.setWhileAsking(daemon, sound: sound)
        #expect(refused?["error"]?.stringValue?.hasSuffix("InvalidSound") == true)
        #expect(answered < 0.5, "the daemon waited for the disk: \(answered) s")
    }

    /// Sets an alarm with a sound that hangs, and how long another call takes meanwhile.
    private static func setWhileAsking(
        _ daemon: Daemon, sound: String
    ) throws -> (reply: JSONValue?, seconds: Double) {
        let setter = try daemon.connect()
        setter.send(
            VarlinkConnection.message(
                "Set", ["countdown": 3600, "ring": ["sound": .string(sound)]]))
        let before = monotonicSeconds()
        _ = try daemon.call("Status")
        let seconds = monotonicSeconds() - before
        return (setter.receive(within: 5), seconds)
    }

    /// A daemon whose alarm `a` has lost its sound, which is told.
    private static func missingSound() throws -> Daemon {
        let daemon = try Daemon.running()
        let sound = write("a.wav", of: daemon)
        #expect(
            try daemon.alarmctl("set", "+5s", "--id", "a", "--sound", sound).status == 0)
        unsafe unlink(sound)
        let isTold = eventually(within: 10) {
            (try? daemon.problem("sound"))?.contains(sound) == true
        }
        #expect(isTold, "\(daemon.log)")
        return daemon
    }

    @Test("that is gone is told of until it is heard again")
    func mended() throws {
        let daemon = try Self.missingSound()
        #expect(eventually(within: 10) { (try? daemon.alarmctl("dismiss", "a"))?.status == 0 })
        _ = Self.write("a.wav", of: daemon)
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a").status == 0)
        #expect(eventually(within: 10) { (try? daemon.problem("sound") == nil) ?? false })
        #expect(daemon.log.contains("mended"))
    }

    @Test("that no alarm names any more is no problem")
    func unnamed() throws {
        let daemon = try Self.missingSound()
        #expect(try daemon.alarmctl("clear", "a").status == 0)
        #expect(eventually(within: 5) { (try? daemon.problem("sound") == nil) ?? false })
    }

    @Test("that somebody plays gives way to an alarm, and says so, not that no card is heard")
    func interrupted() throws {
        let daemon = try Daemon.running()
        #expect(try daemon.alarmctl("set", "+4s", "--id", "a").status == 0)
        let play = try daemon.alarmctl("play", "built-in", "--seconds", "30")
        #expect(play.status == 1)
        #expect(play.errors.contains("while an alarm rings"), "\(play)")
        #expect(!play.errors.contains("aplay"))
    }

    @Test(
        "of the configuration is looked at by alarmd --check",
        arguments: [("/nowhere.wav", "/nowhere.wav"), ("roster", "roster"), ("built-in", nil)])
    func checked(sound: String, words: String?) throws {
        let daemon = try Daemon(configuration: "[ring]\nsound = \(sound)\n")
        let check = try daemon.runAnother(["--check"])
        #expect(check.status == (words == nil ? 0 : 1), "\(check)")
        if let words {
            #expect(check.errors.contains("sound") && check.errors.contains(words), "\(check)")
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import JSON
import TestSupport
import Testing

@Suite("Sounds of every loudness")
struct LoudnessTests {
    /// The largest sample of what `alarmctl play` makes heard of a sound.
    static func heardPeak(_ daemon: Daemon, _ sound: String) throws -> Int {
        let before = daemon.rig.heard.count
        let play = try daemon.alarmctl("play", sound, "--seconds", "1")
        #expect(play.status == 0, "\(play)")
        let heard = daemon.rig.heard.dropFirst(before)
        return stride(from: heard.startIndex, to: heard.endIndex - 1, by: 2).map {
            abs(Int(Int16(bitPattern: UInt16(heard[$0]) | UInt16(heard[$0 + 1]) << 8)))
        }.max() ?? 0
    }

    @Test("are equally loud once they are set, also after a restart, and until the file is another")
    func equal() throws {
        let daemon = try Daemon.running()
        let quiet = daemon.rig.write(SteadyTone.file(amplitude: 0.02), to: "quiet.wav")
        let loud = daemon.rig.write(SteadyTone.file(amplitude: 0.9), to: "loud.wav")
        for (id, sound) in [("a", quiet), ("b", loud)] {
            let set = try daemon.alarmctl("set", "daily", "12:00", "--id", id, "--sound", sound)
            #expect(set.status == 0, "\(set)")
        }
        // A sine at -16 LUFS on both speakers, as 16 bits.
        let expected = 32767 * pow(10, (-16 - 0.05) / 20)
        for sound in [quiet, loud] {
            #expect(abs(Double(try Self.heardPeak(daemon, sound)) / expected - 1) < 0.03)
        }
        #expect(eventually(within: 5) { !daemon.rig.read("state/audio.json").isEmpty })
        daemon.stop()
        try daemon.start()
        #expect(abs(Double(try Self.heardPeak(daemon, quiet)) / expected - 1) < 0.03)
        daemon.rig.write(SteadyTone.file(amplitude: 0.5), to: "quiet.wav")
        #expect(abs(Double(try Self.heardPeak(daemon, quiet)) / 16_383 - 1) < 0.03)
        #expect(
            try daemon.alarmctl("set", "daily", "12:00", "--id", "a", "--sound", quiet).status == 0)
        #expect(abs(Double(try Self.heardPeak(daemon, quiet)) / expected - 1) < 0.03)
        #expect(daemon.stop() == 0)
    }

    @Test("that have nothing to hear are refused when they are set; one that is soft is raised")
    func silent() throws {
        let daemon = try Daemon.running()
        let silent = daemon.rig.write(SteadyTone.file(amplitude: 0), to: "silent.wav")
        let set = try daemon.alarmctl("set", "daily", "12:00", "--sound", silent)
        #expect(set.status == 1 && set.errors.contains("it is silent"), "\(set)")
        #expect(try daemon.alarms().isEmpty)
        let soft = daemon.rig.write(SteadyTone.file(amplitude: 0.003), to: "soft.wav")
        #expect(
            try daemon.alarmctl("set", "daily", "12:00", "--id", "a", "--sound", soft).status == 0)
        #expect(try Self.heardPeak(daemon, soft) > 2500)
    }

    @Test("that fell silent after they were set are told, and another rings in their place")
    func fellSilent() throws {
        let daemon = try Daemon.running()
        let path = daemon.rig.write(SteadyTone.file(amplitude: 0.5), to: "tone.wav")
        let events = try daemon.monitor()
        #expect(
            try daemon.alarmctl("set", "+12s", "--id", "a", "--sound", path, "--fade", "0").status
                == 0)
        daemon.rig.write(SteadyTone.file(amplitude: 0), to: "tone.wav")
        #expect(try daemon.alarmctl("doctor").output.contains("it is silent"))
        #expect(try daemon.problem("sound")?.contains("it is silent") == true, "\(daemon.log)")
        #expect(
            eventually(within: 5) {
                String(decoding: daemon.rig.read("state/audio.json"), as: UTF8.self)
                    .split(separator: "\"silent\": [").last?.contains("\"\(path)\"") == true
            })
        let ringing = events.event("ringing", within: 30)
        #expect(ringing?["output"]?.stringValue?.contains("built-in tone") == true, "\(daemon.log)")
        #expect(try daemon.problem("sound")?.contains("it is silent") == true)
    }

    @Test("include the configured one, which is looked at when the daemon starts")
    func configured() throws {
        let daemon = try Daemon()
        let quiet = daemon.rig.write(SteadyTone.file(amplitude: 0.02), to: "quiet.wav")
        daemon.configure("[ring]\nsound = \(quiet)\n")
        try daemon.start()
        #expect(eventually(within: 5) { !daemon.rig.read("state/audio.json").isEmpty })
        #expect(try daemon.problem("sound") == nil)
        #expect(try Self.heardPeak(daemon, quiet) > 4000)
        daemon.configure("[ring]\nsound = /nowhere.wav\n")
        daemon.reload()
        #expect(
            eventually(within: 5) {
                (try? daemon.problem("sound"))?.contains("/nowhere.wav") == true
            })
    }

    /// The level of a sine at -16 LUFS on both speakers, as 16 bits.
    private static let level = 32767 * pow(10, (-16 - 0.05) / 20)

    /// Whether it measures nothing any more.
    private static func isDone(_ daemon: Daemon) -> Bool {
        eventually(within: 10) {
            !daemon.rig.read("state/audio.json").isEmpty && daemon.playerProcess == nil
        }
    }

    @Test(
        "are measured in the background where that is not known: at the start, and when it reloads")
    func background() throws {
        let daemon = try Daemon.running()
        let sound = daemon.rig.write(SteadyTone.file(amplitude: 0.02), to: "quiet.wav")
        #expect(
            try daemon.alarmctl("set", "daily", "12:00", "--id", "a", "--sound", sound).status == 0)
        #expect(Self.isDone(daemon))
        daemon.stop()
        _ = unsafe unlink("\(daemon.stateFolder)/audio.json")
        try daemon.start()
        #expect(Self.isDone(daemon))
        #expect(abs(Double(try Self.heardPeak(daemon, sound)) / Self.level - 1) < 0.03)
        let before = daemon.rig.read("state/audio.json")
        daemon.rig.write(SteadyTone.file(amplitude: 0.7), to: "quiet.wav")
        daemon.reload()
        #expect(eventually(within: 10) { daemon.rig.read("state/audio.json") != before })
        #expect(abs(Double(try Self.heardPeak(daemon, sound)) / Self.level - 1) < 0.03)
        #expect(daemon.stop() == 0)
    }

    @Test("of a folder are measured before they are heard")
    func folder() throws {
        let daemon = try Daemon.running()
        unsafe mkdir("\(daemon.folder)/music", 0o700)
        for (name, level) in [("a", 0.02), ("b", 0.3), ("c", 0.9)] {
            daemon.rig.write(SteadyTone.file(amplitude: level), to: "music/\(name).wav")
        }
        let events = try daemon.monitor()
        let music = "\(daemon.folder)/music"
        #expect(
            try daemon.alarmctl(
                "set", "daily", "12:00", "--id", "a", "--fade", "0", "--sound", music
            ).status == 0)
        #expect(Self.isDone(daemon))
        let before = daemon.rig.heard.count
        #expect(try daemon.alarmctl("set", "+1s", "--id", "a", "--replace").status == 0)
        #expect(events.event("ringing")?["output"]?.stringValue?.contains(music) == true)
        #expect(try daemon.alarmctl("dismiss", "a").status == 0)
        let heard = daemon.rig.heard.dropFirst(before)
        let peak = stride(from: heard.startIndex, to: heard.endIndex - 1, by: 2).map {
            abs(Int(Int16(bitPattern: UInt16(heard[$0]) | UInt16(heard[$0 + 1]) << 8)))
        }.max()
        #expect(abs(Double(peak ?? 0) / Self.level - 1) < 0.03)
        #expect(daemon.stop() == 0)
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

@Suite("A segue to another scene", .serialized)
struct SegueTests {
    /// A ring that is heard on `rig` in a scene of its own.
    private static func heard(
        _ bench: RingBench, in scene: Scene = Scene(id: "first")
    ) throws -> Occurrence {
        let occurrence = try RingBench.occurrence("a", in: scene)
        bench.present(occurrence)
        #expect(bench.hears("a heard rig, \(scene.sound ?? "built-in tone")") != nil)
        return occurrence
    }

    private static func count(_ bench: RingBench, _ what: String, of output: String = "rig") -> Int
    {
        bench.rig.events(of: output).count { $0.what.hasPrefix(what) }
    }

    @Test(
        "with another sound is mixed by the player that is heard",
        arguments: [
            Segue.Transition.cut, .fade(.milliseconds(400)), .crossfade(.milliseconds(400)),
        ])
    func sound(transition: Segue.Transition) throws {
        let bench = try RingBench()
        defer { bench.end() }
        _ = try Self.heard(bench)
        let sound = PackageRoot.file("config/sounds/bell.opus")
        bench.performSegue(
            to: try RingBench.occurrence("a", in: Scene(id: "next", sound: sound)), transition)
        #expect(bench.hears("a heard rig, \(sound)") != nil)
        #expect(Self.count(bench, "open") == 1 && Self.count(bench, "close") == 0)
    }

    @Test("that changes the level alone lets the sound go on")
    func level() throws {
        let bench = try RingBench()
        defer { bench.end() }
        _ = try Self.heard(bench)
        let before = bench.sayings.count
        bench.performSegue(
            to: try RingBench.occurrence("a", in: Scene(id: "next", volume: 20, fade: .zero)))
        #expect(!bench.wait(.seconds(1)) { bench.sayings.count > before })
        #expect(Self.count(bench, "open") == 1)
        // The tone is at a fifth of its volume, which is well below a tenth of its level.
        let latest = bench.rig.heard.suffix(9600).chunks.map(abs)
        #expect((latest.max() ?? 0) < (bench.rig.heard.chunks.map(abs).max() ?? 0) / 5)
    }

    @Test("to another output is heard there before it falls silent here")
    func output() throws {
        let bench = try RingBench()
        defer { bench.end() }
        _ = try Self.heard(bench)
        bench.performSegue(
            to: try RingBench.occurrence(
                "a", in: Scene(id: "next", outputs: [RingBench.second])))
        let first = try #require(bench.firstFrame(of: RingBench.second))
        #expect(bench.hears("a heard second") != nil)
        #expect(bench.wait { Self.count(bench, "close") == 1 })
        let closed = try #require(bench.rig.events.last { $0.what.hasPrefix("close") })
        #expect(.nanoseconds(closed.time) > first)
        let tail = bench.rig.heard.suffix(40).chunks.map(abs).max() ?? 0
        let peak = bench.rig.heard.chunks.map(abs).max() ?? 0
        #expect(tail < peak / 50, "it ends with a click")
    }

    @Test(
        "to another output that takes a time is heard there more and more, and here less and less",
        arguments: [
            Segue.Transition.fade(.milliseconds(800)), .crossfade(.milliseconds(800)),
        ])
    func fadeToOutput(transition: Segue.Transition) throws {
        let bench = try RingBench()
        defer { bench.end() }
        let sound = bench.rig.write(SteadyTone.file(amplitude: 0.5), to: "steady.wav")
        _ = try Self.heard(bench, in: Scene(id: "first", sound: sound))
        bench.performSegue(
            to: try RingBench.occurrence(
                "a", in: Scene(id: "next", sound: sound, outputs: [RingBench.second])), transition)
        #expect(bench.wait { Self.count(bench, "close") == 1 })
        let old = bench.rig.heard.chunks.map(abs)
        let new = bench.rig.read("\(RingBench.second)/played.raw").chunks.map(abs)
        let (oldPeak, newPeak) = (old.max() ?? 0, new.max() ?? 0)
        // Samples of two channels: 50 ms at its end, and 50 ms that end 350 ms before, halfway down.
        #expect((old.suffix(4800).max() ?? 0) < oldPeak / 5)
        let halfway = old.dropLast(33_600).suffix(4800).max() ?? 0
        #expect((oldPeak / 4...oldPeak / 4 * 3).contains(halfway))
        #expect((new.prefix(4800).max() ?? 0) < newPeak / 10)
    }

    @Test("is cut short where the ring is answered while it takes its time")
    func answeredFade() throws {
        let bench = try RingBench()
        defer { bench.end() }
        let occurrence = try Self.heard(bench)
        bench.performSegue(
            to: try RingBench.occurrence(
                "a", in: Scene(id: "next", outputs: [RingBench.second])), .crossfade(.seconds(60)))
        #expect(bench.hears("a heard second") != nil)
        #expect(!bench.wait(.milliseconds(500)) { Self.count(bench, "close") == 1 })
        bench.rings.silence(occurrence.id, because: .ended)
        #expect(
            bench.wait(.seconds(2)) {
                Self.count(bench, "close") == 1
                    && Self.count(bench, "close", of: RingBench.second) == 1
            })
        #expect(bench.wait(.seconds(2)) { !bench.rings.isBusy })
    }

    /// A ring that is heard on an output of its own by a tone that stays the same.
    private static func steady(_ bench: RingBench) throws -> String {
        let sound = bench.rig.write(SteadyTone.file(amplitude: 0.5), to: "steady.wav")
        _ = try heard(bench, in: Scene(id: "first", sound: sound))
        return sound
    }

    /// The loudest sample of each 50 ms.
    private static func levels(_ samples: [Int]) -> [Int] {
        stride(from: 0, to: samples.count - 4799, by: 4800).map { start in
            samples[start..<start + 4800].map(abs).max() ?? 0
        }
    }

    @Test("to an output that is dead takes its time where it is heard, and has no hole")
    func fadeToDeadOutput() throws {
        let bench = try RingBench(more: "pcm.dead { type hw card 31 }")
        defer { bench.end() }
        let sound = try Self.steady(bench)
        bench.performSegue(
            to: try RingBench.occurrence(
                "a", in: Scene(id: "next", sound: sound, outputs: ["dead"])),
            .crossfade(.seconds(10)))
        #expect(bench.hears("a heard rig") != nil)
        #expect(!bench.wait(.seconds(1)) { false })
        let levels = Self.levels(bench.rig.heard.chunks)
        let peak = levels.max() ?? 0
        // The first is the edge that it begins with.
        #expect(levels.dropFirst().allSatisfy { $0 > peak / 2 }, "\(levels)")
        #expect(Self.count(bench, "open") == 1)
    }

    @Test("back to a card on which it still fades out goes on there")
    func backToFading() throws {
        let bench = try RingBench(options: "exclusive 1")
        defer { bench.end() }
        let sound = try Self.steady(bench)
        for output in [RingBench.second, "rig"] {
            bench.performSegue(
                to: try RingBench.occurrence(
                    "a", in: Scene(id: output, sound: sound, outputs: [output])),
                .crossfade(.seconds(10)))
            #expect(bench.hears("a heard \(output)") != nil)
        }
        #expect(Self.count(bench, "open") == 1 && Self.count(bench, "close") == 0)
        #expect(!bench.sayings.contains { $0.what.contains("failed") })
    }

    @Test("is over at once, and told, where what it was heard by until then is lost")
    func lostWhileFading() throws {
        let bench = try RingBench()
        defer { bench.end() }
        let sound = try Self.steady(bench)
        bench.performSegue(
            to: try RingBench.occurrence(
                "a", in: Scene(id: "next", sound: sound, outputs: [RingBench.second])),
            .crossfade(.seconds(60)))
        #expect(bench.hears("a heard second") != nil)
        bench.rig.begin("gone")
        #expect(bench.hears("a output failed on rig") != nil)
        #expect(
            bench.wait(.seconds(3)) {
                let latest = bench.rig.read("\(RingBench.second)/played.raw").suffix(9600)
                return (Array(latest).chunks.map(abs).max() ?? 0) > 14_000
            })
    }

    @Test("to an output that is dead goes on where it is heard, without a break")
    func deadOutput() throws {
        let bench = try RingBench(more: "pcm.dead { type hw card 31 }")
        defer { bench.end() }
        _ = try Self.heard(bench)
        bench.performSegue(
            to: try RingBench.occurrence("a", in: Scene(id: "next", outputs: ["dead"])))
        #expect(bench.hears("a output failed on dead") != nil)
        #expect(bench.hears("a failed in next") != nil)
        #expect(bench.hears("a heard rig") != nil)
        #expect(Self.count(bench, "open") == 1 && Self.count(bench, "xrun") == 0)
    }

    @Test(
        "to the card that it has by another name lets it go first, and so does another ring",
        arguments: [true, false])
    func sameCard(isSegue: Bool) throws {
        let bench = try RingBench(
            options: "exclusive 1",
            more: #"pcm.again { type rigsink; dir "@FOLDER@/rig"; exclusive 1 }"#)
        defer { bench.end() }
        let first = try Self.heard(bench)
        let scene = Scene(id: "next", outputs: ["again"])
        if isSegue {
            bench.performSegue(to: try RingBench.occurrence("a", in: scene))
        } else {
            bench.rings.silence(first.id, because: .covered)
            bench.present(try RingBench.occurrence("b", in: scene))
        }
        #expect(bench.hears("\(isSegue ? "a" : "b") heard again", within: .seconds(3)) != nil)
        #expect(!bench.sayings.contains { $0.what.contains("failed") })
    }

    @Test("whose sound cannot be played is told, and the next sound is heard")
    func deadSound() throws {
        let bench = try RingBench()
        defer { bench.end() }
        _ = try Self.heard(bench)
        bench.performSegue(
            to: try RingBench.occurrence("a", in: Scene(id: "next", sound: "/nowhere.wav")))
        #expect(bench.hears("a sound failed on rig") != nil)
        #expect(bench.hears("a failed in next") != nil)
        #expect(bench.hears("a heard rig, built-in tone") != nil)
        #expect(Self.count(bench, "open") == 1)
    }

    @Test("what failed before it was to be heard is told when it is")
    func failsEarly() throws {
        let bench = try RingBench()
        defer { bench.end() }
        let occurrence = try RingBench.occurrence(
            "a", in: Scene(id: "first", sound: "/nowhere.wav"))
        bench.rings.arm(occurrence)
        #expect(bench.hears("a sound failed on rig") != nil)
        #expect(bench.hears("a failed in first", within: .milliseconds(300)) == nil)
        bench.present(occurrence)
        #expect(bench.hears("a failed in first") != nil)
    }

    @Test(
        "and every other end of a ring is told as silence once nothing is armed or rings any more")
    func silence() throws {
        let bench = try RingBench()
        defer { bench.end() }
        let occurrence = try Self.heard(bench)
        bench.performSegue(
            to: try RingBench.occurrence(
                "a", in: Scene(id: "next", outputs: [RingBench.second])))
        #expect(bench.hears("a heard second") != nil)
        bench.rings.arm(try RingBench.occurrence("b"))
        bench.rings.silence(occurrence.id, because: .ended)
        #expect(bench.hears("all silent", within: .milliseconds(500)) == nil, "b is armed")
        bench.rings.disarm(try RingBench.occurrence("b").id)
        #expect(bench.hears("all silent", within: .seconds(1)) != nil)
    }

    @Test("counts the time without an answer anew")
    func timeout() throws {
        let bench = try RingBench()
        defer { bench.end() }
        let occurrence = try RingBench.occurrence("a", in: Scene(id: "first"))
        bench.present(occurrence, timeLeft: .seconds(2))
        #expect(bench.hears("a heard rig") != nil)
        bench.wait(.milliseconds(500)) { false }
        bench.performSegue(to: try RingBench.occurrence("a", in: Scene(id: "next")))
        #expect(bench.rings.playingTime?.played ?? .seconds(9) < .milliseconds(300))
        #expect(bench.hears("a unanswered", within: .seconds(3)) == nil)
    }

    @Test("while no output plays is tried by its own outputs at once")
    func fromSilence() throws {
        let bench = try RingBench(devices: ["dead"], more: "pcm.dead { type hw card 31 }")
        defer { bench.end() }
        bench.present(try RingBench.occurrence("a", in: Scene(id: "first")))
        #expect(bench.hears("a failed everywhere") != nil)
        bench.performSegue(
            to: try RingBench.occurrence(
                "a", in: Scene(id: "next", outputs: [RingBench.second])))
        #expect(bench.hears("a heard second", within: .seconds(2)) != nil)
    }
}

extension Collection<UInt8> where Index == Int {
    /// The samples of 16 bits that the bytes are.
    fileprivate var chunks: [Int] {
        stride(from: startIndex, to: endIndex - 1, by: 2).map {
            Int(Int16(bitPattern: UInt16(self[$0]) | UInt16(self[$0 + 1]) << 8))
        }
    }
}

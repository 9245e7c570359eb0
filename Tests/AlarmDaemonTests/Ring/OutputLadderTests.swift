// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Testing

@testable import AlarmDaemon

@Suite("The ladder of ways to be heard")
struct OutputLadderTests {
    private typealias Rung = OutputLadder.Rung

    /// The rungs stood on from the start through each of `failures`, and whether the last one was followed
    /// by another rung.
    private func walk(
        outputs: [String], files: [String], failures: [OutputLadder.Failure]
    ) -> (rungs: [Rung], isAlive: Bool) {
        var ladder = OutputLadder(outputs: outputs, files: files)
        var rungs = [ladder.current]
        var isAlive = true
        for failure in failures {
            isAlive = ladder.descend(after: failure)
            rungs.append(ladder.current)
        }
        return (rungs, isAlive)
    }

    @Test("tries the next sound on the same output after a sound fails")
    func nextSound() {
        let (rungs, isAlive) = walk(
            outputs: ["desk", "default"], files: ["a.ogg", "b.ogg"], failures: [.sound, .sound])
        #expect(rungs.map(\.output) == ["desk", "desk", "desk"])
        #expect(rungs.map(\.sound) == ["a.ogg", "b.ogg", nil])
        #expect(isAlive)
    }

    @Test("tries the same sound on the next output after an output fails")
    func nextOutput() {
        let (rungs, isAlive) = walk(
            outputs: ["desk", "default"], files: ["a.ogg"], failures: [.output])
        #expect(rungs.last == Rung(output: "default", sound: "a.ogg"))
        #expect(isAlive)
    }

    @Test("treats a built-in tone that fails as a dead output")
    func toneFails() {
        let (rungs, isAlive) = walk(outputs: ["desk", "default"], files: [], failures: [.sound])
        #expect(rungs.last == Rung(output: "default", sound: nil))
        #expect(isAlive)
    }

    @Test("starts again at the top, with the sound that worked, when every output is dead")
    func everyOutputDead() {
        let (rungs, isAlive) = walk(
            outputs: ["desk", "default"], files: ["a.ogg"], failures: [.sound, .output, .output])
        #expect(rungs.last == Rung(output: "desk", sound: nil))
        #expect(!isAlive)
    }

    @Test("names each output and each sound once, and never none")
    func names() {
        #expect(OutputLadder(outputs: [], files: []).outputs == ["default"])
        let ladder = OutputLadder(outputs: ["default", "hw", "default"], files: ["a", "a"])
        #expect(ladder.outputs == ["default", "hw"])
        #expect(ladder.sounds == ["a", nil])
    }

    @Test(
        "waits longer after each dead round, and for more outputs, up to nearly 5 s where one is heard",
        arguments: [
            (1, 0, Duration.milliseconds(100)), (1, 1, .milliseconds(150)),
            (2, 1, .milliseconds(250)), (3, 1, .milliseconds(500)), (4, 1, .seconds(1)),
            (5, 1, .seconds(2)), (6, 1, .milliseconds(4500)), (1000, 1, .milliseconds(4500)),
            (1, 10, .milliseconds(1500)), (1, 100, .milliseconds(4500)),
        ])
    func pause(rounds: Int, outputs: Int, expected: Duration) {
        #expect(
            OutputLadder.pause(afterDeadRounds: rounds, outputs: outputs, isHeard: true) == expected
        )
    }

    @Test(
        "waits no longer than a second where nothing is heard, unless there are many outputs (B68, B71)",
        arguments: [
            (1, 1, Duration.milliseconds(150)), (3, 1, .milliseconds(500)), (4, 1, .seconds(1)),
            (5, 1, .seconds(1)), (1000, 6, .seconds(1)), (1000, 10, .milliseconds(1500)),
            (1000, 100, .milliseconds(4500)),
        ])
    func pauseInSilence(rounds: Int, outputs: Int, expected: Duration) {
        #expect(
            OutputLadder.pause(afterDeadRounds: rounds, outputs: outputs, isHeard: false)
                == expected)
    }

    @Test("knows the better outputs, and steps back to one with the sound that works")
    func better() {
        var ladder = OutputLadder(outputs: ["desk", "tv", "default"], files: ["a.ogg"])
        #expect(ladder.better.isEmpty)
        for failure in [OutputLadder.Failure.output, .sound, .output] {
            _ = ladder.descend(after: failure)
        }
        #expect(
            ladder.better == [Rung(output: "desk", sound: nil), Rung(output: "tv", sound: nil)])
        ladder.step(to: "tv")
        #expect(ladder.current == Rung(output: "tv", sound: nil))
        ladder.step(to: "nowhere")
        #expect(ladder.current == Rung(output: "tv", sound: nil))
    }
}

@Suite("The playback devices of the sound cards")
struct PlaybackDeviceTests {
    private static let files = [
        "pcm": """
        00-03: HDMI 0 : HDMI 0 : playback 1
        00-07: HDMI 1 : HDMI 1 : playback 1
        01-00: ALC887-VD Analog : ALC887-VD Analog : playback 1 : capture 1
        01-02: ALC887-VD Alt Analog : ALC887-VD Alt Analog : capture 1
        02-00: USB Audio : USB Audio : playback 1
        03-01: vc4-hdmi-0 : MAI PCM i2s-hifi-0 : playback 1
        """,
        "card0/id": "NVidia\n",
        "card1/id": "PCH\n",
        "card2/id": "Device\n",
        "card3/id": "vc4hdmi0\n",
        "card0/eld#0.1": "monitor_present\t\t1\neld_valid\t\t1\n",
    ]

    @Test("are named by card id, analogue and USB first, displays without a monitor last")
    func order() {
        let names = PlaybackDevice.all { Self.files[$0] }.map(\.name)
        #expect(
            names == [
                "plughw:CARD=PCH,DEV=0", "plughw:CARD=Device,DEV=0", "plughw:CARD=NVidia,DEV=3",
                "plughw:CARD=NVidia,DEV=7", "plughw:CARD=vc4hdmi0,DEV=1",
            ])
    }

    @Test(
        "are none where the list is absent, empty or nonsense",
        arguments: [nil, "", "\n\n", "--\n", "a-b: x : playback 1", "00-: x : playback 1"]
            as [String?])
    func none(list: String?) {
        #expect(PlaybackDevice.all { $0 == "pcm" ? list : nil }.isEmpty)
    }

    @Test("are named by number where the card has no id")
    func withoutID() {
        let devices = PlaybackDevice.all { $0 == "pcm" ? "04-00: X : X : playback 1" : nil }
        #expect(devices.map(\.name) == ["plughw:CARD=4,DEV=0"])
    }
}

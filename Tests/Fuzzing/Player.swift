// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import PlayerProtocol
import TestSupport

@testable import AlarmAudio

/// What comes through the player's pipe, either way, is the same when it is sent on.
func fuzzPacket(_ bytes: [UInt8]) {
    if let command = try? PlayerCommand(decoding: bytes) {
        let again = try? PlayerCommand(decoding: command.encoded())
        promise(again == command, "a command that is sent on is the same")
    }
    if let report = try? PlayerReport(decoding: bytes) {
        let again = try? PlayerReport(decoding: report.encoded())
        promise(again == report, "a report that is sent on is the same")
    }
}

private let folder = TemporaryFolder()

/// Whatever a file holds, what a device is given is within its bounds, and there is no more of it than was asked for.
func fuzzSound(_ bytes: [UInt8]) {
    folder.write(bytes, to: "sound")
    do throws(PlayerFailure) {
        let sound = try OpenedSound(.file(folder.file("sound")))
        promiseShort(sound.facts.format)
        // Measured or not, once or over and over: each input is played in one of these ways.
        let measured =
            bytes.count % 4 < 2 ? try sound.check(within: .milliseconds(50)).measured : nil
        let request = SoundRequest(
            .file(folder.file("sound")), volume: 80, fade: .milliseconds(20),
            length: bytes.count % 2 == 0 ? .once : .untilStopped, measured: measured)
        let voice = Voice(sound, request, rate: 48_000)
        for _ in 0..<4 where !voice.isOver {
            var frames: [Float] = []
            let count = try voice.read(2048, into: &frames)
            promise(count <= 2048 && frames.count == count * 2, "there is more than was asked for")
            promise(frames.allSatisfy { abs($0) <= 1.001 }, "it is louder than full level")
        }
    } catch {
        promise(error.stage == .sound, "it is no sound that fails")
        promiseShort(error.reason)
    }
}

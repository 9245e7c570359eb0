// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import PlayerProtocol
import Testing

@testable import AlarmDaemon

@Suite("What a player says failed")
struct PlayerFailureTests {
    @Test(
        "is worded for every language, and quotes what the libraries say",
        arguments: [
            (.other, "", "hw:0: busy", "hw:0: busy"),
            (.other, "/a", "Is a directory", "/a: Is a directory"),
            (.absent, "/a.wav", "No such file or directory", "/a.wav: there is no such file"),
            (.denied, "/a.wav", "Permission denied", "/a.wav: alarmd may not read it"),
            (.notFile, "/dev/zero", "not a regular file", "/dev/zero: it is not a regular file"),
            (.undecodable, "/a", "unknown format", "/a: it cannot be decoded: unknown format"),
            (.empty, "/a.wav", "it has no frames", "/a.wav: there is no sound in it"),
            (
                .noneInFolder, "/m", "it is empty",
                "/m: no file in this folder is a sound (it is empty)"
            ),
            (
                .unnamed, "birds", "not in /s",
                "no sound is called birds (not in /s); "
                    + "a file is named by its absolute path"
            ),
        ] as [(PlayerFailure.Cause, String, String, String)])
    func words(cause: PlayerFailure.Cause, subject: String, reason: String, expected: String) {
        let failure = PlayerFailure(
            stage: .sound, cause: cause, code: 1, subject: subject, reason: reason)
        #expect(failure.words.description == expected)
        #expect(failure.words.isVerbatim == (cause == .other))
    }
}

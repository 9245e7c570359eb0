// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Testing

@testable import AlarmDaemon

@Suite("The options of alarmd")
struct OptionsTests {
    nonisolated private static let system = (
        "/etc/alarmd/alarmd.conf", "/var/lib/alarmd", "/run/alarmd/io.wecker.AlarmClock"
    )

    nonisolated static let places: [([String: String], UInt32, (String, String, String))] = [
        ([:], 0, system), ([:], 990, system),
        (["XDG_RUNTIME_DIR": "/run/user/0", "HOME": "/root"], 0, system),
        (["XDG_RUNTIME_DIR": "", "HOME": "/h"], 1000, system),
        (["XDG_RUNTIME_DIR": "run/user", "HOME": "/h"], 1000, system),
        (
            ["XDG_RUNTIME_DIR": "/r", "HOME": "/h"], 1000,
            (
                "/h/.config/alarmd/alarmd.conf", "/h/.local/state/alarmd",
                "/r/alarmd/io.wecker.AlarmClock"
            )
        ),
        (
            [
                "XDG_RUNTIME_DIR": "/r", "HOME": "/h", "XDG_CONFIG_HOME": "/c",
                "XDG_STATE_HOME": "/s",
            ], 1000,
            ("/c/alarmd/alarmd.conf", "/s/alarmd", "/r/alarmd/io.wecker.AlarmClock")
        ),
        (
            [
                "XDG_RUNTIME_DIR": "/r", "HOME": "/h", "XDG_CONFIG_HOME": "",
                "XDG_STATE_HOME": "state",
            ], 1000,
            (
                "/h/.config/alarmd/alarmd.conf", "/h/.local/state/alarmd",
                "/r/alarmd/io.wecker.AlarmClock"
            )
        ),
    ]

    @Test(
        "name the system's places, or the user's, and take no variable that is empty or relative",
        arguments: places)
    func standardPlaces(
        environment: [String: String], userID: UInt32, expected: (String, String, String)
    ) throws {
        let options = try Options(arguments: [], environment: environment, userID: userID)
        #expect((options.configuration, options.stateFolder, options.socket) == expected)
        #expect(options.instance == (expected.0.hasPrefix("/etc") ? .system : .user))
        #expect(!options.namesConfiguration)
    }

    @Test("have to say where, for a user without a home")
    func homeless() throws {
        let environment = ["XDG_RUNTIME_DIR": "/r", "HOME": ""]
        for (words, option) in [
            ([], "--config"), (["--check"], "--config"), (["--config", "/c"], "--state-dir"),
        ] {
            let error = #expect(throws: Options.UsageError.self) {
                try Options(arguments: words, environment: environment, userID: 1000)
            }
            #expect(error?.message.contains(option) == true)
        }
        for words in [
            ["--help"], ["--version"], ["--check", "--config=/c"],
            ["--config", "/c", "--state-dir", "/s"],
        ] {
            _ = try Options(arguments: words, environment: environment, userID: 1000)
        }
    }

    @Test("say what is named, which then has to be there")
    func named() throws {
        let options = try Options(
            arguments: ["--config=/c", "--state-dir", "/s", "--socket=/x"], environment: [:],
            userID: 0)
        #expect(options.configuration == "/c" && options.stateFolder == "/s")
        #expect(options.socket == "/x" && options.namesConfiguration)
    }

    @Test(
        "are wrong where a word has no meaning or lacks its value",
        arguments: [["--config"], ["--config="], ["--check=1"], ["x"], ["--socket", ""]])
    func wrong(words: [String]) {
        #expect(throws: Options.UsageError.self) {
            try Options(arguments: words, environment: [:], userID: 0)
        }
    }
}

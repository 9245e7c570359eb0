// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import TestSupport
import Testing

/// Whether a shell is installed.
private func has(_ shell: String) -> Bool {
    ["/usr/bin", "/bin"].contains { unsafe access("\($0)/\(shell)", X_OK) == 0 }
}

@Suite("Completion, in the shell itself")
struct CompletionTests {
    /// What is typed, and the words that are offered for it.
    private static let offers: [(line: String, words: [String])] = [
        ("alarmctl dis", ["disable", "dismiss"]),
        ("alarmctl clear wa", ["wake", "water"]),
        ("alarmctl play kal", ["kalimba"]),
        ("alarmctl set 7:30 --zone Europe/Berl", ["Europe/Berlin"]),
        ("alarmctl set 7:30 --gap ", ["after", "before", "skip", "transition"]),
        ("alarmctl set --snooze-", ["--snooze-limit"]),
        ("alarmctl nothing w", []),
    ]

    /// A daemon with two alarms.
    private func daemon() throws -> Daemon {
        let daemon = try Daemon()
        for folder in [".local", ".local/share", ".local/share/alarmd"] {
            try #require(unsafe mkdir("\(daemon.folder)/\(folder)", 0o755) == 0)
        }
        let sounds = "\(daemon.folder)/.local/share/alarmd/sounds"
        try #require(unsafe symlink(PackageRoot.file("config/sounds"), sounds) == 0)
        try daemon.start()
        #expect(try daemon.alarmctl("set", "7:30", "--id", "wake").status == 0)
        #expect(
            try daemon.alarmctl("set", "8:30", "--id", "water", "--label", "The plants").status == 0
        )
        return daemon
    }

    /// Runs a shell with the programs on its path; returns what it prints, a line each.
    private func run(_ words: [String], for daemon: Daemon) throws -> [String] {
        let outcome = try Program.run(
            words,
            environment: [
                "PATH=\(Program.folder):/usr/bin:/bin", "ALARMD_SOCKET=\(daemon.socket)",
                "HOME=\(daemon.folder)", "LC_ALL=C.UTF-8",
            ], seconds: 20)
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test("bash offers commands, options, alarms, sounds and zones", .enabled(if: has("bash")))
    func bash() throws {
        let daemon = try daemon()
        let script = """
            source "$1"
            read -r -a COMP_WORDS <<<"$2"
            case "$2" in *' ') COMP_WORDS+=('') ;; esac
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _alarmctl
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let file = PackageRoot.file("completions/alarmctl.bash")
        for (line, words) in Self.offers {
            let offered = try run(["bash", "-c", script, "bash", file, line], for: daemon)
            #expect(offered.sorted() == words, "\(line)")
        }
        // Between "=" and the rest bash cuts a word in three.
        let split = try run(
            ["bash", "-c", script, "bash", file, "alarmctl set --zone = Europe/Berl"], for: daemon)
        #expect(split == ["Europe/Berlin"])
    }

    @Test(
        "fish offers them, each with what it means",
        .enabled(if: has("fish"), "fish is not installed"))
    func fish() throws {
        let daemon = try daemon()
        let file = PackageRoot.file("completions/alarmctl.fish")
        for (line, words) in Self.offers {
            let offered = try run(
                ["fish", "-c", "source '\(file)'; complete -C '\(line)'"], for: daemon)
            #expect(
                offered.map { String($0.prefix { $0 != "\t" }) }.sorted() == words, "\(line)")
            if line.hasSuffix("wa") { #expect(offered.contains("water\tThe plants")) }
        }
        let whole = try run(
            ["fish", "-c", "source '\(file)'; complete -C 'alarmctl set --zone=Europe/Berl'"],
            for: daemon)
        #expect(whole == ["--zone=Europe/Berlin"])
    }

    @Test("zsh completes them", .enabled(if: has("zsh"), "zsh is not installed"))
    func zsh() throws {
        let daemon = try daemon()
        let script = PackageRoot.file("Tests/Integration/complete.zsh")
        let lines = [
            ("alarmctl disa", "alarmctl disable "), ("alarmctl clear wak", "alarmctl clear wake "),
            ("alarmctl play kal", "alarmctl play kalimba "),
            ("alarmctl set --zone Europe/Berl", "alarmctl set --zone Europe/Berlin "),
            ("alarmctl set --zone=Europe/Berl", "alarmctl set --zone=Europe/Berlin "),
            ("alarmctl set --snooze-", "alarmctl set --snooze-limit "),
        ]
        for (typed, completed) in lines {
            let line = try run(
                ["zsh", "-f", script, PackageRoot.file("completions"), typed], for: daemon)
            #expect(line == [completed])
        }
    }
}

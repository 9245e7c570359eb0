// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import Testing

@testable import alarmctl

@Suite("What comes next on a command line") struct CompletionTests {
    @Test(
        "is known from what the commands declare",
        arguments: [
            (["clear", ""], Completion.alarm), (["clear", "a", "b"], .alarm),
            (["--json", "skip", "w"], .alarm), (["dismiss", ""], .alarm),
            (["set", "--id", ""], .alarm), (["set", "--sound", "k"], .sound),
            (["play", ""], .sound), (["set", "7:30", "--zone", "E"], .zone),
            (["preview", "7:30", "--zone", "E"], .zone), (["--socket", "/"], .file),
            (["list", "--socket", "/"], .file), (["set", "--label", ""], .nothing),
            (["list", ""], .nothing), (["set", "--storyboard", "g"], .storyboard),
            (["storyboards", "show", "g"], .storyboard), (["nothing", ""], .nothing),
        ])
    func kinds(words: [String], expected: Completion) {
        #expect(Completion(of: words) == expected)
    }

    @Test(
        "is one of the words that there are",
        arguments: [
            ([""], ["set", "clear", "watch"]), (["help", ""], ["set"]),
            (["-"], ["--json", "--socket", "--help", "--version"]),
            (["set", "--"], ["--label", "--json"]),
            (["set", "--gap", ""], ["after", "before", "transition", "skip"]),
            (["set", "--overlap", ""], ["first", "second", "both"]),
            (["storyboards", ""], ["show"]), (["set", "--reset", ""], ["snooze-limit"]),
            (["set", ""], ["tomorrow", "mon"]),
        ])
    func words(typed: [String], among: [String]) {
        guard case .words(let candidates) = Completion(of: typed) else {
            Issue.record("no words for \(typed)")
            return
        }
        #expect(Set(among).isSubset(of: candidates.map(\.word)))
    }

    @Test("offers no option twice, and none after --")
    func options() {
        guard case .words(let rest) = Completion(of: ["clear", "--all", "--"]) else {
            Issue.record("no options")
            return
        }
        #expect(!rest.map(\.word).contains("--all"))
        #expect(Completion(of: ["clear", "--", "-"]) == .alarm)
    }

    @Test(
        "takes an option apart from its value, as every shell hands it over",
        arguments: [
            (["set", "--zone=E"], ["set", "--zone", "E"]),
            (["set", "--zone", "=", "E"], ["set", "--zone", "E"]),
            (["set", "--zone", "="], ["set", "--zone", ""]),
            (["set", "--zone", "E"], ["set", "--zone", "E"]), (["a=b"], ["a=b"]),
        ])
    func apart(words: [String], expected: [String]) {
        #expect(Completion.apart(words) == expected)
    }

    @Test("reads the names of the zones from zic's list")
    func zones() {
        let list =
            "# version 2026a\nR x 1 2\nZ Europe/Berlin 0:53 - LMT 1893\n1 x\nL Europe/Berlin Arctic/X\nZ\nL a\n"
        #expect(ZoneNames.names(in: Array(list.utf8)) == ["Arctic/X", "Europe/Berlin"])
    }

    @Test("says nothing where no daemon answers")
    func unreachable() throws {
        let run = try ToolRun.run(["--complete", "clear", ""])
        #expect(run.status == 0)
        #expect(run.output == "" && run.errors == "")
    }

    @Test("asks the daemon, and spoils no line with what a stranger named")
    func asks() throws {
        var alarm = wake
        alarm.label = "a\tb\nc"
        let run = try ToolRun.run(["--complete", "clear", "w"]) { _ in
            .reply(ListReply(alarms: [alarm]))
        }
        #expect(run.output == "wake\ta b c\n")
        let sounds = try ToolRun.run(["--complete", "play", "b"]) { _ in
            .reply(SoundsReply(sounds: ["bell", "bi\nrds", "kalimba"]))
        }
        #expect(sounds.output == "bell\n/\n")
    }
}

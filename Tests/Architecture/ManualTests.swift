// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import TestSupport
import Testing

@Suite("The manuals")
struct ManualTests {
    @Test(
        "have no mistake that mandoc finds",
        .enabled(if: ShellRun.has("mandoc"), "mandoc is not installed"),
        arguments: [
            "cat docs/alarmctl.1", "cat docs/alarmd.conf.5", "cat docs/alarmd.storyboard.5",
            "cat docs/alarmd.8", ".make/manual",
        ])
    func lint(source: String) {
        let folder = TemporaryFolder()
        let run = ShellRun(
            """
            cd '\(PackageRoot.path)' && \(source) >'\(folder.file("page"))' \\
                && mandoc -T lint -W warning '\(folder.file("page"))'
            """)
        #expect(run.code == 0 && run.output == "", "\(run.output)")
    }

    @Test("tell every type, method and error of the interface, with what is said of it")
    func interface() {
        let manual = ShellRun("cd '\(PackageRoot.path)' && .make/manual").output
        let interface = contents(
            ofFile: PackageRoot.file("Sources/AlarmProtocol/io.wecker.AlarmClock.varlink"))
        let lines = String(decoding: interface ?? [], as: UTF8.self).split(separator: "\n")
        #expect(lines.count > 100)
        for line in lines {
            let words = line.split(separator: " ")
            if ["type", "method", "error"].contains(words.first) {
                #expect(
                    manual.contains("\n\(words[0]) \(words[1].prefix { $0 != "(" })"), "\(line)")
            } else if words.first == "#", let first = words.dropFirst().first {
                #expect(manual.contains(first), "\(line)")
            }
        }
    }

    @Test("explain every key of the sample configuration")
    func keys() {
        let manual = contents(ofFile: PackageRoot.file("docs/alarmd.conf.5")) ?? []
        let sample = contents(ofFile: PackageRoot.file("config/alarmd.conf")) ?? []
        let text = String(decoding: manual, as: UTF8.self)
        let keys = String(decoding: sample, as: UTF8.self).split(separator: "\n")
            .filter { $0.first == "#" && $0.dropFirst().first?.isLetter == true }
            .map { $0.dropFirst().prefix { $0 != " " } }
        #expect(keys.count > 20)
        for key in keys { #expect(text.contains(".It Cm \(key) No ="), "\(key)") }
    }
}

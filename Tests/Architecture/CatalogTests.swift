// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import TestSupport
import Testing

@Suite("The catalogues of messages", .enabled(if: ShellRun.has("msgfmt"), "gettext is missing"))
struct CatalogTests {
    /// The languages that there are.
    private static let languages = String(
        decoding: contents(ofFile: PackageRoot.file("po/LINGUAS")) ?? [], as: UTF8.self
    ).split(whereSeparator: \.isWhitespace).map(String.init)

    private func run(_ command: String) -> ShellRun {
        ShellRun("cd '\(PackageRoot.path)' && \(command)")
    }

    @Test("have every message of the sources; make pot takes new ones in")
    func template() {
        let messages = run("po/extract")
        #expect(messages.code == 0, "\(messages.output)")
        let difference = run("po/extract | diff -u po/wecker.pot -")
        #expect(difference.code == 0, "\(difference.output)")
        #expect(messages.output.split(separator: "\n").count > 1000)
    }

    @Test("translate every message, and none in doubt", arguments: languages)
    func isComplete(language: String) {
        let compare = run("msgcmp po/\(language).po po/wecker.pot")
        #expect(compare.code == 0, "\(compare.output)")
        let fuzzy = run("msgattrib --only-fuzzy po/\(language).po")
        #expect(fuzzy.output == "")
        let old = run("msgattrib --obsolete po/\(language).po | grep -c '^#~' || true")
        #expect(old.output == "0\n")
    }

    @Test("have the placeholders of each message in its translation", arguments: languages)
    func placeholders(language: String) {
        let check = run(
            "msgfmt --check-format --check-domain -o /dev/null po/\(language).po")
        #expect(check.code == 0, "\(check.output)")
    }

    @Test(
        "a literal that is a message by its declared type alone would be missed, so there is none")
    func annotated() {
        // In alarmctl they are found all the same.
        for file in SourceFile.shipped where file.target != "alarmctl" {
            for line in file.code {
                let isAnnotated = ["Message = \"", "Message? = \"", "Message { \""].contains {
                    line.text.firstRange(of: $0) != nil
                }
                #expect(!isAnnotated, "\(file.path):\(line.number)")
            }
        }
    }

    @Test("German is among them")
    func german() { #expect(Self.languages.contains("de")) }

    // MARK: - What they are made of

    /// The template of a source file.
    private func template(of source: String, in folder: String = "alarmctl") -> ShellRun {
        let root = TemporaryFolder()
        root.makeFolder("Sources")
        root.makeFolder("Sources/\(folder)")
        root.write(source, to: "Sources/\(folder)/A.swift")
        return run("po/extract '\(root.path)' | sed '1,/^$/d'")
    }

    @Test(
        "a message is found however it is written",
        arguments: [
            (#"Message("alarm")"#, "alarm"),
            (#"Message("a \(b(c: ")")) d")"#, "a %1$s d"),
            (#"Message("\(40) % of \(x)")"#, "%1$s %% of %2$s"),
            (#"Message("100 % of it")"#, "100 % of it"),
            (#"StyledLine("two words", .bold)"#, "two words"),
            (#"f(x ? "a b" : y)"#, "a b"),
            (#"g("\(name) needs \(what)")"#, "%1$s needs %2$s"),
            (#"Message("a \"b\"\u{2026}")"#, #"a \"b\"…"#),
            (#"x = nearest.map { "did you mean \($0)?" }"#, "did you mean %1$s?"),
        ])
    func found(source: String, id: String) {
        let template = template(of: source)
        #expect(template.output.contains("msgid \"\(id)\"\n"), "\(template.output)")
    }

    @Test(
        "what is no message is not",
        arguments: [
            #"let name = "one""#, "// a \"comment with words\"\n",
            #"Message(verbatim: "two words")"#,
            #"Message(verbatim: isIt ? "two words" : "three more words")"#,
            #"Example(verbatim: "set 07:30", x)"#, #"precondition(x, "never say this")"#,
            #"x.split(separator: " ")"#, #"y.joined(separator: ", ")"#,
        ])
    func notFound(source: String) {
        let template = template(of: source)
        #expect(template.code == 0 && !template.output.contains("msgid"), "\(template.output)")
    }

    @Test("messages of several lines lose their indentation, and escaped line ends")
    func lines() {
        let source = """
            let a = Message(
                \"""
                one \\
                two \\(x)
                three
                \""")
            """
        let template = template(of: source)
        #expect(template.output.contains("\"one two %1$s\\n\"\n\"three\"\n"), "\(template.output)")
    }

    @Test("both forms of a plural are one message")
    func plurals() {
        let template = template(of: #"Message(one: "one alarm", many: "\(n) alarms", count: n)"#)
        #expect(
            template.output.contains(
                "#, c-format\nmsgid \"one alarm\"\nmsgid_plural \"%1$s alarms\"\n"),
            "\(template.output)")
    }

    @Test("outside of alarmctl only what is marked, or made a message by its type, is one")
    func marked() {
        let source = #"log("two words"); Message("alarm")"#
        let marked = template(of: source, in: "AlarmDaemon").output
        #expect(marked.contains("msgid \"alarm\"\n") && !marked.contains("two words"))
        for call in ["Finding(.zone, .pass", "Wire.Check(name: x", ".invalidSchedule(field: x"] {
            let typed = template(of: "\(call), y: \"it is so\")", in: "AlarmModel").output
            #expect(typed.contains("msgid \"it is so\"\n"), "\(call)")
        }
    }
}

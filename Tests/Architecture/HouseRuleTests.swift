// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import TestSupport
import Testing

@Suite("The rules of the house")
struct HouseRuleTests {
    private static let swift =
        SourceFile.shipped + SourceFile.all(below: "Tests", endingWith: [".swift"])

    @Test("there are files to hold the rules against")
    func files() {
        #expect(SourceFile.shipped.count > 50)
        #expect(Self.swift.count > SourceFile.shipped.count)
    }

    @Test("a file has at most 400 lines", arguments: swift)
    func length(file: SourceFile) {
        // The text after the last newline counts as a line.
        #expect(file.lines.count <= 401)
    }

    @Test(
        "a file begins with its licence",
        arguments: swift
            + SourceFile.all(below: "Sources", endingWith: [".c", ".h", ".modulemap"]))
    func licence(file: SourceFile) {
        let head = file.lines.prefix(3).joined(separator: "\n")
        #expect(head.contains("SPDX-License-Identifier: Apache-2.0"))
        #expect(head.contains("SPDX-FileCopyrightText: The Wecker authors"))
    }

    @Test("a package declaration has a documentation comment", arguments: SourceFile.shipped)
    func documentation(file: SourceFile) {
        for (index, line) in file.lines.enumerated() {
            let text = line.trimmed
            guard text.hasPrefix("package "), !text.hasWord("import"),
                !Self.isDocumentedByProtocol(text)
            else { continue }
            var above = index - 1
            while above >= 0, file.lines[above].trimmed.hasPrefix("@") { above -= 1 }
            #expect(
                above >= 0 && file.lines[above].trimmed.hasPrefix("///"),
                "\(file.path):\(index + 1) \(text)")
        }
    }

    /// Whether a protocol of the project or of the standard library says what the member is.
    private static func isDocumentedByProtocol(_ declaration: String) -> Bool {
        name(declaredBy: declaration).map(requirements.contains) ?? false
    }

    /// The names of what protocols ask for.
    private static let requirements: Set<String> = {
        var names: Set = ["<", "==", "+", "-", "hash", "description", "rawValue"]
        for file in SourceFile.shipped {
            var isInProtocol = false
            for line in file.lines {
                if line.hasWord("protocol"), line.hasSuffix("{"), !line.trimmed.hasPrefix("//") {
                    isInProtocol = true
                } else if line == "}" {
                    isInProtocol = false
                } else if isInProtocol, let name = name(declaredBy: line.trimmed) {
                    names.insert(name)
                }
            }
        }
        return names
    }()

    /// The name that a line of code declares, `read` of `package func read(_ count: Int)`.
    private static func name(declaredBy line: String) -> String? {
        let words = line.split(separator: " ")
        if let initializer = words.first(where: { $0.hasPrefix("init(") }) {
            return String(initializer.prefix { $0 != ":" })
        }
        let keywords: Set<Substring> = ["var", "let", "func", "typealias", "associatedtype"]
        guard !line.hasPrefix("//"), let keyword = words.firstIndex(where: keywords.contains),
            keyword + 1 < words.count
        else { return nil }
        let name = words[keyword + 1].prefix { !"(:<=".contains($0) }
        return String(name.isEmpty ? words[keyword + 1] : name)
    }

    @Test(
        "what ships does without it",
        arguments: [
            ("Task.sleep", "it wakes up every second; use a Timer"),
            ("as!", "say with guard what happens otherwise"),
            ("try!", "say what happens otherwise"),
            ("fatalError", "an alarm clock does not end itself"),
            ("nonisolated(unsafe)", "confine it, or make it a Mutex"),
            ("public", "the package is its own only user"),
            ("Foundation", "its time zones silently become GMT where it is linked statically"),
        ])
    func forbidden(word: String, reason: String) {
        for file in SourceFile.shipped {
            for line in file.code where line.text.withoutText.hasWord(word) {
                Issue.record("\(file.path):\(line.number) has \(word): \(reason)")
            }
        }
    }

    @Test("the daemon awaits nothing")
    func await() {
        for file in SourceFile.shipped where file.target == "AlarmDaemon" {
            for line in file.code where line.text.withoutText.hasWord("await") {
                Issue.record("\(file.path):\(line.number) awaits")
            }
        }
    }

    /// Where the default is the main actor, a class without the words links the runtime of `async`, which would let it
    /// go on that actor.
    @Test("a class of the one thread is let go like any other", arguments: SourceFile.shipped)
    func deinits(file: SourceFile) {
        guard ["AlarmDaemon", "alarmd", "alarm-player"].contains(file.target) else { return }
        let lines = file.code.map(\.text)
        let classes = lines.filter { $0.withoutText.hasWord("class") && $0.hasSuffix("{") }
        let deinits = lines.filter { $0.trimmed.hasPrefix("nonisolated deinit") }
        #expect(classes.count == deinits.count, "\(file.path)")
    }

    @Test("no file names a path of the machine it was written on")
    func machinePaths() {
        let ends = [
            ".swift", ".c", ".h", ".md", ".py", ".in", ".conf", ".socket", ".1", ".5", ".8",
            ".varlink", ".json", "Makefile", ".modulemap", "/run", "/deps", "/venv",
        ]
        // Put together, so that this file does not have them.
        let paths = ["work", "farm"].map { "/" + $0 + "/" }
        for file in SourceFile.all(below: ".", endingWith: ends) {
            for (index, line) in file.lines.enumerated() {
                for path in paths where line.firstRange(of: path) != nil {
                    Issue.record("\(file.path):\(index + 1) names \(path)")
                }
            }
        }
    }

    @Test(
        "a word is found where it stands alone",
        arguments: [
            ("try await x()", "await", true), ("awaited", "await", false),
            ("is_public", "public", false), ("public", "public", true), ("x as! Y", "as!", true),
        ])
    func words(text: String, word: String, found: Bool) {
        #expect(text.hasWord(word) == found)
    }
}

extension String {
    /// The line of code without what stands between quotation marks.
    fileprivate var withoutText: String {
        split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map { String($0.element) }
            .joined(separator: "\"")
    }
}

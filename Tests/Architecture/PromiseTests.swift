// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import TestSupport
import Testing

@Suite("docs/promise.md")
struct PromiseTests {
    /// What a file of tests is said to show.
    struct Evidence: CustomTestStringConvertible {
        let path: String
        let suites: [String]

        var testDescription: String { path }
    }

    /// The names of suites in quotes, each before the file that they are in.
    static let evidence: [Evidence] = {
        let bytes = contents(ofFile: PackageRoot.file("docs/promise.md")) ?? []
        let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n").joined(
            separator: " ")
        var suites: [String] = []
        var evidence: [Evidence] = []
        for part in text.split(separator: "`", omittingEmptySubsequences: false) {
            if part.hasPrefix("Tests/") {
                evidence.append(Evidence(path: String(part), suites: suites))
                suites = []
            } else {
                let pieces = part.split(separator: "\"", omittingEmptySubsequences: false)
                suites += stride(from: 1, to: pieces.count - 1, by: 2).map { String(pieces[$0]) }
            }
        }
        return evidence
    }()

    @Test("names suites that are there, in the files that it names", arguments: evidence)
    func exists(evidence: Evidence) {
        let text = contents(ofFile: PackageRoot.file(evidence.path)).map {
            String(decoding: $0, as: UTF8.self)
        }
        #expect(text != nil, "there is no \(evidence.path)")
        #expect(!evidence.suites.isEmpty)
        for suite in evidence.suites {
            #expect(text?.contains("@Suite(\"\(suite)\"") == true, "no suite “\(suite)”")
        }
    }

    @Test("has evidence for each of its clauses")
    func whole() {
        let bytes = contents(ofFile: PackageRoot.file("docs/promise.md")) ?? []
        let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| Clause") }
        #expect(rows.count > 15)
        for row in rows {
            #expect(row.contains("`Tests/") || row.contains("`make "), "\(row)")
        }
        #expect(Self.evidence.count > 20)
    }
}

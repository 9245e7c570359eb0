// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmProtocol
import TestSupport

/// Runs of the tool in other languages: with locales of its own, since a machine need not have any.
struct LanguageRun {
    /// Whether this machine has what the locales are made of.
    static let isPossible = ShellRun.has("localedef") && ShellRun.has("msgfmt") && made

    /// The folder of the locales, made once for all tests.
    private static let locales = PackageRoot.file(".build/locales")

    private static let made: Bool = {
        let charsets = ["de_DE": ["UTF-8", "ISO-8859-1"], "en_US": ["UTF-8"]]
        for (name, all) in charsets {
            for charset in all {
                let run = ShellRun(
                    """
                    cd '\(PackageRoot.path)' && mkdir -p .build/locales && cd .build/locales
                    test -d \(name).\(charset) && exit 0
                    localedef -i \(name) -f \(charset) ./\(name).\(charset).$$ >/dev/null 2>&1
                    mv -T \(name).\(charset).$$ \(name).\(charset) 2>/dev/null
                    test -e \(name).\(charset)/LC_TIME
                    """)
                guard run.code == 0 else { return false }
            }
        }
        return true
    }()

    private let folder = TemporaryFolder()

    /// Makes the catalogue of a language out of what is in `po/`, or out of `text`.
    init(_ language: String = "de", from text: String? = nil) {
        if let text { folder.write(text, to: "messages.po") }
        let source = text == nil ? "po/\(language).po" : folder.file("messages.po")
        let run = ShellRun(
            """
            cd '\(PackageRoot.path)' && mkdir -p '\(folder.path)/\(language)/LC_MESSAGES' &&
            msgfmt -o '\(folder.path)/\(language)/LC_MESSAGES/wecker.mo' '\(source)'
            """)
        precondition(run.code == 0, "no catalogue: \(run.output)")
    }

    /// Runs the tool.
    func run(
        _ arguments: [String], in environment: [String],
        daemon: ((VarlinkCall) -> ToolRun.Reaction)? = nil
    ) throws -> ToolRun.Outcome {
        try ToolRun.run(
            arguments,
            environment: environment + ["LOCPATH=\(Self.locales)", "TEXTDOMAINDIR=\(folder.path)"],
            daemon: daemon)
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import TestSupport
import Testing

/// A file of the corpus, and what is right for it.
struct CorpusFile: CustomTestStringConvertible, Sendable {
    /// What becomes of a file.
    enum Verdict: String, Sendable {
        /// Every frame is played, exactly.
        case play
        /// It is played; its frames are about right.
        case lossy
        /// It is refused.
        case error
        /// It is cut off: some of it is played, or it is refused.
        case either
    }

    let name: String
    let verdict: Verdict
    let frames: Int
    let rate: Int
    let channels: Int
    let first: [Int]

    var testDescription: String { name }

    /// Where it is.
    var path: String { "\(Corpus.folder)/\(name)" }

    fileprivate init?(line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 6, let verdict = Verdict(rawValue: String(fields[1])),
            let frames = Int(fields[2]), let rate = Int(fields[3]), let channels = Int(fields[4])
        else { return nil }
        name = String(fields[0])
        self.verdict = verdict
        self.frames = frames
        self.rate = rate
        self.channels = channels
        first = fields[5].split(separator: ",").compactMap { Int($0) }
    }
}

/// The sound files that `corpus.py` writes.
enum Corpus {
    static let folder = PackageRoot.file(".build/sound-corpus")

    /// All of them; none where there is no Python.
    static let files: [CorpusFile] = {
        let script = PackageRoot.file("Tests/AlarmAudioTests/corpus.py")
        guard
            unsafe system(
                "mkdir -p '\(folder)' && flock '\(folder)/lock' "
                    + "python3 '\(script)' '\(folder)' >/dev/null 2>&1") == 0
        else { return [] }
        return manifest(in: folder)
    }()

    /// A file by its name.
    static func file(_ name: String) -> CorpusFile? { files.first { $0.name == name } }

    private static func manifest(in folder: String) -> [CorpusFile] {
        TextFile.lines("\(folder)/manifest").compactMap(CorpusFile.init(line:))
    }
}

/// A small file of text.
enum TextFile {
    /// Its lines; none where it is absent.
    static func lines(_ path: String) -> [Substring] {
        String(decoding: contents(ofFile: path) ?? [], as: UTF8.self).split(separator: "\n")
    }
}

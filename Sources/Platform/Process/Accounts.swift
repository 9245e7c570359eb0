// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Names of users and groups, by the machine's own two files (passwd(5), group(5)).
///
/// The name service is not asked: it may wait for a network, and the loop waits for nothing. Users that only a
/// directory knows are told by their number.
package enum Accounts {
    /// The name of a user; `uid 1000` where the machine's file has none, or none that can be printed.
    package static func userName(_ id: UInt32, file: String = "/etc/passwd") -> String {
        let name = lines(of: file).first { $0.count > 2 && UInt32($0[2]) == id }?[0]
        guard let name, isPrintable(name) else { return "uid \(id)" }
        return String(name)
    }

    /// The id of a group; nil where the machine's file has none of that name.
    package static func groupID(named name: String, file: String = "/etc/group") -> UInt32? {
        lines(of: file).first { $0.count > 2 && $0[0] == name[...] }.flatMap { UInt32($0[2]) }
    }

    private static func isPrintable(_ name: Substring) -> Bool {
        !name.isEmpty && name.utf8.count <= 64
            && name.unicodeScalars.allSatisfy { $0.value >= 0x21 && $0.value != 0x7F }
    }

    private static func lines(of file: String) -> [[Substring]] {
        guard let bytes = try? FileReader.read(file, limit: 1 << 20) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
        }
    }
}

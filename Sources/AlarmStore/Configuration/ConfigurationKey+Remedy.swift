// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

extension ConfigurationKey {
    /// What mends a value that this key does not take; `nil` where it cannot be told what was meant.
    func remedy(for value: String) -> Message? {
        ValueRemedy(name: name, expected: expected) { value in
            var configuration = Configuration()
            return set(value, &configuration)
        }.remedy(for: value)
    }
}

/// What mends a value of an INI file that its key does not take.
struct ValueRemedy {
    /// The key's name.
    let name: String
    /// What it takes.
    let expected: ExpectedValue
    /// Whether it takes a value.
    let takes: (String) -> Bool

    /// What mends `value`, which the key does not take; `nil` where it cannot be told what was meant.
    func remedy(for value: String) -> Message? {
        if value.isEmpty { return Message("without the line, \(name) has its default") }
        if let bare = unquoted(value), takes(bare) { return Message("write \(name) = \(bare)") }
        for blank in value.indices where value[blank] == " " || value[blank] == "\t" {
            let rest = value[blank...].dropFirst()
            guard ["#", ";", "//"].contains(where: rest.hasPrefix) else { continue }
            let front = String(value[..<blank].trimmed)
            if takes(front) {
                return Message("a comment has a line of its own: write \(name) = \(front)")
            }
        }
        if expected.isDuration { return durationRemedy(value) }
        if takes(value.lowercased()) { return Message("write \(name) = \(value.lowercased())") }
        return nearestWord(to: value, among: expected.choices).map {
            Message("did you mean \($0)?")
        }
    }

    private func durationRemedy(_ value: String) -> Message? {
        let bare = String(value.lowercased().filter { $0 != " " && $0 != "\t" })
        if takes(bare) { return Message("write \(name) = \(bare)") }
        // A unit mends a number alone: more of one makes of 2m, which is too long, 2ms.
        guard bare.last?.isNumber == true else { return nil }
        // Milliseconds are meant only where nothing longer fits.
        let longer = ["s", "m", "h"].map { bare + $0 }.filter(takes)
        let fitting = longer.isEmpty ? [bare + "ms"].filter(takes) : longer
        guard let last = fitting.last else { return nil }
        let front = fitting.dropLast().joined(separator: ", ")
        return front.isEmpty ? Message("write \(last)") : Message("write \(front) or \(last)")
    }
}

/// What stands between quotes, or `nil` where a text has none around it.
func unquoted(_ text: String) -> String? {
    guard text.utf8.count >= 2, let quote = text.first, quote == "\"" || quote == "'",
        text.last == quote
    else { return nil }
    return String(text.dropFirst().dropLast())
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport

/// The messages of which the catalogues are made: what has none there is English in every language.
enum CatalogTemplate {
    private static let formats: Set<String> = {
        let text = String(
            decoding: contents(ofFile: PackageRoot.file("po/wecker.pot")) ?? [], as: UTF8.self)
        let lines = text.split(separator: "\n").compactMap { line in
            ["msgid \"", "msgid_plural \""].first { line.hasPrefix($0) }.map {
                String(line.dropFirst($0.count).dropLast())
            }
        }
        return Set(lines.map { $0.replacing("\\\"", with: "\"") })
    }()

    /// The formats of a message, and of the messages in it, that are not among them but have words.
    static func missing(of message: Message) -> [String] {
        let own = [message.format, message.plural?.format].compactMap(\.self).filter { format in
            let words = message.values.indices.reduce(format) {
                $0.replacing("%\($1 + 1)$s", with: "")
            }
            return words.contains(where: \.isLetter) && !formats.contains(format)
        }
        return message.values.reduce(own) { found, value in
            guard case .message(let inner) = value else { return found }
            return found + missing(of: inner)
        }
    }
}

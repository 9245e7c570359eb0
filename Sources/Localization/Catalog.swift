// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel
internal import CIntl
internal import Glibc

/// The catalogue of messages in the person's language (gettext).
package enum Catalog {
    /// The name of the catalogues: `de/LC_MESSAGES/wecker.mo`.
    private static let domain = "wecker"

    /// Follows the environment's locale from now on, for messages, dates and times, and nothing else: numbers are
    /// read and written as ever.
    ///
    /// - Parameter folder: Where the catalogues are, or `nil` for the system's own folder.
    package static func follow(folder: String?) {
        for category in [LC_CTYPE, LC_MESSAGES, LC_TIME] { unsafe setlocale(category, "") }
        guard isForeign else { return }
        if let folder { unsafe bindtextdomain(domain, folder) }
        // What is printed is UTF-8, whatever the terminal is said to show.
        unsafe bind_textdomain_codeset(domain, "UTF-8")
        unsafe bind_textdomain_codeset("libc", "UTF-8")
    }

    /// Whether messages may be in another language than the program's own.
    private static var isForeign: Bool {
        guard let name = unsafe setlocale(LC_MESSAGES, nil) else { return false }
        return unsafe strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0
    }

    /// The format of `message` in the person's language, or its own where there is none that fits.
    fileprivate static func format(of message: Message) -> String {
        let (one, plural) = (message.format, message.plural)
        let english = plural.map { $0.count == 1 ? one : $0.format } ?? one
        // The empty message is the head of a catalogue.
        guard isForeign, !one.isEmpty else { return english }
        guard let translation = translation(of: one, plural), fits(translation, message) else {
            return english
        }
        return translation
    }

    /// What the catalogue has for a format; `nil` where it has nothing.
    private static func translation(of format: String, _ plural: Message.Plural?) -> String? {
        // Where there is no translation, gettext returns what it was given: it has to be there still.
        unsafe format.withCString { one in
            guard let plural else {
                return unsafe dgettext(domain, one).flatMap {
                    unsafe String(validatingCString: $0)
                }
            }
            return unsafe plural.format.withCString { many in
                unsafe dngettext(domain, one, many, plural.count.magnitude).flatMap {
                    unsafe String(validatingCString: $0)
                }
            }
        }
    }

    /// Whether a translation has the placeholders of its message; that for one may leave some out.
    private static func fits(_ translation: String, _ message: Message) -> Bool {
        guard !message.values.isEmpty else { return true }
        guard let numbers = Message.placeholders(of: translation) else { return false }
        let expected = Message.placeholders(of: message.plural?.format ?? message.format)
        guard message.plural != nil else { return numbers == expected }
        return numbers.isSubset(of: expected ?? [])
    }
}

extension Message {
    /// The message in the person's language, as far as there is a catalogue for it.
    package var localized: String { localizedPieces.map(\.text).joined() }

    /// The pieces of the message in the person's language.
    package var localizedPieces: [Piece] { pieces(of: Catalog.format(of: self)) { $0.localized } }
}

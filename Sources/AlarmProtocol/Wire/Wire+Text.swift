// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel
internal import JSON

extension Wire {
    /// A sentence with its values apart, so that it can be told in any language.
    package struct Text: WireObject {
        package static let wireName: String? = "Text"

        /// A value that is the same in all languages; it has nothing else then.
        package var verbatim: String?

        /// The English sentence, with `%1$s` for the first value; of one that counts, for one.
        package var format: String?

        /// That for any number but one.
        package var many: String?

        /// The number that chooses the form.
        package var count: Int?

        /// The values.
        package var values: [Text]?

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("verbatim", &verbatim)
            try visitor.visit("format", &format)
            try visitor.visit("many", &many)
            try visitor.visit("count", &count)
            try visitor.visit("values", &values)
        }

        /// Creates the value with nothing in it.
        package init() {}
    }
}

extension Wire.Text {
    /// Writes a message; `nil` where it is the same in all languages.
    package init?(_ message: Message) {
        guard !message.isVerbatim else { return nil }
        self.init(sentence: message)
    }

    /// Reads the `text` of an error; `nil` where there is none that can be understood.
    init?(of parameters: JSONObject) {
        guard let text = parameters["text"],
            let read = try? Self(wire: text, at: WirePath(unknownMembers: .ignored))
        else { return nil }
        self = read
    }

    private init(sentence message: Message) {
        self.init()
        format = message.format
        many = message.plural?.format
        count = message.plural?.count
        guard !message.values.isEmpty else { return }
        values = message.values.map { value in
            switch value {
            case .message(let message): return Self(sentence: message)
            case .text(let text):
                var word = Self()
                word.verbatim = text
                return word
            }
        }
    }

    /// The message.
    package var message: Message {
        guard let format else { return Message(verbatim: verbatim ?? "") }
        let values = (values ?? []).map { text in
            text.verbatim.map { Message.Value.text($0) } ?? .message(text.message)
        }
        let plural = many.map { Message.Plural(format: $0, count: count ?? 0) }
        return Message(format: format, values: values, plural: plural)
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

extension Wire {
    /// Something that happened.
    package struct Event: WireObject {
        package static let wireName: String? = "Event"

        /// What it is about.
        package var kind: EventKind = .state

        /// When it happened, an instant.
        package var at: String = ""

        /// What happened, stable, for programs.
        package var code: String?

        /// What `code` needs to be worded in any language.
        package var args: [String: String]?

        /// What `detail` of `args` says.
        package var text: Text?

        /// The id of the alarm.
        package var alarm: String?

        /// The id of the occurrence.
        package var occurrence: String?

        /// Until when, an instant.
        package var until: String?

        /// What `code` says, in English.
        package var reason: String?

        /// Which device and which sound were heard, and whether verified.
        package var output: String?

        /// The gesture.
        package var gesture: Gesture?

        /// Who asked for it.
        package var by: String?

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("kind", &kind)
            try visitor.visit("at", &at)
            try visitor.visit("code", &code)
            try visitor.visit("args", &args)
            try visitor.visit("text", &text)
            try visitor.visit("alarm", &alarm)
            try visitor.visit("occurrence", &occurrence)
            try visitor.visit("until", &until)
            try visitor.visit("reason", &reason)
            try visitor.visit("output", &output)
            try visitor.visit("gesture", &gesture)
            try visitor.visit("by", &by)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(
            kind: EventKind, at: String, code: String? = nil, args: [String: String]? = nil,
            text: Text? = nil, alarm: String? = nil, occurrence: String? = nil,
            until: String? = nil,
            reason: String? = nil, output: String? = nil, gesture: Gesture? = nil, by: String? = nil
        ) {
            self.kind = kind
            self.at = at
            self.code = code
            self.args = args
            self.text = text
            self.alarm = alarm
            self.occurrence = occurrence
            self.until = until
            self.reason = reason
            self.output = output
            self.gesture = gesture
            self.by = by
        }
    }

    /// How a check ended.
    package enum CheckOutcome: String, WireEnumeration {
        case pass
        case warn
        case fail

        package static let wireName: String? = nil
    }

    /// Something that is looked after, and how it is.
    package struct Check: WireObject {
        package static let wireName: String? = "Check"

        /// What was looked at.
        package var name: String = ""

        /// How it is.
        package var outcome: CheckOutcome = .pass

        /// What was found.
        package var detail: String = ""

        /// What a person can do.
        package var remedy: String?

        /// What `detail` says.
        package var text: Text?

        /// What `remedy` says.
        package var remedyText: Text?

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("name", &name)
            try visitor.visit("outcome", &outcome)
            try visitor.visit("detail", &detail)
            try visitor.visit("remedy", &remedy)
            try visitor.visit("text", &text)
            try visitor.visit("remedyText", &remedyText)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(name: String, outcome: CheckOutcome, detail: Message, remedy: Message? = nil) {
            self.name = name
            self.outcome = outcome
            self.detail = detail.description
            self.remedy = remedy?.description
            text = Text(detail)
            remedyText = remedy.flatMap { Text($0) }
        }
    }
}

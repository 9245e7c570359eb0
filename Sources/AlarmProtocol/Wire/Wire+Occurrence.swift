// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

extension Wire {
    /// One time that an alarm is due.
    package struct Occurrence: WireObject {
        package static let wireName: String? = "Occurrence"

        /// The id, `wake@2026-12-01T07:30`.
        package var id: String = ""

        /// The id of its alarm.
        package var alarm: String = ""

        /// When it is due, an instant.
        package var due: String = ""

        /// How far it is.
        package var state: OccurrenceState = .scheduled

        /// When it sounds next, an instant, where that is not when it is due.
        package var sounds: String?

        /// How often it was snoozed.
        package var snoozes: Int = 0

        /// The scene of its storyboard that it is in; absent where it follows none.
        package var scene: String?

        /// Why it is as it is, in English.
        package var reason: String?

        /// What `reason` says, stable, for programs.
        package var code: String?

        /// What `code` needs to be worded in any language.
        package var args: [String: String]?

        package mutating func visitMembers(_ visitor: inout WireVisitor) throws(ServiceError) {
            try visitor.visit("id", &id)
            try visitor.visit("alarm", &alarm)
            try visitor.visit("due", &due)
            try visitor.visit("state", &state)
            try visitor.visit("sounds", &sounds)
            try visitor.visit("snoozes", &snoozes)
            try visitor.visit("scene", &scene)
            try visitor.visit("reason", &reason)
            try visitor.visit("code", &code)
            try visitor.visit("args", &args)
        }

        /// Creates the value with nothing in it.
        package init() {}

        /// Creates the value from its members.
        package init(
            id: String, alarm: String, due: String, state: OccurrenceState, sounds: String? = nil,
            snoozes: Int, scene: String? = nil, reason: Reason? = nil
        ) {
            self.id = id
            self.alarm = alarm
            self.due = due
            self.state = state
            self.sounds = sounds
            self.snoozes = snoozes
            self.scene = scene
            self.reason = reason?.description
            code = reason?.code.rawValue
            args = reason.flatMap { $0.args.isEmpty ? nil : $0.args }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

extension AlarmEvent {
    /// How urgent the event is in the log.
    var level: Log.Level {
        switch kind {
        case .missed: .critical
        case .health: reason?.code == .mended ? .notice : .error
        case .sound, .storage: .error
        case .config, .clock, .zone: .notice
        default: .info
        }
    }

    /// The event as a line of the log.
    var line: String {
        let subject = occurrence?.description ?? alarm?.text
        let words = [subject, kind.rawValue].compactMap(\.self).joined(separator: " ")
        let details = [reason?.description, output, by.map { "by \($0)" }].compactMap(\.self)
        return details.isEmpty ? words : "\(words): \(details.joined(separator: "; "))"
    }
}

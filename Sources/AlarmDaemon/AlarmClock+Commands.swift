// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

extension AlarmClock {
    /// Runs the command that the configuration has for such events.
    func runCommand(for event: AlarmEvent) {
        guard let parts, parts.commands.isConcerned(by: event.kind) else { return }
        parts.commands.take(
            event, written: parts.service.writer.event(event), label: label(of: event))
    }

    /// Runs the command of a segue.
    func run(_ words: [String], for event: AlarmEvent) {
        guard let parts else { return }
        parts.commands.run(
            words, for: event, written: parts.service.writer.event(event), label: label(of: event))
    }

    private func label(of event: AlarmEvent) -> String? {
        event.alarm.flatMap { parts?.schedule.book.alarms[$0]?.label }
    }
}

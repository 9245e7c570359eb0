// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import JSON

/// `alarmctl list`: shows all alarms.
struct ListCommand: Command {
    static let specification = CommandSpecification(
        name: "list", summary: "Show all alarms, the next first.")

    static let isReading = true

    init(_ arguments: ParsedArguments) throws(UsageError) {}

    func run(in session: Session) throws(Failure) {
        let (wire, alarms) = try session.alarms()
        if session.isJSON {
            session.console.print(["alarms": .array(wire)] as JSONValue)
        } else if alarms.isEmpty {
            session.note("No alarm is set. alarmctl set 07:30 sets one.")
        } else {
            session.console.print(AlarmTable.alarms(alarms, at: Surroundings.now))
        }
    }
}

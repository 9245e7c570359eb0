// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

/// `alarmctl sounds`: shows which sounds there are.
struct SoundsCommand: Command {
    static let specification = CommandSpecification(
        name: "sounds", summary: "Show which sounds there are.")

    init(_ arguments: ParsedArguments) throws(UsageError) {}

    func run(in session: Session) throws(Failure) {
        try session.call(SoundsCall()) { reply in
            if reply.sounds.isEmpty {
                session.note("There are none but the built-in tone. A file is named by its path.")
            }
            return reply.sounds.map { StyledLine(verbatim: $0) }
        }
    }
}

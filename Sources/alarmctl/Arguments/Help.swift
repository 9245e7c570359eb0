// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Localization

/// The help, made of what the commands declare.
enum Help {
    /// What the tool is, and its commands.
    static var overview: [StyledLine] {
        let commands = CommandTable.commands.map { $0.specification }
        var lines = [
            StyledLine("alarmctl sets the alarm clock of this machine.", .bold), StyledLine(),
            StyledLine("Usage: alarmctl COMMAND [OPTIONS] …"), StyledLine(),
            StyledLine(Message("Commands:")),
        ]
        lines += rows(commands.map { ($0.name, $0.summary) })
        lines += [StyledLine(), StyledLine("Every command takes:")]
        let common = CommonOptions.all + [CommonOptions.version]
        lines += rows(common.map { ($0.usage, $0.help) })
        lines += [StyledLine()]
        let rest: Message = """
            alarmctl COMMAND --help explains a command.

            The daemon is the one at --socket, else at $ALARMD_SOCKET, else the user's own if it
            answers, else the system's.
            Exit code: 0 done, 1 refused by the daemon, 2 wrong usage, 3 no daemon reached.
            With --json errors are objects too: {"error", "message", "hints", "parameters"}, on
            standard error.
            """
        return lines + self.lines(of: rest)
    }

    /// What a command is and takes.
    static func of(_ command: CommandSpecification) -> [StyledLine] {
        let words = command.positionals.map(\.usage)
        let usage = (["alarmctl", command.name] + words).joined(separator: " ")
        var lines = [
            StyledLine(command.summary, .bold), StyledLine(),
            StyledLine("Usage: \(usage) [OPTIONS]"),
        ]
        if !command.positionals.isEmpty {
            lines.append(StyledLine())
            lines += rows(command.positionals.map { ($0.name, $0.help) })
        }
        lines += [StyledLine(), StyledLine(Message("Options:"))]
        lines += rows(command.allOptions.map { ($0.usage, $0.help) })
        for paragraph in command.discussion {
            lines.append(StyledLine())
            lines += self.lines(of: paragraph)
        }
        if !command.examples.isEmpty {
            lines += [StyledLine(), StyledLine(Message("Examples:"))]
            lines += rows(
                command.examples.map { (["alarmctl", $0.line].joined(separator: " "), $0.meaning) })
        }
        return lines
    }

    /// The lines of a paragraph.
    private static func lines(of paragraph: Message) -> [StyledLine] {
        paragraph.localized.split(separator: "\n", omittingEmptySubsequences: false).map {
            StyledLine(verbatim: String($0))
        }
    }

    /// Two columns, the second beginning where the longest of the first lets it.
    private static func rows(_ rows: [(String, Message)]) -> [StyledLine] {
        let width = rows.map { displayWidth($0.0) }.max() ?? 0
        return rows.map { left, right in
            let gap = String(repeating: " ", count: width - displayWidth(left) + 2)
            return StyledLine(verbatim: "  \(left)\(gap)\(right.localized)")
        }
    }
}

extension OptionDeclaration {
    /// How the help writes the option: `--label TEXT`.
    fileprivate var usage: String {
        valueName.map { "\(spelling) \($0)" } ?? spelling
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@testable import AlarmStore

@Suite("A command in the configuration")
struct CommandWordsTests {
    @Test(
        "is a program's path and its arguments, with blanks between them or in quotes",
        arguments: [
            ("/bin/true", ["/bin/true"]), ("/bin/echo  a\tb", ["/bin/echo", "a", "b"]),
            ("/bin/echo 'a b' \"c d\"", ["/bin/echo", "a b", "c d"]),
            ("/bin/echo a'b c'd \"\"", ["/bin/echo", "ab cd", ""]),
            ("\"/opt/my lights/on\" --level=5", ["/opt/my lights/on", "--level=5"]),
            (
                "/bin/echo $HOME | cat > x; \\n",
                ["/bin/echo", "$HOME", "|", "cat", ">", "x;", "\\n"]
            ),
            ("true", nil), ("./on", nil), ("/bin/echo 'a", nil), ("", nil), ("  ", nil),
        ] as [(String, [String]?)])
    func words(text: String, expected: [String]?) {
        #expect(CommandWords.read(text) == expected)
    }

    @Test("is kept by the kind of event that it is for")
    func configured() {
        let text = "[run]\nringing = /bin/a 'b c'\nmissed = none\ntimeout = 5s\non_dismiss = kill\n"
        let run = ConfigurationReader.read(accepted: text).run
        #expect(run.commands == [.ringing: ["/bin/a", "b c"]])
        #expect(run.timeout == .seconds(5) && run.killsAtEnd)
    }
}

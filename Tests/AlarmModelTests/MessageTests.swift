// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("A message")
struct MessageTests {
    @Test("is an English format with its values apart")
    func interpolation() {
        let message = Message("“\("wake")” rings at \(5) of \(Message("ten \("hours")"))")
        #expect(message.format == "“%1$s” rings at %2$s of %3$s")
        #expect(
            message.values == [.text("wake"), .text("5"), .message(Message("ten \("hours")"))])
        #expect(message.description == "“wake” rings at 5 of ten hours")
    }

    @Test(
        "doubles a percent sign in its format where it has values",
        arguments: [
            (Message("100 %"), "100 %", "100 %"),
            (Message("\(40) % of 50%%"), "%1$s %% of 50%%%%", "40 % of 50%%"),
            (Message(verbatim: "%1$s %"), "%1$s", "%1$s %"),
        ])
    func percent(message: Message, format: String, text: String) {
        #expect(message.format == format)
        #expect(message.description == text)
    }

    @Test(
        "that counts has a form for one and one for any other number",
        arguments: [(0, "0 alarms"), (1, "one alarm"), (2, "2 alarms")])
    func plural(count: Int, text: String) {
        let message = Message(one: "one alarm", many: "\(count) alarms", count: count)
        #expect(message.format == "one alarm")
        #expect(message.plural?.format == "%1$s alarms")
        #expect(message.description == text)
    }

    @Test(
        "takes any format, and never reads a value that is not there",
        arguments: [
            ("%2$s before %1$s", "b before a"), ("%1$s%1$s", "aa"), ("%3$s", "%3$s"),
            ("%0$s %9999$s %-1$s", "%0$s %9999$s %-1$s"), ("%s %d %n", "%s %d %n"),
            ("%1$d", "%1$d"), ("%1$", "%1$"), ("100 %", "100 %"), ("%%1$s", "%1$s"), ("", ""),
            ("ä%1$sß", "äaß"), ("%99999999999999999999$s", "%99999999999999999999$s"),
        ])
    func formats(format: String, text: String) {
        let message = Message("\("a") and \("b")")
        #expect(message.pieces(of: format) { $0.description }.map(\.text).joined() == text)
    }

    @Test("tells which of its pieces are values")
    func pieces() {
        let pieces = Message("\("a") and \("b")").pieces(of: "%2$s!") { $0.description }
        #expect(pieces.filter { $0.value != nil }.map(\.text) == ["b"])
        #expect(pieces.compactMap(\.value) == [2])
    }

    @Test(
        "knows the placeholders of a format",
        arguments: [
            ("", []), ("%1$s and %3$s %1$s", [1, 3]), ("%%", []), ("%", nil), ("%s", nil),
            ("%1$d", nil),
        ] as [(String, Set<Int>?)])
    func placeholders(format: String, numbers: Set<Int>?) {
        #expect(Message.placeholders(of: format) == numbers)
    }

    @Test("is made of others, in a row")
    func joined() {
        let message = Message.joined([Message("one"), Message(verbatim: "100 %")], by: "; ")
        #expect(message.description == "one; 100 %")
        #expect(Message.joined([], by: "; ").description == "")
        // A format has places for 99 values.
        let words = (1...1000).map { "\($0)" }
        #expect(
            Message.joined(words.map { Message("\($0)") }, by: "; ").description
                == words.joined(separator: "; "))
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmProtocol
import Testing

@testable import alarmctl

@Suite("The drawn dial")
struct DialDrawingTests {
    private func drawing(_ size: DialDrawing.Size) throws -> DialDrawing {
        DialDrawing(try #require(TimeOfDay("03:00")), holding: .alarm, in: size)
    }

    /// The first and the last column, and the first and the last row, that something is drawn in.
    private func bounds(_ lines: [String]) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        var (columns, rows): ([Int], [Int]) = ([], [])
        for (row, line) in lines.enumerated() {
            for (column, letter) in line.enumerated() where letter != " " {
                columns.append(column)
                rows.append(row)
            }
        }
        guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
            let bottom = rows.max()
        else { return nil }
        return (left...right, top...bottom)
    }

    @Test(
        "is round whatever the window and the cells of the font",
        arguments: [
            (80, 20, 2.0), (20, 40, 2.0), (120, 30, 2.0), (60, 40, 1.0), (200, 50, 2.6),
            (41, 20, 2),
        ])
    func round(columns: Int, rows: Int, shape: Double) throws {
        let size = DialDrawing.Size(columns: columns, rows: rows, cellShape: shape)
        let lines = try drawing(size).lines
        #expect(lines.count == rows)
        let (wide, high) = try #require(bounds(lines))
        let ratio = Double(high.count) * shape / Double(wide.count)
        #expect((0.88...1.12).contains(ratio), "\(ratio)\n\(lines.joined(separator: "\n"))")
        // It fills the window in one direction.
        #expect(high.count >= rows - 1 || wide.count >= columns - 2)
    }

    @Test("fits a window of any size", arguments: [(1, 1), (5, 3), (1000, 2), (3, 500)])
    func anySize(columns: Int, rows: Int) throws {
        let lines = try drawing(DialDrawing.Size(columns: columns, rows: rows)).lines
        #expect(lines.allSatisfy { $0.count <= max(columns, 5) })
    }

    @Test("shows its hands where they point")
    func hands() throws {
        // The minute hand is straight up, the others to the right.
        let lines = try drawing(DialDrawing.Size(columns: 41, rows: 21)).lines
        let middle = Array(lines[10])
        #expect(middle[22...29].allSatisfy { $0 != " " })
        #expect(middle[5...17].allSatisfy { $0 == " " })
        #expect(Array(lines[5]).count > 20 && Array(lines[5])[20] != " ")
        #expect(Array(lines[15])[20] == " ")
    }

    @Test(
        "knows which direction a character is in",
        arguments: [
            (40, 0, 1.25), (79, 10, 91.5), (40, 19, 178.5), (0, 10, 268.5), (40, 10, nil),
            (0, 0, nil),
        ] as [(Int, Int, Double?)])
    func angle(column: Int, row: Int, degrees: Double?) {
        let size = DialDrawing.Size(columns: 80, rows: 20)
        let angle = DialDrawing.angle(column: column, row: row, in: size)
        if column == 0, row == 0 {
            #expect(angle.map { (295...298).contains($0) } == true)
            return
        }
        #expect((angle == nil) == (degrees == nil))
        if let angle, let degrees { #expect(abs(angle - degrees) < 1) }
    }

    @Test(
        "says the time in words",
        arguments: [
            ("00:00", "midnight"), ("12:00", "noon"), ("07:00", "seven o'clock in the morning"),
            ("07:15", "a quarter past seven in the morning"),
            ("07:30", "half past seven in the morning"),
            ("07:45", "a quarter to eight in the morning"),
            ("07:10", "ten past seven in the morning"),
            ("13:01", "one minute past one in the afternoon"),
            ("19:37", "twenty-three minutes to eight in the evening"),
            ("23:40", "twenty to midnight"), ("11:59", "one minute to noon"),
            ("00:25", "twenty-five past midnight"), ("22:05", "five past ten at night"),
        ])
    func words(time: String, words: String) throws {
        #expect(timeInWords(try #require(TimeOfDay(time))).description == words)
    }
}

@Suite("A path of a hand")
struct HandsPlaceTests {
    @Test("leads to the exact time and day, by each hand", arguments: Hand.allCases)
    func path(hand: Hand) throws {
        for start in stride(from: 0, to: 86_400, by: 3601) {
            for seconds in [-86_400, -43_201, -21_600, -61, -1, 0, 1, 300, 3599, 43_200, 86_399] {
                var dial = Dial(TimeOfDay(secondsSinceMidnight: start), holding: hand)
                let time = TimeOfDay(secondsSinceMidnight: start)
                for place in HandsPlace.path(from: time, by: seconds, holding: hand) {
                    switch try DialPosition(place, of: "to") {
                    case .angle(let angle): dial.turn(to: angle)
                    case .time(let time): dial.set(time)
                    }
                }
                let shown = dial.days * 86_400 + dial.time.secondsSinceMidnight
                #expect(shown == start + seconds, "from \(time) by \(seconds)")
            }
        }
    }
}

@Suite("The keys of the live dial")
struct LiveDialKeyTests {
    @Test(
        "are cut out of what a terminal sends",
        arguments: [
            ("\u{1B}[A", [Key.forward]), ("\u{1B}OB", [.backward]), ("+-", [.forward, .backward]),
            ("\u{1B}[5~\u{1B}[6~", [.pageForward, .pageBackward]), ("\r", [.enter]),
            ("hq", [.letter("h"), .letter("q")]), ("\u{1B}x", [.escape, .letter("x")]),
            ("\u{1B}[<0;61;11M", [.mouse(.down, column: 60, row: 10)]),
            ("\u{1B}[<32;1;1M", [.mouse(.drag, column: 0, row: 0)]),
            ("\u{1B}[<0;61;11m", [.mouse(.up, column: 60, row: 10)]), ("\u{1B}[<2;61;11M", []),
            ("\u{1B}[<64;1;1M", [.forward]), ("\u{1B}[<0;0;99999M", []), ("\u{1B}[1;5P", []),
            ("\u{1B}[<999999999999999999999;1;1M", []),
        ] as [(String, [Key])])
    func keys(text: String, keys: [Key]) {
        var reader = KeyReader()
        #expect(reader.read(text.utf8) == keys)
        #expect(reader.finish() == [])
        // The same, a byte at a time.
        var slow = KeyReader()
        #expect(text.utf8.flatMap { slow.read([$0]) } == keys)
    }

    @Test("are bounded, and a lone Escape is one once nothing follows")
    func bounds() {
        var reader = KeyReader()
        #expect(reader.read([0x1B]) == [])
        #expect(reader.isUndecided)
        #expect(reader.finish() == [.escape])
        #expect(reader.read([0x1B, 0x5B] + [UInt8](repeating: 0x30, count: 1000)) == [])
        #expect(!reader.isUndecided)
    }

    @Test("grip, turn, and let go")
    func grip() {
        var dial = LiveDial(hand: .alarm)
        #expect(dial.press(.enter) == [])
        #expect(dial.press(.forward) == [.press])
        // What is typed before the press begins is done once it has.
        #expect(dial.press(.forward) == [])
        #expect(dial.press(.pageBackward) == [])
        #expect(dial.didBegin() == [.shift(-3000)])
        #expect(dial.press(.backward) == [.shift(-300)])
        #expect(dial.press(.enter) == [.release])
        #expect(dial.press(.letter("h")) == [])
        #expect(dial.press(.forward) == [.press])
        #expect(dial.press(.letter("m")) == [.cancel])
        #expect(dial.press(.backward) == [.press])
        #expect(dial.press(.enter) == [])
        #expect(dial.didBegin() == [.shift(-60), .release])
        #expect(dial.press(.escape) == [.leave])
        #expect(dial.press(.forward) == [.press])
        #expect(dial.press(.escape) == [.cancel])
        #expect(dial.press(.forward) == [.press])
        #expect(dial.press(.letter("q")) == [.cancel, .leave])
    }

    @Test("are the mouse's too")
    func mouse() {
        var dial = LiveDial(hand: .alarm)
        let (down, drag, up) = (
            Key.mouse(.down, column: 1, row: 1), Key.mouse(.drag, column: 2, row: 2),
            Key.mouse(.up, column: 2, row: 2)
        )
        #expect(dial.press(drag, angle: 10) == [])
        #expect(dial.press(down, angle: nil) == [])
        #expect(dial.press(down, angle: 90) == [.press])
        #expect(dial.press(drag, angle: 120) == [])
        #expect(dial.didBegin() == [.turn(120)])
        #expect(dial.press(drag, angle: 130) == [.turn(130)])
        #expect(dial.press(drag, angle: nil) == [])
        #expect(dial.press(up) == [.release])
        // A click, and a drag that is over before it is a press, turn nothing.
        #expect(dial.press(down, angle: 90) == [.press])
        #expect(dial.press(drag, angle: 120) == [])
        #expect(dial.press(up) == [.cancel])
        #expect(dial.press(up) == [])
    }
}

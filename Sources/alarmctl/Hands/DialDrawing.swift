// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Glibc

/// The face of an alarm in braille characters, round whatever the shape of the font's cells.
struct DialDrawing {
    /// How many characters there are for it.
    struct Size: Hashable, Sendable {
        /// Columns.
        var columns: Int
        /// Rows.
        var rows: Int
        /// How often the width of a cell goes into its height.
        var cellShape = 2.0

        /// What it is drawn in where there is no terminal.
        static let plain = Size(columns: 41, rows: 20)
    }

    private let columns: Int
    private let rows: Int
    /// How often the width of a dot goes into its height; a cell is 2 dots wide and 4 high.
    private let dotShape: Double
    /// Of the face, in heights of a dot.
    private let radius: Double
    private var cells: [UInt8]
    private var letters: [Int: Character] = [:]

    /// Draws the face at `time`, with the hand that is chosen drawn broader.
    init(_ time: TimeOfDay, holding hand: Hand, in size: Size) {
        columns = min(max(size.columns, 5), 400)
        rows = min(max(size.rows, 3), 200)
        dotShape = min(max(size.cellShape, 0.5), 5) / 2
        cells = [UInt8](repeating: 0, count: columns * rows)
        let high = Double(rows * 4 - 1) / 2
        let wide = Double(columns * 2 - 1) / 2 / dotShape
        radius = max(min(high, wide) - 0.5, 1)
        drawFace()
        line(to: Hand.hour.angle(at: time).degrees, length: 0.5, breadth: hand == .hour ? 2 : 1)
        line(
            to: Hand.minute.angle(at: time).degrees, length: 0.78,
            breadth: hand == .minute ? 1 : 0)
        drawAlarmHand(Hand.alarm.angle(at: time).degrees, isBroad: hand == .alarm)
    }

    /// The rows, without blanks at their ends.
    var lines: [String] {
        (0..<rows).map { row in
            var line = ""
            for column in 0..<columns {
                let index = row * columns + column
                if let letter = letters[index] {
                    line.append(letter)
                } else if cells[index] == 0 {
                    line.append(" ")
                } else if let scalar = Unicode.Scalar(0x2800 + UInt32(cells[index])) {
                    line.unicodeScalars.append(scalar)
                }
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }

    /// The direction from the centre of a character, or `nil` for one too near to it.
    ///
    /// - Parameters:
    ///   - column: The column, from 0.
    ///   - row: The row, from 0.
    ///   - size: What the face is drawn in.
    /// - Returns: Degrees clockwise from twelve.
    static func angle(column: Int, row: Int, in size: Size) -> Double? {
        let x = Double(column * 2 + 1 - size.columns) / 2
        let y = Double(row * 2 + 1 - size.rows) / 2 * size.cellShape
        let radius = min(Double(size.columns) / 2, Double(size.rows) / 2 * size.cellShape)
        return DialAngle(x: x / radius, y: y / radius)?.degrees
    }

    // MARK: Parts

    private mutating func drawFace() {
        let steps = max(Int(radius * 8), 90)
        for step in 0..<steps {
            dot(at: Double(step) * 360 / Double(steps), distance: radius)
        }
        for hour in 0..<12 {
            let length = hour % 3 == 0 ? 0.12 : 0.06
            for part in 1...6 {
                dot(
                    at: Double(hour * 30), distance: radius * (1 - length * Double(part) / 6))
            }
        }
        guard radius >= 18 else { return }
        for hour in [3, 6, 9, 12] { write("\(hour)", at: Double(hour * 30), distance: 0.78) }
    }

    private mutating func drawAlarmHand(_ degrees: Double, isBroad: Bool) {
        // Dashed, to its very end, where it has a head: the hour hand lies under it.
        let count = Int(radius)
        for step in 0...count where step * 6 / max(count, 1) % 2 == 1 || step > count * 5 / 6 {
            dot(at: degrees, distance: Double(step) * 0.94)
        }
        for turn in [-1.0, 1] {
            let spread = (isBroad ? 9.0 : 5) * turn
            for part in 0...8 {
                let share = Double(part) / 8
                dot(at: degrees + spread * share, distance: radius * (0.92 - 0.14 * share))
            }
        }
    }

    private mutating func line(to degrees: Double, length: Double, breadth: Int) {
        let (dx, dy) = direction(degrees)
        for step in 0...Int(radius * length * 2) {
            let distance = Double(step) / 2
            for side in -breadth...breadth {
                let shift = Double(side) * 0.7
                set(x: dx * distance - dy * shift, y: dy * distance + dx * shift)
            }
        }
    }

    private mutating func write(_ text: String, at degrees: Double, distance: Double) {
        let (dx, dy) = direction(degrees)
        let (column, row) = (
            (center.x + dx * radius * distance * dotShape) / 2,
            (center.y + dy * radius * distance) / 4
        )
        let first = Int(column.rounded(.down)) - (text.count - 1) / 2
        for (offset, letter) in text.enumerated() {
            let place = first + offset
            guard (0..<columns).contains(place), (0..<rows).contains(Int(row)) else { continue }
            letters[Int(row) * columns + place] = letter
        }
    }

    private mutating func dot(at degrees: Double, distance: Double) {
        let (dx, dy) = direction(degrees)
        set(x: dx * distance, y: dy * distance)
    }

    // MARK: Dots

    private var center: (x: Double, y: Double) {
        (Double(columns * 2 - 1) / 2, Double(rows * 4 - 1) / 2)
    }

    private func direction(_ degrees: Double) -> (x: Double, y: Double) {
        let radians = degrees * .pi / 180
        return (sin(radians), -cos(radians))
    }

    /// Sets the dot at a place relative to the centre, in heights of a dot.
    private mutating func set(x: Double, y: Double) {
        let column = Int((center.x + x * dotShape).rounded())
        let row = Int((center.y + y).rounded())
        guard (0..<columns * 2).contains(column), (0..<rows * 4).contains(row) else { return }
        // The dots of a cell: 1 2 3 7 in its left column, 4 5 6 8 in its right one.
        let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
        let index = row / 4 * columns + column / 2
        cells[index] |= bits[column % 2][row % 4]
        letters[index] = nil
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// A table whose columns are as wide as what is in them.
struct Table: Sendable {
    /// The cells, row by row; the first row is the heading.
    private var rows: [[StyledLine]]

    /// Creates a table of no rows.
    init(heading: [Message]) {
        self.rows = [heading.map { StyledLine($0, .dim) }]
    }

    /// Adds a row of as many cells as the heading has.
    mutating func append(_ row: [StyledLine]) {
        precondition(row.count == rows[0].count, "A row has a cell for every column.")
        rows.append(row)
    }

    /// The lines of the table; columns in which no row has anything are left out.
    var lines: [StyledLine] {
        let columns = rows[0].indices.filter { column in
            rows.dropFirst().contains { !$0[column].runs.isEmpty }
        }
        let widths = columns.map { column in rows.map { $0[column].width }.max() ?? 0 }
        return rows.map { row in
            var line = StyledLine()
            var owed = 0
            for (column, width) in zip(columns, widths) {
                let cell = row[column]
                // Spaces are only written before something, so that no line ends in them.
                if !cell.runs.isEmpty {
                    line.append(verbatim: String(repeating: " ", count: owed))
                    owed = 0
                    for run in cell.runs { line.append(verbatim: run.text, run.style) }
                }
                owed += width - cell.width + 2
            }
            return line
        }
    }
}

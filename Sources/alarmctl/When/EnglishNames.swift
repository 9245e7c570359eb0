// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// The months, January first.
let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
]

extension Weekday {
    /// The day's name in three letters.
    var shortName: String { String(englishName.prefix(3)) }
}

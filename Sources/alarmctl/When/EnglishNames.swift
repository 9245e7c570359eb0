// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// The months, January first.
let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
]

extension Weekday {
    /// The day's name in full.
    var englishName: String {
        switch self {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }

    /// The day's name in three letters.
    var shortName: String { String(englishName.prefix(3)) }

    /// Reads `mon`, `monday`, `mondays` and what else people write, in any case, or returns `nil`.
    init?(englishWord text: some StringProtocol) {
        let word = text.lowercased()
        if let day = Self.shortenings[word] {
            self = day
            return
        }
        let day = Weekday.allCases.first {
            let name = $0.englishName.lowercased()
            return word == $0.rawValue || word == name || word == "\(name)s"
        }
        guard let day else { return nil }
        self = day
    }

    private static let shortenings: [String: Weekday] = [
        "tues": .tuesday, "weds": .wednesday, "thur": .thursday, "thurs": .thursday,
    ]
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A word that says when, as `alarmctl set` takes it (design, section 9).
///
/// It is the one list of such words: the tool reads WHEN by it, and ``AlarmID`` refuses what is in it, so that no word
/// can mean both.
package enum WhenWord: Hashable, Sendable {
    case today
    case tomorrow
    /// These days of every week.
    case weekly(Weekdays)
    /// A duration follows: `in 25m`.
    case countdown
    /// It says when, but is written otherwise.
    case written(String)

    /// Reads a word, or two days with a hyphen between them, in any case; `nil` where it does not say when.
    package init?(_ text: some StringProtocol) {
        // No word is longer than wednesdays-wednesdays, and most texts that are asked about are ids.
        guard text.utf8.count <= 21 else { return nil }
        let word = text.lowercased()
        if let known = Self.list.first(where: { $0.word == word }) {
            self = known.meaning
            return
        }
        let ends = word.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Weekday(word: ends[0]), let last = Weekday(word: ends[1])
        else { return nil }
        self = .weekly(.through(first, last))
    }

    /// The words, without the ranges of days that can be made of them.
    package static var words: [String] { list.map(\.word) }

    private static let list: [(word: String, meaning: WhenWord)] =
        [
            ("today", .today), ("tomorrow", .tomorrow), ("in", .countdown),
            ("daily", .weekly(.all)), ("everyday", .weekly(.all)),
            ("weekdays", .weekly(.workdays)), ("weekday", .weekly(.workdays)),
            ("workdays", .weekly(.workdays)), ("workday", .weekly(.workdays)),
            ("weekend", .weekly(.weekend)), ("weekends", .weekly(.weekend)),
            ("noon", .written("12:00")), ("midnight", .written("00:00")),
            ("every", .written("daily")),
        ]
        + Weekday.allCases.flatMap { day in
            day.words.map { ($0, .weekly(Weekdays([day]))) }
        }
}

extension Weekday {
    /// The day's name in full.
    package var englishName: String {
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

    /// How people write the day, in small letters: `mon`, `monday`, `mondays` and what else they shorten it to.
    fileprivate var words: [String] {
        let name = englishName.lowercased()
        let others: [String] =
            switch self {
            case .tuesday: ["tues"]
            case .wednesday: ["weds"]
            case .thursday: ["thur", "thurs"]
            default: []
            }
        return [rawValue, name, "\(name)s"] + others
    }

    /// Reads a day as people write it, in any case, or returns `nil`.
    package init?(word text: some StringProtocol) {
        let word = text.lowercased()
        guard let day = Self.allCases.first(where: { $0.words.contains(word) }) else { return nil }
        self = day
    }
}

extension Weekdays {
    /// The days from `first` through `last`, past Sunday where `last` comes earlier in the week.
    package static func through(_ first: Weekday, _ last: Weekday) -> Weekdays {
        let count = (last.index - first.index + 7) % 7
        return Weekdays((0...count).map { Weekday.allCases[(first.index + $0) % 7] })
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel
internal import Glibc

/// Times and the names of days and months as the person's locale writes them (LC_TIME).
///
/// Only what a time of the project's own reads is written; the zone of the C library has no part in it.
package enum TimeFormat {
    /// A time of day: `07:30`, or where the day has twice twelve hours `7:30 AM`.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - showsSeconds: Whether seconds are told where they are 0, too.
    /// - Returns: The time as the locale has it.
    package static func text(_ time: TimeOfDay, showsSeconds: Bool = false) -> String {
        let seconds = time.second != 0 || showsSeconds ? ":\(twoDigits(time.second))" : ""
        let minutes = "\(twoDigits(time.minute))\(seconds)"
        guard let mark = mark(of: time) else { return "\(twoDigits(time.hour)):\(minutes)" }
        let text = "\(time.hour % 12 == 0 ? 12 : time.hour % 12):\(minutes)"
        return isMarkedFirst ? "\(mark) \(text)" : "\(text) \(mark)"
    }

    /// Whether days and months have their English names.
    package static var isEnglish: Bool { name(ofMonth: 1) == englishMonths[0] }

    /// The name of a day.
    package static func name(of day: Weekday) -> String {
        // Both tables begin with Sunday.
        item(DAY_1, (day.index + 1) % 7) ?? day.englishName
    }

    /// The short name of a day, `Tue`.
    package static func shortName(of day: Weekday) -> String {
        item(ABDAY_1, (day.index + 1) % 7) ?? String(day.englishName.prefix(3))
    }

    /// The name of a month, 1 to 12, beside its day.
    package static func name(ofMonth month: Int) -> String {
        item(MON_1, month - 1) ?? englishMonths[month - 1]
    }

    /// The short name of a month, `Dec`.
    package static func shortName(ofMonth month: Int) -> String {
        item(ABMON_1, month - 1) ?? String(englishMonths[month - 1].prefix(3))
    }

    // MARK: - Of the locale

    /// The word for the half of the day; `nil` where hours are counted to 24.
    private static func mark(of time: TimeOfDay) -> String? {
        guard let format = item(T_FMT, 0), halves(format) else { return nil }
        guard let mark = item(time.hour < 12 ? AM_STR : PM_STR, 0), !mark.isEmpty else {
            return nil
        }
        return mark
    }

    /// Whether a time format of strftime(3) counts hours to 12.
    private static func halves(_ format: String) -> Bool {
        var isField = false
        for byte in format.utf8 {
            if isField, [UInt8(ascii: "r"), UInt8(ascii: "I"), UInt8(ascii: "l")].contains(byte) {
                return true
            }
            isField = byte == UInt8(ascii: "%") && !isField
        }
        return false
    }

    private static var isMarkedFirst: Bool {
        item(T_FMT_AMPM, 0)?.hasPrefix("%p") ?? false
    }

    /// A text of the locale, one of several that follow one another; `nil` where it is not in UTF-8.
    private static func item(_ first: Int, _ offset: Int) -> String? {
        unsafe nl_langinfo(nl_item(first + offset)).flatMap { unsafe String(validatingCString: $0) }
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

/// The months, January first, for a locale whose own names are not in UTF-8.
private let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
]

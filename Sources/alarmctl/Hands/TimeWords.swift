// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// A time in words, as it is said: “a quarter past seven in the morning”.
func timeInWords(_ time: TimeOfDay) -> String {
    let (hour, minute) = (time.hour, time.minute)
    guard minute != 0 else {
        switch hour {
        case 0: return "midnight"
        case 12: return "noon"
        default: return "\(hourName(hour)) o'clock \(partOfDay(hour))"
        }
    }
    let isPast = minute <= 30
    let named = isPast ? hour : (hour + 1) % 24
    let part = named == 0 || named == 12 ? "" : " \(partOfDay(hour))"
    let distance = isPast ? minute : 60 - minute
    return "\(minuteName(distance)) \(isPast ? "past" : "to") \(hourName(named))\(part)"
}

private func hourName(_ hour: Int) -> String {
    switch hour {
    case 0: "midnight"
    case 12: "noon"
    default: numberName(hour % 12)
    }
}

private func minuteName(_ minute: Int) -> String {
    switch minute {
    case 15: "a quarter"
    case 30: "half"
    case 1: "one minute"
    case _ where minute % 5 != 0: "\(numberName(minute)) minutes"
    default: numberName(minute)
    }
}

private func partOfDay(_ hour: Int) -> String {
    switch hour {
    case 5..<12: "in the morning"
    case 12..<18: "in the afternoon"
    case 18..<22: "in the evening"
    default: "at night"
    }
}

private func numberName(_ number: Int) -> String {
    let names = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen", "twenty",
    ]
    if number <= 20 { return names[max(number, 0)] }
    return "twenty-\(names[number - 20])"
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// A time in words, as it is said: “a quarter past seven in the morning”.
func timeInWords(_ time: TimeOfDay) -> Message {
    let (hour, minute) = (time.hour, time.minute)
    guard minute != 0 else {
        switch hour {
        case 0: return Message("midnight")
        case 12: return Message("noon")
        default: return partOfDay(hour, fullHour(hour % 12))
        }
    }
    let isPast = minute <= 30
    let named = isPast ? hour : (hour + 1) % 24
    let text =
        switch minute {
        case 30: half(past: hour)
        case ..<30: Message("\(minuteName(minute)) past \(hourName(named))")
        default: Message("\(minuteName(60 - minute)) to \(hourName(named))")
        }
    return named == 0 || named == 12 ? text : partOfDay(hour, text)
}

private func hourName(_ hour: Int) -> Message {
    switch hour {
    case 0: Message("midnight")
    case 12: Message("noon")
    default: numberName(hour % 12)
    }
}

private func minuteName(_ minute: Int) -> Message {
    switch minute {
    case 15: Message("a quarter")
    case 1: Message("one minute")
    case _ where minute % 5 != 0: Message("\(numberName(minute)) minutes")
    default: numberName(minute)
    }
}

private func partOfDay(_ hour: Int, _ time: Message) -> Message {
    switch hour {
    case 5..<12: Message("\(time) in the morning")
    case 12..<18: Message("\(time) in the afternoon")
    case 18..<22: Message("\(time) in the evening")
    default: Message("\(time) at night")
    }
}

/// One is said otherwise where it counts hours, in some languages.
private func fullHour(_ hour: Int) -> Message {
    hour == 1 ? Message("one o'clock") : Message("\(numberName(hour)) o'clock")
}

/// Whole sentences: some languages name the hour before, and some the one to come.
private func half(past hour: Int) -> Message {
    switch hour {
    case 0: Message("half past midnight")
    case 12: Message("half past noon")
    default: halves[hour % 12]
    }
}

private let halves = [
    Message("half past midnight"), Message("half past one"), Message("half past two"),
    Message("half past three"), Message("half past four"), Message("half past five"),
    Message("half past six"), Message("half past seven"), Message("half past eight"),
    Message("half past nine"), Message("half past ten"), Message("half past eleven"),
]

private func numberName(_ number: Int) -> Message { numbers[min(max(number, 0), 29)] }

private let numbers = [
    Message("zero"), Message("one"), Message("two"), Message("three"), Message("four"),
    Message("five"), Message("six"), Message("seven"), Message("eight"), Message("nine"),
    Message("ten"), Message("eleven"), Message("twelve"), Message("thirteen"),
    Message("fourteen"), Message("fifteen"), Message("sixteen"), Message("seventeen"),
    Message("eighteen"), Message("nineteen"), Message("twenty"), Message("twenty-one"),
    Message("twenty-two"), Message("twenty-three"), Message("twenty-four"),
    Message("twenty-five"), Message("twenty-six"), Message("twenty-seven"),
    Message("twenty-eight"), Message("twenty-nine"),
]

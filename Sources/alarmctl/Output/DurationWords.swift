// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// Says a duration in its two greatest units, as a person would: `3 d 4 h`, `7 h 12 min`, `12 min`, `40 s`.
///
/// Minutes are rounded to the nearest, so that an alarm set at 22:48:10 for 06:00 is 7 h 12 min away; below
/// two minutes seconds are told. A negative duration is told by its length.
func durationText(_ duration: Duration) -> String {
    let components = duration.components
    let seconds = abs(max(components.seconds, .min + 1))
    if seconds < 60 || (seconds < 120 && !seconds.isMultiple(of: 60)) {
        return seconds < 60 ? joined(seconds, "s") : joined(1, "min", seconds - 60, "s")
    }
    let minutes = seconds / 60 + (seconds % 60 >= 30 ? 1 : 0)
    if minutes < 60 { return joined(minutes, "min") }
    if minutes < 24 * 60 { return joined(minutes / 60, "h", minutes % 60, "min") }
    let hours = minutes / 60 + (minutes % 60 >= 30 ? 1 : 0)
    return joined(hours / 24, "d", hours % 24, "h")
}

private func joined(
    _ greater: Int64, _ unit: String, _ smaller: Int64 = 0, _ smallUnit: String = ""
) -> String {
    smaller == 0 ? "\(greater) \(unit)" : "\(greater) \(unit) \(smaller) \(smallUnit)"
}

/// Says how far away something is: `in 7 h 12 min`, `now`, `5 min ago`.
///
/// Seconds are rounded: what was set for a minute ahead is in 1 min, though setting it took its time.
func distanceText(_ duration: Duration) -> Message {
    let rounded = duration + .milliseconds(duration < .zero ? -500 : 500)
    let seconds = rounded.components.seconds
    if seconds == 0 { return Message("now") }
    let text = durationText(.seconds(seconds))
    return seconds > 0 ? Message("in \(text)") : Message("\(text) ago")
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@Suite("An id")
struct BookIDTests {
    @Test(
        "of an alarm is a letter and up to 63 more letters, digits, dots, underscores and hyphens",
        arguments: [
            "a", "wake", "Wake-2", "a.b_c-d", "alarm-1", "sun2", "mon-1", "Tomorrow2",
            "mon-fri-sun",
            "today.", "in_",
            String(repeating: "x", count: 64),
        ])
    func taken(_ text: String) {
        #expect(AlarmID(text)?.text == text)
        #expect(AlarmID.fault(in: text) == nil)
    }

    @Test(
        "of an alarm is nothing else, and no word that says when",
        arguments: [
            "", "1a", "-a", "a b", "a/b", "a\nb", "a@b", "ä", "aé", "\u{212A}elvin",
            String(repeating: "x", count: 65), String(repeating: "x", count: 300), "tomorrow",
            "daily", "mon", "Sun", "mon-fri", "SAT-SUN", "TOMORROW",
        ])
    func refused(_ text: String) {
        #expect(AlarmID(text) == nil)
        #expect(AlarmID.fault(in: text) != nil)
    }

    @Test(
        "of an alarm is none of the words of WHEN, in any case, nor a range of its days",
        arguments: WhenWord.words + [
            "today", "tomorrow", "daily", "everyday", "weekday", "weekdays", "workday", "workdays",
            "weekend", "weekends", "noon", "midnight", "in", "monday", "Mondays", "tues", "weds",
            "THURS", "mon-fri", "friday-mon", "saturdays-sundays", "wednesdays-wednesdays",
        ])
    func wordsOfWhen(_ word: String) {
        #expect(AlarmID(word) == nil)
        #expect(AlarmID(word.uppercased()) == nil)
        #expect(
            AlarmID.fault(in: word)?.description.hasPrefix("may not be a word that says when")
                == true)
    }

    @Test("that is stored stays, though it became a word of WHEN")
    func stored() {
        #expect(AlarmID(stored: "weekdays")?.text == "weekdays")
        #expect(AlarmID(stored: "a b") == nil)
    }

    @Test(
        "of an occurrence reads back as it is written",
        arguments: [
            "wake@2026-12-01T07:30", "wake@2026-10-25T02:30~2", "tea@2026-12-01T07:30:15",
            "a.b@0001-01-01T00:00",
        ])
    func roundTrip(_ text: String) {
        #expect(OccurrenceID(text)?.description == text)
    }

    @Test(
        "of an occurrence is nothing else",
        arguments: [
            "", "@", "wake", "wake@", "@2026-12-01T07:30", "wake@2026-12-01", "wake@07:30",
            "wake@2026-02-30T07:30", "wake@2026-12-01T07:30~", "wake@2026-12-01T07:30~1",
            "wake@2026-12-01T07:30@2", "~2", "wake@~2", "mon@2026-12-01T07:30",
        ])
    func notAnOccurrence(_ text: String) {
        #expect(OccurrenceID(text) == nil)
    }
}

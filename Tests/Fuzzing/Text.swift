// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmStore
import TestSupport

/// Where inputs are that have to be files: in memory, where there is such a place.
private let folder = TemporaryFolder()

/// A configuration says where each of its faults is, and what was accepted of one without faults is read alike.
func fuzzConfiguration(_ bytes: [UInt8]) {
    folder.write(bytes, to: "alarmd.conf")
    let read = ConfigurationReader(path: folder.file("alarmd.conf")).read()
    promise(read.problems, within: bytes)
    guard read.problems.isEmpty else { return }
    promise(
        ConfigurationReader.read(accepted: read.text) == read.configuration,
        "what was accepted is read alike")
}

/// A storyboard has faults, each with its place, or can be followed.
func fuzzStoryboard(_ bytes: [UInt8]) {
    folder.write(bytes, to: "x.storyboard")
    guard let read = StoryboardReader(folders: [folder.path]).read("x") else {
        fatalError("a storyboard that is there is read")
    }
    promise(read.problems, within: bytes)
    promise(
        (read.storyboard == nil) != read.problems.isEmpty,
        "a storyboard without faults can be followed, and no other")
    guard let storyboard = read.storyboard else { return }
    promise(storyboard.faults.isEmpty, "a storyboard that can be followed is whole")
}

private func promise(_ problems: [ConfigurationProblem], within bytes: [UInt8]) {
    let lines = bytes.count { $0 == 10 || $0 == 13 } + 1
    for problem in problems {
        promiseShort("\(problem)")
        promise(problem.line.map { (1...lines).contains($0) } ?? true, "\(problem): no such line")
    }
}

/// A calendar says where its faults are; its holidays are of the year that is asked for.
func fuzzCalendar(_ bytes: [UInt8]) {
    let lines = bytes.count { $0 == 10 || $0 == 13 } + 1
    func check(_ fault: CalendarFault) {
        promiseShort("\(fault)")
        promise(fault.line.map { (1...lines).contains($0) } ?? true, "\(fault): no such line")
    }
    let calendar: HolidayCalendar
    do throws(CalendarFault) { calendar = try HolidayCalendar(ics: bytes) } catch {
        return check(error)
    }
    for fault in calendar.faults { check(fault) }
    for year in [1, 2024, 2026, 2100, 9999] {
        for (date, name) in calendar.days(in: year) {
            promise(date.components.year == year, "\(date) is not of \(year)")
            promise(name.isEmpty || ShownText.fault(in: name, limit: 200) == nil, "\(name)")
        }
    }
}

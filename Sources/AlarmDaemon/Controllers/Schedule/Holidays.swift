// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

/// Is told of the calendar of holidays.
protocol HolidaysDelegate: AnyObject {
    /// The calendar was read, and is in use.
    func holidays(_ holidays: Holidays, didRead count: Int, from path: String)

    /// Other days are holidays now than before.
    func holidaysDidChange(_ holidays: Holidays)
}

/// The calendar of holidays that the configuration names, read again whenever its file is replaced.
///
/// One that is broken, or gone, is none: the alarms ring. It is a problem that stays until it is mended.
final class Holidays {
    /// Why there is no calendar.
    struct Failure: Error {
        let message: Message
    }

    weak var delegate: (any HolidaysDelegate)?

    private let loop: RunLoop
    private let problems: ProblemList
    private var path: String?
    private var calendar: HolidayCalendar?
    private var watcher: FileWatcher?
    private var places: [Location] = []

    /// The holidays of the years that were asked about; the rules of a calendar name them anew for each.
    private var years: [Int: [CivilDate: String]] = [:]
    private static let yearLimit = 8

    /// Creates the holidays of no calendar.
    init(on loop: RunLoop, problems: ProblemList) {
        self.loop = loop
        self.problems = problems
    }

    /// Reads a calendar.
    static func read(_ path: String) throws(Failure) -> HolidayCalendar {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileReader.read(path, limit: HolidayCalendar.sizeLimit)
        } catch {
            throw Failure(message: Message(verbatim: "\(error)"))
        }
        do throws(CalendarFault) {
            return try HolidayCalendar(ics: bytes)
        } catch {
            throw Failure(message: Message("\(path): \(error.text)"))
        }
    }

    /// Takes the calendar at `path` from now on, or none; it is read, also where it was the one before.
    func follow(_ path: String?) {
        if path != self.path { (watcher, places) = (nil, []) }
        self.path = path
        read()
    }

    /// The path of the calendar, and how many holidays it names; `nil` where none is configured, or it is broken.
    var calendarInUse: (path: String, count: Int)? {
        guard let path, let calendar else { return nil }
        return (path, calendar.count)
    }

    /// What the holiday on a date is called; `nil` where it is none.
    func summary(on date: CivilDate) -> String? {
        guard let calendar else { return nil }
        let year = date.components.year
        if let days = years[year] { return days[date] }
        if years.count >= Self.yearLimit { years = [:] }
        let days = calendar.days(in: year)
        years[year] = days
        return days[date]
    }

    /// Takes note that somebody wants an alarm to stay silent on holidays.
    func wasAskedFor() {
        guard path == nil else { return }
        problems.add(
            Problem(
                name: Self.problemName, severity: .warning,
                detail:
                    "no calendar of holidays is configured, so that alarms ring on holidays too",
                remedy: "write [calendar] holidays = FILE.ics into alarmd.conf",
                endsWhenAcknowledged: true))
    }

    // MARK: How

    private static let problemName = "calendar"

    private func read() {
        years = [:]
        guard let path else {
            calendar = nil
            problems.mend(Self.problemName)
            return
        }
        watch(path)
        do throws(Failure) {
            let read = try Self.read(path)
            calendar = read
            delegate?.holidays(self, didRead: read.count, from: path)
            tell(read.faults, of: path)
        } catch {
            calendar = nil
            problems.add(
                Problem(
                    name: Self.problemName, severity: .warning,
                    detail: "\(error.message): alarms ring on holidays too",
                    remedy: Message(verbatim: "alarmd --check")))
        }
    }

    private func tell(_ faults: [CalendarFault], of path: String) {
        guard !faults.isEmpty else {
            problems.mend(Self.problemName)
            return
        }
        let detail = Message.joined(faults.map(\.text), by: "; ")
        problems.add(
            Problem(
                name: Self.problemName, severity: .warning,
                detail: "\(path): \(detail): alarms ring on these holidays too",
                remedy: Message(verbatim: "alarmd --check")))
    }

    /// Watches the folder of the file, and of the one that it links to.
    private func watch(_ path: String) {
        var places = [Location(path: path)]
        if let target = ZoneLink.target(of: path) { places.append(places[0].resolving(target)) }
        guard places != self.places else { return }
        if watcher == nil {
            watcher = try? FileWatcher(on: loop) { [weak self] in self?.look(at: $0) }
        }
        // A folder that is not there is for who reads the file to say; a reload looks for it again.
        let isWatched = places.map { (try? watcher?.watch(folder: $0.folder)) != nil }
        self.places = isWatched.contains(false) ? [] : places
    }

    private func look(at event: FileWatcher.Event) {
        let isOurs = places.contains { $0.folder == event.folder && $0.name == event.name }
        if event.change.contains(.folderGone) { places = [] }
        guard isOurs || !event.change.isDisjoint(with: [.eventsLost, .folderGone]) else { return }
        read()
        delegate?.holidaysDidChange(self)
    }

    nonisolated deinit {}
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import ZoneInfo

/// The time zones as they are now: the machine's, and those that alarms name.
final class TimeZones {
    /// The machine's zone.
    private(set) var machine: MachineZone

    /// The zone that the configuration names in the machine's place.
    var configured: String? {
        didSet { if let configured { keep(configured) } }
    }

    /// The zones whose files cannot be read any more; the rules last read go on.
    private(set) var lost: [String] = []

    /// Called with the data of the zones in use when that has changed: it is to outlast this process.
    var didKeep: (([String: [UInt8]]) -> Void)?

    /// The zones that alarms name and that cannot be read at all.
    private var unknown: Set<String> = []

    private let catalog: ZoneCatalog
    private let variable: String?
    private let willRead: (String) -> Void
    private var stored: [String: [UInt8]]

    /// Reads the machine's zone.
    ///
    /// - Parameters:
    ///   - environment: Its `TZ` names the zone in the place of `/etc/localtime`, and its `TZDIR` the folder of
    ///     all zones (tzset(3)).
    ///   - kept: Data of zones that was kept, for those whose files cannot be read.
    ///   - willRead: Called with the path of a file whose changes matter from then on.
    init(
        environment: [String: String], kept: [String: [UInt8]] = [:],
        willRead: @escaping (String) -> Void = { _ in }
    ) {
        let folder = environment["TZDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        catalog = ZoneCatalog(folder: folder ?? ZoneCatalog.folder, kept: kept) {
            try? FileReader.read($0, limit: 1 << 20)
        }
        variable = environment["TZ"]
        stored = kept
        self.willRead = willRead
        if let file = catalog.machineFile(variable: variable) { willRead(file) }
        machine = Self.machine(catalog, variable)
    }

    /// The zone called `name`, or the one that alarms without a zone follow; `nil` where there is none such.
    func rules(named name: String?) -> (any ZoneRules)? {
        guard let name = name ?? configured else { return machine.rules }
        if let zone = try? catalog.zone(named: name) { return zone }
        // It passed when it was set: it may come back.
        if unknown.insert(name).inserted, let path = catalog.path(of: name) { willRead(path) }
        return nil
    }

    /// Whether a zone that is named cannot be read.
    var hasLosses: Bool { !lost.isEmpty || !unknown.isEmpty }

    /// What is wrong with the name of a zone; `nil` where it is one.
    func fault(in name: String) -> Message? {
        do throws(ZoneInfoError) {
            _ = try catalog.zone(named: name)
            return nil
        } catch {
            return error.message
        }
    }

    /// The zone that alarms without one follow, and where that is said.
    var followed: (zone: String, source: String) {
        configured.map { ($0, "configuration") } ?? (machine.rules.name, machine.source)
    }

    // MARK: Outlasting the files

    /// Takes note that an alarm names a zone: its file is followed, and its rules outlast the file and this
    /// process.
    func keep(_ name: String) {
        if let path = catalog.path(of: name) { willRead(path) }
        catalog.keep(name)
        // Known from now on, so that it is missed when it is gone.
        _ = try? catalog.zone(named: name)
        tellKept()
    }

    /// Takes note of all zones that are named at start, and forgets the data of the others.
    func keepOnly(_ names: Set<String>) {
        let names = names.union([configured].compactMap(\.self))
        for name in names { if let path = catalog.path(of: name) { willRead(path) } }
        catalog.keepOnly(names)
        for name in names { _ = try? catalog.zone(named: name) }
        lost = catalog.reload().lost
        tellKept()
    }

    private func tellKept() {
        guard catalog.kept != stored, let didKeep else { return }
        stored = catalog.kept
        didKeep(stored)
    }

    // MARK: Reading anew

    /// What came of reading the zones anew.
    struct Reload: Hashable {
        /// Whether anything is other than it was.
        var didChange: Bool
        /// Whether something cannot be read that could be before, which may be for a moment only: look again.
        var isUnsettled: Bool
    }

    /// Reads all zones anew; where `isFinal`, what cannot be read is taken to be gone.
    ///
    /// Until then the machine's zone goes on by its last rules too: it must not be UTC for the moment between a
    /// file and the next.
    func reload(isFinal: Bool) -> Reload {
        var result = Reload(didChange: false, isUnsettled: false)
        let found = Self.machine(catalog, variable)
        if found.problem != nil, machine.problem == nil, !isFinal {
            result.isUnsettled = true
        } else {
            result.didChange = !found.isSame(as: machine)
            machine = found
        }
        let named = catalog.reload()
        result.didChange = result.didChange || named.didChange
        if named.lost != lost {
            if isFinal || Set(named.lost).isSubset(of: lost) {
                lost = named.lost
                result.didChange = true
            } else {
                result.isUnsettled = true
            }
        }
        for name in unknown where (try? catalog.zone(named: name)) != nil {
            unknown.remove(name)
            result.didChange = true
        }
        tellKept()
        return result
    }

    private static func machine(_ catalog: ZoneCatalog, _ variable: String?) -> MachineZone {
        catalog.machineZone(
            variable: variable,
            target: catalog.machineFile(variable: variable).flatMap { target(of: $0, catalog) })
    }

    /// What a file links to, by as many links as it takes to get to a zone.
    private static func target(of file: String, _ catalog: ZoneCatalog) -> String? {
        var target = ZoneLink.target(of: file)
        var links = 1
        while let next = target, catalog.name(ofTarget: next) == nil, next.hasPrefix("/"),
            links < 40
        {
            guard let further = ZoneLink.target(of: next) else { break }
            target = further
            links += 1
        }
        return target
    }

    nonisolated deinit {}
}

extension MachineZone {
    /// Whether it has the same rules, from the same place, and the same is wrong with it.
    fileprivate func isSame(as other: MachineZone) -> Bool {
        source == other.source && problem == other.problem && rules.name == other.rules.name
            && rules as? Zone == other.rules as? Zone
    }
}

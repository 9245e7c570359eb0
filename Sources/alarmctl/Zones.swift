// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import ZoneInfo

/// The zones of this machine, read from its files.
enum Zones {
    /// The zone called `name`, or the machine's for `nil`.
    ///
    /// - Throws: ``UsageError`` where there is none of that name.
    static func rules(named name: String?) throws(UsageError) -> any ZoneRules {
        // More than the largest file of any zone.
        let folder = Surroundings.variable("TZDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let catalog = ZoneCatalog(folder: folder ?? ZoneCatalog.folder) {
            try? FileReader.read($0, limit: 1 << 20)
        }
        guard let name else {
            let variable = Surroundings.variable("TZ")
            let file = catalog.machineFile(variable: variable)
            let target = file.flatMap { ZoneLink.target(of: $0) }
            return catalog.machineZone(variable: variable, target: target).rules
        }
        do throws(ZoneInfoError) { return try catalog.zone(named: name) } catch {
            throw UsageError(
                "\(SetCommand.zone.spelling): \(error)",
                hint: "one is written Europe/Berlin; timedatectl list-timezones lists them")
        }
    }
}

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
        guard let name else { return machine }
        do throws(ZoneInfoError) { return try catalog.zone(named: name) } catch {
            throw UsageError(
                error.message,
                hint: "one is written Europe/Berlin; timedatectl list-timezones lists them"
            ).of(SetCommand.zone.spelling)
        }
    }

    /// The machine's zone, as it is now.
    static var machine: any ZoneRules {
        // Set and empty it is UTC (tzset(3)), as the daemon has it.
        let variable = Surroundings.setVariable("TZ")
        let target = catalog.machineFile(variable: variable).flatMap { ZoneLink.target(of: $0) }
        return catalog.machineZone(variable: variable, target: target).rules
    }

    private static var catalog: ZoneCatalog {
        let folder = Surroundings.variable("TZDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        // More than the largest file of any zone.
        return ZoneCatalog(folder: folder ?? ZoneCatalog.folder) {
            try? FileReader.read($0, limit: 1 << 20)
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import ZoneInfo

/// The time zones as they are now: the machine's, and those that alarms name.
final class TimeZones {
    /// The zone that alarms without one follow.
    private(set) var machine: MachineZone

    /// The zone that the configuration names in the machine's place.
    var configured: String?

    private let catalog: ZoneCatalog
    private let variable: String?

    /// Reads the machine's zone; `variable` is the value of `TZ`.
    init(variable: String?) {
        catalog = ZoneCatalog { try? FileReader.read($0, limit: 1 << 20) }
        self.variable = variable
        machine = catalog.machineZone(
            variable: variable, target: ZoneLink.target(of: ZoneLink.path))
    }

    /// The zone called `name`, or the one that alarms without a zone follow; `nil` where there is none such.
    func rules(named name: String?) -> (any ZoneRules)? {
        if let name = name ?? configured { return try? catalog.zone(named: name) }
        return machine.rules
    }

    /// What is wrong with the name of a zone, in English; `nil` where it is one.
    func fault(in name: String) -> String? {
        do throws(ZoneInfoError) {
            _ = try catalog.zone(named: name)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Reads all zones anew; returns the names of those that are gone, whose last rules go on.
    func reload() -> [String] {
        machine = catalog.machineZone(
            variable: variable, target: ZoneLink.target(of: ZoneLink.path))
        return catalog.reload()
    }
}

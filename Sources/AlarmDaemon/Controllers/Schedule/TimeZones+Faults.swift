// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import ZoneInfo

extension TimeZones {
    /// How many alarms a fault names.
    private static let nameLimit = 5

    /// What is wrong with the zones that are followed, in English, a sentence each; `alarms` are those that name
    /// zones, by zone.
    func faults(ofZonesOf alarms: [String: [AlarmID]]) -> [String] {
        var faults: [String] = []
        if let configured {
            if lost.contains(configured) {
                faults.append(
                    "the configured zone \(configured) cannot be read any more; its last rules go on"
                )
            }
        } else if let problem = machine.problem {
            faults.append(problem)
        }
        for (zone, ids) in alarms.sorted(by: { $0.key < $1.key }) {
            let subject = "the zone \(zone) of \(Self.text(ids))"
            if lost.contains(zone) {
                faults.append("\(subject) cannot be read any more; its last rules go on")
            } else if rules(named: zone) == nil {
                faults.append("\(subject) cannot be read; the machine's zone is followed instead")
            }
        }
        return faults
    }

    private static func text(_ ids: [AlarmID]) -> String {
        let names = ids.sorted().prefix(nameLimit).map(\.text).joined(separator: ", ")
        let more = ids.count - nameLimit
        return more > 0 ? "\(names) and \(more) more alarms" : names
    }
}

extension AlarmBook {
    /// The alarms that name a zone, by zone.
    var alarmsByZone: [String: [AlarmID]] {
        var alarmsByZone: [String: [AlarmID]] = [:]
        for alarm in alarms.values {
            if let zone = alarm.schedule?.zone { alarmsByZone[zone, default: []].append(alarm.id) }
        }
        return alarmsByZone
    }
}

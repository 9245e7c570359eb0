// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Platform
import ZoneInfo

/// The zones that a simulated machine may be in, as the system's data has them.
struct World: Sendable {
    let names: [String]
    let rules: [any ZoneRules]
    let tables: [ZoneTable]

    /// What is missing on this machine.
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Changes of an hour, of half of one and of a day, at midnight, backwards in winter, four a year, and none.
    static let names = [
        "Europe/Berlin", "Europe/London", "Europe/Dublin", "America/New_York", "America/Sao_Paulo",
        "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca", "Asia/Gaza", "Asia/Kolkata",
        "Asia/Kathmandu", "Pacific/Chatham", "Antarctica/Troll", "America/Santiago", "UTC",
    ]

    init(names: [String] = World.names) throws {
        let catalog = ZoneCatalog { try? FileReader.read($0, limit: 1 << 20) }
        var rules: [any ZoneRules] = []
        for name in names { rules.append(try catalog.zone(named: name)) }
        self.names = names
        self.rules = rules
        tables = rules.map { ZoneTable($0) }
    }

    /// A zone whose clocks are no more than a quarter of an hour from those of another at an instant, if there is one.
    func neighbour(of zone: Int, at instant: Instant) -> Int? {
        let offset = tables[zone].offset(at: instant.seconds)
        return tables.indices.first { other in
            let apart = abs(tables[other].offset(at: instant.seconds) - offset)
            return (1...900).contains(apart)
        }
    }

    /// Finds the zones by their names, and the one at `machine` for no name.
    func finder(_ machine: Int) -> (String?) -> (any ZoneRules)? {
        let (names, rules) = (names, rules)
        return { name in
            guard let name else { return rules[machine] }
            return names.firstIndex(of: name).map { rules[$0] }
        }
    }

    /// An instant shortly before the clocks of a zone change, where they do, and times of day of which most are in
    /// the hours that the change leaves out or repeats.
    func start(near zone: Int, count: Int, _ dice: inout Dice) -> (Instant, times: [Int64]) {
        let table = tables[zone]
        let years: ClosedRange<Int64> = 631_152_000...2_082_758_400
        let changes = table.starts.indices.filter { years.contains(table.starts[$0]) }
        var times: [Int64] = []
        var start = Int64(dice.int(Int(years.lowerBound)...Int(years.upperBound)))
        var hour: Int64 = 2 * 3600
        if !changes.isEmpty {
            let index = dice.pick(changes)
            start = table.starts[index] - Int64(dice.int(0...20 * 86_400))
            let wall = table.starts[index] + table.offsets[index - 1]
            hour = (wall % 86_400 + 86_400) % 86_400
        }
        for _ in 0..<count {
            let near = hour + Int64(dice.int(-150...150)) * 60
            let any = Int64(dice.int(0...1439)) * 60
            times.append(dice.chance(2, in: 3) ? (near + 86_400) % 86_400 : any)
        }
        return (Instant(seconds: start), times)
    }
}

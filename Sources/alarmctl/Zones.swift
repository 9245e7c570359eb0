// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform
internal import ZoneInfo

/// The zones of this machine, read from its files.
enum Zones {
    private static let folder = "/usr/share/zoneinfo"

    /// More than the largest file of any zone, in bytes.
    private static let limit = 1 << 20

    /// The zone called `name`, or the machine's for `nil`.
    ///
    /// - Throws: ``UsageError`` where there is none of that name.
    static func rules(named name: String?) throws(UsageError) -> any ZoneRules {
        guard let name else { return machine() }
        guard isName(name) else {
            throw UsageError("“\(abbreviated(name))” is no name of a zone", hint: spelling)
        }
        guard let zone = read("\(folder)/\(name)", named: name) else {
            throw UsageError("there is no zone “\(abbreviated(name))”", hint: spelling)
        }
        return zone
    }

    private static let spelling =
        "one is written Europe/Berlin; timedatectl list-timezones lists them"

    /// The machine's zone: `TZ`, else `/etc/localtime`, else UTC (tzset(3), localtime(5)).
    private static func machine() -> any ZoneRules {
        if let variable = Surroundings.variable("TZ") {
            let value = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
            if value.hasPrefix("/"), let zone = read(value, named: name(ofFile: value)) {
                return zone
            }
            if isName(value), let zone = read("\(folder)/\(value)", named: value) { return zone }
            return (try? Zone(name: value, posix: value)) ?? UTC()
        }
        let name = ZoneLink.target().map(name(ofFile:)) ?? "local time"
        return read(ZoneLink.path, named: name) ?? UTC()
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix("/") && !text.utf8.contains(0)
            && !text.split(separator: "/").contains("..")
    }

    private static func name(ofFile path: String) -> String {
        guard let range = path.firstRange(of: "zoneinfo/") else { return path }
        return String(path[range.upperBound...])
    }

    private static func read(_ path: String, named name: String) -> Zone? {
        guard let bytes = try? FileReader.read(path, limit: limit) else { return nil }
        return try? Zone(name: name, tzif: bytes)
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

/// The zones of a machine: those it has data for, by name, and the one it is in.
///
/// Reading files is the caller's: the catalogue is handed a way to read one and remembers what came of it, until
/// it is told to forget.
package final class ZoneCatalog {
    /// How a file is read: its bytes, or `nil` where it cannot be read.
    package typealias Read = (_ path: String) -> [UInt8]?

    /// Where zone data is installed (tzset(3)).
    package static let folder = "/usr/share/zoneinfo"

    private let folder: String
    private let read: Read
    private var zones: [String: Zone] = [:]

    /// Creates a catalogue.
    package init(folder: String = ZoneCatalog.folder, read: @escaping Read) {
        self.folder = folder
        self.read = read
    }

    /// Returns the zone called `name`.
    ///
    /// A zone that was read once is known until ``reload()``, and then still by the rules last read where its
    /// data has vanished or is damaged: an alarm's zone does not go away by an update that went wrong.
    ///
    /// - Throws: ``ZoneInfoError`` where no such zone is installed, or its data is damaged.
    package func zone(named name: String) throws(ZoneInfoError) -> any ZoneRules {
        if let zone = zones[name] { return zone }
        let zone = try load(name)
        zones[name] = zone
        return zone
    }

    /// Reads each known zone anew.
    ///
    /// - Returns: The names of those that cannot be read any more; their last rules go on.
    @discardableResult
    package func reload() -> [String] {
        zones.keys.sorted().filter { name in
            guard let zone = try? load(name) else { return true }
            zones[name] = zone
            return false
        }
    }

    private func load(_ name: String) throws(ZoneInfoError) -> Zone {
        guard Self.isName(name) else { throw .invalidName(name) }
        guard let bytes = read("\(folder)/\(name)") else { throw .unknownZone(name) }
        return try Zone(name: name, tzif: bytes)
    }

    /// Whether `name` may be the name of a zone: relative, and of the characters that such names have.
    package static func isName(_ name: String) -> Bool {
        guard (1...255).contains(name.utf8.count) else { return false }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            !part.isEmpty && part != "." && part != ".."
                && part.utf8.allSatisfy {
                    (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
                        || "+-._".utf8.contains($0)
                }
        } && parts.first != "right" && parts.first != "posix"
    }
}

/// The zone a machine is in, and how that is known.
package struct MachineZone: Sendable {
    /// The rules.
    package var rules: any ZoneRules

    /// Where they come from: `TZ`, a path, or nothing.
    package var source: String

    /// What is wrong, in English, where the zone is a guess: UTC, for want of a better one; else `nil`.
    package var problem: String?
}

extension ZoneCatalog {
    /// The file that says which zone the machine is in (localtime(5)).
    package static let machineFile = "/etc/localtime"

    /// Finds the zone the machine is in, as tzset(3) does: by `TZ`, else by `/etc/localtime`; else UTC, and
    /// says so.
    ///
    /// - Parameters:
    ///   - variable: The value of `TZ`, or `nil` where it is unset.
    ///   - target: What `/etc/localtime` links to, or `nil` where it is no link.
    /// - Returns: The zone; it always has rules.
    package func machineZone(variable: String?, target: String?) -> MachineZone {
        if let variable { return named(byVariable: variable, target: target) }
        let path = Self.machineFile
        guard let bytes = read(path) else {
            return .utc(because: "\(path) cannot be read", source: path)
        }
        let name = target.flatMap(Self.name(ofTarget:)) ?? "local"
        // A file that counts leap seconds ends when the next may come; its sister does not.
        if target?.split(separator: "/").contains("right") == true, let zone = try? load(name) {
            return MachineZone(rules: zone, source: path)
        }
        do throws(ZoneInfoError) {
            return MachineZone(rules: try Zone(name: name, tzif: bytes), source: path)
        } catch {
            return .utc(because: "\(path): \(error)", source: path)
        }
    }

    private func named(byVariable variable: String, target: String?) -> MachineZone {
        let value = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        // An empty TZ means UTC (tzset(3)).
        if value.isEmpty { return MachineZone(rules: UTC(), source: "TZ") }
        if value.hasPrefix("/") {
            let target = value == Self.machineFile ? target : value
            let name = target.flatMap(Self.name(ofTarget:)) ?? "local"
            guard let bytes = read(value), let zone = try? Zone(name: name, tzif: bytes) else {
                return .utc(because: "TZ=\(variable) names no zone file", source: "TZ")
            }
            return MachineZone(rules: zone, source: "TZ")
        }
        if let zone = try? load(Self.plainName(value)) {
            return MachineZone(rules: zone, source: "TZ")
        }
        if let zone = try? Zone(name: value, posix: value) {
            return MachineZone(rules: zone, source: "TZ")
        }
        return .utc(because: "TZ=\(variable) is no time zone", source: "TZ")
    }

    /// The name of a zone from the path of its file, or `nil` where the path is in no zone folder.
    static func name(ofTarget target: String) -> String? {
        guard let marker = target.utf8Range(of: "zoneinfo/") else { return nil }
        let name = plainName(String(target[marker.upperBound...]))
        return isName(name) ? name : nil
    }

    /// The name of a zone without the folder of its kind: clocks here count no leap seconds.
    private static func plainName(_ name: String) -> String {
        let folder = ["posix/", "right/"].first(where: name.hasPrefix)
        return String(name.dropFirst(folder?.count ?? 0))
    }
}

extension MachineZone {
    fileprivate static func utc(because problem: String, source: String) -> MachineZone {
        MachineZone(rules: UTC(), source: source, problem: "\(problem); alarms follow UTC")
    }
}

extension String {
    /// Where `text` stands first.
    fileprivate func utf8Range(of text: String) -> Range<String.Index>? {
        indices.lazy.filter { self[$0...].hasPrefix(text) }.first.map {
            $0..<index($0, offsetBy: text.count)
        }
    }
}

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

    /// What came of reading the zones anew.
    package struct Reload: Hashable, Sendable {
        /// Whether the rules of any zone changed.
        package var didChange: Bool
        /// The names of those that cannot be read any more, in order; their last rules go on.
        package var lost: [String]
    }

    /// The data of the zones that are to outlast their files, as it was read last.
    package private(set) var kept: [String: [UInt8]]

    private let folder: String
    private let read: Read
    private var zones: [String: Zone] = [:]

    /// Creates a catalogue.
    ///
    /// - Parameters:
    ///   - folder: Where zone data is installed.
    ///   - kept: Data that was kept, for zones whose files cannot be read.
    ///   - read: Reads a file.
    package init(
        folder: String = ZoneCatalog.folder, kept: [String: [UInt8]] = [:], read: @escaping Read
    ) {
        self.folder = folder
        self.kept = kept
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
        let zone: Zone
        do throws(ZoneInfoError) {
            zone = try load(name).zone
        } catch {
            guard let bytes = kept[name], let last = try? Zone(name: name, tzif: bytes) else {
                throw error
            }
            zone = last
        }
        zones[name] = zone
        return zone
    }

    /// Keeps the data of the zone called `name` from now on, as it is and as ``reload()`` finds it.
    ///
    /// One that cannot be read stays as it was kept before.
    package func keep(_ name: String) {
        if let bytes = try? load(name).bytes { kept[name] = bytes }
    }

    /// Keeps only the zones called `names`.
    package func keepOnly(_ names: Set<String>) {
        kept = kept.filter { names.contains($0.key) }
        for name in names { keep(name) }
    }

    /// Reads each known zone anew.
    package func reload() -> Reload {
        var reload = Reload(didChange: false, lost: [])
        for (name, old) in zones {
            guard let (zone, bytes) = try? load(name) else {
                reload.lost.append(name)
                continue
            }
            if kept[name] != nil { kept[name] = bytes }
            if zone != old { reload.didChange = true }
            zones[name] = zone
        }
        reload.lost.sort()
        return reload
    }

    /// The file of the zone called `name`; `nil` where it can be no zone's name.
    package func path(of name: String) -> String? {
        Self.isName(name) ? "\(folder)/\(name)" : nil
    }

    private func load(_ name: String) throws(ZoneInfoError) -> (zone: Zone, bytes: [UInt8]) {
        guard let path = path(of: name) else { throw .invalidName(name) }
        guard let bytes = read(path) else { throw .unknownZone(name) }
        return (try Zone(name: name, tzif: bytes), bytes)
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

    /// The file that the machine's zone is read from, where `variable` is the value of `TZ`; `nil` where that
    /// names none.
    package func machineFile(variable: String?) -> String? {
        guard let variable else { return Self.machineFile }
        let value = Self.value(of: variable)
        return value.hasPrefix("/") ? value : path(of: Self.plainName(value))
    }

    /// Finds the zone the machine is in, as tzset(3) does: by `TZ`, else by `/etc/localtime`; else UTC, and
    /// says so.
    ///
    /// - Parameters:
    ///   - variable: The value of `TZ`, or `nil` where it is unset.
    ///   - target: What the file that the zone is read from links to, or `nil` where it is no link.
    /// - Returns: The zone; it always has rules.
    package func machineZone(variable: String?, target: String?) -> MachineZone {
        if let variable { return named(byVariable: variable, target: target) }
        let path = Self.machineFile
        guard let bytes = read(path) else {
            return .utc(because: "\(path) cannot be read", source: path)
        }
        let name = target.flatMap(name(ofTarget:)) ?? "local"
        // A file that counts leap seconds ends when the next may come; its sister does not.
        if target?.split(separator: "/").contains("right") == true, let zone = try? load(name).zone
        {
            return MachineZone(rules: zone, source: path)
        }
        do throws(ZoneInfoError) {
            return MachineZone(rules: try Zone(name: name, tzif: bytes), source: path)
        } catch {
            return .utc(because: "\(path): \(error)", source: path)
        }
    }

    private func named(byVariable variable: String, target: String?) -> MachineZone {
        let value = Self.value(of: variable)
        // An empty TZ means UTC (tzset(3)).
        if value.isEmpty { return MachineZone(rules: UTC(), source: "TZ") }
        if value.hasPrefix("/") {
            let name = target.flatMap(name(ofTarget:)) ?? name(ofTarget: value) ?? "local"
            guard let bytes = read(value), let zone = try? Zone(name: name, tzif: bytes) else {
                return .utc(because: "TZ=\(variable) names no zone file", source: "TZ")
            }
            return MachineZone(rules: zone, source: "TZ")
        }
        if let zone = try? load(Self.plainName(value)).zone {
            return MachineZone(rules: zone, source: "TZ")
        }
        if let zone = try? Zone(name: value, posix: value) {
            return MachineZone(rules: zone, source: "TZ")
        }
        return .utc(because: "TZ=\(variable) is no time zone", source: "TZ")
    }

    private static func value(of variable: String) -> String {
        variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    }

    /// The name of a zone from the path of its file, or `nil` where the path is in no zone folder.
    package func name(ofTarget target: String) -> String? {
        let rest: Substring
        if target.hasPrefix("\(folder)/") {
            rest = target.dropFirst(folder.count + 1)
        } else if let marker = target.utf8Range(of: "zoneinfo/") {
            rest = target[marker.upperBound...]
        } else {
            return nil
        }
        let name = Self.plainName(String(rest))
        return Self.isName(name) ? name : nil
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

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel
package import Platform

/// What was found in a state folder.
package struct LoadedState: Hashable, Sendable {
    /// The book to go on with.
    package var book: AlarmBook

    /// What was damaged and what was done about it, in English; empty where all was well.
    package var problems: [String]

    /// Whether alarms may have been lost: neither generation was whole.
    package var isSalvaged: Bool
}

/// Why the daemon cannot use a state folder.
package enum StateFolderError: Error, Hashable, Sendable {
    /// A newer version's file is there; it is left as it is.
    case newer(file: String, version: Int)
    /// A file is there but cannot be read or set aside.
    case unusable(SystemError)
}

extension StateFolderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .newer(let file, let version):
            "\(file) is of version \(version), which a newer alarmd wrote; it is left as it is. "
                + "Install that alarmd again, or move the file away to start without alarms"
        case .unusable(let error): "\(error)"
        }
    }
}

/// The folder that the state is kept in, in two generations: `alarms.json`, and the one before it as
/// `alarms.json.1` (design, section 10).
package struct StateFolder: Hashable, Sendable {
    /// The name of the state file.
    package static let fileName = "alarms.json"

    /// The folder's path.
    package let path: String

    /// Names a folder, which need not exist.
    package init(path: String) {
        self.path = path
    }

    /// Loads the newest state that is whole.
    ///
    /// A damaged file is set aside under a name of its own. With neither generation whole, each alarm that is
    /// still whole in any of them is kept.
    ///
    /// - Throws: ``StateFolderError``; a folder in which nothing was stored yet is no error.
    package func load() throws(StateFolderError) -> LoadedState {
        let newest = try read(Self.fileName)
        let older = try read("\(Self.fileName).1")
        if case .whole(let book) = newest {
            return LoadedState(book: book, problems: [], isSalvaged: false)
        }
        if case (.absent, .absent) = (newest, older) {
            return LoadedState(book: AlarmBook(), problems: [], isSalvaged: false)
        }
        var problems = [try setAside(newest, Self.fileName)]
        if case .whole(let book) = older {
            problems.append("the state before it was taken: what changed last may be missing")
            return LoadedState(book: book, problems: problems, isSalvaged: false)
        }
        problems.append(try setAside(older, "\(Self.fileName).1"))
        let book = salvage([older, newest])
        problems.append("\(book.alarms.count) alarms could still be read; check them all")
        return LoadedState(book: book, problems: problems, isSalvaged: true)
    }

    private enum Generation {
        case absent
        case whole(AlarmBook)
        case damaged([UInt8], reason: String)
    }

    private func read(_ name: String) throws(StateFolderError) -> Generation {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileReader.read("\(path)/\(name)", limit: StateDocument.sizeLimit)
        } catch  where error.errno == .noSuchFile {
            return .absent
        } catch {
            throw .unusable(error)
        }
        do throws(StateError) {
            return .whole(try StateDocument.decode(bytes))
        } catch {
            switch error {
            case .newer(let version): throw .newer(file: "\(path)/\(name)", version: version)
            case .damaged(let reason): return .damaged(bytes, reason: reason)
            }
        }
    }

    /// Moves a damaged file out of the way, and says so.
    private func setAside(
        _ generation: Generation, _ name: String
    ) throws(StateFolderError) -> String {
        guard case .damaged(_, let reason) = generation else {
            return "\(path)/\(name) is missing"
        }
        do throws(SystemError) {
            let kept = try Files.setAside(name, inFolder: path)
            return "\(path)/\(name): \(reason); it is kept as \(kept)"
        } catch {
            throw .unusable(error)
        }
    }

    /// The alarms that are whole in the generations; the later ones win.
    private func salvage(_ generations: [Generation]) -> AlarmBook {
        var book = AlarmBook()
        for case .damaged(let bytes, _) in generations {
            for alarm in StateDocument.salvage(bytes) {
                book.alarms[alarm.id] = alarm
                book.nextSerial = max(book.nextSerial, alarm.serial &+ 1)
            }
        }
        return book
    }
}

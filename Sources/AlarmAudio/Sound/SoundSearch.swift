// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc
internal import Platform
internal import PlayerProtocol

/// Finds the file that a sound means: the one of a name, or one of a folder.
///
/// This is done where the sound is played, not in the daemon: a folder may lie on a disk that hangs.
enum SoundSearch {
    /// The most names of a folder that are looked at.
    static let mostNames = 10_000

    /// How long the files of a folder are tried, one after the other, until one is a sound.
    private static let patience = Duration.milliseconds(300)

    /// Opens the file at `path`, or the first of a folder's files, shuffled, that can be opened.
    ///
    /// - Throws: ``PlayerFailure`` of stage `sound`.
    static func open(_ path: String, _ shuffle: Shuffle) throws(PlayerFailure) -> DecodedSound {
        do throws(PlayerFailure) {
            return try DecodedSound(beginningOf: path)
        } catch {
            guard error.code == Int(EISDIR) else { throw error }
        }
        let end = Clocks.monotonic + patience
        var last: PlayerFailure?
        for name in shuffle.order(try names(in: path), in: path) where Clocks.monotonic < end {
            do throws(PlayerFailure) {
                return try DecodedSound(beginningOf: "\(path)/\(name)")
            } catch {
                // A folder of music has pictures and lists in it too; the next is tried.
                last = error
            }
        }
        throw .sound(
            path, .noneInFolder, last.map { "\($0)" } ?? "it is empty", code: ENOENT)
    }

    /// The path of what is called `name` in the first of `folders` that has it, with or without its ending.
    ///
    /// - Throws: ``PlayerFailure`` of stage `sound` where none has it.
    static func path(of name: String, in folders: [String]) throws(PlayerFailure) -> String {
        for folder in folders {
            let names = (try? self.names(in: folder)) ?? []
            if let found = names.first(where: { $0 == name })
                ?? names.first(where: { stem(of: $0) == name })
            {
                return "\(folder)/\(found)"
            }
        }
        let places = folders.joined(separator: ", ")
        throw .sound(name, .unnamed, "not in \(places)", code: ENOENT)
    }

    private static func names(in folder: String) throws(PlayerFailure) -> [String] {
        do throws(SystemError) {
            return try FileReader.names(inFolder: folder, limit: mostNames)
                .filter { !$0.hasPrefix(".") }
        } catch {
            throw .sound(folder, .other, error.reason, code: error.errno.rawValue)
        }
    }

    private static func stem(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }
}

extension Shuffle {
    /// The names in the order in which they are tried: the one that was chosen, then by chance, the one heard last
    /// after all others.
    ///
    /// The same seed gives the same order of the same names, so that what fails on one output is heard on the
    /// next.
    func order(_ names: [String], in folder: String) -> [String] {
        var generator = SplitMix64(state: UInt64(bitPattern: seed))
        var order = names.shuffled(using: &generator)
        if let index = order.firstIndex(where: { "\(folder)/\($0)" == last }) {
            order.append(order.remove(at: index))
        }
        if let index = order.firstIndex(where: { "\(folder)/\($0)" == next }) {
            order.insert(order.remove(at: index), at: 0)
        }
        return order
    }
}

/// Numbers that follow from a seed (Steele, Lea and Flood, 2014).
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

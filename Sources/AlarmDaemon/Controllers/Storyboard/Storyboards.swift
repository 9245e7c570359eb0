// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore

/// The storyboards that alarms name: each is read when one first needs it, and again when the configuration is.
///
/// One that cannot be followed is none: its alarms ring as their own settings say, and that is a problem until it is
/// mended.
final class Storyboards {
    private static let problemName = "storyboard"

    /// More than a person writes; beyond that all are read again.
    private static let mostKept = 1000

    private let reader: StoryboardReader
    private let problems: ProblemList
    private var known: [String: Storyboard?] = [:]

    /// What is wrong with those that alarms name, by name.
    private var faults: [String: Message] = [:]

    /// Folders that cannot be read, and files that have no name for a storyboard.
    private var unfound: [Message] = []

    /// The storyboard of alarms that name none; `nil` where the configuration names none either.
    private var usual: String?

    /// Creates a list of storyboards of which none was read yet.
    init(reader: StoryboardReader, problems: ProblemList) {
        self.reader = reader
        self.problems = problems
    }

    /// The storyboard called `name`; `nil` where there is none that can be followed.
    func storyboard(_ name: String) -> Storyboard? {
        if let known = known[name] { return known }
        let (storyboard, fault) = read(name)
        if fault != nil { note(fault, of: name) }
        return storyboard
    }

    /// Why an alarm cannot follow the storyboard called `name`, which is read anew; `nil` where it can.
    func fault(of name: String) -> Message? {
        guard name != Storyboard.none else { return nil }
        let (_, fault) = read(name)
        if faults[name] != nil { note(fault, of: name) }
        return fault
    }

    /// Reads those anew that alarms name, and the one that the configuration names for all.
    func follow(_ usual: String?, of book: AlarmBook) {
        known = [:]
        faults = [:]
        self.usual = usual == Storyboard.none ? nil : usual
        unfound = reader.list().problems.firstTold
        for name in names(in: book).sorted() { faults[name] = read(name).fault }
        tell()
    }

    /// What is wrong with a storyboard that no alarm names any more is no problem.
    func didChange(_ book: AlarmBook) {
        guard !faults.isEmpty else { return }
        let names = names(in: book)
        let left = faults.filter { names.contains($0.key) }
        guard left.count != faults.count else { return }
        faults = left
        tell()
    }

    /// All sounds of the storyboards that were read.
    var sounds: [String] {
        known.values.flatMap { $0?.scenes.compactMap(\.sound) ?? [] }
    }

    /// The names of all storyboards, in order.
    var names: [String] { reader.names }

    /// Reads one as it is now, for who looks at it; `nil` where there is none.
    func look(at name: String) -> ReadStoryboard? { reader.read(name) }

    private func names(in book: AlarmBook) -> Set<String> {
        var names = Set(book.alarms.values.compactMap(\.ring.storyboard))
        names.formUnion(book.live.values.compactMap(\.ring.storyboard))
        if let usual { names.insert(usual) }
        names.remove(Storyboard.none)
        return names
    }

    private func read(_ name: String) -> (storyboard: Storyboard?, fault: Message?) {
        if known.count >= Self.mostKept { known = [:] }
        guard let read = reader.read(name) else {
            known[name] = .some(nil)
            let nearest = nearestWord(to: name, among: reader.names)
            return (
                nil,
                nearest.map { Message("there is no storyboard \(name): did you mean \($0)?") }
                    ?? Message("there is no storyboard \(name)")
            )
        }
        known[name] = .some(read.storyboard)
        guard read.storyboard == nil else { return (read.storyboard, nil) }
        return (nil, .joined(read.problems.firstTold, by: "; "))
    }

    private func note(_ fault: Message?, of name: String) {
        faults[name] = fault
        tell()
    }

    private func tell() {
        guard !faults.isEmpty || !unfound.isEmpty else {
            problems.mend(Self.problemName)
            return
        }
        let missed = faults.sorted { $0.key < $1.key }.map(\.value)
        let details = Message.joined(unfound + missed, by: "; ")
        problems.add(
            Problem(
                name: Self.problemName, severity: .warning,
                detail: missed.isEmpty
                    ? details : "\(details): alarms ring without it, by the built-in one",
                remedy: Message(verbatim: "alarmd --check")))
    }

    nonisolated deinit {}
}

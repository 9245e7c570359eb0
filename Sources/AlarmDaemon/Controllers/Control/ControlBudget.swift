// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform

/// Counts what all connections hold, and says who has to go when it is too much.
struct ControlBudget {
    private let limits: ControlLimits
    private var starved: Set<Int> = []
    private var timer: Timer?

    /// How many bytes all connections hold together.
    private(set) var held = 0

    /// What they took at most, themselves included, since the heap was last given back.
    private var most = 0

    init(limits: ControlLimits) { self.limits = limits }

    /// Whether somebody has to go: too much is held, or somebody may not read on because of it.
    var isShort: Bool { held > limits.bytes || !starved.isEmpty }

    /// Takes note of more or fewer bytes.
    mutating func add(_ change: Int) {
        held += change
        most = max(most, held)
    }

    /// Whether so much is gone with a connection that the heap is better given back, asked once it is gone.
    ///
    /// It is true once for each time that much was taken: to give back costs more than a small call.
    mutating func isEbb(amongst count: Int) -> Bool {
        let taken = held + count * limits.connection
        most = max(most, taken + limits.connection)
        guard most >= limits.ebb, taken <= most / 4 else { return false }
        most = taken
        return true
    }

    /// Forgets a connection that is over.
    mutating func forget(_ connection: Connection) { starved.remove(connection.client.number) }

    /// How many bytes more a connection may read of what its client sends; 0 for none.
    ///
    /// Up to its allowance each always may, and the rest is for those who need more.
    mutating func readLimit(of connection: Connection, amongst count: Int) -> Int {
        if held < readMark(count) { return limits.readSize }
        let rest = limits.allowance - connection.heldBytes
        guard rest <= 0 else { return min(rest, limits.readSize) }
        starved.insert(connection.client.number)
        return 0
    }

    /// Those who may read on now, and had to wait before.
    mutating func takeStarved(amongst count: Int) -> Set<Int> {
        guard held < readMark(count), !starved.isEmpty else { return [] }
        defer { starved = [] }
        return starved
    }

    /// Up to how many bytes those may read who hold more than their allowance.
    private func readMark(_ count: Int) -> Int {
        max(limits.bytes / 2, limits.bytes - (count + 1) * limits.allowance - limits.readSize)
    }

    /// Who has to go: of those who have read nothing for long, who holds most; of all, only where far too much
    /// is held.
    func victim(amongst connections: some Sequence<Connection>, at now: Duration) -> Connection? {
        let large = connections.filter { $0.heldBytes >= limits.allowance }
        let idle = large.filter { now - $0.lastRead >= limits.patience }
        if let victim = idle.max(by: { $0.heldBytes < $1.heldBytes }) { return victim }
        guard held > limits.bytes + limits.excess else { return nil }
        return connections.max { $0.heldBytes < $1.heldBytes }
    }

    /// Sees to it that `action` is called once somebody's patience ends, as long as there is too little room.
    mutating func lookAgain(
        amongst connections: some Sequence<Connection>, on loop: RunLoop,
        action: @escaping () -> Void
    ) {
        guard isShort else {
            timer = nil
            return
        }
        let large = connections.filter { $0.heldBytes >= limits.allowance }
        guard let first = large.map(\.lastRead).min() else { return }
        do throws(SystemError) {
            if timer == nil { timer = try Timer(on: loop, clock: .monotonic) { _ in action() } }
            try timer?.arm(at: first + limits.patience)
        } catch {
            // Without a timer it is looked at again when anything is sent or read.
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

/// A time zone as the system's data has it: the transitions of a file, and the rule that follows the last.
package struct Zone: ZoneRules, Hashable {
    package let name: String

    private let initial: Kind
    private let transitions: [Transition]
    private let rule: PosixRule?

    private struct Kind: Hashable, Sendable {
        var offset: Int
        var abbreviation: String
    }

    private struct Transition: Hashable, Sendable {
        var at: Int64
        var kind: Kind
    }

    /// Reads a zone from the bytes of a TZif file (RFC 9636).
    ///
    /// - Throws: ``ZoneInfoError/damaged(name:reason:)``.
    package init(name: String, tzif bytes: [UInt8]) throws(ZoneInfoError) {
        let file: TZif
        do { file = try TZif(bytes) } catch {
            throw .damaged(name: name, reason: error.rawValue)
        }
        let kinds = file.kinds.map {
            Kind(offset: Int($0.offset), abbreviation: $0.abbreviation)
        }
        var rule: PosixRule?
        if let footer = file.footer, !footer.isEmpty {
            guard let parsed = try? PosixRule(footer) else {
                throw .damaged(name: name, reason: TZif.DamageReason.footer.rawValue)
            }
            rule = parsed
        }
        self.name = name
        self.initial = kinds[0]
        self.rule = rule
        // A transition that changes nothing (or the daylight-saving flag alone) is none.
        var merged: [Transition] = []
        for (time, index) in zip(file.transitions, file.kindIndices) {
            let kind = kinds[Int(index)]
            guard kind != (merged.last?.kind ?? kinds[0]) else { continue }
            merged.append(Transition(at: time, kind: kind))
        }
        self.transitions = merged
    }

    /// Creates a zone from a POSIX TZ rule such as `CET-1CEST,M3.5.0,M10.5.0/3` (tzset(3)).
    ///
    /// - Throws: ``ZoneInfoError/invalidRule(_:)``.
    package init(name: String, posix text: String) throws(ZoneInfoError) {
        self.rule = try PosixRule(text)
        self.name = name
        self.initial = Kind(offset: 0, abbreviation: "")
        self.transitions = []
    }

    package func span(at instant: Instant) -> OffsetSpan {
        let next = firstTransition(after: instant.seconds)
        guard next == transitions.endIndex, let rule else {
            let kind = next == 0 ? initial : transitions[next - 1].kind
            return OffsetSpan(
                offset: kind.offset, abbreviation: kind.abbreviation,
                start: next == 0 ? nil : Instant(seconds: transitions[next - 1].at),
                end: next < transitions.endIndex ? Instant(seconds: transitions[next].at) : nil)
        }
        // Beyond the last transition the rule holds; its spans are cut where it begins to.
        let span = rule.span(at: instant)
        guard let last = transitions.last.map({ Instant(seconds: $0.at) }),
            span.start.map({ $0 < last }) ?? true
        else { return span }
        return OffsetSpan(
            offset: span.offset, abbreviation: span.abbreviation, start: last, end: span.end)
    }

    /// The index of the first transition after `seconds`.
    private func firstTransition(after seconds: Int64) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].at <= seconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

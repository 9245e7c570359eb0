// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

package import AlarmModel

/// A time zone as the system's data has it: the transitions of a file, and the rule that follows the last.
package struct Zone: ZoneRules, Hashable {
    package let name: String

    private let initial: Kind
    private let transitions: [Transition]
    private let tail: Tail?

    private struct Kind: Hashable, Sendable {
        var offset: Int
        var abbreviation: String

        init(_ kind: TZif.Kind) {
            self.offset = Int(kind.offset)
            self.abbreviation = kind.abbreviation
        }
    }

    private struct Transition: Hashable, Sendable {
        var at: Int64
        var kind: Kind
    }

    /// The rule that holds from the last transition of the file on.
    private struct Tail: Hashable, Sendable {
        var rule: PosixRule
        /// The first second of the rule; `nil` where it holds always.
        var from: Int64?
        /// The first second of the span that the rule begins in; earlier than `from` where the last
        /// transition changed nothing, `nil` where it has no beginning.
        var spanStart: Int64?
        /// What the last span before the rule ends at; `nil` where it has no end.
        var end: Instant?
    }

    /// Reads a zone from the bytes of a TZif file (RFC 9636).
    ///
    /// - Throws: ``ZoneInfoError/damaged(name:reason:)``.
    package init(name: String, tzif bytes: [UInt8]) throws(ZoneInfoError) {
        let file: TZif
        do { file = try TZif(bytes) } catch {
            throw .damaged(name: name, reason: error.rawValue)
        }
        var rule: PosixRule?
        if let footer = file.footer, !footer.isEmpty {
            guard let parsed = try? PosixRule(footer) else {
                throw .damaged(name: name, reason: TZif.DamageReason.footer.rawValue)
            }
            rule = parsed
        }
        let kinds = file.kinds.map(Kind.init)
        var initial = kinds[0]
        // A transition that changes nothing (or the daylight-saving flag alone) is none.
        var merged: [Transition] = []
        for (time, index) in zip(file.transitions, file.kindIndices) {
            let kind = kinds[Int(index)]
            if time < Self.seconds.lowerBound { initial = kind }
            guard Self.seconds.contains(time), kind != (merged.last?.kind ?? initial) else {
                continue
            }
            merged.append(Transition(at: time, kind: kind))
        }
        // From the last transition on, the rule says what holds.
        if rule != nil, merged.last?.at == file.transitions.last { _ = merged.popLast() }
        self.name = name
        self.initial = initial
        self.transitions = merged
        self.tail = rule.flatMap {
            Self.tail(
                $0, from: file.transitions.last, kind: merged.last?.kind ?? initial,
                start: merged.last?.at)
        }
    }

    /// Creates a zone from a POSIX TZ rule such as `CET-1CEST,M3.5.0,M10.5.0/3` (tzset(3)).
    ///
    /// - Throws: ``ZoneInfoError/invalidRule(_:)``.
    package init(name: String, posix text: String) throws(ZoneInfoError) {
        self.tail = Tail(rule: try PosixRule(text))
        self.name = name
        self.initial = Kind(TZif.Kind(offset: 0, abbreviation: ""))
        self.transitions = []
    }

    package func span(at instant: Instant) -> OffsetSpan {
        let seconds = instant.seconds
        if let tail, tail.from.map({ $0 <= seconds }) ?? true {
            let span = tail.rule.span(at: instant)
            guard let from = tail.from.map(Instant.init(seconds:)),
                span.start.map({ $0 < from }) ?? true
            else { return span }
            return OffsetSpan(
                offset: span.offset, abbreviation: span.abbreviation,
                start: tail.spanStart.map(Instant.init(seconds:)), end: span.end)
        }
        let next = firstTransition(after: seconds)
        let kind = next == 0 ? initial : transitions[next - 1].kind
        return OffsetSpan(
            offset: kind.offset, abbreviation: kind.abbreviation,
            start: next == 0 ? nil : Instant(seconds: transitions[next - 1].at),
            end: next < transitions.endIndex ? Instant(seconds: transitions[next].at) : tail?.end)
    }

    /// The seconds that an ``Instant`` can tell; a transition beyond them is before or after every instant.
    private static let seconds: ClosedRange<Int64> = -9_000_000_000_000...9_000_000_000_000

    /// What holds from the transition at `last` on, after a span of `kind` that began at `start`.
    private static func tail(
        _ rule: PosixRule, from last: Int64?, kind: Kind, start: Int64?
    ) -> Tail? {
        // A rule that begins after every instant never holds.
        if let last, last > seconds.upperBound { return nil }
        guard let last, seconds.lowerBound <= last else { return Tail(rule: rule) }
        let first = rule.span(at: Instant(seconds: last))
        guard first.offset == kind.offset, first.abbreviation == kind.abbreviation else {
            return Tail(rule: rule, from: last, spanStart: last, end: Instant(seconds: last))
        }
        return Tail(rule: rule, from: last, spanStart: start, end: first.end)
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

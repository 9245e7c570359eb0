// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A stretch of time during which a zone's offset from UTC stays the same.
package struct OffsetSpan: Hashable, Sendable {
    /// Seconds east of UTC; within a day and some hours of zero either way.
    package let offset: Int

    /// The abbreviation a clock shows beside the time ("CET"); empty where the zone has none.
    package let abbreviation: String

    /// The first instant of the span, or `nil` where it has no beginning.
    package let start: Instant?

    /// The first instant after the span, or `nil` where it has no end.
    package let end: Instant?

    /// Creates a span.
    package init(offset: Int, abbreviation: String = "", start: Instant?, end: Instant?) {
        self.offset = offset
        self.abbreviation = abbreviation
        self.start = start
        self.end = end
    }

    /// Whether `instant` lies in the span.
    package func contains(_ instant: Instant) -> Bool {
        (start.map { $0 <= instant } ?? true) && (end.map { instant < $0 } ?? true)
    }
}

/// The offsets of one time zone through all of time.
///
/// Only total offsets count: nothing is ever derived from a daylight-saving flag, which Dublin's data
/// sets in winter.
package protocol ZoneRules: Sendable {
    /// The name a person knows the zone by, such as `Europe/Berlin`.
    var name: String { get }

    /// Returns the span of constant offset that `instant` lies in. Adjacent spans meet: the `end` of one
    /// is the `start` of the next.
    func span(at instant: Instant) -> OffsetSpan
}

/// Coordinated Universal Time, the zone of last resort.
package struct UTC: ZoneRules {
    package let name = "UTC"

    /// Creates the zone.
    package init() {}

    package func span(at instant: Instant) -> OffsetSpan {
        OffsetSpan(offset: 0, abbreviation: "UTC", start: nil, end: nil)
    }
}

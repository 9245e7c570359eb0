// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A point on the wall clock's time line, in whole microseconds since 1970-01-01T00:00:00Z.
///
/// Microseconds are finer than any clock change that matters here and reach beyond the year 200,000,
/// so that no date a person can write overflows. Arithmetic saturates instead of trapping. It is inlined everywhere:
/// compared and moved is an instant of each alarm at every change.
package struct Instant: Hashable, Comparable, Sendable {
    /// Microseconds since the epoch, without leap seconds (POSIX time).
    package let microseconds: Int64

    /// Creates the instant that lies `microseconds` after the epoch.
    @inlinable
    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Creates the instant that lies `seconds` after the epoch, or the nearest there is.
    @inlinable
    package init(seconds: Int64) {
        self.microseconds = saturatingProduct(seconds, 1_000_000)
    }

    /// Whole seconds since the epoch, rounded down.
    @inlinable
    package var seconds: Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The nearest hundredth of a second.
    package var nearestHundredth: Instant {
        let rest = ((microseconds % 10_000) + 10_000) % 10_000
        return self + .microseconds(rest < 5000 ? -rest : 10_000 - rest)
    }

    /// The epoch, 1970-01-01T00:00:00Z.
    package static let epoch = Instant(microseconds: 0)

    /// An instant before every other.
    package static let distantPast = Instant(microseconds: .min)

    /// An instant after every other.
    package static let distantFuture = Instant(microseconds: .max)

    @inlinable
    package static func < (lhs: Instant, rhs: Instant) -> Bool {
        lhs.microseconds < rhs.microseconds
    }

    @inlinable
    package static func + (instant: Instant, duration: Duration) -> Instant {
        Instant(microseconds: saturatingSum(instant.microseconds, duration.wholeMicroseconds))
    }

    @inlinable
    package static func - (instant: Instant, duration: Duration) -> Instant {
        Instant(
            microseconds: saturatingDifference(instant.microseconds, duration.wholeMicroseconds))
    }

    /// The time from `rhs` to `lhs`; negative where `lhs` is the earlier.
    @inlinable
    package static func - (lhs: Instant, rhs: Instant) -> Duration {
        let difference = saturatingDifference(lhs.microseconds, rhs.microseconds)
        return Duration(attoseconds: Int128(difference) * Duration.attosecondsPerMicrosecond)
    }
}

extension Duration {
    /// How many of the parts that a duration counts by make a microsecond.
    @inlinable
    package static var attosecondsPerMicrosecond: Int128 { 1_000_000_000_000 }

    /// This duration in whole microseconds, rounded towards zero, or the nearest there is.
    @inlinable
    package var wholeMicroseconds: Int64 {
        // Several times as fast as `components`, and asked of each alarm of a book.
        Int64(clamping: attoseconds / Self.attosecondsPerMicrosecond)
    }
}

/// The sum, or the nearest there is.
@inlinable
package func saturatingSum(_ lhs: Int64, _ rhs: Int64) -> Int64 {
    let (sum, overflow) = lhs.addingReportingOverflow(rhs)
    guard overflow else { return sum }
    return rhs < 0 ? .min : .max
}

/// The difference, or the nearest there is.
@inlinable
package func saturatingDifference(_ lhs: Int64, _ rhs: Int64) -> Int64 {
    let (difference, overflow) = lhs.subtractingReportingOverflow(rhs)
    guard overflow else { return difference }
    return rhs < 0 ? .max : .min
}

/// The product, or the nearest there is.
@inlinable
package func saturatingProduct(_ lhs: Int64, _ rhs: Int64) -> Int64 {
    let (product, overflow) = lhs.multipliedReportingOverflow(by: rhs)
    guard overflow else { return product }
    return (lhs < 0) == (rhs < 0) ? .max : .min
}

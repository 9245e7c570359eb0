// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A playback device of a sound card, as `/proc/asound/pcm` lists it.
nonisolated struct PlaybackDevice: Hashable, Sendable {
    /// How likely a person hears the device, the likeliest first (design, section 5).
    enum Rank: Int, Comparable, Sendable {
        case speakers
        case display
        case displayWithoutMonitor

        static func < (lhs: Rank, rhs: Rank) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The card's id, which stays the same between boots where its number does not.
    let card: String

    /// The number of the device on its card.
    let device: Int

    let rank: Rank

    /// The ALSA name that opens the device, with conversion to what the card takes.
    var name: String { "plughw:CARD=\(card),DEV=\(device)" }
}

nonisolated extension PlaybackDevice {
    /// Reads the playback devices of all cards, analogue and USB before HDMI, HDMI with no monitor last.
    ///
    /// - Parameter read: Returns the text of a file below `/proc/asound`, or `nil` where there is none.
    /// - Returns: The devices, the likeliest to be heard first.
    static func all(read: (String) -> String?) -> [PlaybackDevice] {
        guard let list = read("pcm") else { return [] }
        // A line reads "00-03: HDMI 0 : HDMI 0 : playback 1 : capture 1".
        let devices = list.split(separator: "\n").compactMap { line -> PlaybackDevice? in
            let fields = line.split(separator: ":").map { $0.trimmingSpaces }
            guard let numbers = fields.first?.split(separator: "-"), numbers.count == 2,
                let cardNumber = Int(numbers[0]), let device = Int(numbers[1]),
                fields.dropFirst().contains(where: { $0.hasPrefix("playback") })
            else { return nil }
            let id = read("card\(cardNumber)/id")?.trimmingSpaces ?? ""
            return PlaybackDevice(
                card: id.isEmpty ? "\(cardNumber)" : id, device: device,
                rank: rank(of: line, card: cardNumber, read: read))
        }
        // Stable: within a rank the kernel's order is kept.
        return devices.enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element)
    }

    private static func rank(
        of line: Substring, card: Int, read: (String) -> String?
    ) -> Rank {
        let line = line.lowercased()
        let namesDisplay = line.indices.contains { start in
            ["hdmi", "displayport"].contains(where: line[start...].hasPrefix)
        }
        guard namesDisplay else { return .speakers }
        return hasMonitor(card: card, read: read) ? .display : .displayWithoutMonitor
    }

    /// Whether a display of the card says it is there.
    ///
    /// The kernel numbers its ELD files by codec and pin, not by device, so any monitor of the card counts.
    private static func hasMonitor(card: Int, read: (String) -> String?) -> Bool {
        (0..<16).contains { pin in
            read("card\(card)/eld#0.\(pin)")?.split(separator: "\n").contains { line in
                let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
                return words == ["monitor_present", "1"]
            } ?? false
        }
    }
}

nonisolated extension StringProtocol {
    /// The text without white space at its ends.
    fileprivate var trimmingSpaces: String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        let tail = drop(while: isSpace)
        guard let last = tail.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(tail[...last])
    }
}

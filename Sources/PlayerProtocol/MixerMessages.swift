// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// An element of the mixer of an output, and how it is to be for a ring.
package struct MixerRequest: Hashable, Sendable {
    /// The ALSA name of the output.
    package var output: String

    /// The element's name, such as `Master`, or `Master,1` for the second of that name.
    ///
    /// Empty for the one that all goes through, whatever it is called: that is looked at, and never changed.
    package var element: String

    /// Percent that it is raised to, as alsamixer counts; at least 1.
    package var floor: Int

    /// Percent that it is lowered to; at least 1.
    package var ceiling: Int

    /// Whether it is switched on.
    package var unmutes: Bool

    /// Creates a request.
    package init(output: String, element: String, floor: Int, ceiling: Int, unmutes: Bool) {
        self.output = output
        self.element = element
        self.floor = floor
        self.ceiling = ceiling
        self.unmutes = unmutes
    }
}

/// How an element is: in the device's own steps, a value a channel.
package struct MixerLevels: Hashable, Sendable {
    /// The most channels that an element has.
    package static let mostChannels = 32

    /// The volume of each channel; none where the element has no volume.
    package var volumes: [Int]

    /// Whether each channel is on; none where the element has no switch.
    package var switches: [Bool]

    /// Creates levels.
    package init(volumes: [Int], switches: [Bool]) {
        self.volumes = volumes
        self.switches = switches
    }
}

/// How an element was found, and how it is made for a ring: what it takes to put it back.
package struct MixerSnapshot: Hashable, Sendable {
    /// ALSA's name of the mixer.
    package var mixer: String

    /// The element's name.
    package var element: String

    /// How it was.
    package var before: MixerLevels

    /// How it is made; what is found to be otherwise later was changed by somebody else.
    package var ours: MixerLevels

    /// Creates a snapshot.
    package init(mixer: String, element: String, before: MixerLevels, ours: MixerLevels) {
        self.mixer = mixer
        self.element = element
        self.before = before
        self.ours = ours
    }
}

extension MixerSnapshot {
    /// Whether it was so that it can be heard: a side of it is on, and one no lower than a ring makes it.
    package var isHeard: Bool {
        (before.switches.isEmpty || before.switches.contains(true))
            && (before.volumes.isEmpty || zip(before.volumes, ours.volumes).contains { $0 >= $1 })
    }
}

extension PacketWriter {
    mutating func put(_ request: MixerRequest) {
        put(request.output, as: .output, limit: PlayerProtocol.longestName)
        put(request.element, as: .element, limit: PlayerProtocol.longestName)
        put(request.floor, as: .floor)
        put(request.ceiling, as: .ceiling)
        put(request.unmutes, as: .unmutes)
    }

    mutating func put(_ snapshot: MixerSnapshot) {
        put(snapshot.mixer, as: .mixer, limit: PlayerProtocol.longestName)
        put(snapshot.element, as: .element, limit: PlayerProtocol.longestName)
        put(snapshot.before.text, as: .before, limit: MixerLevels.longestText)
        put(snapshot.ours.text, as: .ours, limit: MixerLevels.longestText)
    }
}

extension PacketReader {
    mutating func mixerRequest() throws(PlayerProtocolError) -> MixerRequest {
        MixerRequest(
            output: try text(.output, limit: PlayerProtocol.longestName),
            element: try text(.element, limit: PlayerProtocol.longestName),
            floor: try count(.floor, in: 1...100), ceiling: try count(.ceiling, in: 1...100),
            unmutes: try flag(.unmutes))
    }

    mutating func mixerSnapshot() throws(PlayerProtocolError) -> MixerSnapshot {
        MixerSnapshot(
            mixer: try text(.mixer, limit: PlayerProtocol.longestName),
            element: try text(.element, limit: PlayerProtocol.longestName),
            before: try levels(.before), ours: try levels(.ours))
    }

    private mutating func levels(_ field: Field) throws(PlayerProtocolError) -> MixerLevels {
        guard let levels = MixerLevels(text: try text(field, limit: MixerLevels.longestText)) else {
            throw .invalidField(field.rawValue)
        }
        return levels
    }
}

extension MixerLevels {
    /// The most bytes of the text of levels.
    static let longestText = 1024

    /// The values as text: `40 40|1 0`.
    fileprivate var text: String {
        volumes.map(String.init).joined(separator: " ") + "|"
            + switches.map { $0 ? "1" : "0" }.joined(separator: " ")
    }

    fileprivate init?(text: String) {
        let halves = text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let (volumes, switches) = (Self.numbers(halves[0]), Self.numbers(halves[1]))
        guard let volumes, let switches, switches.allSatisfy({ $0 == 0 || $0 == 1 }) else {
            return nil
        }
        self.init(volumes: volumes, switches: switches.map { $0 == 1 })
    }

    private static func numbers(_ text: Substring.UTF8View) -> [Int]? {
        let words = text.split(separator: UInt8(ascii: " "))
        let numbers = words.compactMap { Int(Substring($0)) }
        return numbers.count == words.count && words.count <= mostChannels ? numbers : nil
    }
}

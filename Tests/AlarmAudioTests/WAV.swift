// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The bytes of WAV files, whole and damaged.
enum WAV {
    static func little(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// A chunk, padded to an even length; `size` is what it claims, where that is not so.
    static func chunk(_ id: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
        Array(id.utf8) + little(size ?? body.count, 4) + body
            + (body.count.isMultiple(of: 2) ? [] : [0])
    }

    static func riff(_ body: [UInt8], size: Int? = nil) -> [UInt8] {
        Array("RIFF".utf8) + little(size ?? body.count + 4, 4) + Array("WAVE".utf8) + body
    }

    /// The body of a format chunk: tag 1 is PCM, 3 is floats.
    static func format(
        tag: Int = 1, channels: Int = 1, rate: Int = 44_100, bits: Int = 16
    ) -> [UInt8] {
        let frame = channels * bits / 8
        return little(tag, 2) + little(channels, 2) + little(rate, 4) + little(rate * frame, 4)
            + little(frame, 2) + little(bits, 2)
    }

    /// The body of an extensible format chunk.
    static func extensible(tag: Int = 1, channels: Int, rate: Int, bits: Int, mask: Int) -> [UInt8]
    {
        format(tag: 0xFFFE, channels: channels, rate: rate, bits: bits) + little(22, 2)
            + little(bits, 2) + little(mask, 4) + little(tag, 2)
            + [0, 0, 0, 0, 16, 0, 128, 0, 0, 170, 0, 56, 155, 113]
    }

    static func samples(_ values: [Int], bytes: Int = 2) -> [UInt8] {
        values.flatMap { little($0, bytes) }
    }

    static func floats(_ values: [Float]) -> [UInt8] {
        values.flatMap { little(Int($0.bitPattern), 4) }
    }

    /// 440 Hz at half the full level.
    static func tone(_ frames: Int, rate: Int = 44_100) -> [Int] {
        (0..<frames).map {
            Int((0.5 * 32767 * sinOf(2 * .pi * 440 * Double($0) / Double(rate))).rounded())
        }
    }

    /// A plain file of one channel.
    static func mono(_ values: [Int], rate: Int = 44_100) -> [UInt8] {
        riff(chunk("fmt ", format(rate: rate)) + chunk("data", samples(values)))
    }
}

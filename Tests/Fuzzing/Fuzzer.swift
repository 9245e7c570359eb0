// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc

/// What is fuzzed: where bytes come in that nobody vouches for.
enum Target: String, CaseIterable {
    case frames, when, config, storyboards, rules, zones, calendars, packets, sounds

    /// Lets `bytes` in, and checks what is promised of whatever comes of them.
    func take(_ bytes: [UInt8]) {
        switch self {
        case .frames: fuzzFrames(bytes)
        case .when: fuzzWhen(bytes)
        case .config: fuzzConfiguration(bytes)
        case .storyboards: fuzzStoryboard(bytes)
        case .rules: fuzzRule(bytes)
        case .zones: fuzzZone(bytes)
        case .calendars: fuzzCalendar(bytes)
        case .packets: fuzzPacket(bytes)
        case .sounds: fuzzSound(bytes)
        }
    }

    /// The one that WECKER_FUZZ names.
    static let chosen: Target = {
        let name = unsafe getenv("WECKER_FUZZ").map { unsafe String(cString: $0) } ?? ""
        guard let target = Target(rawValue: name) else {
            fatalError(
                "WECKER_FUZZ names no target; there are "
                    + allCases.map(\.rawValue).joined(separator: ", "))
        }
        return target
    }()
}

/// What libFuzzer calls with each input.
@c(LLVMFuzzerTestOneInput)
nonisolated func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    MainActor.assumeIsolated { Target.chosen.take(bytes) }
    return 0
}

/// Ends the run with a finding where a promise is broken.
func promise(_ isKept: Bool, _ words: @autoclosure () -> String) {
    guard !isKept else { return }
    fatalError(words())
}

/// What is told says something, and however much was wrong, it does not fill a screen.
func promiseShort(_ text: String) {
    promise((1...2000).contains(text.utf8.count), "too much, or nothing, is told: \(text)")
}

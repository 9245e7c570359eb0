// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import AlarmStore
import PlayerProtocol
import Testing

@testable import AlarmDaemon

@Suite("What is found of the next ring")
struct FindingTests {
    nonisolated private static func opened(
        _ output: String, _ backing: OutputBacking = .card, cardListed: Bool = true,
        hasPlayed: Bool = false
    ) -> OutputTrial {
        let facts = OutputFacts(
            rate: 48_000, channels: 2, format: "S16_LE", period: .milliseconds(50),
            buffer: .milliseconds(200), backing: backing)
        return OutputTrial(
            output: output, result: .opened(facts, hasPlayed: hasPlayed), cardListed: cardListed)
    }

    nonisolated private static func failed(_ output: String) -> OutputTrial {
        OutputTrial(output: output, result: .failed("No such device"), cardListed: true)
    }

    nonisolated private static let granted = "opens: S16_LE, 48000 Hz, 2 channels, buffer 200ms"

    @Test(
        "of outputs is whether one plays, whether it is the first, and what there is to fall back to",
        arguments: [
            ([], ["output fail no output opens: "]),
            (
                [failed("a"), failed("b")],
                ["output fail no output opens: a: No such device; b: No such device"]
            ),
            (
                [opened("a"), opened("b")],
                [
                    "output pass a \(granted)",
                    "fallback pass b; the built-in tone where a sound fails",
                ]
            ),
            (
                [opened("a", hasPlayed: true), opened("b"), opened("c")],
                [
                    "output pass a \(granted); it played silence",
                    "fallback pass b, c; the built-in tone where a sound fails",
                ]
            ),
            (
                [opened("a"), failed("b")],
                [
                    "output pass a \(granted)",
                    "fallback warn no other output opens: b: No such device; the built-in tone where a sound fails",
                ]
            ),
            (
                [failed("a"), opened("b")],
                [
                    "output warn b \(granted), in the place of a: No such device",
                    "fallback warn no other output opens: a: No such device; the built-in tone where a sound fails",
                ]
            ),
            (
                [opened("a", .server), opened("b")],
                [
                    "output pass a \(granted)",
                    "fallback pass b; the built-in tone where a sound fails",
                ]
            ),
            (
                [opened("a", .server, cardListed: false), opened("b")],
                [
                    "output warn a \(granted); but no sound card is behind it",
                    "fallback pass b; the built-in tone where a sound fails",
                ]
            ),
            (
                [opened("a", .nothing)],
                [
                    "output warn a \(granted); but no sound card is behind it",
                    "fallback warn no other output opens; the built-in tone where a sound fails",
                ]
            ),
        ] as [([OutputTrial], [String])])
    func outputs(trials: [OutputTrial], expected: [String]) {
        #expect(Finding.outputs(trials).map(\.words) == expected)
    }

    @Test(
        "of a sound is whether it plays and is heard; another is in its place where not",
        arguments: [
            (SoundTrial(), "sound pass the built-in tone, which needs no file"),
            (SoundTrial(word: "/a.wav"), "sound pass /a.wav plays"),
            (
                SoundTrial(word: "/a.wav", loudness: Loudness(integrated: -1850, peak: -100)),
                "sound pass /a.wav plays, loudness -18 LUFS"
            ),
            (
                SoundTrial(word: "/a.wav", fault: "it is no sound"),
                "sound warn /a.wav: it is no sound; another sound rings instead"
            ),
            (
                SoundTrial(word: "/a.wav", fault: "it is silent"),
                "sound warn /a.wav: it is silent; another sound rings instead"
            ),
        ] as [(SoundTrial, String)])
    func sounds(trial: SoundTrial, expected: String) {
        #expect(Finding.sound(trial).words == expected)
        #expect((Finding.sound(trial).remedy == nil) == (trial.fault == nil))
    }

    nonisolated private static func mixer(
        _ volume: Int, isOn: Bool?, ours: Bool? = true
    ) -> MixerTrial {
        .found(
            MixerSnapshot(
                mixer: "hw:0", element: "Master",
                before: MixerLevels(volumes: [volume, volume], switches: isOn.map { [$0] } ?? []),
                ours: MixerLevels(
                    volumes: [max(volume, 40), max(volume, 40)],
                    switches: ours.map { [$0] } ?? [])))
    }

    @Test(
        "of a mixer is whether it lets a ring through, as it is or as the ring makes it",
        arguments: [
            (.none, nil, "pass the output has none that could be muted"),
            (.failed("no Master"), "Master", "warn no Master; the mixer is left as it is"),
            (mixer(60, isOn: true), nil, "pass Master of the mixer hw:0 is on, and not below 40 %"),
            (mixer(60, isOn: false), nil, "fail Master of the mixer hw:0 is muted"),
            (mixer(20, isOn: true), nil, "warn Master of the mixer hw:0 is below 40 %"),
            (mixer(20, isOn: nil, ours: nil), nil, "warn Master of the mixer hw:0 is below 40 %"),
            (
                mixer(20, isOn: false), "Master",
                "pass Master of the mixer hw:0 is muted; a ring makes it fit"
            ),
            (
                mixer(20, isOn: true), "Master",
                "pass Master of the mixer hw:0 is below 40 %; a ring makes it fit"
            ),
            // unmute = no
            (
                mixer(60, isOn: false, ours: false), "Master",
                "fail Master of the mixer hw:0 is muted"
            ),
        ] as [(MixerTrial, String?, String)])
    func mixers(trial: MixerTrial, element: String?, expected: String) {
        var configuration = Configuration().mixer
        configuration.element = element
        #expect(Finding.mixer(trial, configuration).words == "mixer \(expected)")
    }

    @Test(
        "of the disk is whether it can be written, and has room",
        arguments: [
            (.room(5 << 20), "pass /s can be written, 5 MB are left"),
            (.room(1 << 20), "pass /s can be written, 1 MB are left"),
            (.room((1 << 20) - 1), "warn only 1023 kB are left in /s"),
            (.room(0), "warn only 0 kB are left in /s"),
            (
                .failed("no room"),
                "fail alarms cannot be stored in /s, and are lost when alarmd ends: no room"
            ),
        ] as [(StorageTrial, String)])
    func storage(trial: StorageTrial, expected: String) {
        #expect(Finding.storage(trial, in: "/s").words == "storage \(expected)")
    }

    @Test("is told in the order of the checks, of two by one name the worse, and others last")
    func order() {
        let findings = HealthController.ordered(
            [
                Finding(name: "state", .fail, "damaged"), Finding(.zone, .pass, "UTC"),
                Finding(.sound, .warn, "another alarm's"), Finding(.calendar, .pass, "none"),
            ],
            over: [
                Finding(.storage, .pass, "room"), Finding(.sound, .pass, "plays"),
                Finding(.output, .fail, "none"),
            ])
        #expect(
            findings.map(\.words) == [
                "zone pass UTC", "sound warn another alarm's", "output fail none",
                "storage pass room", "calendar pass none", "state fail damaged",
            ])
        #expect(findings.failures.map(\.name) == ["output", "state"])
    }
}

extension Finding {
    /// All of it in one line, but for what mends it.
    fileprivate var words: String { "\(name) \(verdict) \(detail)" }
}

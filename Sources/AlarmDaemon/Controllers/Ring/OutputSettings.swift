// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Platform
internal import PlayerProtocol

/// What rings are played by: the program, the outputs and the sounds, as the machine and the configuration have
/// them now.
struct OutputSettings {
    /// The program that plays.
    let program: PlayerProgram

    /// The sounds that have names.
    let sounds: SoundCatalog

    /// Which files of folders were heard last.
    let lastFiles = LastFiles()

    /// The configuration.
    var configuration: Configuration

    /// The sound cards' playback devices, asked anew each time: cards come and go.
    var cards: [PlaybackDevice] {
        PlaybackDevice.all { name in
            let bytes = try? FileReader.read(
                "/proc/asound/\(name)", limit: 1 << 16, regularOnly: false)
            return bytes.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The ways in which `ring` may be heard.
    func ladder(for ring: ResolvedRing) -> OutputLadder {
        let wanted = [ring.sound, configuration.ring.sound].compactMap(\.self)
        return OutputLadder(
            outputs: configuration.devices + ["default"] + cards.map(\.name),
            files: Array(wanted.map(sounds.word(_:)).prefix { $0 != SoundCatalog.builtIn }))
    }

    /// Controls a player on a rung of the ladder.
    func player(
        on rung: OutputLadder.Rung, volume: Int, fade: Duration, length: PlayLength,
        shuffle: Shuffle, loop: RunLoop
    ) -> PlayerController {
        let request = SoundRequest(
            rung.sound.map(sounds.sound(_:)) ?? .chime, volume: volume, fade: fade,
            length: length, shuffle: shuffle)
        return PlayerController(
            rung: rung, request: request, buffer: configuration.buffer,
            cardListed: !cards.isEmpty, program: program, on: loop)
    }
}

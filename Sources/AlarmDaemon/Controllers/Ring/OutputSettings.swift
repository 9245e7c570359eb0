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

    /// What is known about sounds.
    let audio: AudioStateController

    /// The mixers of the outputs.
    let mixer: MixerController

    /// Which files of folders were heard last.
    let lastFiles = LastFiles()

    /// The configuration.
    var configuration: Configuration

    /// How long an output that nobody may hear rings unanswered before the sound cards ring too.
    var patience = Duration.seconds(30)

    /// Reads a file below `/proc/asound`.
    var readSoundCards: (String) -> String? = { name in
        let bytes = try? FileReader.read(
            "/proc/asound/\(name)", limit: 1 << 16, regularOnly: false)
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Makes what rings where no output does.
    var makeBell: () -> (any Bell)? = { ConsoleBell() }

    /// Creates the settings of this machine.
    init(
        program: PlayerProgram, sounds: SoundCatalog, audio: AudioStateController,
        mixer: MixerController, configuration: Configuration
    ) {
        self.program = program
        self.sounds = sounds
        self.audio = audio
        self.mixer = mixer
        self.configuration = configuration
    }

    /// The sound cards' playback devices, asked anew each time: cards come and go.
    var cards: [PlaybackDevice] { PlaybackDevice.all(read: readSoundCards) }

    /// Whether the configuration names an output: whoever does knows what is behind it.
    func names(_ output: String) -> Bool {
        output != "default" && configuration.devices.contains(output)
    }

    /// The ways in which `ring` may be heard in a scene.
    func ladder(for ring: ResolvedRing, in scene: Scene? = nil) -> OutputLadder {
        let wanted = [scene?.sound, ring.sound, configuration.ring.sound].compactMap(\.self)
        return OutputLadder(
            outputs: (scene?.outputs ?? []) + configuration.devices + ["default"]
                + cards.map(\.name),
            // What is known to be silent would wake nobody: the next sound takes its place.
            files: wanted.map(sounds.word(_:)).prefix { $0 != SoundCatalog.builtIn }
                .filter { !audio.isSilent($0) })
    }

    /// What a player is told of the sound of a rung; of how loud it is only what is known already.
    func request(
        on rung: OutputLadder.Rung, volume: Int, fade: Duration,
        length: PlayLength = .untilStopped, shuffle: Shuffle
    ) -> SoundRequest {
        SoundRequest(
            rung.sound.map(sounds.sound(_:)) ?? .builtInTone, volume: volume, fade: fade,
            length: length, measured: rung.sound.flatMap { measured($0, shuffle) },
            shuffle: shuffle)
    }

    /// What is known of the file that a word means, or of the one of a folder that is taken next.
    private func measured(_ word: String, _ shuffle: Shuffle) -> MeasuredSound? {
        let isOfFolder = !shuffle.next.isEmpty && sounds.isFolder(word, of: shuffle.next)
        return audio.measured(isOfFolder ? shuffle.next : word)
    }

    /// Controls a player on a rung of the ladder.
    func player(
        on rung: OutputLadder.Rung, volume: Int, fade: Duration, length: PlayLength,
        shuffle: Shuffle, loop: RunLoop
    ) -> PlayerController {
        PlayerController(
            rung: rung,
            request: request(
                on: rung, volume: volume, fade: fade, length: length, shuffle: shuffle),
            buffer: configuration.buffer,
            cardListed: !cards.isEmpty, program: program, mixer: mixer,
            on: loop)
    }
}

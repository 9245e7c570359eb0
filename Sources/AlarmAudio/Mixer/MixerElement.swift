// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CALSA
internal import CALSAShims
internal import Glibc
package import PlayerProtocol

/// An element of a mixer that is open: its volume and its switch, for playing.
@safe
package struct MixerElement: ~Copyable {
    /// ALSA's name of the mixer.
    private let mixerName: String
    private let name: String
    private let mixer: OpaquePointer
    private let element: OpaquePointer
    private let channels: [snd_mixer_selem_channel_id_t]

    private init(
        mixerName: String, name: String, owning mixer: OpaquePointer, element: OpaquePointer
    ) {
        self.mixerName = mixerName
        self.name = name
        unsafe self.mixer = unsafe mixer
        unsafe self.element = unsafe element
        channels = (0..<Int32(MixerLevels.mostChannels))
            .map { snd_mixer_selem_channel_id_t(rawValue: $0) }
            .filter { unsafe snd_mixer_selem_has_playback_channel(element, $0) == 1 }
    }

    deinit { unsafe snd_mixer_close(mixer) }

    /// Opens the element that a request names, in the mixer of its output.
    ///
    /// - Throws: ``PlayerFailure`` of stage `mixer`.
    package static func open(_ request: MixerRequest) throws(PlayerFailure) -> MixerElement {
        try open(request.element, of: MixerName.mixer(of: request.output))
    }

    /// Opens the element that a snapshot is of.
    ///
    /// - Throws: ``PlayerFailure`` of stage `mixer`.
    package static func open(_ snapshot: MixerSnapshot) throws(PlayerFailure) -> MixerElement {
        try open(snapshot.element, of: snapshot.mixer)
    }

    private static func open(
        _ name: String, of mixerName: String
    ) throws(PlayerFailure) -> MixerElement {
        do throws(ALSAError) {
            calsa_capture_messages()
            calsa_forget_message()
            var opened: OpaquePointer?
            try PCM.check("open", unsafe snd_mixer_open(&opened, 0))
            guard let mixer = unsafe opened else {
                throw ALSAError(operation: "open", code: ENODEV, message: "")
            }
            do throws(ALSAError) {
                try PCM.check("attach", unsafe snd_mixer_attach(mixer, mixerName))
                try PCM.check("register", unsafe snd_mixer_selem_register(mixer, nil, nil))
                try PCM.check("load", unsafe snd_mixer_load(mixer))
                let element = try unsafe find(name, in: mixer)
                let found = unsafe snd_mixer_selem_get_name(element)
                let usual = unsafe found.map { unsafe String(cString: $0) } ?? name
                return unsafe MixerElement(
                    mixerName: mixerName, name: name.isEmpty ? usual : name, owning: mixer,
                    element: element)
            } catch {
                unsafe snd_mixer_close(mixer)
                throw error
            }
        } catch {
            throw error.failure(.mixer, output: "the mixer \(mixerName)")
        }
    }

    /// What the element is called that all goes through, the first that there is.
    private static let usual = ["Master", "PCM", "Digital", "Speaker", "Headphone"]

    /// Finds an element that plays, by its name, or where that is empty the one that all goes through; where there is
    /// none, the error names those that there are.
    private static func find(
        _ name: String, in mixer: OpaquePointer
    ) throws(ALSAError) -> OpaquePointer {
        guard !name.isEmpty else {
            for usual in usual {
                if let element = unsafe try? find(usual, in: mixer) { return unsafe element }
            }
            throw ALSAError(
                operation: "element", code: ENOENT, message: "none that all goes through")
        }
        var names: [String] = []
        var next = unsafe snd_mixer_first_elem(mixer)
        while let element = unsafe next {
            unsafe next = snd_mixer_elem_next(element)
            let hasVolume = unsafe snd_mixer_selem_has_playback_volume(element) == 1
            let hasSwitch = unsafe snd_mixer_selem_has_playback_switch(element) == 1
            let plays = hasVolume || hasSwitch
            guard plays, let text = unsafe snd_mixer_selem_get_name(element) else { continue }
            let index = unsafe snd_mixer_selem_get_index(element)
            let own = unsafe String(cString: text)
            names.append(index == 0 ? own : "\(own),\(index)")
            if names.last == name || "\(own),\(index)" == name { return unsafe element }
        }
        let known = names.isEmpty ? "it has none that plays" : names.joined(separator: ", ")
        throw ALSAError(
            operation: "element “\(name)”", code: ENOENT, message: "there are: \(known)")
    }

    /// How it is now.
    ///
    /// - Throws: ``PlayerFailure`` of stage `mixer`.
    package func levels() throws(PlayerFailure) -> MixerLevels {
        var levels = MixerLevels(volumes: [], switches: [])
        do throws(ALSAError) {
            // What was changed since by others is only seen once it is asked for.
            unsafe snd_mixer_handle_events(mixer)
            if hasVolume {
                for channel in channels {
                    var value = 0
                    try PCM.check(
                        "volume",
                        unsafe snd_mixer_selem_get_playback_volume(element, channel, &value))
                    levels.volumes.append(value)
                }
            }
            if hasSwitch {
                for channel in channels {
                    var value: CInt = 0
                    try PCM.check(
                        "switch",
                        unsafe snd_mixer_selem_get_playback_switch(element, channel, &value))
                    levels.switches.append(value != 0)
                }
            }
        } catch {
            throw error.failure(.mixer, output: description)
        }
        return levels
    }

    /// Descriptors of its mixer, which are readable when somebody has changed it; duplicates, for whoever watches.
    ///
    /// - Throws: ``PlayerFailure`` of stage `mixer`.
    package func openWatchDescriptors() throws(PlayerFailure) -> [CInt] {
        let count = Int(unsafe snd_mixer_poll_descriptors_count(mixer)).clamped(to: 0...16)
        var polled = [pollfd](repeating: pollfd(), count: count)
        let filled = unsafe polled.withUnsafeMutableBufferPointer {
            unsafe snd_mixer_poll_descriptors(mixer, $0.baseAddress, CUnsignedInt($0.count))
        }
        return polled.prefix(max(Int(filled), 0)).map { fcntl($0.fd, F_DUPFD_CLOEXEC, 3) }
            .filter { $0 >= 0 }
    }

    /// How it is, and how `request` would make it.
    ///
    /// - Throws: ``PlayerFailure`` of stage `mixer`.
    package func snapshot(for request: MixerRequest) throws(PlayerFailure) -> MixerSnapshot {
        let before = try levels()
        let scale = scale
        let ours = MixerLevels(
            volumes: before.volumes.map {
                scale?.step(from: $0, floor: request.floor, ceiling: request.ceiling) ?? $0
            },
            switches: before.switches.map { $0 || request.unmutes })
        return MixerSnapshot(mixer: mixerName, element: name, before: before, ours: ours)
    }

    /// Makes it so; what is so already is not touched.
    ///
    /// - Throws: ``PlayerFailure`` of stage `mixer`.
    package func set(_ levels: MixerLevels) throws(PlayerFailure) {
        let now = try self.levels()
        do throws(ALSAError) {
            if levels.volumes != now.volumes, levels.volumes.count == now.volumes.count {
                for (channel, value) in zip(channels, levels.volumes) {
                    try PCM.check(
                        "volume",
                        unsafe snd_mixer_selem_set_playback_volume(element, channel, value))
                }
            }
            if levels.switches != now.switches, levels.switches.count == now.switches.count {
                for (channel, value) in zip(channels, levels.switches) {
                    try PCM.check(
                        "switch",
                        unsafe snd_mixer_selem_set_playback_switch(element, channel, value ? 1 : 0))
                }
            }
        } catch {
            throw error.failure(.mixer, output: description)
        }
    }

    /// Puts back what is still as we made it, volume and switch each by itself.
    ///
    /// - Returns: Whether all of it was.
    /// - Throws: ``PlayerFailure`` of stage `mixer`.
    package func restore(_ snapshot: MixerSnapshot) throws(PlayerFailure) -> Bool {
        var levels = try levels()
        let isVolumeOurs = levels.volumes == snapshot.ours.volumes
        let isSwitchOurs = levels.switches == snapshot.ours.switches
        if isVolumeOurs { levels.volumes = snapshot.before.volumes }
        if isSwitchOurs { levels.switches = snapshot.before.switches }
        try set(levels)
        return isVolumeOurs && isSwitchOurs
    }

    private var description: String { "the mixer \(mixerName), element “\(name)”" }
    private var hasVolume: Bool { unsafe snd_mixer_selem_has_playback_volume(element) == 1 }
    private var hasSwitch: Bool { unsafe snd_mixer_selem_has_playback_switch(element) == 1 }

    /// The scale of its volume; `nil` where it has none, or but one step.
    private var scale: MixerScale? {
        var (low, high) = (0, 0)
        guard hasVolume,
            unsafe snd_mixer_selem_get_playback_volume_range(element, &low, &high) == 0, low < high
        else { return nil }
        var (quiet, loud) = (0, 0)
        let hasDecibels =
            unsafe snd_mixer_selem_get_playback_dB_range(element, &quiet, &loud) == 0
            && quiet < loud
        let element = unsafe self.element
        return MixerScale(steps: low...high, decibels: hasDecibels ? quiet...loud : nil) { step in
            var level = 0
            return unsafe snd_mixer_selem_ask_playback_vol_dB(element, step, &level) == 0
                ? level : nil
        }
    }
}

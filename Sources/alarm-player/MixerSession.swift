// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmAudio
import Platform
import PlayerProtocol

/// The life of a player that plays nothing: it makes a mixer fit for a ring, or puts it back.
///
/// It is a process of its own, so that a mixer that hangs holds no sound back.
final class MixerSession: ControlChannelDelegate {
    private let loop: RunLoop
    private let channel: ControlChannel
    private var raise: (request: MixerRequest, snapshot: MixerSnapshot)?
    private var element: MixerElement?
    private var watches: [Watch] = []
    private var latest: MixerLevels?

    /// Creates a session that waits for its first command.
    ///
    /// - Throws: `SystemError` where there is no socket to a daemon.
    init(on loop: RunLoop) throws(SystemError) {
        self.loop = loop
        channel = try ControlChannel(on: loop)
        channel.delegate = self
    }

    func controlChannel(_ channel: ControlChannel, didReceive command: PlayerCommand) {
        do throws(PlayerFailure) {
            switch command {
            case .mixer(let request):
                let snapshot = try MixerElement.open(request).snapshot(for: request)
                raise = (request, snapshot)
                channel.send(.mixerFound(snapshot))
            case .go:
                guard let raise else { return }
                let snapshot = try set(raise.request, raise.snapshot)
                channel.send(.mixerSet(snapshot))
                let told = raise.request.element.isEmpty ? snapshot.before : snapshot.ours
                try observe(raise.request, since: told)
            case .restore(let snapshot):
                let isWhole = try MixerElement.open(snapshot).restore(snapshot)
                channel.send(.mixerRestored(isWhole: isWhole))
                loop.stop()
            case .hello, .prepare, .play, .volume, .stop, .check, .open: break
            }
        } catch {
            channel.send(.failed(error))
            loop.stop()
        }
    }

    func controlChannelDidEnd(_ channel: ControlChannel) { loop.stop() }

    /// Says from now on when somebody else changes it, and at once where it is not what was told of it last.
    private func observe(_ request: MixerRequest, since told: MixerLevels) throws(PlayerFailure) {
        let element = try MixerElement.open(request)
        latest = told
        for number in try element.openWatchDescriptors() {
            let descriptor = Descriptor(owning: number)
            do throws(SystemError) {
                let watch = try loop.watch(descriptor, for: .readable) { [weak self] _ in
                    self?.look(request)
                }
                watches.append(watch)
            } catch {
                // A device whose changes nobody can wait for is not watched.
            }
            // It is open as long as this process lives.
            _ = descriptor.release()
        }
        self.element = consume element
        look(request)
    }

    private func look(_ request: MixerRequest) {
        do throws(PlayerFailure) {
            guard let snapshot = try element?.snapshot(for: request), snapshot.before != latest
            else { return }
            latest = snapshot.before
            channel.send(.mixerChanged(snapshot))
        } catch {
            // The card was taken away: its mixer is of no use any more.
            loop.stop()
        }
    }

    /// Opens it anew: the element that was found seconds ago may be another by now.
    private func set(
        _ request: MixerRequest, _ found: MixerSnapshot
    ) throws(PlayerFailure) -> MixerSnapshot {
        let element = try MixerElement.open(request)
        var snapshot = try element.snapshot(for: request)
        // Nobody asked for it to be changed.
        guard !request.element.isEmpty else { return snapshot }
        // What changed since it was reported is what is put back: it must be known before it is changed.
        if snapshot.before != found.before { channel.send(.mixerFound(snapshot)) }
        try element.set(snapshot.ours)
        snapshot.ours = try element.levels()
        return snapshot
    }

    nonisolated deinit {}
}

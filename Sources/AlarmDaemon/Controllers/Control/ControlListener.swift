// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform

/// Takes connections from one listening socket, and pauses while there is no room for more.
///
/// A connection that is not taken waits in the kernel. Whether there is room is asked before one is taken, so
/// that the last descriptors are left for a ring whatever the clients do.
final class ControlListener {
    let listener: UnixListener
    private let hasRoom: () -> Bool
    private let didAccept: (consuming Descriptor) -> Void
    private let didFail: (SystemError) -> Void
    private var watch: Watch?

    /// How many connections are taken before others have their turn: as many as are answered in one, so that who comes
    /// amid a crowd that asks all the time is not behind all of it several times.
    private static let batch = 64

    init(
        _ listener: UnixListener, loop: RunLoop, hasRoom: @escaping () -> Bool,
        didAccept: @escaping (consuming Descriptor) -> Void,
        didFail: @escaping (SystemError) -> Void
    ) throws(SystemError) {
        self.listener = listener
        self.hasRoom = hasRoom
        self.didAccept = didAccept
        self.didFail = didFail
        watch = try loop.watch(listener.descriptor, for: .readable) { [weak self] _ in
            self?.accept()
        }
    }

    /// Takes no connections until `resume`.
    func pause() { setInterest([]) }

    /// Takes connections again.
    func resume() { setInterest(.readable) }

    /// Takes the connections that wait already.
    func takeWaiting() { accept() }

    /// Takes no connections any more, and takes the socket away where it was made here.
    func close() {
        watch = nil
        listener.unlinkPath()
    }

    private func setInterest(_ interest: Readiness) {
        do throws(SystemError) { try watch?.setInterest(interest) } catch { didFail(error) }
    }

    private func accept() {
        do throws(SystemError) {
            for _ in 0..<Self.batch {
                guard hasRoom() else { return }
                guard let socket = try UnixSocket.accept(from: listener.descriptor) else { return }
                didAccept(socket)
            }
        } catch {
            didFail(error)
        }
    }

    nonisolated deinit {}
}

/// Whether descriptors are left for what matters more than another client.
enum DescriptorReserve {
    /// Whether `count` descriptors could be opened now.
    ///
    /// They are opened to find out, and closed at once: that is true whatever else was opened meanwhile, and
    /// needs nobody to give back what was kept for them.
    static func isAvailable(_ count: Int, like model: borrowing Descriptor) -> Bool {
        guard count > 0 else { return true }
        do throws(SystemError) {
            let another = try model.duplicated()
            return isAvailable(count - 1, like: another)
        } catch {
            return false
        }
    }
}

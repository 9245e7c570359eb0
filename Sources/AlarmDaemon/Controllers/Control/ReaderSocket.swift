// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmProtocol
import Platform

/// The second socket, at which everybody on the machine may look, and change nothing (design, section 7).
///
/// Strangers take only some of the places that there are for clients, so that the others always come in.
final class ReaderSocket {
    let path: String
    private let hasPlace: () -> Bool
    private let hasRoom: () -> Bool
    private var listener: ControlListener?

    /// The permissions: for everybody.
    private static let mode: UInt32 = 0o666

    /// Listens at `path`.
    ///
    /// Where there is no place for one reader more none is taken until `resume`; `hasRoom` says whether there is room
    /// for one client more.
    /// - Throws: `SystemError`, as `UnixListener` does, where another listens there or something else is there.
    init(
        path: String, loop: RunLoop, hasPlace: @escaping () -> Bool,
        hasRoom: @escaping () -> Bool, didAccept: @escaping (consuming Descriptor) -> Void,
        didFail: @escaping (SystemError) -> Void
    ) throws(SystemError) {
        self.path = path
        self.hasPlace = hasPlace
        self.hasRoom = hasRoom
        listener = try ControlListener(
            UnixListener(at: path, mode: Self.mode), loop: loop,
            hasRoom: { [weak self] in self?.makeRoom() ?? false }, didAccept: didAccept,
            didFail: didFail)
    }

    /// Takes no readers until `resume`.
    func pause() { listener?.pause() }

    /// Takes readers again.
    func resume() { listener?.resume() }

    /// Takes no readers any more, and takes the socket away.
    func close() { listener?.close() }

    private func makeRoom() -> Bool {
        guard hasPlace() else {
            pause()
            return false
        }
        return hasRoom()
    }

    nonisolated deinit {}
}

extension VarlinkCall {
    /// Whether it only looks, and is answered to readers too.
    var isForReaders: Bool {
        guard interface == AlarmClockInterface.name else { return true }
        return ["List", "Next", "Status", "Monitor"].contains(member)
    }

    /// Whether all that comes of it is its answer.
    var changesNothing: Bool {
        isForReaders || ["Preview", "Sounds", "Diagnose"].contains(member)
    }
}

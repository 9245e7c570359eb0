// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform
import PlayerProtocol

/// What the player is told, and what it says of it.
protocol ControlChannelDelegate: AnyObject {
    func controlChannel(_ channel: ControlChannel, didReceive command: PlayerCommand)

    /// Nothing more comes: the daemon went away, or speaks another language.
    func controlChannelDidEnd(_ channel: ControlChannel)
}

/// The player's end of the socket to the daemon.
final class ControlChannel {
    weak var delegate: (any ControlChannelDelegate)?

    private let socket: Descriptor
    private var watch: Watch?
    private var hasGreeted = false

    /// Takes the socket over that the daemon left under the descriptor agreed on, and greets.
    ///
    /// - Throws: `SystemError` where there is no socket.
    init(on loop: RunLoop) throws(SystemError) {
        socket = Descriptor(owning: PlayerProtocol.controlDescriptor)
        try Descriptor.setCloseOnExec(PlayerProtocol.controlDescriptor)
        _ = try socket.send(PlayerReport.hello(version: PlayerProtocol.version).encoded()[...])
        watch = try loop.watch(socket, for: .readable) { [weak self] _ in self?.receive() }
    }

    /// Tells the daemon; one that does not listen loses what is said, for nothing may hold the sound up.
    func send(_ report: PlayerReport) {
        do throws(SystemError) {
            _ = try socket.send(report.encoded()[...])
        } catch {
            end()
        }
    }

    /// Takes all that waits.
    private func receive() {
        while watch != nil {
            do throws(SystemError) {
                switch try socket.receive(upTo: PlayerProtocol.largestPacket, isPacket: true) {
                case .bytes(let packet): handle(packet)
                case .wouldBlock: return
                case .oversized, .end: end()
                }
            } catch {
                end()
            }
        }
    }

    private func handle(_ packet: [UInt8]) {
        guard let command = try? PlayerCommand(decoding: packet) else {
            end()
            return
        }
        if hasGreeted {
            delegate?.controlChannel(self, didReceive: command)
        } else if command == .hello(version: PlayerProtocol.version) {
            hasGreeted = true
        } else {
            end()
        }
    }

    private func end() {
        guard watch != nil else { return }
        watch?.cancel()
        watch = nil
        delegate?.controlChannelDidEnd(self)
    }

    nonisolated deinit {}
}

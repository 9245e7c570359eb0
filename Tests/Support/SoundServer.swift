// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// A sound server of one test's own, whose only output nobody hears but a recorder; see `Tests/Rig/server`.
package final class SoundServer {
    /// Which server.
    package enum Kind: String, CaseIterable, Sendable {
        case pulse
        case pipewire
    }

    /// Why there is none.
    package struct Missing: Error, CustomStringConvertible {
        /// What was tried.
        package let description: String

        /// Whether that is because it is not installed.
        package let isNotInstalled: Bool
    }

    /// Its folder.
    package let folder: String

    private let temporary = TemporaryFolder()

    /// Starts a server, and waits until it is ready.
    ///
    /// - Throws: ``Missing`` where it is not installed, or does not start.
    package init(_ kind: Kind) throws {
        folder = temporary.file("server")
        let script = PackageRoot.file("Tests/Rig/server")
        let status = unsafe system("'\(script)' \(kind.rawValue) '\(folder)' >/dev/null 2>&1")
        let code = status >> 8 & 0xff
        guard status == 0 else {
            throw Missing(
                description: code == 3
                    ? "\(kind.rawValue) is not on this machine" : "\(kind.rawValue) does not start",
                isNotInstalled: code == 3)
        }
    }

    deinit {
        for pid in numbers("pids") { Glibc.kill(pid, SIGKILL) }
    }

    /// The configuration of ALSA's output `server`, which plays through it.
    package static func configuration(_ kind: Kind, folder: String) -> String {
        switch kind {
        case .pulse:
            "pcm.server { type pulse; server \"unix:\(folder)/run/native\"; device \"alarm\" }"
        case .pipewire:
            pipewireModule
                + "pcm.server { type pipewire; playback_node \"alarm\"; capture_node \"-1\" }"
        }
    }

    /// The variables by which ALSA finds the server.
    package static func environment(folder: String) -> [String] {
        [
            "XDG_RUNTIME_DIR=\(folder)/run", "PIPEWIRE_RUNTIME_DIR=\(folder)/run",
            "HOME=\(folder)/home",
        ]
    }

    /// Where ALSA's module for PipeWire is, if it was unpacked rather than installed.
    private static var pipewireModule: String {
        let found = PackageRoot.file(".build/servers/libasound_module_pcm_pipewire.so")
        return unsafe access(found, R_OK) == 0
            ? "pcm_type.pipewire { lib \"\(found)\" }\n" : ""
    }

    /// Ends the server at once, as a crash would.
    package func kill() {
        for pid in numbers("server.pid") { Glibc.kill(pid, SIGKILL) }
    }

    /// What was heard so far, the left side of 48 kHz.
    package var heard: [Int] {
        let bytes = contents(ofFile: "\(folder)/heard.raw") ?? []
        // The head of a WAV file that a recorder writes is 44 bytes of no length to speak of.
        let start = bytes.starts(with: Array("RIFF".utf8)) ? 44 : 0
        return stride(from: start, to: bytes.count - 3, by: 4).map {
            Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
        }
    }

    private func numbers(_ name: String) -> [pid_t] {
        String(decoding: contents(ofFile: "\(folder)/\(name)") ?? [], as: UTF8.self)
            .split(separator: "\n").compactMap { pid_t($0) }
    }
}

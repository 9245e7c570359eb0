// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// A folder of one test's own, with an ALSA configuration in which outputs are made up.
///
/// - `rig` plays in real time and keeps what was heard; see Tests/Rig. Its options can be given.
/// - `null` takes everything at once; `file` too, and keeps it in `written.raw`.
package final class Rig {
    /// Why there is no rig.
    package struct Missing: Error, CustomStringConvertible {
        /// What was tried.
        package let description: String
    }

    /// The test's folder.
    package let folder: String

    /// The configuration's path, for `ALSA_CONFIG_PATH`.
    package var configuration: String { folder + "/asound.conf" }

    /// The project's folder.
    package static let packageFolder = #filePath.split(separator: "/").dropLast(3)
        .reduce(into: "") { $0 += "/" + $1 }

    /// Where the rig's modules are.
    package static let modules = packageFolder + "/.build/rig"

    /// Creates the folder, and builds the rig where nobody has yet.
    ///
    /// - Parameters:
    ///   - options: Options of the output `rig`, as ALSA's configuration has them.
    ///   - more: More text of the configuration; `@FOLDER@` stands for the test's folder.
    /// - Throws: ``Missing`` where there is no compiler.
    package init(options: String = "", more: String = "") throws {
        let source = Self.packageFolder + "/Tests/Rig"
        let command =
            "mkdir -p \(Self.modules) && "
            + "flock \(Self.modules)/lock make -s -C \(source) OUT=\(Self.modules) >/dev/null 2>&1"
        guard unsafe system(command) == 0 else {
            throw Missing(description: "make -C Tests/Rig fails")
        }
        var template = Array("/tmp/wecker-rig.XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
        }
        guard made else { throw Missing(description: "no folder in /tmp") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let text = """
            pcm_type.rigsink { lib "\(Self.modules)/libasound_module_pcm_rigsink.so" }
            ctl_type.rigctl { lib "\(Self.modules)/libasound_module_ctl_rigctl.so" }
            pcm.rig { type rigsink; dir "\(folder)/rig"; \(options) }
            ctl.rig { type rigctl; dir "\(folder)/rig" }
            pcm.null { type null }
            pcm.file { type file; slave.pcm { type null }; file "\(folder)/written.raw"; format "raw" }
            \(more.split(separator: "@FOLDER@", omittingEmptySubsequences: false).joined(separator: folder))
            """
        write(text.utf8.map { $0 }, to: "asound.conf")
        unsafe mkdir(folder + "/rig", 0o777)
    }

    deinit { _ = unsafe system("rm -rf '\(folder)'") }

    /// Writes a file of the folder, and returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) -> String {
        let path = folder + "/" + name
        guard let file = unsafe fopen(path, "w") else { return path }
        _ = unsafe bytes.withUnsafeBytes { unsafe fwrite($0.baseAddress, 1, $0.count, file) }
        unsafe fclose(file)
        return path
    }

    /// The bytes of a file of the folder; none where it is absent.
    package func read(_ name: String) -> [UInt8] {
        guard let file = unsafe fopen(folder + "/" + name, "r") else { return [] }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe block.withUnsafeMutableBytes {
                unsafe fread($0.baseAddress, 1, $0.count, file)
            }
            if count == 0 { return bytes }
            bytes += block.prefix(count)
        }
    }

    /// What was heard through `rig`.
    package var heard: [UInt8] { read("rig/played.raw") }

    /// The last frames of what was heard through `rig`, or all where there are less: to look often costs little.
    ///
    /// - Parameters:
    ///   - frames: How many.
    ///   - size: The bytes of a frame.
    /// - Returns: Their bytes.
    package func latestHeard(frames: Int, of size: Int) -> [UInt8] {
        let file = unsafe open(folder + "/rig/played.raw", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        let whole = max(lseek(file, 0, SEEK_END), 0) / size
        let start = max(whole - frames, 0) * size
        var bytes = [UInt8](repeating: 0, count: whole * size - start)
        let taken = unsafe pread(file, &bytes, bytes.count, start)
        return Array(bytes.prefix(max(taken, 0)))
    }

    /// What happened to `rig`: when, in nanoseconds of CLOCK_MONOTONIC, and what.
    package var events: [(time: Int64, what: String)] { events(of: "rig") }

    /// What happened to an output that writes to this folder within the test's own.
    package func events(of output: String) -> [(time: Int64, what: String)] {
        String(decoding: read(output + "/events.log"), as: UTF8.self).split(separator: "\n")
            .compactMap {
                let parts = $0.split(separator: " ", maxSplits: 1)
                guard parts.count == 2, let time = Int64(parts[0]) else { return nil }
                return (time, String(parts[1]))
            }
    }

    /// Begins a fault of `rig`.
    package func begin(_ fault: String) { write([], to: "rig/" + fault) }

    /// Ends a fault of `rig`.
    package func end(_ fault: String) { _ = unsafe unlink(folder + "/rig/" + fault) }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import Testing

/// A folder of a test's own, which goes away with everything in it.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/wecker-test-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
        }
        guard made else { throw SetUpFailure() }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        Self.empty(path)
        unsafe rmdir(path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, to name: String) throws {
        let descriptor = unsafe open(file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0 else { throw SetUpFailure() }
        let file = Descriptor(owning: descriptor)
        #expect(try file.write(Array(text.utf8)[...]) == text.utf8.count)
    }

    func read(_ name: String) -> String? {
        guard let bytes = try? FileReader.read(file(name), limit: 1 << 20) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    var names: [String] { (try? FileReader.names(inFolder: path, limit: 100)) ?? [] }

    private static func empty(_ folder: String) {
        for name in (try? FileReader.names(inFolder: folder, limit: 1000)) ?? [] {
            let path = "\(folder)/\(name)"
            if unsafe unlink(path) == 0 { continue }
            empty(path)
            unsafe rmdir(path)
        }
    }
}

struct SetUpFailure: Error {}

/// Values that a handler leaves behind.
final class Recorder<Value> {
    var values: [Value] = []
}

extension RunLoop {
    /// Runs until something holds, and fails the test where it does not come to hold in time.
    func run(
        within limit: Duration = .seconds(20), sourceLocation: SourceLocation = #_sourceLocation,
        until condition: () -> Bool
    ) throws {
        var isLate = false
        let timer = try Timer(on: self, clock: .monotonic) { _ in isLate = true }
        try timer.arm(at: Clocks.monotonic + limit)
        while !isLate, !condition() { try turn() }
        #expect(!isLate, "it did not happen in time", sourceLocation: sourceLocation)
    }
}

/// How many descriptors this process has open that stand for `target`.
func openDescriptors(of target: String) throws -> Int {
    try FileReader.names(inFolder: "/proc/self/fd", limit: 10000)
        .filter { ZoneLink.target(of: "/proc/self/fd/\($0)") == target }.count
}

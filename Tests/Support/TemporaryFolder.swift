// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc

/// A folder of a test's own, which goes away with everything in it.
package final class TemporaryFolder {
    /// Where it is.
    package let path: String

    /// Makes the folder, under a name that nothing else has.
    package init() {
        var template = Array("/tmp/wecker-test-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
        }
        precondition(made, "no temporary folder can be made")
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        Self.remove(path)
    }

    /// The path of `name` in the folder.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file whole, in place.
    package func write(_ bytes: some Sequence<UInt8>, to name: String) {
        let descriptor = unsafe open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        precondition(descriptor >= 0, "\(name) cannot be made")
        defer { close(descriptor) }
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            precondition(count > 0, "\(name) cannot be written")
            rest = rest.dropFirst(count)
        }
    }

    /// Writes a file whole, in place.
    package func write(_ text: String, to name: String) { write(text.utf8, to: name) }

    /// Makes a folder in the folder.
    package func makeFolder(_ name: String) {
        let result = unsafe mkdir(file(name), 0o755)
        precondition(result == 0, "\(name) cannot be made")
    }

    /// Makes a symbolic link.
    package func link(_ name: String, to target: String) {
        let made = unsafe symlink(target, file(name)) == 0
        precondition(made, "\(name) cannot be made")
    }

    /// Reads a file whole; `nil` where there is none.
    package func read(_ name: String) -> [UInt8]? { contents(ofFile: file(name)) }

    /// Reads a file as text; `nil` where there is none.
    package func text(_ name: String) -> String? {
        read(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The names of what is in the folder, in order.
    package var names: [String] { (Self.names(in: path) ?? []).sorted() }

    private static func remove(_ path: String) {
        if unsafe unlink(path) == 0 { return }
        for name in names(in: path) ?? [] { remove("\(path)/\(name)") }
        _ = unsafe rmdir(path)
    }

    private static func names(in path: String) -> [String]? {
        guard let stream = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}

/// Reads a file whole, or returns `nil` where it cannot be read.
package func contents(ofFile path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
        let count = unsafe chunk.withUnsafeMutableBytes {
            unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
        }
        guard count > 0 else { return count == 0 ? bytes : nil }
        bytes += chunk.prefix(count)
    }
}

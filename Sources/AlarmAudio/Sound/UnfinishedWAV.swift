// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CSndfile
internal import Glibc

/// A WAV file whose header says that it has no data, though bytes follow: whoever wrote it was cut off, or wrote
/// to a pipe, and never came back to fill the size in.
///
/// libsndfile takes such a header at its word. It is given the file through this instead, with the size mended.
final class UnfinishedWAV {
    /// More chunks before the data than any program writes.
    private static let mostChunks = 1000

    private let descriptor: CInt
    private let length: Int64
    private let sizeOffset: Int64
    private let mendedSize: [UInt8]
    private var position: Int64 = 0

    /// Looks at an open file, whose descriptor stays the caller's.
    ///
    /// `nil` where nothing is to be mended.
    init?(descriptor: CInt) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        let length = Int64(status.st_size)
        guard let data = Self.emptyData(in: descriptor, length: length) else { return nil }
        self.descriptor = descriptor
        self.length = length
        sizeOffset = data + 4
        let size = UInt32(clamping: length - (data + 8))
        mendedSize = (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
    }

    /// Where the data's chunk begins, where it claims to be empty and is not.
    private static func emptyData(in descriptor: CInt, length: Int64) -> Int64? {
        let head = read(12, at: 0, of: descriptor)
        guard head.prefix(4) == Array("RIFF".utf8)[...], head.suffix(4) == Array("WAVE".utf8)[...]
        else { return nil }
        var offset: Int64 = 12
        for _ in 0..<mostChunks {
            guard let chunk = Chunk(at: offset, of: descriptor) else { return nil }
            if chunk.id == Array("data".utf8) {
                let isEmpty = chunk.size == 0 && length > chunk.body
                // Chunks that follow honestly empty data are not sound.
                return isEmpty && !isTiled(from: chunk.body, to: length, of: descriptor)
                    ? offset : nil
            }
            offset = chunk.next
        }
        return nil
    }

    /// Whether chunks fill the file from `offset` to its end.
    private static func isTiled(from offset: Int64, to end: Int64, of descriptor: CInt) -> Bool {
        var offset = offset
        for _ in 0..<mostChunks where offset < end {
            guard let chunk = Chunk(at: offset, of: descriptor), chunk.hasName else { return false }
            offset = chunk.next
        }
        // The last one may lack the byte that makes it even.
        return offset == end || offset == end + 1
    }

    /// The bytes at `offset`; fewer where the file ends.
    private static func read(_ count: Int, at offset: Int64, of descriptor: CInt) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = unsafe bytes.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, count, off_t(offset))
        }
        return Array(bytes.prefix(max(read, 0)))
    }

    /// The head of a chunk; sizes are at most 4 GiB, so that offsets only grow and never overflow.
    private struct Chunk {
        let id: [UInt8]
        let size: Int64
        let body: Int64

        init?(at offset: Int64, of descriptor: CInt) {
            let head = read(8, at: offset, of: descriptor)
            guard head.count == 8 else { return nil }
            id = Array(head.prefix(4))
            size = head.suffix(4).reversed().reduce(0) { $0 << 8 | Int64($1) }
            body = offset + 8
        }

        /// Where the next chunk begins: at an even place.
        var next: Int64 { body + size + size % 2 }

        /// Whether its name has letters, digits and spaces only, as those of all known chunks.
        var hasName: Bool {
            id.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || byte == 0x20
            }
        }
    }
}

// MARK: - What libsndfile calls

extension UnfinishedWAV {
    /// Opens it by libsndfile, which keeps it until the handle is closed.
    func open(_ info: inout SF_INFO) -> OpaquePointer? {
        var calls = SF_VIRTUAL_IO()
        unsafe calls.get_filelen = { unsafe UnfinishedWAV.of($0)?.length ?? -1 }
        unsafe calls.tell = { unsafe UnfinishedWAV.of($0)?.position ?? -1 }
        unsafe calls.seek = { unsafe UnfinishedWAV.of($2)?.seek($0, from: $1) ?? -1 }
        unsafe calls.read = { unsafe UnfinishedWAV.of($2)?.read($1, into: $0) ?? 0 }
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        return unsafe sf_open_virtual(&calls, CInt(SFM_READ), &info, context)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> UnfinishedWAV? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<UnfinishedWAV>.fromOpaque(context).takeUnretainedValue()
    }

    private func seek(_ offset: Int64, from origin: CInt) -> Int64 {
        let start =
            switch origin {
            case SEEK_CUR: position
            case SEEK_END: length
            default: Int64(0)
            }
        let (target, overflow) = start.addingReportingOverflow(offset)
        guard !overflow, target >= 0 else { return -1 }
        position = target
        return target
    }

    private func read(_ count: Int64, into buffer: UnsafeMutableRawPointer?) -> Int64 {
        guard let buffer = unsafe buffer, count > 0 else { return 0 }
        let read = Int64(unsafe pread(descriptor, buffer, Int(count), off_t(position)))
        guard read > 0 else { return 0 }
        for (index, byte) in mendedSize.enumerated() {
            let place = sizeOffset + Int64(index) - position
            guard (0..<read).contains(place) else { continue }
            unsafe buffer.storeBytes(of: byte, toByteOffset: Int(place), as: UInt8.self)
        }
        position += read
        return read
    }
}

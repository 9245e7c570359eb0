// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CEvdev
internal import Glibc

/// What a button or a knob did (linux/input.h).
package struct InputEvent: Hashable, Sendable {
    /// `EV_KEY`: a key went down, up, or repeats: the value is 1, 0 or 2.
    package static let key: UInt16 = 1
    /// `EV_REL`: an axis was turned by the value.
    package static let relative: UInt16 = 2

    /// What kind it is.
    package var type: UInt16
    /// Which key or axis.
    package var code: UInt16
    /// What it did.
    package var value: Int32

    /// Creates an event.
    package init(type: UInt16, code: UInt16, value: Int32) {
        self.type = type
        self.code = code
        self.value = value
    }

    /// The code of a key by its name, `KEY_ENTER` or `BTN_0`, or by its number; `nil` where there is none.
    ///
    /// Without libevdev no name is known, and every number is.
    package static func keyCode(named name: String) -> UInt16? {
        if let number = UInt16(name) { return number <= KEY_MAX ? number : nil }
        guard let library = try? EventLibrary() else { return nil }
        let code = unsafe library.code(UInt32(key), name)
        return code >= 0 ? UInt16(exactly: code) : nil
    }

    /// Axes that a knob may have: `REL_X`, as rotary encoders have it, and those of dials and wheels.
    package static let knobAxes: Set<UInt16> = [0, 6, 7, 8, 9]
}

/// An input device, or a FIFO with the events of one, as the kernel writes them.
@safe
package final class InputDevice {
    private let descriptor: Descriptor
    private let library: EventLibrary?
    private let handle: OpaquePointer?
    private let handler: ([InputEvent]) -> Void
    private let didEnd: () -> Void
    private var watch: Watch?
    private var rest: [UInt8] = []

    /// The most events that are taken in one turn of the loop.
    private static let batch = 64

    /// Opens a device.
    ///
    /// - Parameters:
    ///   - path: The device's file.
    ///   - loop: Where it is waited for.
    ///   - handler: Is told what comes.
    ///   - didEnd: Is told once, when the device is gone.
    /// - Throws: `SystemError`, with `ENOTTY` where it is no input device, and with `ELIBACC` where the machine has no
    ///   libevdev.
    package init(
        _ path: String, on loop: RunLoop, handler: @escaping ([InputEvent]) -> Void,
        didEnd: @escaping () -> Void
    ) throws(SystemError) {
        let descriptor = try Descriptor.openForReading(path)
        var status = stat()
        let number = descriptor.rawValue
        try check("look at", path) { unsafe fstat(number, &status) }
        if status.st_mode & S_IFMT == S_IFIFO {
            library = nil
            unsafe handle = nil
        } else {
            let library = try EventLibrary()
            var made: OpaquePointer?
            let result = unsafe library.open(number, &made)
            guard result >= 0 else {
                throw SystemError(
                    operation: "use as an input device", errno: Errno(rawValue: -result),
                    subject: path)
            }
            self.library = library
            unsafe handle = made
        }
        self.descriptor = descriptor
        self.handler = handler
        self.didEnd = didEnd
        watch = try loop.watch(self.descriptor, for: .readable) { [weak self] _ in self?.take() }
    }

    deinit { if let library, let handle = unsafe handle { unsafe library.free(handle) } }

    private func take() {
        var events: [InputEvent] = []
        let isThere: Bool
        if let library, let handle = unsafe handle {
            isThere = unsafe read(from: handle, by: library, into: &events)
        } else {
            isThere = readBytes(&events)
        }
        if !events.isEmpty { handler(events) }
        guard !isThere, watch != nil else { return }
        watch = nil
        didEnd()
    }

    /// Reads what the kernel has; where it dropped some, libevdev tells how the keys are by now.
    private func read(
        from handle: OpaquePointer, by library: EventLibrary, into events: inout [InputEvent]
    ) -> Bool {
        var flags = UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
        for _ in 0..<Self.batch {
            var event = input_event()
            let result = unsafe library.next(handle, flags, &event)
            switch result {
            case CInt(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
                events.append(InputEvent(type: event.type, code: event.code, value: event.value))
            case CInt(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                flags = UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue)
                events.append(InputEvent(type: event.type, code: event.code, value: event.value))
            case -EAGAIN where flags == UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue):
                flags = UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
            case -EAGAIN, -EINTR: return true
            default: return false
            }
        }
        return true
    }

    private func readBytes(_ events: inout [InputEvent]) -> Bool {
        let size = MemoryLayout<input_event>.size
        do throws(SystemError) {
            switch try descriptor.read(upTo: size * Self.batch) {
            case .bytes(let bytes): rest += bytes
            case .wouldBlock: return true
            case .end, .oversized: return false
            }
        } catch {
            return false
        }
        while rest.count >= size {
            let event = unsafe rest.withUnsafeBytes {
                unsafe $0.loadUnaligned(as: input_event.self)
            }
            rest.removeFirst(size)
            events.append(InputEvent(type: event.type, code: event.code, value: event.value))
        }
        return true
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CEvdev
internal import Glibc

/// What is called of libevdev, which is loaded where an input device is configured and not before.
///
/// Most boxes have none, and the library and what the linker does for it cost a daemon that waits a fifteenth of its
/// memory. It stays loaded: loading it again is a look into the linker's table (dlopen(3)).
@safe
struct EventLibrary {
    /// What the linker calls it.
    static let name = "libevdev.so.2"

    /// Opens a device: `libevdev_new_from_fd`.
    let open: @convention(c) (CInt, UnsafeMutablePointer<OpaquePointer?>) -> CInt
    /// Forgets a device: `libevdev_free`.
    let free: @convention(c) (OpaquePointer) -> Void
    /// Reads an event: `libevdev_next_event`.
    let next:
        @convention(c) (OpaquePointer, CUnsignedInt, UnsafeMutablePointer<input_event>) -> CInt
    /// Names a key: `libevdev_event_code_from_name`.
    let code: @convention(c) (CUnsignedInt, UnsafePointer<CChar>) -> CInt

    /// Loads it.
    ///
    /// - Throws: `SystemError`, with `ELIBACC` where the machine has no libevdev.
    init() throws(SystemError) {
        guard let library = unsafe dlopen(Self.name, RTLD_NOW | RTLD_LOCAL),
            let open = unsafe dlsym(library, "libevdev_new_from_fd"),
            let free = unsafe dlsym(library, "libevdev_free"),
            let next = unsafe dlsym(library, "libevdev_next_event"),
            let code = unsafe dlsym(library, "libevdev_event_code_from_name")
        else {
            throw SystemError(
                operation: "load", errno: .missingLibrary, subject: Self.name)
        }
        // The types are those of libevdev.h, whose version 1 has kept them since 2014.
        unsafe self.open = unsafe unsafeBitCast(open, to: type(of: self.open))
        unsafe self.free = unsafe unsafeBitCast(free, to: type(of: self.free))
        unsafe self.next = unsafe unsafeBitCast(next, to: type(of: self.next))
        unsafe self.code = unsafe unsafeBitCast(code, to: type(of: self.code))
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import CLinux

/// The bell of the console: the beeper of a PC, an input device that makes sounds (`EV_SND`).
package final class ConsoleBell {
    /// The path of the device.
    package let path: String

    private let descriptor: Descriptor

    /// Opens the first device of `folder` that has a bell; `nil` where there is none that this process may use.
    package init?(inFolder folder: String = "/dev/input") {
        let names = (try? FileReader.names(inFolder: folder, limit: 4096)) ?? []
        for name in names.sorted() where name.hasPrefix("event") {
            let number = unsafe clinux_bell_open("\(folder)/\(name)")
            guard number >= 0 else { continue }
            descriptor = Descriptor(owning: number)
            path = "\(folder)/\(name)"
            return
        }
        return nil
    }

    deinit {
        sound(false)
    }

    /// Lets it sound, or be silent.
    package func sound(_ isOn: Bool) {
        _ = clinux_bell_sound(descriptor.rawValue, isOn ? 1 : 0)
    }
}

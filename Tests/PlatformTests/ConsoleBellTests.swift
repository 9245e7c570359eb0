// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import TestSupport
import Testing

@Suite("The console's bell")
struct ConsoleBellTests {
    @Test("is no file, no device that makes no sounds, and nothing that is not there")
    func others() throws {
        let folder = TemporaryFolder()
        #expect(ConsoleBell(inFolder: folder.file("absent")) == nil)
        folder.write("", to: "event0")
        for (name, device) in [("event1", "/dev/null"), ("event2", "/dev/zero")] {
            #expect(unsafe symlink(device, folder.file(name)) == 0)
        }
        #expect(unsafe mkdir(folder.file("event3"), 0o700) == 0)
        #expect(ConsoleBell(inFolder: folder.path) == nil)
    }
}

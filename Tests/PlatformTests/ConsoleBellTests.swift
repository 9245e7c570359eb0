// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Platform
import TestSupport
import Testing

@Suite("The console's bell")
struct ConsoleBellTests {
    @Test("is no file, no device that makes no sounds, and nothing that is not there")
    func others() {
        let folder = TemporaryFolder()
        #expect(ConsoleBell(inFolder: folder.file("absent")) == nil)
        folder.write("", to: "event0")
        folder.link("event1", to: "/dev/null")
        folder.link("event2", to: "/dev/zero")
        folder.makeFolder("event3")
        #expect(ConsoleBell(inFolder: folder.path) == nil)
    }
}

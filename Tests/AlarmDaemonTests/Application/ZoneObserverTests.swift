// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

@Suite("The machine's zone")
struct ZoneObserverTests {
    @Test("has changed when its link, or the file that it names, is replaced")
    func replaced() throws {
        let folder = TemporaryFolder()
        let zones = TemporaryFolder()
        let loop = try RunLoop()
        #expect(unsafe symlink(zones.file("Berlin"), folder.file("localtime")) == 0)
        var changes = 0
        let observer = try ZoneObserver(link: folder.file("localtime"), on: loop) { changes += 1 }

        try touch(folder.file("hosts"))
        try loop.poll()
        #expect(changes == 0, "another file in the same folder")

        #expect(unsafe mkdir(zones.file("new"), 0o700) == 0)
        #expect(unsafe rename(zones.file("new"), zones.file("Berlin")) == 0)
        try loop.poll()
        #expect(changes == 1, "the zone's rules were updated")

        #expect(unsafe symlink(zones.file("Tokyo"), folder.file("next")) == 0)
        #expect(unsafe rename(folder.file("next"), folder.file("localtime")) == 0)
        try loop.poll()
        #expect(changes == 2, "another zone was chosen")

        #expect(unsafe mkdir(zones.file("Tokyo"), 0o700) == 0)
        try loop.poll()
        #expect(changes == 3, "the zone that is followed now")

        #expect(unsafe unlink(folder.file("localtime")) == 0)
        try loop.poll()
        #expect(changes == 4, "no zone was chosen")
        withExtendedLifetime(observer) {}
    }

    @Test(
        "is found by its link's target",
        arguments: [
            ("/etc/localtime", "../usr/share/zoneinfo/UTC", "/etc/../usr/share/zoneinfo", "UTC"),
            (
                "/etc/localtime", "/usr/share/zoneinfo/Europe/Berlin", "/usr/share/zoneinfo/Europe",
                "Berlin"
            ),
            ("/localtime", "/UTC", "/", "UTC"), ("localtime", "UTC", ".", "UTC"),
        ])
    func location(link: String, target: String, folder: String, name: String) {
        let zone = ZoneObserver.Location(path: link).resolving(target)
        #expect(zone.folder == folder)
        #expect(zone.name == name)
    }

    private func touch(_ path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        Descriptor(owning: descriptor).close()
    }
}

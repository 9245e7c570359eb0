// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import TestSupport
import Testing

@testable import AlarmDaemon

@Suite("A zone file that is followed")
struct ZoneObserverTests {
    /// A machine's folders: a link to a zone, and the zones behind a link as well.
    private final class Machine {
        let folder = TemporaryFolder()
        let loop: RunLoop
        var changes = 0
        private var observer: ZoneObserver?

        init() throws {
            loop = try RunLoop()
            for name in ["etc", "data", "data/Europe"] { folder.makeFolder(name) }
            folder.link("zoneinfo", to: "data")
            folder.write("1", to: "data/Europe/Berlin")
            folder.link("etc/localtime", to: "../zoneinfo/Europe/Berlin")
            observer = try ZoneObserver(on: loop) { [weak self] in self?.changes += 1 }
            observer?.follow(folder.file("etc/localtime"))
        }

        func rename(_ old: String, to new: String) {
            #expect(unsafe Glibc.rename(folder.file(old), folder.file(new)) == 0)
        }

        func poll() throws -> Bool {
            defer { changes = 0 }
            try loop.poll()
            return changes > 0
        }
    }

    nonisolated enum Change: String, CaseIterable {
        case fileWritten, fileReplaced, fileRemoved, linkReplaced, linkBecomesFile
        case linkToAllZonesSwapped, folderRenamed
    }

    @Test(
        "has changed when it, a link to it, or a folder above it is replaced, written or removed",
        arguments: Change.allCases)
    func change(_ change: Change) throws {
        let machine = try Machine()
        machine.folder.write("", to: "etc/hosts")
        #expect(try !machine.poll(), "another file of the same folder")
        make(change, on: machine)
        #expect(try machine.poll(), "it changed")
        #expect(try !machine.poll(), "once")
    }

    private func make(_ change: Change, on machine: Machine) {
        let folder = machine.folder
        switch change {
        case .fileWritten: folder.write("2", to: "data/Europe/Berlin")
        case .fileReplaced:
            folder.write("2", to: "data/Europe/new")
            machine.rename("data/Europe/new", to: "data/Europe/Berlin")
        case .fileRemoved: _ = unsafe unlink(folder.file("data/Europe/Berlin"))
        case .linkReplaced:
            folder.link("etc/next", to: "../zoneinfo/Europe/Paris")
            machine.rename("etc/next", to: "etc/localtime")
        case .linkBecomesFile:
            _ = unsafe unlink(folder.file("etc/localtime"))
            folder.write("2", to: "etc/localtime")
        case .linkToAllZonesSwapped:
            folder.link("next", to: "etc")
            machine.rename("next", to: "zoneinfo")
        case .folderRenamed: machine.rename("data", to: "old")
        }
    }

    @Test("is followed at its new place after each change")
    func again() throws {
        let machine = try Machine()
        machine.rename("data", to: "old")
        #expect(try machine.poll(), "gone")
        machine.folder.makeFolder("data")
        machine.folder.makeFolder("data/Europe")
        #expect(try machine.poll(), "a folder came back")
        machine.folder.write("2", to: "data/Europe/Berlin")
        #expect(try machine.poll(), "the file came back")
        machine.folder.write("3", to: "data/Europe/Berlin")
        #expect(try machine.poll(), "written once more")
    }

    @Test("that is not there yet is found when it is made")
    func absent() throws {
        let folder = TemporaryFolder()
        let loop = try RunLoop()
        var changes = 0
        let observer = try ZoneObserver(on: loop) { changes += 1 }
        observer.follow(folder.file("zoneinfo/Europe/Berlin"))
        folder.makeFolder("zoneinfo")
        try loop.poll()
        folder.makeFolder("zoneinfo/Europe")
        try loop.poll()
        changes = 0
        folder.write("1", to: "zoneinfo/Europe/Berlin")
        try loop.poll()
        #expect(changes > 0)
        withExtendedLifetime(observer) {}
    }

    @Test(
        "is reached by way of each link",
        arguments: [
            ("/etc/localtime", "/:etc /etc:localtime /:usr /usr:zones /usr/zones:Berlin"),
            ("/relative", "/:relative /:usr /usr:zones /usr/zones:Berlin"),
            ("/up/../etc/./b", "/:up /:etc /etc:b"),
            ("/missing/Berlin", "/:missing /missing:Berlin"),
        ])
    func way(path: String, steps: String) {
        let links = ["/etc/localtime": "/usr/zones/Berlin", "/relative": "usr/zones/Berlin"]
        let way = FileWay(to: path) { links[$0] }
        #expect(way.steps.map { "\($0.folder):\($0.name)" }.joined(separator: " ") == steps)
    }

    @Test("is watched for what is written in its own folder alone: others are written to all day")
    func written() {
        let way = FileWay(to: "/dev/input/knob") { $0 == "/dev/input/knob" ? "event3" : nil }
        #expect(way.changes(in: "/") == [.appeared, .vanished])
        #expect(way.changes(in: "/dev") == [.appeared, .vanished])
        #expect(way.changes(in: "/dev/input") == [.written, .appeared, .vanished])
    }

    @Test("behind a link that leads in a circle is given up")
    func circle() {
        #expect(FileWay(to: "/a") { $0 == "/a" ? "a" : nil }.steps.count == 41)
    }
}

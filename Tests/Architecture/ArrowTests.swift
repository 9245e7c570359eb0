// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Testing

@Suite("The arrows between the modules")
struct ArrowTests {
    /// What each target may import of the project.
    private static let arrows: [String: Set<String>] = [
        "AlarmModel": [],
        "ZoneInfo": ["AlarmModel"],
        "PlayerProtocol": [],
        "JSON": ["CJansson"],
        "AlarmProtocol": ["AlarmModel", "JSON"],
        "Platform": ["CEvdev", "CLinux"],
        "AlarmStore": ["AlarmModel", "Platform"],
        "AlarmAudio": [
            "CALSA", "CALSAShims", "CEbur128", "CSndfile", "AlarmModel", "PlayerProtocol",
            "Platform",
        ],
        "AlarmDaemon": [
            "AlarmStore", "AlarmProtocol", "PlayerProtocol", "ZoneInfo", "Platform", "AlarmModel",
            "JSON",
        ],
        "alarmd": ["AlarmDaemon"],
        "alarm-player": ["AlarmAudio", "PlayerProtocol", "Platform"],
        "Localization": ["AlarmModel", "CIntl"],
        "alarmctl": [
            "AlarmProtocol", "AlarmModel", "Localization", "ZoneInfo", "Platform", "JSON",
        ],
    ]

    /// What else may be imported, and by which targets it may not.
    private static let pure: Set<String> = ["AlarmModel", "ZoneInfo", "PlayerProtocol"]
    private static let system: Set<String> = ["Glibc", "Synchronization"]

    @Test("every target with Swift files has its arrows here, and the other way round")
    func targets() {
        #expect(Set(SourceFile.shipped.map(\.target)) == Set(Self.arrows.keys))
    }

    @Test("a file imports what its target's arrows allow", arguments: SourceFile.shipped)
    func imports(file: SourceFile) {
        let allowed = Self.arrows[file.target] ?? []
        let system = Self.pure.contains(file.target) ? [] : Self.system
        for line in file.imports {
            #expect(
                allowed.contains(line.module) || system.contains(line.module),
                "\(file.path) imports \(line.module)")
        }
    }

    @Test("Package.swift lets a target depend on no more", arguments: arrows.keys.sorted())
    func dependencies(target: String) throws {
        let dependencies = try #require(Manifest.package.dependencies[target])
        let more = dependencies.subtracting(Self.arrows[target] ?? [])
        #expect(more.isEmpty, "\(target) may import \(more.sorted())")
    }

    @Test("a manifest is read target by target")
    func readingManifest() {
        let text = ".target(name: \"A\"), .target(name: \"B\", dependencies: [\"A\", \"C\"])"
        #expect(Manifest(text).dependencies == ["A": [], "B": ["A", "C"]])
    }

    @Test(
        "a C module has one importer",
        arguments: [
            "CALSA", "CALSAShims", "CEbur128", "CSndfile", "CEvdev", "CIntl", "CJansson", "CLinux",
        ])
    func cModules(module: String) {
        let importers = SourceFile.shipped.filter { $0.imports.contains { $0.module == module } }
        #expect(Set(importers.map(\.target)).count == 1)
        for file in importers {
            for line in file.imports where line.module == module {
                #expect(line.isWrittenInternal, "\(file.path) imports \(module), not internally")
            }
        }
    }

    @Test(
        "an import is read whatever stands before and after it",
        arguments: [
            ("import Glibc", "Glibc", false), ("internal import CLinux", "CLinux", true),
            ("@testable import JSON", "JSON", false),
            ("package import struct Platform.Clocks", "Platform", false),
        ])
    func reading(line: String, module: String, isInternal: Bool) throws {
        let read = try #require(Import(line))
        #expect(read.module == module)
        #expect(read.isWrittenInternal == isInternal)
    }

    @Test("other lines import nothing", arguments: ["let import = 1", "", "important(Glibc)"])
    func readingNothing(line: String) {
        #expect(Import(line) == nil)
    }
}

// swift-tools-version: 6.2

import PackageDescription

/// The rules every Swift target is built under; a target may add to them, never drop one.
let houseRules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// What is shipped and works on each of thousands of alarms at a time: compiled for speed, as SwiftPM does by itself.
///
/// It is linked without the regular expressions that Swift imports unasked: a megabyte of code. Each function has a section
/// of its own, so that the linker can leave it out, or lay it beside those that a start needs (.make/order).
let fastRules =
    houseRules + [
        .unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"]),
        .unsafeFlags(["-Xfrontend", "-function-sections"], .when(configuration: .release)),
    ]

/// What else is shipped: compiled for size, and so for less memory.
let shippedRules = fastRules + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// The targets whose code runs on one thread, the run loop's, and has no `await`.
///
/// What is shipped does not ask at run time which actor it is on: that alone would link the runtime of `async` and
/// libdispatch, and a sixth of the idle daemon's own memory.
let mainActorRules =
    shippedRules + [
        .defaultIsolation(MainActor.self),
        .unsafeFlags(
            ["-Xfrontend", "-disable-dynamic-actor-isolation"], .when(configuration: .release)),
    ]

let package = Package(
    name: "wecker",
    targets: [
        // MARK: C libraries
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(
            name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(
            name: "CEbur128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
        .systemLibrary(
            name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        // Of libevdev the header alone: it is loaded where an input device is configured.
        .systemLibrary(name: "CEvdev", providers: [.apt(["libevdev-dev"])]),
        // gettext, a part of the C library.
        .systemLibrary(name: "CIntl"),
        .target(name: "CLinux"),
        .target(name: "CALSAShims"),

        // MARK: Pure libraries
        .target(name: "AlarmModel", swiftSettings: fastRules),
        .target(name: "ZoneInfo", dependencies: ["AlarmModel"], swiftSettings: fastRules),
        .target(name: "PlayerProtocol", swiftSettings: shippedRules),

        // MARK: Libraries
        .target(name: "JSON", dependencies: ["CJansson"], swiftSettings: shippedRules),
        .target(
            name: "AlarmProtocol", dependencies: ["AlarmModel", "JSON"],
            exclude: ["io.wecker.AlarmClock.varlink"], swiftSettings: shippedRules),
        .target(
            name: "Platform", dependencies: ["CEvdev", "CLinux"], swiftSettings: shippedRules),
        .target(
            name: "Localization", dependencies: ["AlarmModel", "CIntl"],
            swiftSettings: shippedRules),
        .target(
            name: "AlarmStore", dependencies: ["AlarmModel", "Platform"],
            swiftSettings: fastRules),
        .target(
            name: "AlarmAudio",
            dependencies: [
                "CALSA", "CALSAShims", "CEbur128", "CSndfile", "PlayerProtocol", "Platform",
            ],
            swiftSettings: shippedRules),
        .target(
            name: "AlarmDaemon",
            dependencies: [
                "AlarmStore", "AlarmProtocol", "PlayerProtocol", "ZoneInfo", "Platform",
                "AlarmModel", "JSON",
            ],
            swiftSettings: mainActorRules),

        // MARK: Programs
        .executableTarget(
            name: "alarmd", dependencies: ["AlarmDaemon"], swiftSettings: mainActorRules),
        .executableTarget(
            name: "alarm-player", dependencies: ["AlarmAudio", "PlayerProtocol", "Platform"],
            swiftSettings: mainActorRules),
        .executableTarget(
            name: "alarmctl",
            dependencies: [
                "AlarmProtocol", "AlarmModel", "Localization", "ZoneInfo", "Platform", "JSON",
            ],
            swiftSettings: shippedRules),

        // MARK: Tests
        .target(
            name: "TestSupport",
            path: "Tests/Support", swiftSettings: houseRules),
        .testTarget(
            name: "AlarmModelTests", dependencies: ["AlarmModel", "TestSupport"],
            swiftSettings: houseRules),
        .testTarget(
            name: "ZoneInfoTests", dependencies: ["ZoneInfo", "AlarmModel", "JSON", "TestSupport"],
            exclude: ["civil-times.json"],
            swiftSettings: houseRules),
        .testTarget(
            name: "ZoneDifferentialTests", dependencies: ["ZoneInfo", "AlarmModel", "TestSupport"],
            path: "Tests/ZoneDifferential", exclude: ["oracle.py"], swiftSettings: houseRules),
        // Years of random alarms on a clock that it moves: a program, so that the shipped build is tried.
        .executableTarget(
            name: "simulation",
            dependencies: ["AlarmModel", "AlarmStore", "ZoneInfo", "Platform"],
            path: "Tests/Simulation", swiftSettings: houseRules),
        .testTarget(
            name: "SimulationTests", dependencies: ["simulation"],
            path: "Tests/SimulationTests", swiftSettings: houseRules),
        .testTarget(
            name: "RecurrenceDifferentialTests", dependencies: ["AlarmModel", "TestSupport"],
            path: "Tests/RecurrenceDifferential", exclude: ["oracle.py"], swiftSettings: houseRules),
        .testTarget(
            name: "PlayerProtocolTests", dependencies: ["PlayerProtocol"],
            swiftSettings: houseRules),
        .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: houseRules),
        .testTarget(
            name: "AlarmProtocolTests",
            dependencies: ["AlarmProtocol", "AlarmModel", "JSON", "TestSupport"],
            swiftSettings: houseRules),
        .testTarget(
            name: "PlatformTests", dependencies: ["Platform", "TestSupport"],
            swiftSettings: houseRules),
        .testTarget(
            name: "AlarmStoreTests",
            dependencies: ["AlarmStore", "AlarmModel", "JSON", "Platform", "TestSupport"],
            swiftSettings: houseRules),
        .testTarget(
            name: "AlarmAudioTests",
            dependencies: [
                "AlarmAudio", "alarm-player", "PlayerProtocol", "Platform", "TestSupport",
            ],
            exclude: ["corpus.py"],
            swiftSettings: houseRules),
        .testTarget(
            name: "AlarmDaemonTests",
            dependencies: [
                "AlarmDaemon", "alarm-player", "AlarmStore", "AlarmProtocol", "PlayerProtocol",
                "ZoneInfo", "Platform", "AlarmModel", "JSON", "TestSupport",
            ],
            swiftSettings: houseRules + [.defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "AlarmctlTests",
            dependencies: [
                "alarmctl", "AlarmProtocol", "AlarmStore", "AlarmModel", "JSON", "Platform",
                "TestSupport",
            ],
            swiftSettings: houseRules),
        .testTarget(
            name: "IntegrationTests", dependencies: ["TestSupport", "JSON", "Platform"],
            path: "Tests/Integration",
            exclude: ["complete.zsh", "terminal.py", "uinput.py", "varlink_client.py"],
            swiftSettings: houseRules),
        .testTarget(
            name: "ArchitectureTests", dependencies: ["TestSupport"],
            path: "Tests/Architecture", swiftSettings: houseRules),
    ]
)

// What `make fuzz` builds, with sanitizers and in a folder of its own: nobody else waits for it.
if Context.environment["WECKER_FUZZ"] != nil {
    // libFuzzer brings its own `main`, and the code of a program is a library then.
    package.targets = package.targets.map { target in
        guard target.name == "alarmctl" else { return target }
        return .target(
            name: target.name, dependencies: target.dependencies, exclude: ["main.swift"],
            swiftSettings: shippedRules)
    }
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "AlarmAudio", "AlarmDaemon", "AlarmModel", "AlarmProtocol", "AlarmStore", "JSON",
                "Platform", "PlayerProtocol", "TestSupport", "ZoneInfo", "alarmctl",
            ],
            path: "Tests/Fuzzing", exclude: ["run", "seeds"],
            swiftSettings: houseRules + [.defaultIsolation(MainActor.self)]))
}

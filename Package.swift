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

/// The targets whose code runs on one thread, the run loop's, and has no `await`.
let mainActorRules = houseRules + [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "wecker",
    targets: [
        // MARK: C libraries
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(
            name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(
            name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .target(name: "CLinux"),
        .target(name: "CALSAShims"),

        // MARK: Pure libraries
        .target(name: "AlarmModel", swiftSettings: houseRules),
        .target(name: "ZoneInfo", dependencies: ["AlarmModel"], swiftSettings: houseRules),
        .target(name: "PlayerProtocol", swiftSettings: houseRules),

        // MARK: Libraries
        .target(name: "JSON", dependencies: ["CJansson"], swiftSettings: houseRules),
        .target(
            name: "AlarmProtocol", dependencies: ["AlarmModel", "JSON"],
            exclude: ["io.wecker.AlarmClock.varlink"], swiftSettings: houseRules),
        .target(name: "Platform", dependencies: ["CLinux"], swiftSettings: houseRules),
        .target(
            name: "AlarmStore", dependencies: ["AlarmModel", "JSON", "Platform"],
            swiftSettings: houseRules),
        .target(
            name: "AlarmAudio",
            dependencies: [
                "CALSA", "CALSAShims", "CSndfile", "PlayerProtocol", "Platform",
            ],
            swiftSettings: houseRules),
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
            dependencies: ["AlarmProtocol", "AlarmModel", "ZoneInfo", "Platform", "JSON"],
            swiftSettings: houseRules),

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
                "AlarmDaemon", "AlarmStore", "AlarmProtocol", "PlayerProtocol", "ZoneInfo",
                "Platform", "AlarmModel", "JSON", "TestSupport",
            ],
            swiftSettings: mainActorRules),
        .testTarget(
            name: "AlarmctlTests",
            dependencies: [
                "alarmctl", "AlarmProtocol", "AlarmModel", "JSON", "Platform", "TestSupport",
            ],
            swiftSettings: houseRules),
        .testTarget(
            name: "IntegrationTests", dependencies: ["TestSupport", "JSON", "Platform"],
            path: "Tests/Integration", exclude: ["varlink_client.py"], swiftSettings: houseRules),
        .testTarget(
            name: "ArchitectureTests", dependencies: ["TestSupport"],
            path: "Tests/Architecture", swiftSettings: houseRules),
    ]
)

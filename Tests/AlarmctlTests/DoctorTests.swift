// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import TestSupport
import Testing

@testable import alarmctl

@Suite("The doctor")
struct DoctorTests {
    private static func state(_ load: String, _ activity: String, _ file: String) -> ServiceState? {
        ServiceState("LoadState=\(load)\nActiveState=\(activity)\nUnitFileState=\(file)\n")
    }

    @Test("reads what systemd says of the service")
    func reading() throws {
        let state = try #require(Self.state("loaded", "active", "enabled"))
        #expect(state.isInstalled && state.isEnabled && state.activity == "active")
        #expect(Self.state("not-found", "inactive", "")?.isInstalled == false)
        #expect(Self.state("loaded", "active", "disabled")?.isEnabled == false)
        #expect(ServiceState("Failed to connect to bus\n") == nil)
        #expect(ServiceState("") == nil)
    }

    @Test(
        "says whether the service keeps the daemon running, and what has it do so",
        arguments: [
            (.system, .answers, state("loaded", "active", "enabled"), "pass", nil),
            (
                .system, .answers, state("loaded", "active", "disabled"), "warn",
                "sudo systemctl enable alarmd.service"
            ),
            (.system, .denied, state("loaded", "active", "enabled"), "pass", nil),
            (
                .system, .answers, nil, "warn",
                "see that something starts alarmd with the machine"
            ),
            (
                .system, .silent, state("loaded", "inactive", "disabled"), "fail",
                "sudo systemctl enable --now alarmd.service"
            ),
            (
                .system, .silent, state("loaded", "failed", "enabled"), "fail",
                "journalctl -u alarmd tells why, sudo systemctl restart alarmd.service"
            ),
            (
                .system, .silent, state("loaded", "active", "enabled"), "fail",
                "sudo systemctl restart alarmd.service; journalctl -u alarmd tells why"
            ),
            (
                .system, .silent, state("not-found", "inactive", ""), "fail",
                "make install, or apt install wecker"
            ),
            (.system, .silent, nil, "fail", "alarmd &"),
            (
                .user, .silent, state("loaded", "inactive", "enabled"), "fail",
                "systemctl --user enable --now alarmd.service"
            ),
            (
                .user, .answers, state("loaded", "active", "enabled"), "warn",
                "loginctl enable-linger"
            ),
            (.named(by: "--socket"), .answers, nil, "pass", nil),
            (.named(by: "--socket"), .silent, nil, "fail", "start it there, or leave --socket out"),
        ] as [(SocketChoice.Origin, Reach, ServiceState?, String, String?)])
    func service(
        origin: SocketChoice.Origin, reach: Reach, state: ServiceState?, verdict: String,
        remedy: String?
    ) {
        let finding = Finding.service(
            SocketChoice(path: "/s", origin: origin), reach, state, lingers: false)
        #expect(
            "\(finding.verdict)" == verdict && finding.remedy?.description == remedy, "\(finding)")
    }

    @Test("says whether a person may use the socket")
    func socket() {
        let choice = SocketChoice(path: "/s", origin: .system)
        #expect(Finding.socket(choice, .answers, nil)?.verdict == .pass)
        #expect(Finding.socket(choice, .silent, nil) == nil)
        let failure = Failure(.unreachable, "Unreachable", "you may not", hints: ["usermod"])
        let denied = Finding.socket(choice, .denied, failure)
        #expect(denied?.verdict == .fail && denied?.detail == "you may not")
        #expect(denied?.remedy == "usermod")
    }

    @Test("has each of its checks explained in the manual")
    func manual() {
        let manual = contents(ofFile: PackageRoot.file("docs/alarmctl.1")) ?? []
        let text = String(decoding: manual, as: UTF8.self)
        for check in Finding.Check.allCases {
            #expect(text.contains("\n.It \(check.rawValue)\n"), "\(check)")
        }
    }

    @Test("tells what is worst first, what mends it, and in the end that it will ring")
    func text() {
        let findings = [
            Finding(.zone, .pass, "UTC", remedy: "none"),
            Finding(.next, .pass, "a, tomorrow"),
            Finding(.fallback, .warn, "no other"),
            Finding(.mixer, .fail, "muted", remedy: "amixer"),
        ]
        #expect(
            DoctorText.lines(findings).map { $0.rendered(inColor: false) } == [
                "FAIL  mixer     muted", "                → amixer", "warn  fallback  no other",
                "ok    zone      UTC", "ok    next      a, tomorrow",
            ])
        let end = DoctorText.conclusion(findings).map { $0.rendered(inColor: false) }
        #expect(end == ["", "The next alarm will ring."])
        #expect(DoctorText.conclusion([Finding(.next, .warn, "none")]).isEmpty)
    }
}

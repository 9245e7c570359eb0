// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import TestSupport
import Testing

/// Whether systemd can be asked about units here.
private let canVerifyUnits = ShellRun.has("systemd-analyze")

@Suite("Installing")
struct InstallTests {
    private let folder = TemporaryFolder()

    /// What is installed where PREFIX is /usr.
    private static let installed = [
        "etc/alarmd/alarmd.conf",
        "usr/bin/alarmctl",
        "usr/lib/systemd/system/alarmd.service",
        "usr/lib/systemd/system/alarmd.socket",
        "usr/lib/systemd/user/alarmd.service",
        "usr/lib/sysusers.d/wecker.conf",
        "usr/lib/tmpfiles.d/wecker.conf",
        "usr/lib/udev/rules.d/70-wecker.rules",
        "usr/libexec/wecker/alarm-player",
        "usr/sbin/alarmd",
        "usr/share/alarmd/sounds/bell.opus",
        "usr/share/alarmd/sounds/birds.opus",
        "usr/share/alarmd/sounds/bowl.opus",
        "usr/share/alarmd/sounds/dawn.opus",
        "usr/share/alarmd/sounds/digital.opus",
        "usr/share/alarmd/sounds/kalimba.opus",
        "usr/share/alarmd/sounds/klaxon.opus",
        "usr/share/alarmd/sounds/marimba.opus",
        "usr/share/alarmd/sounds/musicbox.opus",
        "usr/share/alarmd/storyboards/bedside.storyboard",
        "usr/share/alarmd/storyboards/bell.storyboard",
        "usr/share/alarmd/storyboards/gentle.storyboard",
        "usr/share/alarmd/storyboards/klaxon.storyboard",
        "usr/share/alarmd/storyboards/timer.storyboard",
        "usr/share/bash-completion/completions/alarmctl",
        "usr/share/fish/vendor_completions.d/alarmctl.fish",
        "usr/share/locale/de/LC_MESSAGES/wecker.mo",
        "usr/share/man/man1/alarmctl.1",
        "usr/share/man/man5/alarmd.conf.5",
        "usr/share/man/man5/alarmd.storyboard.5",
        "usr/share/man/man7/io.wecker.AlarmClock.7",
        "usr/share/man/man8/alarmd.8",
        "usr/share/polkit-1/rules.d/wecker.rules",
        "usr/share/varlink/io.wecker.AlarmClock.varlink",
        "usr/share/wecker/alarmd.conf",
        "usr/share/wecker/run-network.conf",
        "usr/share/zsh/vendor-completions/_alarmctl",
    ]

    /// Runs `make` with stand-ins for the programs, which are not what these tests are about.
    private func make(_ words: String) -> ShellRun {
        let programs = folder.file("programs")
        return ShellRun(
            """
            set -e
            mkdir -p '\(programs)'
            for name in alarmd alarmctl alarm-player; do
                printf '#!/bin/sh\\n' >'\(programs)'/$name
            done
            unset MAKEFLAGS MAKELEVEL MFLAGS
            make -s -C '\(PackageRoot.path)' PROGRAMS='\(programs)' \(words)
            """)
    }

    private func files(in folder: String) -> [String] {
        ShellRun("cd '\(folder)' && find . -type f | sed 's|^./||' | LC_ALL=C sort").output
            .split(separator: "\n").map(String.init)
    }

    @Test("puts every file in its place, and uninstalling leaves nothing")
    func installAndUninstall() {
        let destination = folder.file("root")
        let install = make("install DESTDIR='\(destination)' PREFIX=/usr")
        #expect(install.code == 0, "\(install.output)")
        #expect(files(in: destination) == Self.installed)
        let uninstall = make("uninstall DESTDIR='\(destination)' PREFIX=/usr")
        #expect(uninstall.code == 0, "\(uninstall.output)")
        #expect(ShellRun("ls -A '\(destination)'").output == "")
    }

    @Test("puts the polkit rule where polkitd reads it")
    func polkit() {
        let destination = folder.file("root")
        #expect(make("install DESTDIR='\(destination)'").code == 0)
        #expect(
            files(in: destination).filter { $0.contains("polkit") }
                == ["etc/polkit-1/rules.d/wecker.rules"])
        #expect(make("uninstall DESTDIR='\(destination)'").code == 0)
        #expect(files(in: destination) == [])
    }

    @Test("keeps a configuration that a person changed, when installing and when uninstalling")
    func changedConfiguration() {
        let destination = folder.file("root")
        let configuration = "\(destination)/etc/alarmd/alarmd.conf"
        let words = "DESTDIR='\(destination)' PREFIX=/usr"
        #expect(make("install \(words)").code == 0)
        #expect(ShellRun("echo '# mine' >'\(configuration)'").code == 0)
        #expect(make("install \(words)").output.contains("kept"))
        #expect(make("uninstall \(words)").output.contains("kept"))
        #expect(files(in: destination) == ["etc/alarmd/alarmd.conf"])
        #expect(ShellRun("cat '\(configuration)'").output == "# mine\n")
    }

    @Test("a program that is missing ends it with an error")
    func missingProgram() {
        let run = make("install DESTDIR='\(folder.file("root"))' PROGRAMS='\(folder.file("none"))'")
        #expect(run.code != 0)
    }

    @Test(
        "systemd has nothing to say against the units",
        .enabled(if: canVerifyUnits, "systemd-analyze is not on this machine"),
        arguments: [
            ("", "system/alarmd.service"), ("", "system/alarmd.socket"),
            ("--user", "user/alarmd.service"),
        ])
    func units(manager: String, unit: String) {
        let prefix = folder.file("usr")
        let install = make("install PREFIX='\(prefix)' SYSCONFDIR='\(folder.file("etc"))'")
        #expect(install.code == 0, "\(install.output)")
        folder.makeFolder("run")
        let verify = ShellRun(
            """
            export XDG_RUNTIME_DIR='\(folder.file("run"))'
            systemd-analyze \(manager) verify --man=no '\(prefix)/lib/systemd/\(unit)'
            """)
        #expect(verify.code == 0)
        // It exits with 0 for a key that it does not know, and says so.
        let about = verify.output.split(separator: "\n").filter { $0.contains("alarmd") }
        #expect(about.isEmpty, "\(verify.output)")
    }

    @Test(
        "the sandbox stays as tight as it is",
        .enabled(if: canVerifyUnits, "systemd-analyze is not on this machine"))
    func sandbox() {
        let prefix = folder.file("usr")
        let install = make("install PREFIX='\(prefix)' SYSCONFDIR='\(folder.file("etc"))'")
        #expect(install.code == 0, "\(install.output)")
        // In tenths; the unit says what each of the rest is for.
        let security = ShellRun(
            """
            systemd-analyze security --offline=yes --threshold=15 --no-pager \
                '\(prefix)/lib/systemd/system/alarmd.service'
            """)
        #expect(security.code == 0, "\(security.output)")
    }

    /// systemd drops what it does not find when it starts the service: a path that is not there yet, and a group that is
    /// not in /proc/devices, such as ALSA's before its module is loaded.
    @Test("devices that come later in the boot than the service are allowed all the same")
    func lateDevices() {
        let unit = String(
            decoding: contents(ofFile: PackageRoot.file("systemd/alarmd.service.in")) ?? [],
            as: UTF8.self
        ).split(separator: "\n")
        let allowed = unit.filter { $0.hasPrefix("DeviceAllow=") }
        #expect(allowed == ["DeviceAllow=char-alsa rw", "DeviceAllow=char-input w"])
        for order in ["Wants", "After"] {
            #expect(unit.contains("\(order)=modprobe@snd.service"))
        }
    }

    @Test("the Debian package has the version of the programs")
    func packageVersion() {
        let changelog = contents(ofFile: PackageRoot.file("debian/changelog")) ?? []
        let source = contents(ofFile: PackageRoot.file("Sources/AlarmModel/Wecker.swift")) ?? []
        let version = String(decoding: changelog, as: UTF8.self)
            .split(separator: "\n").first.map {
                $0.prefix { $0 != ")" }.drop { $0 != "(" }.dropFirst()
            }
        #expect(
            String(decoding: source, as: UTF8.self)
                .contains("version = \"\(version ?? "none")\"\n"))
    }

    @Test(
        "systemd makes the accounts",
        .enabled(
            if: ShellRun.has("systemd-sysusers")
                && geteuid() == 0, "it takes root and systemd-sysusers"))
    func accounts() {
        let destination = folder.file("root")
        let install = make("install DESTDIR='\(destination)' PREFIX=/usr")
        #expect(install.code == 0, "\(install.output)")
        let users = ShellRun("systemd-sysusers --root='\(destination)' wecker.conf")
        #expect(users.code == 0, "\(users.output)")
        let groups = ShellRun("cut -d: -f1 '\(destination)/etc/group' | LC_ALL=C sort").output
        #expect(groups == "alarm\nalarmd\n")
        let shell = ShellRun("grep ^alarmd: '\(destination)/etc/passwd' | cut -d: -f6,7").output
        #expect(shell == "/var/lib/alarmd:/usr/sbin/nologin\n")
    }
}

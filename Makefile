# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
#
# make run    try it: builds what is shipped, and lets an alarm ring in five seconds
# make test   all tests, of the debug and of the shipped build
# make help   the other targets

PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
DESTDIR ?=

# A command that the Swift builds run under, such as "nice".
BUILD_UNDER ?=

# Where the built programs are taken from by `install`.
PROGRAMS ?= .build/release

SWIFT_BUILD = $(BUILD_UNDER) swift build
# What is shipped needs no Swift on the machine: linked statically, for size; .make/link says how.
SHIPPED = -c release --static-swift-stdlib

SBINDIR = $(PREFIX)/sbin
BINDIR = $(PREFIX)/bin
LIBEXECDIR = $(PREFIX)/libexec/wecker
DATADIR = $(PREFIX)/share/wecker
MANDIR = $(PREFIX)/share/man
UNITDIR = $(PREFIX)/lib/systemd/system
USERUNITDIR = $(PREFIX)/lib/systemd/user
SYSUSERSDIR = $(PREFIX)/lib/sysusers.d
TMPFILESDIR = $(PREFIX)/lib/tmpfiles.d
# polkitd reads /etc and /usr/share, and no other prefix.
POLKITDIR = $(if $(filter /usr,$(PREFIX)),$(PREFIX)/share,$(SYSCONFDIR))/polkit-1/rules.d
UDEVRULESDIR = $(PREFIX)/lib/udev/rules.d
BASHDIR = $(PREFIX)/share/bash-completion/completions
ZSHDIR = $(PREFIX)/share/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
FISHDIR = $(PREFIX)/share/fish/vendor_completions.d
VARLINKDIR = $(PREFIX)/share/varlink
LOCALEDIR = $(PREFIX)/share/locale
# What alarmctl says in other languages; po/LINGUAS names those that there are.
LANGUAGES = $(shell cat po/LINGUAS)
CATALOGS = $(LANGUAGES:%=.build/locale/%/LC_MESSAGES/wecker.mo)
SOUNDDIR = $(PREFIX)/share/alarmd/sounds
STORYBOARDDIR = $(PREFIX)/share/alarmd/storyboards
STORYBOARDS = $(notdir $(wildcard config/storyboards/*.storyboard))
SOUNDS = $(notdir $(wildcard config/sounds/*.opus))
CONFDIR = $(SYSCONFDIR)/alarmd

INSTALL_PROGRAM = install -D -m 755
INSTALL_DATA = install -D -m 644

.PHONY: all help deps deps-test build order lint test test-debug test-shipped test-years check-long \
    check-units check-asan check-crash fuzz deb check-deb e2e catalogs pot bench bench-sound soak run install uninstall clean

all: build

help:
	@echo 'make run        builds the shipped build and lets an alarm ring in five seconds, in .run/'
	@echo 'make test       every test, of the debug and of the shipped build'
	@echo 'make check-long 20,000 random recurrence rules, 1,000 simulated machines, 1,000 clients that mean harm'
	@echo 'make check-units  the service on a systemd booted in a container (root)'
	@echo 'make check-asan the sound tests, and the player they start, with AddressSanitizer'
	@echo 'make check-crash  kills the daemon at every call of the system, and lets every call fail; half an hour'
	@echo 'make fuzz       hunts for input that breaks a promise, 60 s for each kind; SECONDS=60 TARGETS="zones when"'
	@echo 'make deb        the Debian package: .build/deb/wecker_*.deb'
	@echo 'make check-deb  installs, upgrades and purges it in a container (root)'
	@echo 'make e2e        lets it ring on a Debian booted in QEMU, with a recorded sound card (root)'
	@echo 'make bench      measures it beside others, as a table and .build/bench.json; CHECK=1 fails where it is worse'
	@echo 'make bench-sound  measures a ring beside aplay and mpg123; SECONDS=60 each'
	@echo 'make soak       rings for an hour, looking for lost frames, and for an hour amid 1,000 clients; SECONDS=3600'
	@echo 'make build      the shipped build: .build/release/{alarmd,alarmctl,alarm-player}'
	@echo 'make pot        takes the messages of alarmctl anew into po/, for the translators'
	@echo 'make order      records anew which functions a start needs, for the linker (valgrind)'
	@echo 'make lint       the source format, and the manual pages where mandoc is installed'
	@echo 'make deps       installs the libraries that are missing (Debian, Ubuntu)'
	@echo 'make deps-test  installs what the tests need besides'
	@echo 'make install    DESTDIR= PREFIX=/usr/local SYSCONFDIR=/etc; after make build'
	@echo 'make uninstall  takes away what install put there'
	@echo 'make clean      takes away what was built, and .run/'

deps:
	@.make/deps build

deps-test:
	@.make/deps build test
	@.make/servers
	@.make/venv

build: deps catalogs
	$(SWIFT_BUILD) $(SHIPPED) $$(.make/link alarm-player) --product alarm-player
	$(SWIFT_BUILD) $(SHIPPED) $$(.make/link alarmctl) --product alarmctl
	$(SWIFT_BUILD) $(SHIPPED) $$(.make/link alarmd) --product alarmd

catalogs: $(CATALOGS)

.build/locale/%/LC_MESSAGES/wecker.mo: po/%.po
	@mkdir -p $(@D)
	msgfmt --check-format --output-file=$@.$$$$ $< && mv $@.$$$$ $@

# Takes the messages in Sources into the template and the catalogues; what is new there has no translation yet.
pot:
	@.make/deps build
	po/extract > po/wecker.pot
	for language in $(LANGUAGES); do \
	    msgmerge --quiet --update --backup=none --no-fuzzy-matching --no-wrap po/$$language.po po/wecker.pot || exit 1; \
	    msgattrib --no-obsolete --no-wrap -o po/$$language.po po/$$language.po || exit 1; done

lint:
	swift format lint --strict -r Sources Tests Package.swift
	@if command -v mandoc >/dev/null; then mandoc -T lint -W warning docs/*.[158] && .make/manual | mandoc -T lint -W warning; \
	else echo 'lint: skipped the manual pages: mandoc is not installed'; fi

test: deps-test lint test-debug test-shipped test-years

test-debug:
	$(SWIFT_BUILD) --build-tests
	$(BUILD_UNDER) swift test --skip-build

# What a start of alarmd calls, for the linker, recorded anew; needs valgrind.
order:
	SHIPPED='$(SHIPPED)' .make/order

# The tests that start the programs, once more with those that are shipped.
test-shipped: build
	WECKER_PROGRAMS="$(CURDIR)/.build/release" \
	$(BUILD_UNDER) swift test --skip-build --filter IntegrationTests

# How many machines live through simulated years, by the code as it is shipped. The seed of the first, where WECKER_SEED
# does not say it, is made of the committed sources: a commit always gets the same verdict, and each change other years.
# Outside of git it is drawn.
WECKER_RUNS ?= 750
WECKER_SEED ?= $(shell sources=$$(git rev-parse HEAD:Sources HEAD:Tests/Simulation 2>/dev/null) \
    && echo "$$sources" | cksum | cut -d ' ' -f 1)

test-years: build
	$(SWIFT_BUILD) $(SHIPPED) $$(.make/link simulation) --product simulation
	WECKER_RUNS=$(WECKER_RUNS) WECKER_SEED=$(WECKER_SEED) $(BUILD_UNDER) .build/release/simulation

# The random tests that take longer than a change should wait for.
check-long: deps-test build
	$(SWIFT_BUILD) --build-tests
	WECKER_RULES=20000 $(BUILD_UNDER) swift test --skip-build --filter RecurrenceDifferentialTests
	$(MAKE) test-years WECKER_RUNS=1000 WECKER_SEED=$${WECKER_SEED:-drawn}
	Tests/Benchmarks/load --programs '$(PROGRAMS)' --seconds 300 --realtime

# The service on a systemd of its own, booted in a container; needs root, systemd-nspawn and mmdebstrap.
check-units: build
	PROGRAMS='$(PROGRAMS)' Tests/EndToEnd/container units

# The sound tests and the player, looked over by AddressSanitizer, in a build folder of their own. What the Swift
# runtime keeps for ever is no leak.
ASAN = --sanitize=address --scratch-path .build/asan

check-asan: deps-test
	$(SWIFT_BUILD) $(ASAN) --build-tests
	WECKER_PROGRAMS="$(CURDIR)/.build/asan/debug" ASAN_OPTIONS=detect_leaks=0 \
	$(BUILD_UNDER) swift test --skip-build $(ASAN) --filter AlarmAudioTests

# An alarm's life with a crash, or an error, at every call of the system that the daemon makes in it.
check-crash: deps-test build
	$(SWIFT_BUILD) --build-tests
	# Each life waits for most of its time: eight at once.
	seq 8 | WECKER_PROGRAMS="$(CURDIR)/.build/release" xargs -P 8 -I LANE env WECKER_FAULTS=LANE/8 \
	    $(BUILD_UNDER) .build/debug/weckerPackageTests.xctest --testing-library swift-testing --filter AnyCallTests

# Each kind of input by libFuzzer, with AddressSanitizer; what it has learned stays in .build/fuzz/corpus.
FUZZ = WECKER_FUZZ=1 $(SWIFT_BUILD) -c release --scratch-path .build/fuzz --sanitize=fuzzer --sanitize=address \
    -Xswiftc -enable-testing -Xswiftc -use-ld=lld

fuzz: SECONDS = 60
fuzz: deps
	$(FUZZ) --product fuzz
	$(BUILD_UNDER) Tests/Fuzzing/run $(SECONDS) $(TARGETS)

# All of it in one table, and in .build/bench.json. CHECK=1 fails where a ratio is worse by more than a quarter than the
# one in Tests/Benchmarks/recorded.json; RECORD=1 writes it there; ONLY=service,requests runs some.
bench: build
	@.make/deps build bench
	Tests/Benchmarks/bench --programs '$(PROGRAMS)' $(if $(ONLY),--only $(ONLY)) $(if $(CHECK),--check) $(if $(RECORD),--record)

# What a ring costs, and how soon it is heard, beside aplay and mpg123, on the rig and on a private PulseAudio.
bench-sound: SECONDS = 60
bench-sound: build
	@.make/deps build bench
	@.make/servers
	Tests/Benchmarks/sound --programs '$(PROGRAMS)' --seconds $(SECONDS)

# One ring of the shipped daemon, of which every frame is looked at; then as long with 1,000 clients, four in ten of which
# mean harm.
soak: SECONDS = 3600
soak: build
	Tests/Benchmarks/soak --programs '$(PROGRAMS)' --seconds $(SECONDS)
	Tests/Benchmarks/load --programs '$(PROGRAMS)' --seconds $(SECONDS) --realtime

# The Debian package, in .build/deb/. dpkg-buildpackage looks for Debian's own packages alone: Swift is taken from the
# PATH.
deb:
	@.make/deps build deb
	dpkg-buildpackage --build=binary --no-sign --buildinfo-option=-u.build/deb --changes-option=-u.build/deb \
	    --buildinfo-file=.build/deb/wecker.buildinfo --changes-file=.build/deb/wecker.changes
	# The project has no address that takes mail.
	lintian --pedantic --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog \
	    --fail-on=pedantic,info,warning,error .build/deb/wecker.changes

# The package on a Debian without Swift: installed, upgraded while an alarm rings, removed and purged.
check-deb: deb
	Tests/EndToEnd/container package

# The package on a Debian that is booted in QEMU, with a sound card whose output is recorded: rings through reboots, power
# cuts, set clocks, suspend and cards that go. Needs root; SCENARIOS="ring usb" runs some of them.
e2e: deb
	@.make/deps e2e
	Tests/EndToEnd/machine/e2e $(SCENARIOS)

run: build
	@.make/run

# The units name the programs by their full paths.
SUBSTITUTE = sed -e 's|@SBINDIR@|$(SBINDIR)|g' -e 's|@CONFDIR@|$(CONFDIR)|g'

install: catalogs
	$(INSTALL_PROGRAM) $(PROGRAMS)/alarmd '$(DESTDIR)$(SBINDIR)/alarmd'
	$(INSTALL_PROGRAM) $(PROGRAMS)/alarmctl '$(DESTDIR)$(BINDIR)/alarmctl'
	$(INSTALL_PROGRAM) $(PROGRAMS)/alarm-player '$(DESTDIR)$(LIBEXECDIR)/alarm-player'
	$(INSTALL_DATA) config/alarmd.conf '$(DESTDIR)$(DATADIR)/alarmd.conf'
	$(INSTALL_DATA) Sources/AlarmProtocol/io.wecker.AlarmClock.varlink \
	    '$(DESTDIR)$(VARLINKDIR)/io.wecker.AlarmClock.varlink'
	$(INSTALL_DATA) systemd/run-network.conf '$(DESTDIR)$(DATADIR)/run-network.conf'
	for language in $(LANGUAGES); do \
	    $(INSTALL_DATA) .build/locale/$$language/LC_MESSAGES/wecker.mo \
	        '$(DESTDIR)$(LOCALEDIR)'/$$language/LC_MESSAGES/wecker.mo || exit 1; done
	install -d '$(DESTDIR)$(SOUNDDIR)'
	install -m 644 $(SOUNDS:%=config/sounds/%) '$(DESTDIR)$(SOUNDDIR)'
	install -d '$(DESTDIR)$(STORYBOARDDIR)'
	install -m 644 $(STORYBOARDS:%=config/storyboards/%) '$(DESTDIR)$(STORYBOARDDIR)'
	$(INSTALL_DATA) docs/alarmctl.1 '$(DESTDIR)$(MANDIR)/man1/alarmctl.1'
	$(INSTALL_DATA) docs/alarmd.conf.5 '$(DESTDIR)$(MANDIR)/man5/alarmd.conf.5'
	$(INSTALL_DATA) docs/alarmd.storyboard.5 '$(DESTDIR)$(MANDIR)/man5/alarmd.storyboard.5'
	install -d '$(DESTDIR)$(MANDIR)/man7'
	.make/manual > '$(DESTDIR)$(MANDIR)/man7/io.wecker.AlarmClock.7'
	chmod 644 '$(DESTDIR)$(MANDIR)/man7/io.wecker.AlarmClock.7'
	$(INSTALL_DATA) docs/alarmd.8 '$(DESTDIR)$(MANDIR)/man8/alarmd.8'
	$(INSTALL_DATA) completions/alarmctl.bash '$(DESTDIR)$(BASHDIR)/alarmctl'
	$(INSTALL_DATA) completions/_alarmctl '$(DESTDIR)$(ZSHDIR)/_alarmctl'
	$(INSTALL_DATA) completions/alarmctl.fish '$(DESTDIR)$(FISHDIR)/alarmctl.fish'
	install -d '$(DESTDIR)$(UNITDIR)' '$(DESTDIR)$(USERUNITDIR)'
	$(SUBSTITUTE) systemd/alarmd.service.in > '$(DESTDIR)$(UNITDIR)/alarmd.service'
	$(SUBSTITUTE) systemd/user/alarmd.service.in > '$(DESTDIR)$(USERUNITDIR)/alarmd.service'
	chmod 644 '$(DESTDIR)$(UNITDIR)/alarmd.service' '$(DESTDIR)$(USERUNITDIR)/alarmd.service'
	$(INSTALL_DATA) systemd/alarmd.socket '$(DESTDIR)$(UNITDIR)/alarmd.socket'
	$(INSTALL_DATA) systemd/sysusers.d/wecker.conf '$(DESTDIR)$(SYSUSERSDIR)/wecker.conf'
	$(INSTALL_DATA) systemd/tmpfiles.d/wecker.conf '$(DESTDIR)$(TMPFILESDIR)/wecker.conf'
	$(INSTALL_DATA) systemd/polkit-1/rules.d/wecker.rules '$(DESTDIR)$(POLKITDIR)/wecker.rules'
	$(INSTALL_DATA) systemd/udev/70-wecker.rules '$(DESTDIR)$(UDEVRULESDIR)/70-wecker.rules'
	@if [ -e '$(DESTDIR)$(CONFDIR)/alarmd.conf' ]; then echo 'kept $(DESTDIR)$(CONFDIR)/alarmd.conf'; \
	else $(INSTALL_DATA) -v config/alarmd.conf '$(DESTDIR)$(CONFDIR)/alarmd.conf'; fi

# A configuration that was changed stays, and so does the state; folders go where nothing else is in them.
uninstall:
	@if cmp -s '$(DESTDIR)$(DATADIR)/alarmd.conf' '$(DESTDIR)$(CONFDIR)/alarmd.conf'; then \
	    rm -f '$(DESTDIR)$(CONFDIR)/alarmd.conf'; \
	elif [ -e '$(DESTDIR)$(CONFDIR)/alarmd.conf' ]; then echo 'kept $(DESTDIR)$(CONFDIR)/alarmd.conf'; fi
	rm -f '$(DESTDIR)$(SBINDIR)/alarmd' '$(DESTDIR)$(BINDIR)/alarmctl' \
	    '$(DESTDIR)$(LIBEXECDIR)/alarm-player' '$(DESTDIR)$(DATADIR)/alarmd.conf' '$(DESTDIR)$(DATADIR)/run-network.conf' \
	    '$(DESTDIR)$(VARLINKDIR)/io.wecker.AlarmClock.varlink' \
	    '$(DESTDIR)$(BASHDIR)/alarmctl' '$(DESTDIR)$(ZSHDIR)/_alarmctl' \
	    '$(DESTDIR)$(FISHDIR)/alarmctl.fish' \
	    '$(DESTDIR)$(MANDIR)/man1/alarmctl.1' '$(DESTDIR)$(MANDIR)/man5/alarmd.conf.5' \
	    '$(DESTDIR)$(MANDIR)/man5/alarmd.storyboard.5' \
	    '$(DESTDIR)$(MANDIR)/man7/io.wecker.AlarmClock.7' '$(DESTDIR)$(MANDIR)/man8/alarmd.8' \
	    '$(DESTDIR)$(UNITDIR)/alarmd.service' '$(DESTDIR)$(UNITDIR)/alarmd.socket' \
	    '$(DESTDIR)$(USERUNITDIR)/alarmd.service' \
	    '$(DESTDIR)$(SYSUSERSDIR)/wecker.conf' '$(DESTDIR)$(TMPFILESDIR)/wecker.conf' \
	    '$(DESTDIR)$(POLKITDIR)/wecker.rules' \
	    '$(DESTDIR)$(UDEVRULESDIR)/70-wecker.rules'
	rm -f $(LANGUAGES:%='$(DESTDIR)$(LOCALEDIR)/%/LC_MESSAGES/wecker.mo')
	rm -f $(SOUNDS:%='$(DESTDIR)$(SOUNDDIR)/%') $(STORYBOARDS:%='$(DESTDIR)$(STORYBOARDDIR)/%')
	@cd '$(DESTDIR)/' && for folder in '$(LIBEXECDIR)' '$(DATADIR)' '$(VARLINKDIR)' '$(CONFDIR)' \
	    '$(SOUNDDIR)' '$(STORYBOARDDIR)' '$(PREFIX)/share/alarmd'; do \
	    rmdir ".$$folder" 2>/dev/null || true; done
	@if [ -n '$(DESTDIR)' ] && [ -d '$(DESTDIR)' ]; then \
	    find '$(DESTDIR)' -mindepth 1 -depth -type d -empty -delete; fi

clean:
	rm -rf .build .run debian/wecker debian/.debhelper
	rm -f debian/files debian/debhelper-build-stamp debian/*.debhelper debian/*.log debian/*.substvars

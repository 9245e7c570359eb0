// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmModel
import Testing

@testable import alarmctl

@Suite("The help") struct HelpTests {
    @Test("lists the commands and what every command takes")
    func overview() {
        #expect(text(Help.overview) == Self.overviewText)
    }

    @Test("explains set")
    func set() {
        #expect(text(Help.of(SetCommand.specification)) == Self.setText)
    }

    @Test("explains snooze")
    func snooze() {
        #expect(text(Help.of(SnoozeCommand.specification)) == Self.snoozeText)
    }

    @Test("fits a hundred columns")
    func width() {
        let pages = CommandTable.commands.map { Help.of($0.specification) } + [Help.overview]
        #expect(pages.joined().allSatisfy { $0.width <= 100 })
    }

    private func text(_ lines: [StyledLine]) -> String {
        lines.map { $0.rendered(inColor: false) }.joined(separator: "\n")
    }

    private static let overviewText = """
        alarmctl sets the alarm clock of this machine.

        Usage: alarmctl COMMAND [OPTIONS] …

        Commands:
          set          Set an alarm, or change one.
          clear        Remove alarms.
          enable       Switch alarms on.
          disable      Switch alarms off; they stay set.
          list         Show all alarms, the next first.
          next         Show what sounds next.
          status       Show how the clock is: what rings, what was missed, what is wrong.
          preview      Show when an alarm would ring, without setting it.
          skip         Leave out what comes next, or pause an alarm.
          snooze       Postpone what rings.
          dismiss      End what rings or is snoozed.
          hands        Turn the hands of an alarm's dial.
          play         Play a sound now, to hear whether it is heard.
          sounds       Show which sounds there are.
          storyboards  Show which storyboards there are, or draw one.
          watch        Show what happens, a line an event.
          doctor       Find out whether the next alarm will ring.

        Every command takes:
          --json         Print what the daemon answers as JSON, one object a line.
          --socket PATH  Talk to the daemon at this socket.
          --help         Print this help.
          --version      Print the version.

        alarmctl COMMAND --help explains a command.

        The daemon is the one at --socket, else at $ALARMD_SOCKET, else the user's own if it
        answers, else the system's.
        Exit code: 0 done, 1 refused by the daemon, 2 wrong usage, 3 no daemon reached.
        With --json errors are objects too: {"error", "message", "hints", "parameters"}, on
        standard error.
        """

    private static let setText = """
        Set an alarm, or change one.

        Usage: alarmctl set [WHEN…] [OPTIONS]

          WHEN  When it rings; left out, --id names an alarm to change.

        Options:
          --id ID            The alarm's id; one that exists is changed. Made up where not given.
          --label TEXT       What it is for.
          --sound SOUND      What is played: a name (alarmctl sounds) or a path.
          --volume N         Percent of the full level, 1 to 100.
          --fade DUR         How long it grows louder, 0 to 1h.
          --timeout DUR      How long it rings unanswered, 1m to 3h.
          --retries N        How often it then rings again by itself.
          --snooze DUR       How long a snooze lasts, 1m to 3h.
          --snooze-limit N   How often it can be snoozed.
          --late DUR         How late it still rings, 0 to 24h.
          --zone ZONE        The time zone, Europe/Berlin; the machine's where not given.
          --gap P            In an hour that is left out: after, before, transition or skip.
          --overlap P        In an hour that is repeated: first, second or both.
          --rrule RULE       A recurrence rule (RFC 5545) instead of days.
          --storyboard NAME  The storyboard it follows.
          --wake             Wake the machine from suspend.
          --no-wake          Do not wake the machine from suspend.
          --not-on-holidays  Stay silent on the holidays that alarmd.conf names a calendar of.
          --off              Set it, but leave it switched off.
          --reset NAME,…     Options that go back to the configuration.
          --replace          Let a repeating alarm become one that rings once.
          --json             Print what the daemon answers as JSON, one object a line.
          --socket PATH      Talk to the daemon at this socket.
          --help             Print this help.

        WHEN is a time, 07:30, alone or with a day: today, tomorrow, 2026-12-24, mon-fri,
        sat,sun, weekdays, weekend or daily. Or it is a countdown: +25m.
        DUR is a duration with its units: 90s, 25m, 1h30m, or 0.

        RULE is FREQ=DAILY, WEEKLY, MONTHLY or YEARLY with INTERVAL, BYMONTH, BYMONTHDAY, BYDAY,
        BYSETPOS, WKST, and COUNT or UNTIL. It starts on the date of WHEN, or else today.

        Examples:
          alarmctl set 07:30                                    the next time it is half past seven
          alarmctl set tomorrow 06:00                           just once
          alarmctl set mon-fri 07:30 --id wake                  on workdays
          alarmctl set 18:00 --rrule 'FREQ=MONTHLY;BYDAY=-1FR'  on the last Friday of each month
          alarmctl set +25m --label tea                         in 25 minutes
          alarmctl set --id wake --volume 40                    change how it rings
        """

    private static let snoozeText = """
        Postpone what rings.

        Usage: alarmctl snooze [OCCURRENCE|ID] [DUR] [OPTIONS]

          OCCURRENCE|ID  What rings; left out, what is heard is meant.
          DUR            For how long, 1s to 3h; the alarm's snooze where not given.

        Options:
          --until HH:MM  Until the next time the alarm's clock reads this.
          --json         Print what the daemon answers as JSON, one object a line.
          --socket PATH  Talk to the daemon at this socket.
          --help         Print this help.

        Examples:
          alarmctl snooze           what is heard
          alarmctl snooze wake 20m  the alarm wake for 20 minutes
        """
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import PlayerProtocol

// As a stand-in for a command it becomes that one: a program on a disk that hangs holds up nobody but itself.
if CommandLine.arguments.dropFirst().first == "--run" { becomeCommand() }

// The program is started by alarmd, which leaves the socket under a descriptor agreed on.
do {
    let loop = try RunLoop()
    // A mixer is another process's work: one that hangs must not hold the sound back.
    let isForMixer = CommandLine.arguments.contains { $0 == "--mixer" || $0 == "--restore" }
    let session: any ControlChannelDelegate =
        try isForMixer ? MixerSession(on: loop) : PlayerSession(on: loop)
    try withExtendedLifetime(session) { try loop.run() }
} catch {
    Log.standard.error("alarm-player is started by alarmd, not by hand (\(error))")
    exit(2)
}

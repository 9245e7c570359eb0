// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc
import Platform
import PlayerProtocol

// The program is started by alarmd, which leaves the socket under a descriptor agreed on.
do {
    let loop = try RunLoop()
    let session = try PlayerSession(on: loop)
    try withExtendedLifetime(session) { try loop.run() }
} catch {
    Log.standard.error("alarm-player is started by alarmd, not by hand (\(error))")
    exit(2)
}

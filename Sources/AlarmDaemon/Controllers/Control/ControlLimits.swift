// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// What the clients together, and each of them, may take from the daemon (design, section 7).
nonisolated struct ControlLimits: Hashable {
    /// How many clients there may be at once.
    var clients = 1000

    /// How many of them may be readers, who can be anybody.
    var readers = 250

    /// How many bytes all connections together may hold, of calls not yet read and of replies not yet sent.
    var bytes = 32 << 20

    /// How far `bytes` may be passed while nobody can be closed for it.
    var excess = 16 << 20

    /// What each connection may hold whatever the others do, so that a short call always gets through.
    var allowance = 16 << 10

    /// For how long a client may read nothing before it is closed to make room.
    var patience = Duration.seconds(10)

    /// How many descriptors are left for everything else: a ring takes two sockets, a pidfd and three
    /// standard descriptors for each of its players, of which there are two for a moment, and the store
    /// takes two.
    var descriptors = 16

    /// How many bytes of replies the kernel keeps for one that does not read: else it were 200 KiB for each, and 200 MiB
    /// for all.
    var unread: Int32 = 16 << 10

    /// How many bytes of replies may wait before no more calls of that connection are looked at.
    var replyMark = 16 << 10

    /// How many calls of one connection may be unanswered before no more are looked at.
    var calls = 64

    /// For how long the calls of one connection are done before others have their turn; one is done at least.
    var turn = Duration.milliseconds(1)

    /// For how long those are served who wait for their turn before it is looked at what else has come.
    var turns = Duration.milliseconds(5)

    /// About what a connection takes besides what it holds.
    var connection = 4 << 10

    /// From how much on, of connections and of what they held, the heap is given back once three quarters are gone.
    var ebb = 64 << 10

    /// How many bytes are read from one connection before another has its turn.
    var readSize = 64 << 10

    /// How often a connection is read once its client is gone; the kernel keeps less than that.
    var lastReads = 16

    /// For how long, at the end, calls that came already are still answered, all together.
    var farewell = Duration.milliseconds(50)
}

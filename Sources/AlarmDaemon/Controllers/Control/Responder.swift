// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmProtocol

/// Answers one call of one client: with one reply or one error, after any number of replies that continue
/// where the caller takes several.
///
/// It may be kept and used later. Once the client is gone, or the last reply is sent, it does nothing.
final class Responder {
    /// Who called.
    let client: Client

    /// Whether the caller takes several replies.
    let wantsMore: Bool

    /// Whether the caller wants no reply; what is replied all the same is dropped.
    let isOneway: Bool

    private weak var connection: Connection?
    private let exchange: ReplyQueue.Exchange?

    init(_ connection: Connection, call: VarlinkCall, exchange: ReplyQueue.Exchange?) {
        self.client = connection.client
        self.wantsMore = call.wantsMore
        self.isOneway = call.isOneway
        self.exchange = exchange
        self.connection = exchange == nil ? nil : connection
    }

    /// Whether there is still somebody to answer.
    var isOpen: Bool { connection != nil }

    /// Sends the only or last reply.
    func reply(_ reply: some WireObject) {
        finish(VarlinkReply(reply))
    }

    /// Sends a reply that others follow.
    func continueReply(_ reply: some WireObject) {
        precondition(wantsMore || isOneway, "several replies go only to callers that take them")
        guard let exchange else { return }
        connection?.send(VarlinkReply(reply, continues: true), to: exchange)
    }

    /// Sends an error, which is the last reply.
    func fail(_ error: some VarlinkError) {
        finish(VarlinkReply(error))
    }

    func finish(_ reply: VarlinkReply) {
        guard let exchange else { return }
        connection?.send(reply, to: exchange)
        connection = nil
    }

    nonisolated deinit {}
}

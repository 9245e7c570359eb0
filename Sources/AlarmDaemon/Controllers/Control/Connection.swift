// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmProtocol
import Platform

/// What a connection tells the controller it is a part of.
protocol ConnectionDelegate: AnyObject {
    /// A call has come. An exchange is there unless the caller wants no reply.
    func connection(
        _ connection: Connection, didReceive call: VarlinkCall, exchange: ReplyQueue.Exchange?)

    /// It holds more or fewer bytes than before.
    func connection(_ connection: Connection, didChangeHeldBytesBy change: Int)

    /// How many bytes it may read of what the client has sent; 0 for none until it is resumed.
    func connectionReadLimit(_ connection: Connection) -> Int

    /// It has had its turn, and has more calls to be done: it is to be told when its next turn has come.
    func connectionWaitsForTurn(_ connection: Connection)

    /// It is over, and has to be let go of; `reason` says why where it was not the client's doing.
    func connection(_ connection: Connection, didEndBecause reason: String?)
}

/// One client's connection: cuts what comes into calls, and sends the replies in the order of the calls.
///
/// It never waits. What the client does not read is kept, and while it is much no more calls are read.
final class Connection {
    let client: Client

    /// When the client last took a byte of a reply, or connected, by the monotonic clock.
    private(set) var lastRead: Duration

    /// How many bytes it holds.
    private(set) var heldBytes = 0

    private let socket: Descriptor
    private let loop: RunLoop
    private let limits: ControlLimits
    private let now: () -> Duration
    private weak var delegate: (any ConnectionDelegate)?
    private var watch: Watch?
    private var input = MessageBuffer()
    private var replies = ReplyQueue()
    private var output = SendQueue()
    private var hasInputEnded = false
    private var isGone = false
    private var isProcessing = false
    /// Whether calls may be left in `input` because the client had to be waited for.
    private var isStalled = false
    /// Whether it has had its turn, and has more to do.
    private var isWaitingForTurn = false
    private var isOver = false
    /// Why it is over, where the client did not go by itself.
    private var fault: String?

    init(
        _ socket: consuming Descriptor, client: Client, loop: RunLoop, limits: ControlLimits,
        now: @escaping () -> Duration, delegate: any ConnectionDelegate
    ) throws(SystemError) {
        self.socket = socket
        self.client = client
        self.loop = loop
        self.limits = limits
        self.now = now
        self.delegate = delegate
        lastRead = now()
        watch = try loop.watch(self.socket, for: .readable) { [weak self] in self?.handle($0) }
    }

    /// Reads what the client has sent already, and passes its calls on.
    func takeWhatCame() {
        for _ in 0..<limits.lastReads where !hasInputEnded && !isOver {
            read()
            process()
        }
        settle()
    }

    /// Whether a call that was taken has no reply yet, or a reply is not sent yet.
    var isOwing: Bool {
        !isOver && !isGone && (replies.awaitsReply || !output.isEmpty || isWaitingForTurn)
    }

    /// Sends what can be sent without waiting, and ends it.
    func close() {
        if !isGone { _ = try? output.send(over: socket) }
        isOver = true
        watch = nil
    }

    /// Goes on with the calls that are left: its turn has come.
    func takeTurn() {
        isWaitingForTurn = false
        process()
        if isGone, !hasInputEnded, !isWaitingForTurn { leave() }
        settle()
    }

    /// Looks anew at what it is to be watched for, and at calls that had to wait.
    func resume() {
        process()
        settle()
    }

    /// Puts a reply in its place, and sends it where its turn has come.
    func send(_ reply: VarlinkReply, to exchange: ReplyQueue.Exchange) {
        guard !isOver else { return }
        var (message, isLast) = (reply.message, !reply.continues)
        if message.count > MessageBuffer.maximumLength + 1 {
            // The client would break off; only what takes a count can grow so long.
            (message, isLast) = (VarlinkReply(ServiceError.invalidParameter("count")).message, true)
        }
        for message in replies.add(message, to: exchange, isLast: isLast) {
            output.append(message)
        }
        // Replies to calls of one batch go out together; what comes by itself goes at once.
        guard !isProcessing else { return }
        flush()
        settle()
        // A reply may have made room for calls that wait; not from within whoever replies.
        if isStalled, !isWaitingForTurn { loop.perform { [weak self] in self?.resume() } }
    }

    nonisolated deinit {}
}

// MARK: - What the loop tells

extension Connection {
    private func handle(_ readiness: Readiness) {
        // A client that is gone is told of again and again.
        guard !isOver, !(isGone && isWaitingForTurn) else { return }
        if readiness.contains(.failed) || readiness.contains(.hungUp) { leave() }
        if readiness.contains(.writable) { flush() }
        if readiness.contains(.readable), !isGone { read() }
        process()
        settle()
    }

    /// The client is gone: what it still sent is done, and nobody reads what is replied.
    private func leave() {
        isGone = true
        for _ in 0..<limits.lastReads where !hasInputEnded && !isOver && !isWaitingForTurn {
            read()
            process()
        }
        if !isWaitingForTurn { hasInputEnded = true }
    }

    private func read() {
        let limit = isGone ? limits.readSize : readLimit
        guard !hasInputEnded, limit > 0 else { return }
        do throws(SystemError) {
            switch try socket.receive(upTo: limit) {
            case .bytes(let bytes): input.append(bytes)
            case .end, .oversized: hasInputEnded = true
            case .wouldBlock: hasInputEnded = isGone
            }
        } catch {
            lose(because: error)
            hasInputEnded = true
        }
    }

    /// Takes the client for gone; where the system is what failed, that is told at the end.
    private func lose(because error: SystemError) {
        isGone = true
        guard ![.brokenPipe, .connectionReset].contains(error.errno) else { return }
        fault = "\(error)"
    }

    private func flush() {
        guard !isGone else { return output.removeAll() }
        do throws(SystemError) {
            if try output.send(over: socket) > 0 { lastRead = now() }
        } catch {
            // Nobody will read any more. What was sent before is still done, once the loop is told.
            lose(because: error)
            output.removeAll()
        }
    }

    private func process() {
        guard !isProcessing, !isOver, !isWaitingForTurn else { return }
        isProcessing = true
        defer { isProcessing = false }
        let limit = now() + limits.turn
        do throws(MessageTooLong) {
            repeat {
                isStalled = false
                while !isOver, !isStalled {
                    guard takesCalls else {
                        isStalled = true
                        break
                    }
                    guard let message = try input.next() else { break }
                    receive(message)
                    if input.count > 0, now() >= limit { waitForTurn() }
                }
                flush()
                // What was sent just now may have made room for the calls that are left.
            } while !isOver && isStalled && !isWaitingForTurn && takesCalls
        } catch {
            end(because: "it sent a message of more than \(MessageBuffer.maximumLength) bytes")
        }
    }

    private func waitForTurn() {
        guard !isOver else { return }
        (isStalled, isWaitingForTurn) = (true, true)
        delegate?.connectionWaitsForTurn(self)
    }

    private func receive(_ message: [UInt8]) {
        do throws(VarlinkMessageError) {
            let call = try VarlinkCall(parsing: message)
            // Its answer is all that it would come to, and nobody is left to read it.
            if isGone, call.changesNothing { return }
            let exchange = call.isOneway ? nil : replies.begin()
            delegate?.connection(self, didReceive: call, exchange: exchange)
        } catch {
            flush()
            end(because: "what it sent is no call: \(error)")
        }
    }
}

// MARK: - What it is watched for

extension Connection {
    /// Whether more calls are looked at: not while replies pile up that the client does not read.
    private var takesCalls: Bool {
        isGone
            || output.byteCount + replies.byteCount <= limits.replyMark
                && replies.count < limits.calls
    }

    private var readLimit: Int {
        // While calls wait that were read already, more would only pile up.
        takesCalls ? delegate?.connectionReadLimit(self) ?? 0 : 0
    }

    /// Ends it where nothing more can come, and watches for what can.
    private func settle() {
        guard !isOver else { return }
        account()
        guard !isOver else { return }
        let isDone = hasInputEnded && replies.count == 0 && output.isEmpty && !isStalled
        guard !isDone, !(isGone && hasInputEnded && !isWaitingForTurn) else {
            return end(because: fault)
        }
        var interest: Readiness = []
        if !hasInputEnded, readLimit > 0 { interest.insert(.readable) }
        if !output.isEmpty { interest.insert(.writable) }
        do throws(SystemError) {
            try watch?.setInterest(interest)
        } catch {
            end(because: "\(error)")
        }
        // The other end was found gone while sending; the loop need not say so where it stopped reading only.
        if isGone, !isWaitingForTurn { loop.perform { [weak self] in self?.handle(.hungUp) } }
    }

    private func account() {
        let held = input.count + output.byteCount + replies.byteCount
        let change = held - heldBytes
        heldBytes = held
        if change != 0 { delegate?.connection(self, didChangeHeldBytesBy: change) }
    }

    private func end(because reason: String?) {
        guard !isOver else { return }
        isOver = true
        watch = nil
        delegate?.connection(self, didEndBecause: reason)
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmProtocol
internal import Platform

/// Whom the control controller tells what clients ask.
protocol ControlControllerDelegate: AnyObject {
    /// A client called a method of `io.wecker.AlarmClock`; its parameters have the right types.
    ///
    /// It has to be answered, now or later, by the responder.
    func controlController(
        _ controller: ControlController, didReceive call: AlarmClockCall, from client: Client,
        responder: Responder)

    /// A client is gone: what it was told continually, or held a finger on, ends.
    func controlController(_ controller: ControlController, didClose client: Client)
}

/// Talks to clients: takes their connections, hands their calls to its delegate, and sends the replies.
///
/// One client's mistakes, slowness and absence are felt by none of the others (design, section 7).
final class ControlController: Controller {
    /// Where the controller listens.
    enum Address {
        /// At sockets that the service manager passed in, which stay when the daemon ends.
        case passed([PassedListener])
        /// At a path; the socket is given to the group, where the machine has it.
        case path(String, group: String?)
    }

    /// Whom it tells what clients ask.
    weak var delegate: (any ControlControllerDelegate)?

    private let address: Address
    private let loop: RunLoop
    private let log: ControlLog
    private let version: String
    private let limits: ControlLimits
    private let now: () -> Duration
    private var listeners: [ControlListener] = []
    private var connections: [Int: Connection] = [:]
    private var lastNumber = 0
    private var userNames: [UInt32: String] = [:]
    private var isPaused = false
    private var pauseTimer: Timer?
    private var budget: ControlBudget
    private var keeper: SocketKeeper?
    private var readers: ReaderSocket?
    private var lastFault = ""
    /// The connections that wait for their turn, in order.
    private var turns: [Int] = []
    private var areTurnsToCome = false

    /// How long a start waits for the daemon before it to be gone from the socket.
    private static let patience = Duration.milliseconds(300)

    /// Whether the socket's folder is made where it is missing: it is this daemon's own.
    var makesFolder = false

    /// Creates a controller.
    convenience init(
        at address: Address, on loop: RunLoop, log: Log, version: String
    ) {
        self.init(
            at: address, on: loop, log: log, version: version, limits: ControlLimits(),
            now: { Clocks.monotonic })
    }

    init(
        at address: Address, on loop: RunLoop, log: Log, version: String, limits: ControlLimits,
        now: @escaping () -> Duration
    ) {
        self.address = address
        self.loop = loop
        self.log = ControlLog(log, now: now)
        self.version = version
        self.limits = limits
        self.now = now
        self.budget = ControlBudget(limits: limits)
        super.init()
    }

    /// How many clients are connected.
    var clientCount: Int { connections.count }

    /// How many bytes all connections hold together.
    var heldBytes: Int { budget.held }

    override func didStart() throws {
        // Made now, while there are descriptors.
        pauseTimer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in self?.unpause() }
        switch address {
        case .passed(let sockets):
            for socket in sockets { try listen(at: socket.listener) }
        case .path(let path, let group):
            try listen(at: makeListener(at: path, group, patience: Self.patience))
            keeper = SocketKeeper(path: path, on: loop, now: now) { [weak self] in
                self?.restoreSocket() ?? true
            }
        }
    }

    override func willStop() {
        keeper = nil
        answerWhatCame()
        listeners = []
        pauseTimer = nil
        readers = nil
        for connection in connections.values { connection.close() }
        let clients = connections.values.map(\.client)
        connections = [:]
        for client in clients { delegate?.controlController(self, didClose: client) }
    }

    nonisolated deinit {}
}

// MARK: - The end

extension ControlController {
    /// Answers the calls that came already, for a moment: who called just before the end is not told that the
    /// connection ended.
    ///
    /// Who waits at a socket that was passed in is left to the daemon that follows.
    private func answerWhatCame() {
        for listener in listeners {
            listener.close()
            if case .path = address { listener.takeWaiting() }
        }
        readers?.close()
        let end = Clocks.monotonic + limits.farewell
        for connection in connections.values where Clocks.monotonic < end {
            connection.takeWhatCame()
        }
        var isOver = false
        do throws(SystemError) {
            let timer = try Timer(on: loop, clock: .monotonic) { _ in isOver = true }
            try timer.arm(at: end)
            while !isOver, connections.values.contains(where: \.isOwing) { try loop.turn() }
        } catch {
            log.notice("calls that came last may not be answered: \(error)")
        }
    }
}

// MARK: - Listening

extension ControlController {
    private func listen(at listener: UnixListener) throws {
        listeners.append(
            try ControlListener(
                listener, loop: loop, hasRoom: { [weak self] in self?.makeRoom() ?? false },
                didAccept: { [weak self] in self?.accept($0) },
                didFail: { [weak self] in self?.pause(because: "\($0)") }))
    }

    /// Listens at `path` too, for everybody who wants to look, or no more where it is `nil`.
    ///
    /// Who came in there stays, until it goes.
    /// - Throws: `SystemError`, where the socket can't be made.
    func admitReaders(at path: String?) throws(SystemError) {
        guard path != readers?.path else { return }
        readers?.close()
        readers = nil
        guard let path else { return }
        readers = try ReaderSocket(
            path: path, loop: loop,
            hasPlace: { [weak self] in self?.hasPlaceForReader ?? false },
            hasRoom: { [weak self] in self?.makeRoom() ?? false },
            didAccept: { [weak self] in self?.accept($0, isReader: true) },
            didFail: { [weak self] in self?.pause(because: "\($0)") })
        if isPaused { readers?.pause() }
    }

    private func makeListener(
        at path: String, _ group: String?, patience: Duration = .zero
    ) throws(SystemError) -> UnixListener {
        try ControlSocket(path: path, group: group, makesFolder: makesFolder, patience: patience)
            .listen(log: log)
    }

    /// Makes the socket anew where its file is gone, and says so; returns whether it is there.
    private func restoreSocket() -> Bool {
        guard case .path(let path, let group) = address, let old = listeners.first,
            !old.listener.isInPlace
        else { return true }
        do {
            try listen(at: makeListener(at: path, group))
        } catch {
            let fault = "\(error)"
            if fault != lastFault { log.notice("clients cannot reach alarmd: \(fault)") }
            lastFault = fault
            return false
        }
        if isPaused { listeners.last?.pause() }
        old.takeWaiting()
        old.close()
        listeners.removeFirst()
        lastFault = ""
        log.notice("the socket \(path) was gone, and is made again")
        return true
    }

    private var hasPlaceForReader: Bool {
        connections.values.count(where: \.client.isReader) < limits.readers
    }

    private func makeRoom() -> Bool {
        guard !isPaused, connections.count < limits.clients else {
            pause(because: "\(limits.clients) clients are connected")
            return false
        }
        // Two more: for the client itself, and for the budget's timer.
        guard let listener = listeners.first,
            DescriptorReserve.isAvailable(
                limits.descriptors + 2, like: listener.listener.descriptor)
        else {
            pause(because: "few descriptors are left")
            return false
        }
        return true
    }

    private func accept(_ socket: consuming Descriptor, isReader: Bool = false) {
        do throws(SystemError) {
            let peer = try UnixSocket.peer(of: socket)
            UnixSocket.limitUnread(of: socket, to: limits.unread)
            lastNumber += 1
            let client = Client(
                number: lastNumber, peer: peer, userName: userName(of: peer.user),
                isReader: isReader)
            connections[client.number] = try Connection(
                socket, client: client, loop: loop, limits: limits, now: now, delegate: self)
        } catch {
            log.warning("a connection is not taken: \(error)")
        }
    }

    private func userName(of user: UInt32) -> String {
        if let name = userNames[user] { return name }
        let name = Accounts.userName(user)
        // Names change rarely, but strangers are many on a machine that has directories.
        if userNames.count >= 100 { userNames = [:] }
        userNames[user] = name
        return name
    }

    /// Takes no connections until one ends, or a second has passed.
    private func pause(because reason: String) {
        guard !isPaused else { return }
        isPaused = true
        log.pause("no more clients for now: \(reason)")
        for listener in listeners { listener.pause() }
        readers?.pause()
        // It is the next connection that ends where the timer fails, which it does not.
        try? pauseTimer?.arm(at: now() + .seconds(1))
    }

    private func unpause() {
        guard isPaused else { return }
        isPaused = false
        for listener in listeners { listener.resume() }
        readers?.resume()
    }
}

// MARK: - ConnectionDelegate

extension ControlController: ConnectionDelegate {
    func connection(
        _ connection: Connection, didReceive call: VarlinkCall, exchange: ReplyQueue.Exchange?
    ) {
        let responder = Responder(connection, call: call, exchange: exchange)
        do throws(ServiceError) {
            // Before what it says is looked at.
            if connection.client.isReader, !call.isForReaders { throw .permissionDenied }
            switch try ServiceRequest(call, version: version) {
            case .answered(let reply): responder.finish(reply)
            case .alarmClock(let call):
                delegate?.controlController(
                    self, didReceive: call, from: connection.client, responder: responder)
            }
        } catch {
            responder.fail(error)
        }
    }

    func connection(_ connection: Connection, didChangeHeldBytesBy change: Int) {
        budget.add(change)
        keepWithinBudget()
    }

    func connectionReadLimit(_ connection: Connection) -> Int {
        let limit = budget.readLimit(of: connection, amongst: connections.count)
        if limit == 0 { loop.perform { [weak self] in self?.keepWithinBudget() } }
        return limit
    }

    func connectionWaitsForTurn(_ connection: Connection) {
        turns.append(connection.client.number)
        arrangeTurns()
    }

    func connection(_ connection: Connection, didEndBecause reason: String?) {
        if let reason { log.warning("\(connection.client) is disconnected: \(reason)") }
        forget(connection)
    }

    private func forget(_ connection: Connection) {
        guard connections.removeValue(forKey: connection.client.number) != nil else { return }
        budget.add(-connection.heldBytes)
        budget.forget(connection)
        unpause()
        if connection.client.isReader, !isPaused { readers?.resume() }
        delegate?.controlController(self, didClose: connection.client)
        wakeStarved()
        // Not before the connection itself is freed, by whoever still calls it.
        if budget.isEbb(amongst: connections.count) {
            loop.perform { ProcessMemory.giveBackHeap() }
        }
    }
}

// MARK: - Turns

extension ControlController {
    private func arrangeTurns() {
        guard !areTurnsToCome, !turns.isEmpty else { return }
        areTurnsToCome = true
        loop.perform { [weak self] in self?.serveTurns() }
    }

    /// Serves those who wait, each once and not for long: what comes meanwhile is not behind all of them.
    private func serveTurns() {
        let end = now() + limits.turns
        var waiting = turns[...]
        turns = []
        while let number = waiting.popFirst() {
            connections[number]?.takeTurn()
            if now() >= end { break }
        }
        // Who is not through goes behind those who had no turn yet.
        turns = waiting + turns
        areTurnsToCome = false
        arrangeTurns()
    }
}

// MARK: - Keeping within the budget

extension ControlController {
    private func keepWithinBudget() {
        while budget.isShort, let victim = budget.victim(amongst: connections.values, at: now()) {
            let idle = now() - victim.lastRead
            log.warning(
                "\(victim.client) is disconnected: it holds \(victim.heldBytes) bytes, and has read "
                    + "nothing for \(idle.components.seconds) s, while all clients together hold "
                    + "\(budget.held)")
            victim.close()
            forget(victim)
        }
        budget.lookAgain(amongst: connections.values, on: loop) { [weak self] in
            self?.keepWithinBudget()
        }
        wakeStarved()
    }

    /// Lets those read on who had to wait for the others.
    private func wakeStarved() {
        for number in budget.takeStarved(amongst: connections.count) {
            loop.perform { [weak self] in self?.connections[number]?.resume() }
        }
    }
}

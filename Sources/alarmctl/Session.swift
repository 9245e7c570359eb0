// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import JSON
internal import Platform

/// One run of one command: where its results go, and the daemon it talks to.
final class Session {
    /// Where results and messages go.
    let console = Console()

    /// Whether results are told to a program.
    let isJSON: Bool

    private let socketOption: String?
    private let isReading: Bool
    private var connected: Connection?

    /// Creates a run with the options that every command takes.
    ///
    /// - Parameters:
    ///   - arguments: The words of the command line.
    ///   - isReading: Whether the command changes nothing.
    /// - Throws: ``UsageError`` where one of them has a wrong value.
    init(_ arguments: ParsedArguments, isReading: Bool) throws(UsageError) {
        self.isJSON = arguments.has(CommonOptions.json)
        self.socketOption = try arguments.value(of: CommonOptions.socket)
        self.isReading = isReading
    }

    /// The daemon, connected to when first needed.
    ///
    /// - Throws: ``Failure`` where none is reached.
    func daemon() throws(Failure) -> Connection {
        if let connected { return connected }
        let connection = try Connection(to: choices(), isReading: isReading)
        connected = connection
        return connection
    }

    /// The sockets at which a daemon may answer.
    ///
    /// - Throws: ``Failure`` where a person named one that cannot be.
    func choices() throws(Failure) -> [SocketChoice] {
        do {
            return try SocketChoice.candidates(
                option: socketOption, variable: Surroundings.variable)
        } catch {
            throw Failure(error)
        }
    }

    /// Calls a method and waits for its answer.
    ///
    /// Where the daemon ends the connection instead, as one that is restarted does, a call that changes nothing is
    /// repeated once, if the daemon is back within a second.
    ///
    /// - Throws: ``Failure`` where the daemon is not reached, or refuses.
    func ask<Method: AlarmClockMethod>(
        _ method: Method, patience: Duration? = Connection.patience
    ) throws(Failure) -> Answer<Method.Reply> {
        let daemon = try daemon()
        do throws(Failure) {
            return try daemon.call(method, patience: patience)
        } catch {
            guard error.isBrokenOff, Method.isRepeatable, let again = reconnect(to: daemon.choice)
            else { throw error }
            connected = again
            return try again.call(method, patience: patience)
        }
    }

    /// A new connection to the same daemon, or `nil` where it is not back within a second.
    private func reconnect(to choice: SocketChoice) -> Connection? {
        let end = Clocks.monotonic + .seconds(1)
        while true {
            if let again = try? Connection(to: [choice], isReading: isReading) { return again }
            guard Clocks.monotonic < end else { return nil }
            Surroundings.pause(milliseconds: 20)
        }
    }

    /// Calls a method; its reply is printed for a program, or else by `show` for a person.
    ///
    /// - Throws: ``Failure`` where the daemon is not reached, or refuses.
    func call<Method: AlarmClockMethod>(
        _ method: Method, patience: Duration? = Connection.patience,
        show: (Method.Reply) -> [StyledLine]
    ) throws(Failure) {
        let answer = try ask(method, patience: patience)
        if isJSON {
            console.print(.object(answer.parameters))
        } else {
            console.print(show(answer.value))
        }
    }

    /// All alarms, in the order of their ids.
    ///
    /// They are asked for in portions, since a reply is at most 1 MiB.
    func alarms() throws(Failure) -> (wire: [JSONValue], alarms: [Wire.Alarm]) {
        let portion = 500
        var wire: [JSONValue] = []
        var alarms: [Wire.Alarm] = []
        while true {
            let answer = try ask(ListCall(after: alarms.last?.id, count: portion))
            let new = answer.value.alarms
            // A daemon that does not go on after what it told already would do so for ever.
            guard let first = new.first, first.id > alarms.last?.id ?? "" else { break }
            alarms += new
            wire += answer.parameters["alarms"]?.arrayValue ?? []
            if new.count < portion { break }
        }
        return (wire, alarms)
    }

    /// What `id` was most likely meant to be, where there is no such alarm.
    func explain(_ failure: Failure) -> Failure {
        let missing = AlarmClockError.noSuchAlarm(id: "").name
        guard failure.name == missing, let id = failure.parameters["id"]?.stringValue,
            let known = try? alarms().alarms.map(\.id),
            let nearest = nearestWord(to: id, among: known)
        else { return failure }
        var failure = failure
        failure.hints.insert(.suggestion(nearest), at: 0)
        return failure
    }

    /// Says something to a person that is no result; programs are not told.
    func note(_ message: Message) {
        if !isJSON { Console.say([StyledLine(message)]) }
    }
}

extension Session {
    /// Says why something could not be done, where that is not the end.
    func report(_ failure: Failure) {
        if isJSON { Console.say(failure.json) } else { Console.say(failure.lines) }
    }
}

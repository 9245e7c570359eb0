// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmStore
internal import Platform

/// Whose daemon this is.
nonisolated enum Instance: Hashable, Sendable {
    case system
    case user
}

/// What `alarmd` was asked to do, by its words and by its environment.
nonisolated struct Options: Hashable, Sendable {
    /// What is to be done.
    enum Action: Hashable, Sendable {
        case run
        case check
        case showVersion
        case showHelp
    }

    var action = Action.run
    var instance: Instance
    /// The first configuration file.
    var configuration: String
    /// Whether a person named the configuration: it must be there then.
    var namesConfiguration = false
    var stateFolder: String
    var socket: String

    /// What the help says.
    static let help = """
        Usage: alarmd [--config FILE] [--state-dir DIR] [--socket PATH] [--check]

        The alarm clock of this machine. It runs until it is told to end; alarmctl sets it.

          --config FILE    the configuration, which must be there; FILE.d/*.conf is read after it
          --state-dir DIR  where the alarms are kept
          --socket PATH    where clients connect
          --check          say what is wrong with the configuration, and exit 1 if anything is
          --version        print the version
          --help           print this

        SIGHUP reads the configuration again; SIGTERM ends it.

        """

    /// Why the words make no sense, in English.
    struct UsageError: Error, Hashable, Sendable {
        let message: String
    }

    /// Reads the words after the program's name.
    ///
    /// A process of root, or of a service manager's account without a session, is the system's daemon; any other
    /// is its user's (design, section 7).
    ///
    /// - Throws: ``UsageError`` for a word that has no meaning, or lacks its value.
    init(
        arguments: some Collection<String>, environment: [String: String], userID: UInt32
    ) throws(UsageError) {
        let runtime = StandardFolder.absolutePath("XDG_RUNTIME_DIR", environment: environment)
        if let runtime, userID != 0 {
            instance = .user
            configuration = ConfigurationReader.userPath(environment: environment) ?? ""
            stateFolder = StateFolder.userPath(environment: environment) ?? ""
            socket = "\(runtime)/alarmd/io.wecker.AlarmClock"
        } else {
            instance = .system
            configuration = ConfigurationReader.systemPath
            stateFolder = StateFolder.systemPath
            socket = "/run/alarmd/io.wecker.AlarmClock"
        }
        var rest = arguments.makeIterator()
        while let word = rest.next() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let given = parts.count == 2 ? String(parts[1]) : nil
            func value() throws(UsageError) -> String {
                guard let value = given ?? rest.next(), !value.isEmpty else {
                    throw UsageError(message: "\(parts[0]) lacks its value")
                }
                return value
            }
            switch parts[0] {
            case "--config":
                configuration = try value()
                namesConfiguration = true
            case "--state-dir": stateFolder = try value()
            case "--socket": socket = try value()
            case "--check" where given == nil: action = .check
            case "--version" where given == nil: action = .showVersion
            case "--help" where given == nil, "-h" where given == nil: action = .showHelp
            default: throw UsageError(message: "there is no option \(word.prefix(60))")
            }
        }
        guard action == .showHelp || action == .showVersion || !configuration.isEmpty else {
            throw UsageError(message: Self.homeless("--config FILE"))
        }
        guard action != .run || !stateFolder.isEmpty else {
            throw UsageError(message: Self.homeless("--state-dir DIR"))
        }
    }

    private static func homeless(_ option: String) -> String {
        "HOME is not set to a folder, so \(option) has to say where to look"
    }
}

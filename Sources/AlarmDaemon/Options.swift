// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

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
    var stateFolder: String
    var socket: String

    /// What the help says.
    static let help = """
        Usage: alarmd [--config FILE] [--state-dir DIR] [--socket PATH] [--check]

        The alarm clock of this machine. It runs until it is told to end; alarmctl sets it.

          --config FILE    the configuration; FILE.d/*.conf is read after it
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
        let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : $0 }
        if let runtime, userID != 0 {
            let home = environment["HOME"] ?? "/"
            let config = environment["XDG_CONFIG_HOME"] ?? "\(home)/.config"
            let state = environment["XDG_STATE_HOME"] ?? "\(home)/.local/state"
            instance = .user
            configuration = "\(config)/alarmd/alarmd.conf"
            stateFolder = "\(state)/alarmd"
            socket = "\(runtime)/alarmd/io.wecker.AlarmClock"
        } else {
            instance = .system
            configuration = "/etc/alarmd/alarmd.conf"
            stateFolder = "/var/lib/alarmd"
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
            case "--config": configuration = try value()
            case "--state-dir": stateFolder = try value()
            case "--socket": socket = try value()
            case "--check" where given == nil: action = .check
            case "--version" where given == nil: action = .showVersion
            case "--help" where given == nil, "-h" where given == nil: action = .showHelp
            default: throw UsageError(message: "there is no option \(word.prefix(60))")
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// What an application takes from the process that it runs in; a test makes its own.
struct ApplicationContext {
    /// The command line, with the program's own name first.
    var arguments: [String]

    /// The environment, with what the service manager wrote there.
    var environment: [String: String]

    /// The process's id, by which `LISTEN_PID` and `WATCHDOG_PID` say whom they mean.
    var processID: Int32

    /// Where lines for the journal go.
    var log: Log

    /// Reads the clocks.
    var readClocks: () -> ClockReading

    /// The first descriptor that the service manager passes (`SD_LISTEN_FDS_START`).
    var firstPassedDescriptor: Int32

    /// Creates a context.
    init(
        arguments: [String], environment: [String: String], processID: Int32, log: Log,
        readClocks: @escaping () -> ClockReading = { .now },
        firstPassedDescriptor: Int32 = 3
    ) {
        self.arguments = arguments
        self.environment = environment
        self.processID = processID
        self.log = log
        self.readClocks = readClocks
        self.firstPassedDescriptor = firstPassedDescriptor
    }

    /// The process's own.
    static var process: ApplicationContext {
        ApplicationContext(
            arguments: CommandLine.arguments, environment: ProcessEnvironment.variables,
            processID: ProcessEnvironment.processID, log: .standard)
    }

    /// The program's name, without its folder.
    var programName: String {
        arguments.first?.split(separator: "/").last.map(String.init) ?? "alarmd"
    }
}

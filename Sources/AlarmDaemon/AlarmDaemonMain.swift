// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmStore
internal import Glibc
internal import Platform

// Spelled like a type, as a program's entry is: it is called once, and never returns.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The whole of `alarmd`: reads its words, and does what they ask.
package func AlarmDaemonMain() -> Never {
    let options: Options
    do throws(Options.UsageError) {
        options = try Options(
            arguments: arguments(), environment: ProcessEnvironment.variables,
            userID: ProcessEnvironment.userID)
    } catch {
        print(to: 2, "alarmd: \(Log.oneLine(error.message)); alarmd --help says what there is\n")
        exit(2)
    }
    switch options.action {
    case .showHelp:
        print(to: 1, Options.help)
        exit(0)
    case .showVersion:
        print(to: 1, "alarmd \(Wecker.version)\n")
        exit(0)
    case .check:
        let zones = TimeZones(environment: ProcessEnvironment.variables)
        let source = ConfigurationSource(options: options, log: .standard)
        let read = source.read(zones: zones)
        let problems =
            read.problems + source.calendarProblems(read) + source.soundProblems(read)
            + source.storyboardProblems(read) + source.commandProblems(read)
        for problem in problems { print(to: 2, "\(Log.oneLine("\(problem)"))\n") }
        exit(problems.isEmpty ? 0 : 1)
    case .run:
        ApplicationMain(delegate: AlarmClock(options: options))
    }
}

private func arguments() throws(Options.UsageError) -> [String] {
    do throws(MalformedArgument) { return try ProcessEnvironment.arguments() } catch {
        throw Options.UsageError(message: "\(error)")
    }
}

private func print(to descriptor: Int32, _ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
}

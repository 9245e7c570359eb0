// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import JSON
internal import Localization
internal import Platform

/// The whole tool: from the words of a command line to an exit code.
enum Tool {
    /// The version of the tool.
    static let version = Wecker.version

    /// Does what the words of the command line say.
    ///
    /// - Returns: The exit code (design, section 9).
    static func run() -> Int32 {
        let words = CommandLine.arguments.dropFirst()
        let isJSON = words.prefix { $0 != "--" }.contains(CommonOptions.json.spelling)
        // What programs read is the same in every language.
        if !isJSON { Catalog.follow(folder: catalogFolder) }
        do throws(Failure) {
            let arguments = try usage { () throws(UsageError) in try readArguments() }
            try obey(arguments)
            return 0
        } catch {
            if isJSON { Console.say(error.json) } else { Console.say(error.lines) }
            return error.exit.rawValue
        }
    }

    /// Where the catalogues are: `share/locale` beside the folder of the program, wherever that was installed.
    private static var catalogFolder: String? {
        if let folder = Surroundings.variable("TEXTDOMAINDIR") { return folder }
        let parts = ProcessEnvironment.programPath?.split(
            separator: "/", omittingEmptySubsequences: false)
        return parts.map { ($0.dropLast(2) + ["share", "locale"]).joined(separator: "/") }
    }

    private static func readArguments() throws(UsageError) -> [String] {
        do throws(MalformedArgument) { return try ProcessEnvironment.arguments() } catch {
            throw UsageError(
                Message(verbatim: "\(error)"),
                hint: "the locale may be another: see locale -a, and $LC_ALL")
        }
    }

    private static func obey(_ arguments: [String]) throws(Failure) {
        if arguments.first == Completion.option {
            let console = Console()
            let lines = CompletionAnswer(to: Array(arguments.dropFirst())).lines
            for line in lines { console.print(plain: line) }
            return try flush(console)
        }
        let words = try usage { () throws(UsageError) in try CommandWords(arguments) }
        guard let name = words.command else {
            try print(words.wantsVersion ? versionLines : Help.overview, isJSON: false)
            return
        }
        let type = try usage { () throws(UsageError) in try CommandTable.command(named: name) }
        guard !words.wantsHelp else {
            try print(Help.of(type.specification), isJSON: false)
            return
        }
        let parsed = try usage { () throws(UsageError) in
            let parsed = try ParsedArguments(words.rest, for: type.specification)
            try type.specification.checkCount(of: parsed.words)
            return parsed
        }
        let command = try usage { () throws(UsageError) in try type.init(parsed) }
        let session = try usage { () throws(UsageError) in
            try Session(parsed, isReading: type.isReading)
        }
        // What was done before something failed is told all the same.
        do throws(Failure) { try command.run(in: session) } catch {
            try flush(session.console)
            throw session.explain(error)
        }
        try flush(session.console)
    }

    private static var versionLines: [StyledLine] { [StyledLine(verbatim: "alarmctl \(version)")] }

    private static func print(_ lines: [StyledLine], isJSON: Bool) throws(Failure) {
        let console = Console()
        console.print(lines)
        try flush(console)
    }

    /// Writes the results; a reader that has gone away wanted no more of them.
    private static func flush(_ console: Console) throws(Failure) {
        do { try console.flush() } catch {
            guard case .failed(let reason) = error else { return }
            throw Failure(.refused, "Output", "the results cannot be written: \(reason)")
        }
    }

    private static func usage<Result>(
        _ body: () throws(UsageError) -> Result
    ) throws(Failure) -> Result {
        do { return try body() } catch { throw Failure(error) }
    }
}

/// The words of a command line, with the command's own found among them.
struct CommandWords {
    /// The word that names the command, or `nil` where only help or the version is wanted.
    private(set) var command: String?

    /// All other words, in order.
    private(set) var rest: [String] = []

    /// Whether help is wanted.
    private(set) var wantsHelp = false

    /// Whether the version is wanted.
    private(set) var wantsVersion = false

    /// Finds the command, the first word that is no option.
    ///
    /// Before it only common options stand.
    ///
    /// - Throws: ``UsageError`` where there is none.
    init(_ arguments: [String]) throws(UsageError) {
        rest = arguments
        if let index = try Self.commandIndex(in: arguments) {
            command = rest.remove(at: index)
            if command == "help" {
                command = rest.first { !$0.hasPrefix("-") }
                rest = []
                wantsHelp = true
            }
        }
        let options = rest.prefix { $0 != "--" }
        wantsHelp =
            wantsHelp || options.contains(CommonOptions.help.spelling) || options.contains("-h")
        wantsVersion = options.contains(CommonOptions.version.spelling)
        if wantsVersion { command = nil }
        guard command != nil || wantsHelp || wantsVersion else {
            throw UsageError(
                "say what to do",
                hints: ["alarmctl set 07:30 sets an alarm", "alarmctl --help lists the commands"])
        }
    }

    private static func commandIndex(in arguments: [String]) throws(UsageError) -> Int? {
        var index = 0
        while index < arguments.count, arguments[index].hasPrefix("-") {
            let word = arguments[index]
            let spelling = word.prefix { $0 != "=" }
            if word == CommonOptions.socket.spelling { index += 1 }
            let known = (CommonOptions.all + [CommonOptions.version]).map(\.spelling) + ["-h"]
            guard known.contains(String(spelling)) else {
                let nearest = nearestWord(to: String(spelling), among: known)
                throw UsageError(
                    "there is no option “\(abbreviated(word))” before the command",
                    hint: nearest.map { .suggestion($0) } ?? "options stand after the command"
                )
            }
            index += 1
        }
        return index < arguments.count ? index : nil
    }
}

extension CommandSpecification {
    /// Checks that there are as many words as the command takes.
    ///
    /// - Throws: ``UsageError`` with what is missing, or the first word too many.
    func checkCount(of words: [String]) throws(UsageError) {
        let range = wordCount
        guard words.count >= range.lowerBound else {
            let missing = positionals.first { $0.count.lowerBound > 0 }?.name ?? ""
            throw UsageError(
                "\(name) needs \(missing)", hint: "alarmctl \(name) --help explains it")
        }
        guard words.count <= range.upperBound else {
            throw UsageError(
                "\(name) takes no “\(abbreviated(words[range.upperBound]))”",
                hint: "alarmctl \(name) --help lists what it takes")
        }
    }
}

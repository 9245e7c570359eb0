// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

extension ConfigurationKey {
    /// What the sections of input devices begin with.
    private static let inputPrefix = "input "

    /// The most bytes of the name of an input device.
    private static let nameLimit = 64

    /// The keys of a section; none where there is no such section.
    static func keys(of section: String) -> [ConfigurationKey] {
        guard section.hasPrefix(inputPrefix) else { return all.filter { $0.section == section } }
        let name = String(section.dropFirst(inputPrefix.count).trimmed)
        return (1...nameLimit).contains(name.utf8.count) ? input(name, section) : []
    }

    /// The sections that a configuration has besides those that each may have.
    static func inputSections(of configuration: Configuration) -> [String] {
        configuration.inputs.map { inputPrefix + $0.name }
    }

    /// The keys of `[input NAME]`.
    private static func input(_ name: String, _ section: String) -> [ConfigurationKey] {
        func set<Value>(
            _ path: any WritableKeyPath<Configuration.Input, Value> & Sendable
        ) -> @Sendable (inout Configuration, Value) -> Void {
            { configuration, value in
                configuration.change(input: name) { $0[keyPath: path] = value }
            }
        }
        return [
            text(section, "device", orNone: "none", set(\.device)),
            alarm(section, set(\.alarm)),
            duration(
                section, "hold", set(\.hold), in: .milliseconds(500) ... .seconds(10)),
            keyNames(section, "buttons", orNone: "any", set(\.buttons)),
            keyNames(section, "forward", orNone: "none", set(\.forward)),
            keyNames(section, "backward", orNone: "none", set(\.backward)),
        ]
    }

    /// The id of the alarm whose hand is turned.
    private static func alarm(
        _ section: String,
        _ assign: @escaping @Sendable (inout Configuration, String?) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(section, "alarm", .alarm) { text, configuration in
            let isNext = text.isEmpty || text == "next"
            guard isNext || AlarmID(stored: text) != nil else { return false }
            assign(&configuration, isNext ? nil : text)
            return true
        }
    }

    /// Names of keys with blanks between them.
    private static func keyNames(
        _ section: String, _ name: String, orNone none: String,
        _ assign: @escaping @Sendable (inout Configuration, Set<UInt16>?) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(section, name, .keys(orNone: none)) { text, configuration in
            let names = text.split { $0 == " " || $0 == "\t" || $0 == "," }.map(String.init)
            let codes = names.compactMap { InputEvent.keyCode(named: $0) }
            guard text == none || text.isEmpty || codes.count == names.count, names.count <= 64
            else { return false }
            assign(&configuration, codes.isEmpty ? nil : Set(codes))
            return true
        }
    }
}

extension Configuration {
    /// Changes the input device of this name, which is made where there is none.
    fileprivate mutating func change(input name: String, _ body: (inout Input) -> Void) {
        let index = inputs.firstIndex { $0.name == name } ?? inputs.count
        if index == inputs.count { inputs.append(Input(name: name)) }
        body(&inputs[index])
    }
}

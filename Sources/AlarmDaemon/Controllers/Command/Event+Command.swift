// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol

extension Wire.Event {
    /// What a command's environment says of the event, as `NAME=value`.
    ///
    /// - Parameter label: What its alarm is for.
    /// - Returns: The variables, each of which begins with `WECKER_`.
    func variables(label: String?) -> [String] {
        let values = [
            ("EVENT", kind.rawValue), ("AT", at), ("CODE", code), ("REASON", reason),
            ("ALARM", alarm), ("LABEL", label), ("OCCURRENCE", occurrence), ("UNTIL", until),
            ("OUTPUT", output), ("SCENE", args?["scene"]), ("BY", by),
        ]
        return values.compactMap { name, value in value.map { "WECKER_\(name)=\($0)" } }
    }
}

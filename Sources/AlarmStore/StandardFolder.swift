// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// The folders that a user's daemon has of its own (XDG Base Directory Specification).
package enum StandardFolder {
    case configuration
    case state

    /// The absolute path that a variable of the environment has; `nil` where it is unset, empty or no absolute path.
    package static func absolutePath(
        _ variable: String, environment: [String: String]
    ) -> String? {
        environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Its path; `nil` where the environment names no home.
    ///
    /// A variable that is empty or no absolute path counts as unset, as the specification asks.
    func path(environment: [String: String]) -> String? {
        let (variable, place) =
            switch self {
            case .configuration: ("XDG_CONFIG_HOME", ".config")
            case .state: ("XDG_STATE_HOME", ".local/state")
            }
        func absolute(_ name: String) -> String? {
            Self.absolutePath(name, environment: environment)
        }
        return (absolute(variable) ?? absolute("HOME").map { "\($0)/\(place)" }).map {
            "\($0)/alarmd"
        }
    }
}

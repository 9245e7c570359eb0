// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A method of `io.wecker.AlarmClock`: the parameters of a call of it.
package protocol AlarmClockMethod: WireObject {
    /// What the method answers.
    associatedtype Reply: WireObject

    /// The name within the interface.
    static var methodName: String { get }

    /// Whether only callers that take several replies are answered; `false` unless said otherwise.
    static var expectsMore: Bool { get }

    /// Whether a call changes nothing, so that it can be repeated where its reply was lost; `false` unless said
    /// otherwise.
    static var isRepeatable: Bool { get }
}

extension AlarmClockMethod {
    package static var expectsMore: Bool { false }
    package static var isRepeatable: Bool { false }
}

extension VarlinkCall {
    /// Creates a call of a method of `io.wecker.AlarmClock`.
    package init(_ method: some AlarmClockMethod, isOneway: Bool = false, wantsMore: Bool = false) {
        self.init(
            method: "\(AlarmClockInterface.name).\(type(of: method).methodName)",
            parameters: method.parameters, isOneway: isOneway, wantsMore: wantsMore)
    }
}

extension VarlinkReply {
    /// Creates a successful reply.
    package init(_ reply: some WireObject, continues: Bool = false) {
        self.init(parameters: reply.parameters, continues: continues)
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import JSON

/// A call of one of the methods of `io.wecker.AlarmClock`, its parameters read.
package enum AlarmClockCall: Hashable, Sendable {
    case set(SetCall)
    case clear(ClearCall)
    case list(ListCall)
    case next(NextCall)
    case preview(PreviewCall)
    case skip(SkipCall)
    case snooze(SnoozeCall)
    case dismiss(DismissCall)
    case status(StatusCall)
    case acknowledge(AcknowledgeCall)
    case monitor(MonitorCall)
    case press(PressCall)
    case move(MoveCall)
    case release(ReleaseCall)
    case cancel(CancelCall)
    case play(PlayCall)
    case sounds(SoundsCall)
    case storyboards(StoryboardsCall)
    case storyboard(StoryboardCall)
    case diagnose(DiagnoseCall)
}

extension AlarmClockCall {
    /// Reads the parameters of `call`, whose interface is `io.wecker.AlarmClock`.
    ///
    /// - Throws: ``ServiceError/methodNotFound(_:)`` where the interface has no such method,
    ///   ``ServiceError/expectedMore`` where it answers only callers that take several replies, and
    ///   ``ServiceError/invalidParameter(_:)`` where a parameter is unknown, missing or of the wrong type.
    package init(_ call: VarlinkCall) throws(ServiceError) {
        guard let method = Self.methods.first(where: { $0.name == call.member }) else {
            throw .methodNotFound(call.method)
        }
        guard call.wantsMore || !method.expectsMore else { throw .expectedMore }
        self = try method.read(call.parameters)
    }

    /// All methods, in the order of the interface.
    package static let methods: [AlarmClockMethodEntry] = [
        .init(SetCall.self, Self.set),
        .init(ClearCall.self, Self.clear),
        .init(ListCall.self, Self.list),
        .init(NextCall.self, Self.next),
        .init(PreviewCall.self, Self.preview),
        .init(SkipCall.self, Self.skip),
        .init(SnoozeCall.self, Self.snooze),
        .init(DismissCall.self, Self.dismiss),
        .init(StatusCall.self, Self.status),
        .init(AcknowledgeCall.self, Self.acknowledge),
        .init(MonitorCall.self, Self.monitor),
        .init(PressCall.self, Self.press),
        .init(MoveCall.self, Self.move),
        .init(ReleaseCall.self, Self.release),
        .init(CancelCall.self, Self.cancel),
        .init(PlayCall.self, Self.play),
        .init(SoundsCall.self, Self.sounds),
        .init(StoryboardsCall.self, Self.storyboards),
        .init(StoryboardCall.self, Self.storyboard),
        .init(DiagnoseCall.self, Self.diagnose),
    ]
}

/// One row of the table of methods.
package struct AlarmClockMethodEntry: Sendable {
    /// The name within the interface.
    package let name: String

    /// The parameters, as an object.
    package let parameters: WireType

    /// The reply, as an object.
    package let reply: WireType

    fileprivate let expectsMore: Bool
    fileprivate let read: @Sendable (JSONObject) throws(ServiceError) -> AlarmClockCall

    fileprivate init<Method: AlarmClockMethod>(
        _ type: Method.Type, _ make: @escaping @Sendable (Method) -> AlarmClockCall
    ) {
        self.name = Method.methodName
        self.parameters = Method.wireDefinition
        self.reply = Method.Reply.wireDefinition
        self.expectsMore = Method.expectsMore
        self.read = { (parameters) throws(ServiceError) in
            make(try Method(parameters: parameters))
        }
    }
}

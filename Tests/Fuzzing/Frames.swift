// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import AlarmProtocol
import AlarmStore
import JSON
import Platform

@testable import AlarmDaemon

/// What a client sends is answered as the interface says: one reply a call, in order, each of its method's type; and
/// what became of the alarms can be stored and read back.
///
/// Frames end with a NUL, as on the wire. Between them `+600` and a NUL let 600 seconds pass.
func fuzzFrames(_ bytes: [UInt8]) {
    do {
        let world = try FrameWorld()
        try world.send(bytes)
        world.checkReplies()
        world.checkBook()
    } catch {
        fatalError("nothing fails here: \(error)")
    }
}

extension FrameWorld {
    /// One reply came for each call, in order, and each is what its method answers.
    fileprivate func checkReplies() {
        var waiting = calls[...]
        for reply in replies {
            guard let call = waiting.first else { fatalError("nobody asked: \(reply)") }
            if !reply.continues { waiting.removeFirst() }
            if let name = reply.error {
                promise(
                    name.hasPrefix("org.varlink.service.") || AlarmClockError(reply) != nil,
                    "no error of the interface: \(reply)")
            } else if call.interface == AlarmClockInterface.name {
                guard let read = Self.readers[String(call.member)] else {
                    fatalError("an unknown method is answered: \(call.method)")
                }
                do throws(ServiceError) { try read(reply.parameters) } catch {
                    fatalError("\(call.member) is answered by what its type is not: \(error)")
                }
            }
        }
        // What monitors is answered for ever, and what comes behind it has to wait.
        let isMonitored = waiting.first.map { $0.member == "Monitor" } ?? false
        promise(waiting.isEmpty || isMonitored, "\(waiting.count) calls are not answered")
    }

    /// What is stored is what is known, and it goes on from there without an end to what is to be looked at.
    fileprivate func checkBook() {
        let book = schedule.book
        do throws(StateError) {
            let again = try StateDocument.decode(StateDocument.encode(book))
            promise(again == book, "what is stored is what is known")
        } catch {
            fatalError("what is stored cannot be read: \(error)")
        }
    }

    private static func reader<Reply: WireObject>(
        _ type: Reply.Type
    ) -> (JSONObject) throws(ServiceError) -> Void {
        { (parameters) throws(ServiceError) in _ = try Reply(parameters: parameters) }
    }

    private static let readers: [String: (JSONObject) throws(ServiceError) -> Void] = [
        "Set": reader(SetReply.self), "Clear": reader(ClearReply.self),
        "List": reader(ListReply.self), "Next": reader(NextReply.self),
        "Preview": reader(PreviewReply.self), "Skip": reader(SkipReply.self),
        "Snooze": reader(SnoozeReply.self), "Dismiss": reader(DismissReply.self),
        "Status": reader(StatusReply.self), "Acknowledge": reader(AcknowledgeReply.self),
        "Monitor": reader(MonitorReply.self), "Press": reader(PressReply.self),
        "Move": reader(MoveReply.self), "Release": reader(ReleaseReply.self),
        "Cancel": reader(CancelReply.self), "Sounds": reader(SoundsReply.self),
        "Storyboards": reader(StoryboardsReply.self), "Storyboard": reader(StoryboardReply.self),
    ]
}

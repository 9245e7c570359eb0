// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import AlarmStore

extension AlarmService {
    /// The most storyboards of one reply.
    private static let storyboardLimit = 1000

    /// Answers with the names of all storyboards, and what is wrong with them.
    func listStoryboards(_ responder: Responder) {
        let read = storyboards.names.prefix(Self.storyboardLimit).compactMap(storyboards.look(at:))
        responder.reply(
            StoryboardsReply(
                storyboards: read.map {
                    Wire.StoryboardFile(
                        name: $0.name, file: $0.path,
                        faults: $0.problems.firstTold.map { Wire.Fault($0) })
                }))
    }

    /// Answers with the scenes and segues of a storyboard.
    func storyboard(_ call: StoryboardCall, _ responder: Responder) {
        guard let read = storyboards.look(at: call.name) else {
            responder.fail(AlarmClockError.noSuchStoryboard(name: call.name))
            return
        }
        responder.reply(
            StoryboardReply(
                file: read.path, faults: read.problems.map { Wire.Fault($0.text) },
                initial: read.storyboard?.initial,
                scenes: read.storyboard?.scenes.map { Wire.Scene($0) } ?? [],
                segues: read.storyboard?.segues.map { Wire.Segue($0) } ?? []))
    }
}

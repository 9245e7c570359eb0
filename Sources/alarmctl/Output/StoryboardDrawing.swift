// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import AlarmProtocol
internal import Localization

/// A storyboard as a graph of text: each scene, and below it what leads to which other.
///
///     ● soft    birds, 40 %, fade 10m
///     ├─ unanswered 10m ──▶ loud, crossfade 5s
///     ╰─ dismiss ──▶ end
struct StoryboardDrawing {
    private let name: String
    private let storyboard: StoryboardReply

    /// A drawing of the storyboard that a daemon answered with.
    init(_ storyboard: StoryboardReply, named name: String) {
        self.name = name
        self.storyboard = storyboard
    }

    /// The drawing.
    var lines: [StyledLine] {
        var title = StyledLine(verbatim: name, .bold)
        title.append(verbatim: "  \(storyboard.file)", .dim)
        guard storyboard.faults.isEmpty else {
            return [title] + storyboard.faults.map { StyledLine($0.message, .red) }
        }
        return [title] + scenes.flatMap { [StyledLine()] + lines(of: $0) }
    }

    /// The scenes, those first that fewer segues lead to from the first.
    private var scenes: [Wire.Scene] {
        var ids = [storyboard.initial ?? ""]
        var index = 0
        while index < ids.count {
            let here = segues(from: ids[index]).compactMap(\.to)
            for next in here where !ids.contains(next) { ids.append(next) }
            index += 1
        }
        return ids.compactMap { id in storyboard.scenes.first { $0.id == id } }
    }

    private func segues(from scene: String) -> [Wire.Segue] {
        storyboard.segues.filter { $0.from == scene }
    }

    private func lines(of scene: Wire.Scene) -> [StyledLine] {
        let width = storyboard.scenes.map { displayWidth($0.id) }.max() ?? 0
        var head = StyledLine(verbatim: scene.id == storyboard.initial ? "● " : "○ ")
        head.append(verbatim: scene.id, .bold)
        head.append(verbatim: String(repeating: " ", count: max(0, width - displayWidth(scene.id))))
        head.append(verbatim: "  ")
        head.append(Self.text(of: scene))
        let written = segues(from: scene.id)
        var ways = written.map { Self.way(of: $0) }
        // What happens where nothing is written: timeout, retries and snooze are the alarm's.
        if !written.contains(where: { $0.on.hasPrefix("unanswered ") }) {
            ways.append(StyledLine("unanswered ──▶ retries, then missed", .dim))
        }
        if !written.contains(where: { $0.on == "snooze" }) {
            ways.append(StyledLine(verbatim: "snooze ──▶ \(scene.id)", .dim))
        }
        if !written.contains(where: { $0.on == "dismiss" }) {
            ways.append(StyledLine(verbatim: "dismiss ──▶ end", .dim))
        }
        return [head]
            + ways.enumerated().map { index, way in
                var line = StyledLine(verbatim: index == ways.count - 1 ? "╰─ " : "├─ ")
                for run in way.runs { line.append(verbatim: run.text, run.style) }
                return line
            }
    }

    private static func way(of segue: Wire.Segue) -> StyledLine {
        var line = StyledLine(verbatim: "\(segue.on) ──▶ ")
        line.append(verbatim: segue.to ?? "end", .bold)
        if segue.transition != "cut", segue.to != nil {
            line.append(verbatim: ", \(segue.transition)")
        }
        if let program = segue.run.first { line.append(", runs \(program)") }
        return line
    }

    private static func text(of scene: Wire.Scene) -> Message {
        let words: [Message?] = [
            scene.sound.map { Message(verbatim: $0) } ?? Message("the alarm's sound"),
            scene.volume.map { Message("\($0) %") },
            scene.fade.map {
                $0 == 0 ? Message("no fade") : Message("fade \(durationText(.seconds($0)))")
            },
            scene.outputs.isEmpty ? nil : Message("on \(scene.outputs.joined(separator: ", "))"),
            scene.hold.map { Message("held for \(durationText(.seconds($0))) to stop") },
            scene.message.map { Message("“\($0)”") },
        ]
        return .joined(words.compactMap(\.self), by: ", ")
    }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

extension LaidAside: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(
            alarm: try object.get("alarm"), decided: try object.get("decided"),
            lastDecided: try object.find("lastDecided"), unheard: try object.find("unheard"),
            retired: try object.find("retired"),
            date: try object.find("date"), upcoming: try object.find("upcoming"),
            setAt: try object.find("setAt"), records: try object.get("records"))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("alarm", alarm)
            object.put("decided", decided)
            object.put("lastDecided", lastDecided)
            object.put("unheard", unheard)
            object.put("retired", retired)
            object.put("date", date)
            object.put("upcoming", upcoming)
            object.put("setAt", setAt)
            object.put("records", records)
        }
    }
}

extension LaidAside.Record: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(
            id: try object.get("id"), due: try object.get("due"), at: try object.get("at"),
            isUnheard: try object.find("unheard") ?? false)
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("id", id)
            object.put("due", due)
            object.put("at", at)
            object.put("unheard", isUnheard ? true : nil)
        }
    }
}

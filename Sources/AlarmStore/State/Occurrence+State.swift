// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

extension Occurrence: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        let until: Instant? = try object.find("until")
        let deadline: Duration? = try object.find("deadline")
        self.init(
            id: try object.get("id"), due: try object.get("due"), zone: try object.find("zone"),
            serial: try object.get("serial"), ring: try object.get("ring"),
            scene: try object.find("scene"), life: try object.get("state"),
            resumes: until.map(Deadline.wall) ?? deadline.map(Deadline.boot),
            ringingSince: try object.find("ringingSince"), sounded: try object.get("sounded"),
            snoozes: try object.get("snoozes"), retries: try object.get("retries"),
            wasHeard: try object.get("heard"), ended: try object.find("ended"),
            reason: try object.find("reason"), untrusted: try object.find("untrusted"))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("id", id)
            object.put("due", due)
            object.put("zone", zone)
            object.put("serial", serial)
            object.put("state", life)
            switch resumes {
            case .wall(let until): object.put("until", until)
            case .boot(let deadline): object.put("deadline", deadline)
            case nil: break
            }
            object.put("ringingSince", ringingSince)
            object.put("sounded", sounded)
            object.put("snoozes", snoozes)
            object.put("retries", retries)
            object.put("heard", wasHeard)
            object.put("ended", ended)
            object.put("reason", reason)
            object.put("untrusted", untrusted)
            object.put("ring", ring)
            object.put("scene", scene)
        }
    }
}

extension Scene: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(
            id: try object.get("id"), sound: try object.find("sound"),
            volume: try object.find("volume"), fade: try object.find("fade"),
            outputs: try object.find("outputs") ?? [], hold: try object.find("hold"),
            message: try object.find("message"))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("id", id)
            object.put("sound", sound)
            object.put("volume", volume)
            object.put("fade", fade)
            object.put("outputs", outputs.isEmpty ? nil : outputs)
            object.put("hold", hold)
            object.put("message", message)
        }
    }
}

extension ResolvedRing: StateValue {
    init?(state: StateJSON) throws(StateError) {
        // Every member that has a default is told by the settings that differ from none.
        guard let settings = try RingSettings(state: state) else { return nil }
        self = ResolvedRing().overridden(by: settings)
    }

    func write(to writer: inout StateWriter) {
        RingSettings(
            sound: sound, volume: volume, fade: fade, timeout: timeout, retries: retries,
            snooze: snooze, snoozeLimit: snoozeLimit, late: late, wake: wake,
            storyboard: storyboard, notOnHolidays: notOnHolidays
        ).write(to: &writer)
    }
}

extension Reason: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        var args: [String: String] = [:]
        for (name, value) in object.members {
            guard let name = name.string, name != "code" else { continue }
            guard let text = value.string else { throw .damaged(".\(name) is no text") }
            args[name] = text
        }
        self.init(Code(rawValue: try object.get("code")), args)
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("code", code.rawValue)
            for (name, value) in args.sorted(by: { $0.key < $1.key }) where name != "code" {
                object.put(name, text: value)
            }
        }
    }
}

extension Moment: StateValue {
    init?(state: StateJSON) throws(StateError) {
        let object = try StateObject(state)
        self.init(
            wall: try object.get("wall"), sinceBoot: try object.get("sinceBoot"),
            bootID: try object.get("bootID"))
    }

    func write(to writer: inout StateWriter) {
        writer.object { object in
            object.put("wall", wall)
            object.put("sinceBoot", sinceBoot)
            object.put("bootID", bootID)
        }
    }
}

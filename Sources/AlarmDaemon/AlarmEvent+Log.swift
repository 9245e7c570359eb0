// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import Platform

extension AlarmEvent {
    /// How urgent the event is in the log.
    var level: Log.Level {
        switch kind {
        case .missed: .critical
        case .health: reason?.code == .mended ? .notice : .error
        case .sound, .storage: .error
        case .config, .clock, .zone: .notice
        default: .info
        }
    }

    /// The event as a line of the log.
    var line: String {
        let subject = occurrence?.description ?? alarm?.text
        let words = [subject, kind.rawValue].compactMap(\.self).joined(separator: " ")
        let details = [reason?.description, output, by.map { "by \($0)" }].compactMap(\.self)
        return details.isEmpty ? words : "\(words): \(details.joined(separator: "; "))"
    }

    /// What the journal keeps beside the line, as alarmd(8) says.
    var fields: [Journal.Field] {
        let alarm = alarm ?? occurrence?.alarm
        return [
            Journal.Field("MESSAGE_ID", kind.messageID),
            alarm.map { Journal.Field("ALARM_ID", $0.text) },
            occurrence.map { Journal.Field("OCCURRENCE_ID", $0.description) },
        ].compactMap(\.self)
    }
}

extension EventKind {
    /// By which the journal finds all lines of this kind; it never changes.
    var messageID: String {
        switch self {
        case .state: "0bfcc50ef57047beaf6a4ee3e8ca3131"
        case .set: "fa9337abaf614f2e864fc03ac106e436"
        case .cleared: "5cc4b339688b4ef8a8379bbb50222d41"
        case .due: "f1c8e404e754499298aa25a6cb91d361"
        case .ringing: "0c17e21bed9947e2bbd3d7d1da2d665e"
        case .queued: "c3e6e0348ac64aeeb65f5739eb3a9b09"
        case .scene: "9b1f0c7de5a34f6f8d2e6c3a7b4d1e85"
        case .snoozed: "5a8c9194406e4e619ce8d4c11817838b"
        case .dismissed: "2e400c495cdf4c2483fb4b6615717138"
        case .missed: "cc166179e8c940cebcaf92352b1de2dd"
        case .skipped: "3d859917544547569ee766318842739d"
        case .hands: "122810d90492409bbaeef21430410ec3"
        case .sound: "40bd53e71bc8484583d78f9882251f76"
        case .clock: "0d7c5ce38895446d8ea9f0ff4c2e4366"
        case .zone: "4cc27467c0044dc6af8477c057a6e760"
        case .suspended: "c0682fbe4fc743f1a50068a97424a2b2"
        case .resumed: "a1dbfb7f927a427fa2c2fdc46c7190c3"
        case .storage: "0d5ee576bab14aed8c1453a124f9b1a4"
        case .config: "26e5e0eff69f49d1b077e13730280311"
        case .health: "84c0a89e60284705a4a70ce50bede733"
        }
    }
}

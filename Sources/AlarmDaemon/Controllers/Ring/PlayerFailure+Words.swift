// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel
internal import PlayerProtocol

extension PlayerFailure {
    /// What failed, and why; what the kernel and the libraries say is quoted as they say it.
    var words: Message {
        let why: Message
        switch cause {
        case .other: return Message(verbatim: description)
        case .absent: why = Message("there is no such file")
        case .denied: why = Message("alarmd may not read it")
        case .notFile: why = Message("it is not a regular file")
        case .undecodable: why = Message("it cannot be decoded: \(reason)")
        case .empty: why = Message("there is no sound in it")
        case .noneInFolder: why = Message("no file in this folder is a sound (\(reason))")
        case .unnamed:
            return Message(
                "no sound is called \(subject) (\(reason)); a file is named by its absolute path")
        }
        return Message("\(subject): \(why)")
    }
}

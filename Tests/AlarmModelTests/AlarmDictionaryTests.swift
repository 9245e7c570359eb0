// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Testing

@testable import AlarmModel

@Suite("The alarms of a book")
struct AlarmDictionaryTests {
    private func alarm(_ number: Int, due: Int? = nil) throws -> Alarm {
        let id = try #require(AlarmID("a\(number)"))
        let nominal = try #require(CivilDateTime("2026-12-01T07:30"))
        return Alarm(
            id: id, trigger: .schedule(Schedule(time: nominal.time, pattern: .weekly(.all))),
            decided: Instant(seconds: Int64(number)),
            upcoming: due.map {
                Upcoming(
                    id: OccurrenceID(alarm: id, nominal: nominal), due: Instant(seconds: Int64($0)))
            })
    }

    @Test("are found by their ids, whatever was added, changed and removed, and at a glance")
    func random() throws {
        var generator = SystemRandomNumberGenerator()
        var (own, plain) = (AlarmDictionary(), [AlarmID: Alarm]())
        for step in 0..<500 {
            let new = try alarm(.random(in: 0..<20, using: &generator), due: step)
            if step % 3 == 0 { own.settle(try alarm(step % 20).id) }
            switch Int.random(in: 0...5, using: &generator) {
            case 0:
                #expect(own.removeValue(forKey: new.id) == plain.removeValue(forKey: new.id))
            case 1: (own[new.id], plain[new.id]) = (nil, nil)
            case 2:
                let isNew = own.insert(new)
                #expect(isNew == (plain[new.id] == nil))
                if isNew { plain[new.id] = new }
            case 3:
                own[new.id]?.upcoming = nil
                plain[new.id]?.upcoming = nil
            default: (own[new.id], plain[new.id]) = (new, new)
            }
            #expect(own.count == plain.count && own.isEmpty == plain.isEmpty)
            #expect(Set(own.values) == Set(plain.values) && Set(own.keys) == Set(plain.keys))
            #expect(plain.allSatisfy { own[$0] == $1 } && own[new.id] == plain[new.id])
            #expect(own.glances == own.values.map(AlarmDictionary.Glance.init))
        }
    }

    @Test("are the same in whatever order they were set")
    func equality() throws {
        let (first, second) = (try alarm(1), try alarm(2))
        let book: AlarmDictionary = [first.id: first, second.id: second]
        #expect(book == [second.id: second, first.id: first])
        #expect(Set([book, [second.id: second, first.id: first]]).count == 1)
        var other = book
        other[second.id]?.label = "another"
        #expect(book != other && book != [first.id: first])
        #expect(AlarmDictionary() == [:])
    }

    @Test("are each its own: a copy does not change with them")
    func copies() throws {
        let first = try alarm(1, due: 5)
        var book: AlarmDictionary = [first.id: first]
        let copy = book
        book[first.id]?.label = "changed"
        #expect(copy[first.id] == first && book[first.id]?.label == "changed")
        #expect(copy.glances == [AlarmDictionary.Glance(first)])
    }
}

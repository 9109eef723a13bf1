/// How a fact is shown in a report that others may read.
enum Redaction {
    /// As it is: it tells about Apple's systems and nobody.
    case none
    /// Not at all, but that it is there.
    case whole
    /// Without the time of day of a time in ISO 8601: the second at which a key was attested identifies it.
    case timeOfDay
}

extension Fact {
    /// The fact, marked as one that tells about a person, a device or an app.
    var personal: Fact { redacted(.whole) }

    /// The fact, marked as a time that identifies a key by its second.
    var dated: Fact { redacted(.timeOfDay) }

    private func redacted(_ redaction: Redaction) -> Fact {
        var copy = self
        copy.redaction = redaction
        return copy
    }
}

extension [Fact] {
    /// The facts as others may read them.
    var redacted: [Fact] {
        map { fact in
            switch fact.redaction {
            case .none: Fact(name: fact.name, value: fact.value?.redacted)
            case .whole: Fact(fact.name, fact.value == nil ? nil : "redacted")
            case .timeOfDay: Fact(name: fact.name, value: fact.value?.withoutTimeOfDay)
            }
        }
    }
}

extension FactValue {
    fileprivate var redacted: FactValue {
        switch self {
        case .facts(let facts): .facts(facts.redacted)
        case .list(let values): .list(values.map(\.redacted))
        case .text, .number, .boolean, .annotated: self
        }
    }

    fileprivate var withoutTimeOfDay: FactValue {
        if case .text(let text) = self { .text(String(text.prefix { $0 != "T" })) } else { .text("redacted") }
    }
}

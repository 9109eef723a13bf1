internal import AttestCore

/// A named value of a proof or an object, for text and JSON alike; absent values are shown in neither.
struct Fact {
    let name: String
    let value: FactValue?
    /// What is shown in place of the value in a report that others may read.
    var redaction = Redaction.none

    init(_ name: String, _ value: String?) {
        self.init(name: name, value: value.map(FactValue.text))
    }

    init(_ name: String, _ value: Int?) {
        self.init(name: name, value: value.map(FactValue.number))
    }

    init(_ name: String, _ value: Bool) {
        self.init(name: name, value: .boolean(value))
    }

    init(_ name: String, _ value: [Fact]?) {
        self.init(name: name, value: value.map(FactValue.facts))
    }

    init(_ name: String, _ value: [[Fact]]) {
        self.init(name: name, value: .list(value.map(FactValue.facts)))
    }

    init(_ name: String, _ value: [String]) {
        self.init(name: name, value: .list(value.map(FactValue.text)))
    }

    init(_ name: String, _ value: [Int]) {
        self.init(name: name, value: .list(value.map(FactValue.number)))
    }

    /// A launch category, as its number and as people call it.
    init(_ name: String, _ value: LaunchCategory?) {
        self.init(name: name, value: value.map { .annotated(Int($0.rawValue), $0.description) })
    }

    init(name: String, value: FactValue?) {
        self.name = name
        self.value = value
    }
}

/// A value of a ``Fact``.
indirect enum FactValue {
    case text(String)
    case number(Int)
    case boolean(Bool)
    /// A number for machines, and a text with it for people.
    case annotated(Int, String)
    case facts([Fact])
    case list([FactValue])
}

extension FactValue {
    /// The lines of a value under a name, indented.
    fileprivate func lines(named name: String, indent: String) -> [String] {
        func line(_ text: String) -> [String] {
            let column = max(name.count + 1, 20 - indent.count)
            return ["\(indent)\(name)\(String(repeating: " ", count: column - name.count))\(text.printable)"]
        }
        switch self {
        case .text(let text): return line(text)
        case .number(let number): return line("\(number)")
        case .boolean(let boolean): return line("\(boolean)")
        case .annotated(_, let text): return line(text)
        case .facts(let facts): return ["\(indent)\(name)"] + facts.lines(indent: indent + "  ")
        case .list(let values):
            if values.isEmpty { return line("none") }
            return values.enumerated().flatMap { $1.lines(named: "\(name)[\($0)]", indent: indent) }
        }
    }
}

extension [Fact] {
    /// One line for each value that is there.
    func lines(indent: String = "") -> [String] {
        flatMap { fact in fact.value?.lines(named: fact.name, indent: indent) ?? [] }
    }
}

extension String {
    /// The text with control characters shown as a replacement: an object must not write to the terminal what it likes.
    var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.isControlOrFormat ? "\u{fffd}" : $0 }))
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControlOrFormat: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension String {
    /// The text for a line of a log: what is not printable ASCII is escaped, and what is above a limit is cut off.
    package func printable(limit: Int) -> String {
        guard utf8.count > limit || !utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { return self }
        var printable = ""
        for scalar in unicodeScalars {
            let next = (0x20...0x7e).contains(scalar.value) ? String(scalar) : scalar.escaped(asASCII: true)
            guard printable.utf8.count + next.utf8.count <= limit - 3 else { return printable + "..." }
            printable += next
        }
        return printable
    }
}

/// Something that holds a secret, and shows nothing of it but its type, however it is printed, reflected or dumped.
protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    /// The name of the type, and nothing of the value.
    public var description: String { "\(Self.self)" }
    /// The name of the type, and nothing of the value.
    public var debugDescription: String { description }
    /// No children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

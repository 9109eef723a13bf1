/// What it means that a system did not report a value; before iOS 27 and macOS 27 none does.
public enum AbsencePolicy: Sendable, Hashable {
    /// Absence is accepted.
    case allow
    /// Absence is refused.
    case refuse
}

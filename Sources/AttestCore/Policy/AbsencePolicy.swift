/// What it means that a system did not report a value; before iOS 27 and macOS 27 none does.
///
/// A value that the device does not vouch for, because the flag ED is clear, counts as not reported.
public enum AbsencePolicy: Sendable, Hashable {
    /// Absence is accepted.
    case allow
    /// Absence is refused.
    case refuse
}

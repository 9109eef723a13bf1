/// A value that is bound to a parameter of a statement.
enum SQLValue {
    case null
    case integer(Int64)
    /// A finite or infinite number; SQLite takes NaN for null.
    case real(Double)
    case text(String)
    case blob([UInt8])
}

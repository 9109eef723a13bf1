/// A value that is bound to a parameter of a statement.
enum SQLValue {
    case null
    case integer(Int64)
    /// A finite or infinite number. NaN is refused, because SQLite would take it for null.
    case real(Double)
    case text(String)
    case blob([UInt8])
}

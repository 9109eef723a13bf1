/// JSON as encoders write it that are not told to format it.
enum JSONCompaction {
    /// The bytes without the white space outside of texts; something, whatever the bytes are.
    static func compact(_ json: [UInt8]) -> [UInt8] {
        var (isInText, isEscaped) = (false, false)
        return json.filter { byte in
            if !isInText, " \t\r\n".utf8.contains(byte) { return false }
            if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
            isEscaped = isInText && !isEscaped && byte == UInt8(ascii: "\\")
            return true
        }
    }
}

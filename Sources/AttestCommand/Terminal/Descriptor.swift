#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An open file, which is closed at the end.
struct Descriptor: ~Copyable {
    private let number: Int32
    private let isOwned: Bool

    /// Standard input.
    static var standardInput: Descriptor { Descriptor(number: STDIN_FILENO, isOwned: false) }

    private init(number: Int32, isOwned: Bool) {
        self.number = number
        self.isOwned = isOwned
    }

    /// Opens a file for reading; nil when that is not possible.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - waits: Whether opening a pipe waits for a writer.
    init?(_ path: String, waits: Bool = true) {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
        guard number >= 0 else { return nil }
        self.init(number: number, isOwned: true)
    }

    deinit {
        if isOwned { close(number) }
    }

    /// The size of a regular file; nil for a pipe or device, which has none before it is read.
    var size: Int? {
        var status = stat()
        guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// The bytes up to the end, or so many of them; nil when the file cannot be read.
    func read(atMost limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count < limit {
            let count = unsafe chunk.withUnsafeMutableBytes { chunk in
                #if canImport(Glibc)
                unsafe Glibc.read(number, chunk.baseAddress, min(chunk.count, limit - bytes.count))
                #elseif canImport(Musl)
                unsafe Musl.read(number, chunk.baseAddress, min(chunk.count, limit - bytes.count))
                #else
                unsafe Darwin.read(number, chunk.baseAddress, min(chunk.count, limit - bytes.count))
                #endif
            }
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                return nil
            }
            bytes += chunk.prefix(count)
        }
        return bytes
    }
}

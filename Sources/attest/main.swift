internal import AttestCommand

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

exit(AttestCommand.run(Array(CommandLine.arguments.dropFirst()), console: .process))

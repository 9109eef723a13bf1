// A server's policies, key IDs and errors are types of the core: whoever imports this module means both.
@_exported public import AttestCore

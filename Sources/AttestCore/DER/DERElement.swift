/// One DER element: its tag, and slices of the input for its content and for the whole of it.
struct DERElement {
    let tag: DERTag
    let content: ArraySlice<UInt8>
    let encoding: ArraySlice<UInt8>
}

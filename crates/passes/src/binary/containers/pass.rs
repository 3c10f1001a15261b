//! The pass `containers`.

use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document};

use super::formats;
use super::layout::Layout;
use super::search::Unpacking;
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "containers",
    summary: "removes parts of binary files and keeps lengths, counts, offsets and checksums right",
    manual: "\
Most binary files hold parts that say how long they are, tables that say where parts stand, and checksums: nothing can go alone. The pass tries whether a file is made, from its first byte to its last, of records with lengths (PNG, RIFF, \
MP4, MIDI and their like), of fields with varint keys (protocol buffers), of the values of MessagePack, CBOR or ASN.1, of the blocks of tar, of the members of ZIP, of a table of parts, of rows of equal length, or of lines of hexadecimal digits with a length and a checksum; \
records may hold records. It looks for what is a checksum of what: CRC-32, Adler-32, sums and others. Then parts are removed from the outside to the inside, all of a kind, then each; what lies in others takes their place; values give way to the \
shortest one; and content loses its bytes. Lengths, counts, offsets, padding and checksums are computed anew for each trial. Numbers in the header that may be counts by chance are changed in a few trials first: what nobody checks is left alone. \
Of `:0400000041424344F2` and `:00000001FF`, without two of the four bytes, `:02000000424379` and `:00000001FF` are left. Costs nothing where a file is no such thing.",
    begin: |_: &PassOptions, document: &Document| begin(document),
};

fn begin(document: &Document) -> Option<CandidateSearch> {
    let files = (0u32..).zip(document.files());
    let layouts: Vec<Arc<Layout>> =
        files.filter_map(|(file_idx, file)| formats::find(file_idx, file.bytes())).map(Arc::new).collect();
    Unpacking::begin(ENTRY.name, document, layouts)
}

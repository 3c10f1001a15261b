//! The pass `containers`.

use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document};

use super::formats;
use super::layout::Layout;
use super::search::ContainerSearch;
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "containers",
    summary: "removes parts of binary files and keeps lengths, counts, offsets and checksums right",
    manual: "\
Most binary files contain parts with their lengths, tables of the offsets of parts, and checksums: \
nothing can be removed alone. The pass checks whether a file consists, from its first byte to its \
last, of records with lengths (PNG, RIFF, MP4, MIDI and similar formats), of fields with varint \
keys (protocol buffers), of MessagePack, CBOR or ASN.1 values, of tar blocks, of ZIP members, of a \
table of parts, of rows of equal length, or of lines of hexadecimal digits with a length and a \
checksum; records may be nested. It finds out which bytes each checksum covers: CRC-32, Adler-32, \
sums and others. Then it removes parts from the outside to the inside, all of a kind, then each; \
replaces parts by parts of their contents, and values by the shortest value; and removes bytes of \
contents. Lengths, counts, offsets, padding and checksums are recomputed for each trial. Numbers \
in the header that may be counts by coincidence are first changed in a few trials, and those that \
are not checked are left alone. For example, `:0400000041424344F2` and `:00000001FF` become \
`:02000100424378` and `:00000001FF` without two of the four bytes. Costs no trial if a file has no \
such structure.",
    begin: |_: &PassOptions, document: &Document| begin(document),
};

fn begin(document: &Document) -> Option<CandidateSearch> {
    let files = (0u32..).zip(document.files());
    let layouts: Vec<Arc<Layout>> =
        files.filter_map(|(file_idx, file)| formats::find(file_idx, file.bytes())).map(Arc::new).collect();
    ContainerSearch::begin(ENTRY.name, document, layouts)
}

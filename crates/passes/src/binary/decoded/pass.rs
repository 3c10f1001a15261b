//! The pass `decoded`.

use dwindle_reduce::{CandidateSearch, Document, File, Pass, Plan};

use super::form::{self, Form, decode_all};
use super::search::DecodedSearch;
use crate::agree::keyed::Keyed;
use crate::agree::pass::agree;
use crate::entry::Entry;
use crate::flat;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "decoded",
    summary: "decodes files and archives, and removes parts of what is in them",
    manual: "\
Works on files that are compressed by gzip, on ZIP archives (as documents of word processors and \
programs in Java are), on WebAssembly modules, and on binary files that consist, from the first \
byte to the last, of records with lengths (PNG, RIFF, captures of network traffic), of fields with \
varint keys (protocol buffers), or of values of ASN.1, MessagePack or CBOR, and on files of values \
of bencode or in the form in which PHP serializes them. Where the lengths of records are is tried: \
anywhere in their first 64 bytes, in two to four bytes or in some of their bits, in bytes or words, \
with zeros up to a multiple; so many records that lead exactly to the end, or as many as a number \
before them says, are hardly chance. They are decoded to text, archives to their members; a plan works on that, and each of its candidates is \
encoded again, with all lengths, counts and checksums. The text of a module is WAT, with names for \
everything. In the text of other binary files each group of values has a line, with its first \
values and a name, and what else is in it has deeper lines: `M_b_a M_b_a_a=302 M_b_a_b=\"valley\"` \
is a message in field 1 of a message in field 2, with a number in field 1 and a text in field 2. \
The bytes of records are shown as numbers and texts; which they are is guessed by comparing records \
of one kind. Lengths, checksums and digests are not shown as values, and computed again. So \
whatever the plan finds in text, it finds in binary files: values that count, number or name \
others, and records that belong together. In the plan `auto`, the plan for the text is `auto` as \
well; the pass alone removes what `agree`, `lines` and `tokens` remove. For example, if `bob` is \
needed, `d4:userld4:name3:adaed4:name3:bobeee` becomes `d4:name3:bobe`. The first trial is the \
file, encoded again: if it is not interesting, the pass ends. It also ends after 100 misses without \
any success, and after 2,000 misses in a row.",
    begin: |options, document| begin(document, |_| plain_plan(options)),
};

/// Returns the pass; `plan` returns the plan for decoded files.
pub fn decoded(plan: impl Fn(&Document) -> Plan + Send + Sync + 'static) -> Pass {
    Pass::new(ENTRY.name, move |document| begin(document, &plan))
}

/// Returns the decoded form of all files that the pass works on, archives as their members; `None`
/// if there is none. O(bytes).
pub fn decoded_form(document: &Document) -> Option<Document> {
    let files: Vec<File> = decode_all(document).into_iter().flat_map(|(_, _, files)| files).collect();
    (!files.is_empty()).then(|| Document::new(files))
}

/// What the pass does with a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoded {
    /// Nothing.
    Nowhere,
    /// It decodes some files.
    Somewhere,
    /// It decompresses all files.
    Compressed,
}

/// Returns what the pass does with a document. O(bytes).
pub(crate) fn encoded(document: &Document) -> Encoded {
    let may_be = |file: &&File| form::may_be_encoded(file.bytes());
    let form = |file: &File| Some(file).filter(may_be).and_then(Form::decode);
    let forms: Vec<Option<bool>> =
        document.files().iter().map(|file| form(file).map(|(form, _)| form.is_compression())).collect();
    match () {
        () if forms.iter().all(Option::is_none) => Encoded::Nowhere,
        () if forms.iter().all(|is_compression| *is_compression == Some(true)) => Encoded::Compressed,
        () => Encoded::Somewhere,
    }
}

fn begin(document: &Document, plan: impl Fn(&Document) -> Plan) -> Option<CandidateSearch> {
    DecodedSearch::begin(ENTRY.name, document, plan)
}

fn plain_plan(options: &PassOptions) -> Plan {
    let entries = [flat::lines::ENTRY, flat::tokens::TOKENS];
    let steps = entries.iter().map(|entry| Plan::pass(entry.pass(options)));
    Plan::sequence([Plan::pass(agree(Keyed::Alone))].into_iter().chain(steps))
}

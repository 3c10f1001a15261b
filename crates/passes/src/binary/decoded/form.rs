//! How a file is encoded.

use std::path::{Path, PathBuf};

use dwindle_reduce::{Document, File};
use rustc_hash::FxHashSet;

use super::entry::Entry;
use super::read::read;
use super::write::{Names, write};
use super::zip::{Header, Member};
use super::{asn1, assembly, bencode, cbor, fields, gzip, message_pack, php, records, wasm, zip};

/// How a file is encoded.
pub(super) enum Form {
    Gzip(gzip::Header),
    Wasm,
    Tree(&'static Format),
    /// The headers of the members.
    Zip(Vec<Header>),
}

/// A format whose files are shown as trees.
pub(super) struct Format {
    name: &'static str,
    /// Whether files of text may have it.
    is_text: bool,
    names: Names,
    decode: Decode,
    encode: Encode,
}

/// The formats, the most certain first.
static FORMATS: [Format; 8] = [
    text("bencode", bencode::decode, bencode::encode),
    text("PHP's serialized values", php::decode, php::encode),
    Format { names: Names::Paths, ..binary("ASN.1", asn1::decode, asn1::encode) },
    binary("MessagePack", message_pack::decode, message_pack::encode),
    binary("CBOR", cbor::decode, cbor::encode),
    Format { names: Names::Paths, ..binary("records", records::decode, assembly::encode) },
    Format { names: Names::Paths, ..binary("varint fields", fields::decode, fields::encode) },
    Format { names: Names::Paths, ..binary("tiled records", records::decode_tiled, assembly::encode) },
];

type Decode = fn(&[u8]) -> Option<Entry>;
type Encode = fn(&Entry) -> Option<Vec<u8>>;

const fn binary(name: &'static str, decode: Decode, encode: Encode) -> Format {
    Format { name, is_text: false, names: Names::Keys, decode, encode }
}

const fn text(name: &'static str, decode: Decode, encode: Encode) -> Format {
    Format { is_text: true, ..binary(name, decode, encode) }
}

/// Larger files are left to other passes, before and after they are decoded.
const MOST_BYTES: usize = 1 << 20;
/// Smaller files are left to other passes, too.
const FEWEST_BYTES: usize = 16;

impl Form {
    /// Decodes a file to one file, or several if it is an archive; `None` if it is not encoded in a
    /// known form.
    pub(super) fn decode(file: &File) -> Option<(Form, Vec<File>)> {
        if !(FEWEST_BYTES..=MOST_BYTES).contains(&file.n_bytes()) {
            return None;
        }
        let bytes = file.bytes();
        let shown = |path: PathBuf, bytes| vec![File::new(path, bytes).with_mode(file.mode())];
        if let Some(contents) = gzip::decode(bytes, MOST_BYTES) {
            return Some((Form::Gzip(gzip::header(bytes)?), shown(without_suffix(file.path()), contents)));
        }
        if let Some(members) = zip::decode(bytes, MOST_BYTES) {
            let (headers, files) = apart(file.path(), members)?;
            return Some((Form::Zip(headers), files));
        }
        if let Some(text) = wasm::decode(bytes).filter(|text| text.len() <= MOST_BYTES) {
            return Some((Form::Wasm, shown(file.path().with_added_extension("wat"), text.into_bytes())));
        }
        // Text that happens to be readable as values is text.
        let is_binary = has_controls(bytes);
        let fits = |format: &&Format| is_binary || format.is_text;
        let (format, root) =
            FORMATS.iter().filter(fits).find_map(|format| Some((format, (format.decode)(bytes)?)))?;
        let text = write(&root, format.names);
        if MOST_BYTES < text.len() {
            return None;
        }
        Some((Form::Tree(format), vec![file.with_bytes(text.into_bytes())]))
    }

    /// Returns the bytes of the file whose decoded files are these, `None` for those that were
    /// removed. Returns `None` if there is no such file.
    pub(super) fn encode(&self, decoded: &[Option<&[u8]>]) -> Option<Vec<u8>> {
        match self {
            Form::Gzip(header) => gzip::encode(header, (*decoded.first()?)?),
            Form::Wasm => wasm::encode((*decoded.first()?)?),
            Form::Tree(format) => (format.encode)(&read((*decoded.first()?)?)?),
            Form::Zip(headers) => {
                let members = headers.iter().zip(decoded);
                zip::encode(members.filter_map(|(header, contents)| Some((header, (*contents)?))))
            }
        }
    }

    /// Whether no byte can be removed from what is encoded like this.
    pub(super) fn is_compression(&self) -> bool {
        matches!(self, Form::Gzip(_) | Form::Zip(_))
    }

    /// Returns the name of the format.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Form::Gzip(_) => "gzip",
            Form::Wasm => "WebAssembly",
            Form::Tree(format) => format.name,
            Form::Zip(_) => "ZIP",
        }
    }
}

/// Decodes all files of a document that can be decoded and encoded again, and whose decoded files
/// have paths of their own. Returns the index of each, its form, and its decoded files.
pub(super) fn decode_all(document: &Document) -> Vec<(u32, Form, Vec<File>)> {
    let mut paths = FxHashSet::default();
    let decode = |(index, file): (u32, &File)| {
        let (form, files) = Form::decode(file)?;
        let contents: Vec<Option<&[u8]>> = files.iter().map(|file| Some(file.bytes())).collect();
        let are_new = files.iter().all(|file| paths.insert(file.path().to_owned()));
        (are_new && form.encode(&contents).is_some()).then_some((index, form, files))
    };
    (0..).zip(document.files()).filter_map(decode).collect()
}

/// Whether a file may be in one of the forms. O(bytes).
pub(super) fn may_be_encoded(bytes: &[u8]) -> bool {
    gzip::is_begun(bytes) || bencode::is_begun(bytes) || php::is_begun(bytes) || has_controls(bytes)
}

/// Whether there are bytes that do not occur in text.
fn has_controls(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| *byte < 0x20 && !matches!(byte, b'\t'..=b'\r'))
}

/// Returns the headers of members, and their contents as files in a directory named like the
/// archive.
fn apart(archive: &Path, members: Vec<Member>) -> Option<(Vec<Header>, Vec<File>)> {
    let (mut headers, mut files) = (Vec::new(), Vec::new());
    for Member { name, header, contents } in members {
        headers.push(header);
        files.push(File::new(archive.join(name.trim_start_matches('/')), contents));
    }
    (!files.is_empty()).then_some((headers, files))
}

/// Returns the path of the contents: `a.json` for `a.json.gz`, `a.tar` for `a.tgz`.
fn without_suffix(path: &Path) -> PathBuf {
    match path.extension().and_then(|suffix| suffix.to_str()) {
        Some("gz") => path.with_extension(""),
        Some("tgz") => path.with_extension("tar"),
        _ => path.to_owned(),
    }
}

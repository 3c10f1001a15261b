//! How a file is encoded.

use std::path::{Path, PathBuf};

use dwindle_reduce::File;

use super::entry::Entry;
use super::read::read;
use super::write::{Names, write};
use super::{asn1, bencode, cbor, fields, gzip, message_pack, wasm};

/// How a file is encoded.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Gzip,
    Wasm,
    Tree(&'static Format),
}

/// A format whose files are shown as trees.
pub(super) struct Format {
    name: &'static str,
    names: Names,
    decode: fn(&[u8]) -> Option<Entry>,
    encode: fn(&Entry) -> Option<Vec<u8>>,
}

/// The formats, the most certain first.
static FORMATS: [Format; 5] = [
    Format { name: "bencode", names: Names::Keys, decode: bencode::decode, encode: bencode::encode },
    Format { name: "ASN.1", names: Names::Paths, decode: asn1::decode, encode: asn1::encode },
    Format {
        name: "MessagePack",
        names: Names::Keys,
        decode: message_pack::decode,
        encode: message_pack::encode,
    },
    Format { name: "CBOR", names: Names::Keys, decode: cbor::decode, encode: cbor::encode },
    Format { name: "varint fields", names: Names::Paths, decode: fields::decode, encode: fields::encode },
];

/// Larger files are left to other passes, before and after they are decoded.
const MOST_BYTES: usize = 1 << 20;
/// Smaller files have no parts.
const FEWEST_BYTES: usize = 16;

impl Form {
    /// Decodes a file; `None` if it is not encoded in a known form.
    pub(super) fn decode(file: &File) -> Option<(Form, File)> {
        if !(FEWEST_BYTES..=MOST_BYTES).contains(&file.n_bytes()) {
            return None;
        }
        let bytes = file.bytes();
        if let Some(contents) = gzip::decode(bytes, MOST_BYTES) {
            let file = File::new(without_suffix(file.path()), contents).with_mode(file.mode());
            return Some((Form::Gzip, file));
        }
        if let Some(text) = wasm::decode(bytes) {
            let path = file.path().with_added_extension("wat");
            return Some((Form::Wasm, File::new(path, text.into_bytes()).with_mode(file.mode())));
        }
        // Text that happens to be readable as values is text.
        let is_binary = bytes.iter().any(|byte| *byte < 0x20 && !matches!(byte, b'\t'..=b'\r'));
        let fits = |format: &&Format| is_binary || format.name == "bencode";
        let (format, root) =
            FORMATS.iter().filter(fits).find_map(|format| Some((format, (format.decode)(bytes)?)))?;
        let text = write(&root, format.names);
        // What cannot be read again is not worked on.
        let _ = read(text.as_bytes()).and_then(|root| (format.encode)(&root))?;
        Some((Form::Tree(format), file.with_bytes(text.into_bytes())))
    }

    /// Returns the bytes of the file whose decoded form this is; `None` if it is none.
    pub(super) fn encode(self, decoded: &[u8]) -> Option<Vec<u8>> {
        match self {
            Form::Gzip => gzip::encode(decoded),
            Form::Wasm => wasm::encode(decoded),
            Form::Tree(format) => (format.encode)(&read(decoded)?),
        }
    }

    /// Returns the name of the format.
    pub(super) fn name(self) -> &'static str {
        match self {
            Form::Gzip => "gzip",
            Form::Wasm => "WebAssembly",
            Form::Tree(format) => format.name,
        }
    }
}

/// Returns the path of the contents: `a.json` for `a.json.gz`.
fn without_suffix(path: &Path) -> PathBuf {
    match path.extension().is_some_and(|suffix| suffix == "gz") {
        true => path.with_extension(""),
        false => path.to_owned(),
    }
}

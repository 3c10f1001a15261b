//! WebAssembly text.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use crate::own::{Dialect, read_sexpr};

pub(super) static WAT: Language = Language {
    name: "wat",
    aliases: &["wast", "webassembly-text"],
    extensions: &["wat", "wast"],
    file_names: &[],
    first_line: &[FirstLine::Starts("(module"), FirstLine::Starts("(component")],
    marks: &[],
    comments: Comments { line: &[";;"], block: &[("(;", ";)")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"!#$%&*+-./:<=>?@\\^|~" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Own(|text| read_sexpr(text, Dialect::Wasm)),
};

//! Assembly, of no machine in particular.

use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static ASSEMBLY: Language = Language {
    name: "assembly",
    aliases: &["asm"],
    extensions: &["s", "asm", "nasm"],
    file_names: &[],
    first_line: &[],
    marks: &[],
    comments: Comments { line: &["#", ";", "//"], block: &[("/*", "*/")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b".$%@" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_asm::LANGUAGE.into(),
        node_types: tree_sitter_asm::NODE_TYPES,
        rules: include_bytes!("../facts/data/assembly.rules"),
        locals: None,
        package: Package { name: "tree-sitter-asm", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};

//! VHDL.

use super::bodies::{Body, Part};
use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

const BODIES: &[Body] = &[Body {
    definition: "subprogram_definition",
    part: Part::Kind("sequential_block", "begin"),
    instead: "begin",
    with_body: &[],
}];

pub(super) static VHDL: Language = Language {
    name: "vhdl",
    aliases: &["vhd"],
    extensions: &["vhd", "vhdl"],
    file_names: &[],
    first_line: &[FirstLine::Starts("library ieee"), FirstLine::Starts("LIBRARY ieee")],
    marks: &[],
    comments: Comments { line: &["--"], block: &[("/*", "*/")] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"" },
    names: Names::AnyCase,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[BODIES],
    quiet: None,
    reader: Reader::Grammar(Source {
        load: || tree_sitter_vhdl::LANGUAGE.into(),
        node_types: tree_sitter_vhdl::NODE_TYPES,
        rules: include_bytes!("../facts/data/vhdl.rules"),
        locals: None,
        package: Package { name: "tree-sitter-vhdl", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};

//! Verilog and SystemVerilog.

use super::language::{Comments, FirstLine, Language, Nesting, Quiet, Reader, Spacing};
use super::naming::Names;
use super::source::{Package, Source};

pub(super) static VERILOG: Language = Language {
    name: "verilog",
    aliases: &["systemverilog", "sv"],
    extensions: &["v", "vh", "sv", "svh"],
    file_names: &[],
    first_line: &[FirstLine::Starts("`timescale"), FirstLine::Starts("`default_nettype")],
    marks: &["endmodule", "endpackage", "endclass", "always", "assign ", "wire ", "`define", "`include"],
    comments: Comments::C,
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"`$" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: Some(Quiet::first("/* verilator lint_off UNUSED */")),
    reader: Reader::Grammar(Source {
        load: || tree_sitter_systemverilog::LANGUAGE.into(),
        node_types: tree_sitter_systemverilog::NODE_TYPES,
        rules: include_bytes!("../facts/data/verilog.rules"),
        locals: None,
        package: Package { name: "tree-sitter-systemverilog", folder: "src" },
        is_safe: None,
        injected: &[],
    }),
};

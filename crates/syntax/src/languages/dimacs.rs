//! DIMACS CNF, and similar formats of solvers that consist of lines of numbers.

use super::language::{Comments, FirstLine, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use crate::own::read_lines;

pub(super) static DIMACS: Language = Language {
    name: "dimacs",
    aliases: &["cnf"],
    extensions: &["cnf", "wcnf", "dimacs", "qdimacs", "gcnf", "icnf", "drat", "opb", "wbo", "gr", "aag"],
    file_names: &[],
    first_line: &[FirstLine::Starts("p cnf"), FirstLine::Starts("p wcnf")],
    marks: &[],
    comments: Comments { line: &["c "], block: &[] },
    nesting: Nesting::Brackets,
    spacing: Spacing::Free { word_bytes: b"-" },
    names: Names::Exact,
    bindings: None,
    filler: None,
    unused: None,
    bodies: &[],
    quiet: None,
    reader: Reader::Own(read_lines),
};

//! Passes over WebAssembly modules that keep lengths and counts correct.

use std::ops::Range;

use dwindle_reduce::{CandidateSearch, Document, Edit, Edits, EmptyList, List, Units};

use super::module::{Changes, Items, Module};
use super::numbered::{Numbered, unused, without};
use crate::entry::Entry;
use crate::flat::spans::over_list;
use crate::options::PassOptions;
use crate::stage::per_file::PerFile;

/// The entry of the pass over sections, items and bodies.
pub const OUTLINE: Entry = Entry {
    name: "wasm",
    summary: "removes sections, exports, data and function bodies of WebAssembly modules",
    manual: "\
Works on binary modules only. Units are whole sections; exports, element and data segments; and \
the bodies of functions, each of which becomes a single `unreachable`. The lengths and counts \
before them are updated, so that a validator never refuses a candidate because of those.",
    begin: |options, document| begin_parts("wasm", outline, options, document),
};

/// The entry of the pass over bytes of function bodies.
pub const BYTES: Entry = Entry {
    name: "wasm-bytes",
    summary: "removes bytes of the function bodies of WebAssembly modules",
    manual: "\
Works on binary modules only. Each byte of a function's body is a unit; the lengths of the body \
and its section are updated. Removes unneeded instructions, in groups whose effects on the stack \
cancel out.",
    begin: |options, document| begin_parts("wasm-bytes", code, options, document),
};

/// The entry of the pass over things with an index.
pub const NUMBERED: Entry = Entry {
    name: "wasm-numbered",
    summary: "removes functions, types, imports and similar parts of WebAssembly modules that nothing refers to",
    manual: "\
Works on binary modules only, and only on those that can be parsed completely. Units are types, \
functions, tables, memories and globals, defined or imported, that nothing in the module refers \
to. The indices of later ones are updated everywhere.",
    begin: begin_numbered,
};

/// A body without locals that is one `unreachable`.
const SHORTEST_BODY: &[u8] = b"\x00\x00\x0b";

/// What is removed with a unit.
#[derive(Clone)]
struct Part {
    section: usize,
    range: Range<usize>,
    text: &'static [u8],
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Section,
    Item,
    Code,
}

/// Starts a pass over the parts of each module in turn.
fn begin_parts(
    pass: &'static str,
    parts_of: fn(&Module) -> Vec<Part>,
    options: &PassOptions,
    document: &Document,
) -> Option<CandidateSearch> {
    let method = options.method(EmptyList::Never);
    PerFile::start(document, move |document, file| {
        let text = document.files()[file as usize].bytes();
        let module = Module::read(text)?;
        let mut parts = parts_of(&module);
        parts.retain(|part| text[part.range.clone()] != *part.text);
        let list = List::weighted(parts.iter().map(|part| part.range.len() as u32));
        over_list(pass, document, &list, &method, move |left_out| {
            Edits::new(module.edits(file, &changes(&module, &parts, left_out)))
        })
    })
}

fn begin_numbered(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    let method = options.method(EmptyList::First);
    PerFile::start(document, move |document, file| {
        let text = document.files()[file as usize].bytes().to_vec();
        let unused = unused(&text);
        let list = List::uniform(unused.len() as u32);
        over_list(NUMBERED.name, document, &list, &method, move |left_out| {
            let gone: Vec<Numbered> = left_out.iter().map(|unit| unused[unit as usize]).collect();
            let left = without(&text, &gone);
            Edits::new(left.map(|left| Edit::replace(file, 0..text.len(), &left)))
        })
    })
}

/// Returns sections, then items and bodies, each kind in the order of the module.
fn outline(module: &Module) -> Vec<Part> {
    let mut parts = Vec::new();
    for (section, found) in module.sections.iter().enumerate() {
        parts.push(Part { section, range: found.all.clone(), text: b"", kind: Kind::Section });
        match &found.items {
            Items::Opaque => {}
            Items::Free { items, .. } => {
                let part = |range: &Range<usize>| Part {
                    section,
                    range: range.clone(),
                    text: b"",
                    kind: Kind::Item,
                };
                parts.extend(items.iter().map(part));
            }
            Items::Bodies(bodies) => {
                let longer = bodies.iter().filter(|body| SHORTEST_BODY.len() < body.content.len());
                let part = |range| Part { section, range, text: SHORTEST_BODY, kind: Kind::Code };
                parts.extend(longer.map(|body| part(body.content.clone())));
            }
        }
    }
    parts
}

/// Returns the bytes of all bodies.
fn code(module: &Module) -> Vec<Part> {
    let mut parts = Vec::new();
    for (section, found) in module.sections.iter().enumerate() {
        if let Items::Bodies(bodies) = &found.items {
            let bytes = bodies.iter().flat_map(|body| body.content.clone());
            parts.extend(bytes.map(|at| Part { section, range: at..at + 1, text: b"", kind: Kind::Code }));
        }
    }
    parts
}

/// Returns the changes for removed parts; parts within a removed section are left out.
fn changes(module: &Module, parts: &[Part], left_out: &Units) -> Changes {
    let mut changes = Changes { edits: Vec::new(), n_gone: vec![0; module.sections.len()] };
    let mut gone_section = None;
    for part in left_out.iter().map(|unit| &parts[unit as usize]) {
        if gone_section == Some(part.section) {
            continue;
        }
        match part.kind {
            Kind::Section => gone_section = Some(part.section),
            Kind::Item => changes.n_gone[part.section] += 1,
            Kind::Code => {}
        }
        changes.edits.push((part.range.clone(), part.text));
    }
    changes
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::File;

    use super::*;
    use crate::testing::{options, reduce};

    /// A module with a type, two functions, two exports and a custom section.
    const MODULE: &[u8] =
        b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x03\x02\0\0\x07\x0d\x02\x03one\0\0\x03two\0\x01\
        \x0a\x0d\x02\x05\0\x01\x01\x01\x0b\x05\0\x01\x01\x01\x0b\0\x05\x04name";

    fn reduced(entry: &Entry, needed: impl Fn(&[u8]) -> bool) -> Vec<u8> {
        let pass = entry.pass(&options());
        let document = Document::single("a.wasm", MODULE);
        let (left, _) = reduce(&pass, &document, |left| {
            let text = left.files()[0].bytes();
            assert!(Module::read(text).is_some(), "lengths are right: {}", text.escape_ascii());
            needed(text)
        });
        left.files()[0].bytes().to_vec()
    }

    fn holds(text: &[u8], part: &[u8]) -> bool {
        text.windows(part.len()).any(|window| window == part)
    }

    #[test]
    fn counts_and_lengths_follow_what_goes() {
        let left = reduced(&OUTLINE, |text| holds(text, b"two") && holds(text, b"\x0a"));
        assert!(
            !holds(&left, b"one") && !holds(&left, b"name") && holds(&left, b"\x07\x07\x01\x03two\0\x01")
        );
    }

    #[test]
    fn bodies_become_unreachable() {
        let left = reduced(&OUTLINE, |text| holds(text, b"one") && holds(text, b"\x0b\x03\0"));
        assert!(holds(&left, b"\x03\0\0\x0b"), "{}", left.escape_ascii());
    }

    #[test]
    fn bytes_of_bodies_go_with_their_lengths() {
        let left = reduced(&BYTES, |text| holds(text, b"\x0b"));
        assert!(left.len() < MODULE.len() && Module::read(&left).is_some());
    }

    #[test]
    fn every_module_has_its_turn() {
        let files = ["a.wasm", "b.wasm"].map(|path| File::new(path, MODULE.to_vec()));
        for entry in [&OUTLINE, &BYTES] {
            let document = Document::new(files.clone());
            let pass = entry.pass(&options());
            let (left, _) = reduce(&pass, &document, |left| left.files()[0].bytes() == MODULE);
            assert_eq!(left.files()[0].bytes(), MODULE, "nothing of the first module can go");
            assert!(left.files()[1].bytes().len() < MODULE.len(), "{}", entry.name);
        }
    }

    #[test]
    fn what_is_no_module_is_left_alone() {
        for text in [&b""[..], b"int main;", b"\0asm\x01\0\0\0\x01\xff\xff", b"\0asm\x01\0\0\0\x0a\x02\x05\0"]
        {
            let pass = OUTLINE.pass(&options());
            if let Some(mut search) = pass.begin(&Document::single("a", text)) {
                while search.propose().is_some() {
                    search.learn(dwindle_reduce::Answer::Interesting);
                }
            }
        }
    }
}

//! The outline of a WebAssembly module: sections, their items, and the lengths and counts before
//! them.

use std::ops::Range;

use dwindle_reduce::Edit;

/// The start of a binary module.
const MAGIC: &[u8] = b"\0asm\x01\0\0\0";
/// The code section, which contains the bodies of functions.
const CODE: u8 = 10;
/// The sections whose items are not referred to by index: exports, elements and data.
const FREE: [u8; 3] = [7, 9, 11];

/// The parts of a module that matter for reduction.
pub(super) struct Module {
    pub(super) sections: Vec<Section>,
}

/// A section: its id, its length, its content.
pub(super) struct Section {
    pub(super) all: Range<usize>,
    length: Range<usize>,
    content: Range<usize>,
    pub(super) items: Items,
}

/// The contents of a section.
pub(super) enum Items {
    /// Not parsed.
    Opaque,
    /// Bodies of functions, each after its length.
    Bodies(Vec<Body>),
    /// A count, and items that may all be removed.
    Free { count: Range<usize>, items: Vec<Range<usize>> },
}

/// The body of a function, and its length.
pub(super) struct Body {
    length: Range<usize>,
    pub(super) content: Range<usize>,
}

/// Changes of a module.
#[derive(Default)]
pub(super) struct Changes {
    /// Ranges to remove or replace, sorted, each within one section, body or item.
    pub(super) edits: Vec<(Range<usize>, &'static [u8])>,
    /// By section: how many items are removed.
    pub(super) n_gone: Vec<u32>,
}

impl Module {
    /// Parses the outline; `None` if the text is not a module, or a length is wrong.
    pub(super) fn read(text: &[u8]) -> Option<Module> {
        let mut sections = Vec::new();
        let mut at = text.starts_with(MAGIC).then_some(MAGIC.len())?;
        while at < text.len() {
            let id = text[at];
            let (length, content) = prefixed(text, at + 1)?;
            let items = items(text, id, &content).unwrap_or(Items::Opaque);
            sections.push(Section { all: at..content.end, length, content: content.clone(), items });
            at = content.end;
        }
        Some(Module { sections })
    }

    /// Returns the edits for the changes, including the lengths and counts around them.
    pub(super) fn edits(&self, file: u32, changes: &Changes) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut rest = &changes.edits[..];
        for (section_idx, section) in self.sections.iter().enumerate() {
            let n = rest.iter().take_while(|(range, _)| range.start < section.all.end).count();
            let (mine, others) = rest.split_at(n);
            rest = others;
            if let [(range, _)] = mine
                && *range == section.all
            {
                edits.push(Edit::delete(file, range.clone()));
                continue;
            }
            let mut inner: Vec<(Range<usize>, Vec<u8>)> =
                mine.iter().map(|(range, text)| (range.clone(), text.to_vec())).collect();
            match &section.items {
                Items::Opaque => {}
                Items::Free { count, items } => {
                    let n_gone = changes.n_gone.get(section_idx).copied().unwrap_or(0);
                    inner.push((count.clone(), number(items.len() as u32 - n_gone)));
                }
                Items::Bodies(bodies) => {
                    let lengths: Vec<_> = bodies.iter().filter_map(|body| body.new_length(mine)).collect();
                    inner.extend(lengths);
                }
            }
            if !mine.is_empty() {
                let length = new_length(&section.content, &inner);
                inner.push((section.length.clone(), number(length)));
            }
            inner.sort_by_key(|(range, _)| (range.start, range.end));
            edits.extend(inner.into_iter().map(|(range, text)| Edit::replace(file, range, &text)));
        }
        edits
    }
}

impl Body {
    fn new_length(&self, edits: &[(Range<usize>, &'static [u8])]) -> Option<(Range<usize>, Vec<u8>)> {
        let first = edits.partition_point(|(range, _)| range.end <= self.content.start);
        let mine = edits[first..].iter().take_while(|(range, _)| range.start < self.content.end);
        let mine: Vec<_> = mine.map(|(range, text)| (range.clone(), text.to_vec())).collect();
        (!mine.is_empty()).then(|| (self.length.clone(), number(new_length(&self.content, &mine))))
    }
}

fn new_length(content: &Range<usize>, edits: &[(Range<usize>, Vec<u8>)]) -> u32 {
    let gone: usize = edits.iter().map(|(range, _)| range.len()).sum();
    let come: usize = edits.iter().map(|(_, text)| text.len()).sum();
    (content.len() + come - gone) as u32
}

fn items(text: &[u8], id: u8, content: &Range<usize>) -> Option<Items> {
    let (n_items, mut at) = read_number(text, content.start)?;
    let count = content.start..at;
    if id == CODE {
        let mut bodies = Vec::new();
        for _ in 0..n_items {
            let (length, content) = prefixed(text, at)?;
            at = content.end;
            bodies.push(Body { length, content });
        }
        return (at == content.end).then_some(Items::Bodies(bodies));
    }
    if !FREE.contains(&id) {
        return None;
    }
    let mut items = Vec::new();
    for _ in 0..n_items {
        let start = at;
        at = match id {
            7 => {
                let (_, name) = prefixed(text, at)?;
                read_number(text, name.end + 1)?.1
            }
            // The common form: memory or table 0, a constant offset, then bytes or function
            // indices.
            _ => {
                let (flags, opcode) = read_number(text, at)?;
                let (_, end) = (flags == 0).then(|| read_number(text, opcode + 1))??;
                (text.get(end) == Some(&0x0b)).then_some(())?;
                if id == 11 {
                    prefixed(text, end + 1)?.1.end
                } else {
                    let (n_functions, mut behind) = read_number(text, end + 1)?;
                    for _ in 0..n_functions {
                        behind = read_number(text, behind)?.1;
                    }
                    behind
                }
            }
        };
        items.push(start..at);
    }
    (at == content.end).then_some(Items::Free { count, items })
}

/// Parses a length. Returns its range, and the range that it measures.
fn prefixed(text: &[u8], at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let (length, start) = read_number(text, at)?;
    let end = start.checked_add(length as usize).filter(|&end| end <= text.len())?;
    Some((at..start, start..end))
}

/// Parses a LEB128 number. Returns it and the offset after it.
fn read_number(text: &[u8], at: usize) -> Option<(u32, usize)> {
    let mut value = 0u64;
    for n in 0..5 {
        let byte = *text.get(at + n)?;
        value |= u64::from(byte & 0x7f) << (7 * n);
        if byte & 0x80 == 0 {
            return Some((u32::try_from(value).ok()?, at + n + 1));
        }
    }
    None
}

/// Encodes a number in LEB128.
fn number(mut value: u32) -> Vec<u8> {
    let mut text = Vec::new();
    loop {
        let byte = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            text.push(byte);
            return text;
        }
        text.push(byte | 0x80);
    }
}

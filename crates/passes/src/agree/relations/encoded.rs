//! Base64 texts with their decoded length nearby.

use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::super::atoms::Kind;
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Probe, Relation, Rule};
use super::super::state::View;
use crate::bits::Bits;

/// Finds base64 texts whose decoded length is given by a number nearby. If that number decreases,
/// the text is cut to its beginning accordingly.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let mut at = 0;
    let mut n_found = 0;
    while at < facts.atoms.len() && n_found < MOST {
        let run = run(facts, at);
        at = run.end.max(at + 1);
        let n_chars: u32 = run.clone().map(|at| facts.atoms.n_bytes(at)).sum();
        if n_chars < FEWEST_CHARS {
            continue;
        }
        let Ok(bytes) = STANDARD.decode(facts.text(run.clone())) else { continue };
        let Some(length) = length(inference, &run, bytes.len() as i64) else { continue };
        n_found += 1;
        let atoms: Vec<u32> = run.collect();
        let rule = Box::new(Encoded { atoms: atoms.clone(), bytes, length });
        let relation = Relation::new("base64", Phase::Digests, atoms, rule);
        inference.take(relation.with_probe(Probe::Gone).with_evidence(Evidence::Strong));
    }
}

/// Shorter texts may be words, or have a matching length by chance.
const FEWEST_CHARS: u32 = 64;
/// How many lines away the length may be.
const FARTHEST: u32 = 3;
/// The most texts tried.
const MOST: usize = 256;

/// Returns the run of atoms from `from` on that are base64 characters.
fn run(facts: &DocumentFacts, from: u32) -> Range<u32> {
    let is_inner = |&at: &u32| match facts.atoms.kind(at) {
        Kind::Word | Kind::Number => !facts.atoms.text(at).contains(&b'_') && facts.atoms.text(at).is_ascii(),
        Kind::Mark => matches!(facts.atoms.text(at), b"+" | b"/" | b"="),
        Kind::Blank | Kind::LineEnd => false,
    };
    let file_end = facts.atoms.files()[facts.atoms.file(from) as usize].end;
    from..from + (from..file_end).take_while(is_inner).count() as u32
}

/// Returns the nearest number around a text with this value.
fn length(inference: &Inference<'_>, run: &Range<u32>, value: i64) -> Option<u32> {
    let facts = inference.facts;
    let line = facts.lines.of_atom(run.start);
    let near = (0..=FARTHEST).flat_map(|far| [line.checked_sub(far), line.checked_add(far)]);
    let lines = near.flatten().filter(|&line| line < facts.lines.len());
    let is_length = |at: &u32| !run.contains(at) && facts.atoms.number(*at) == Some(value);
    lines.filter_map(|line| facts.lines.body(line).take(MOST_ATOMS).find(is_length)).next()
}

/// The most atoms of a line that are searched.
const MOST_ATOMS: usize = 256;

struct Encoded {
    atoms: Vec<u32>,
    bytes: Vec<u8>,
    length: u32,
}

impl Rule for Encoded {
    fn evaluate(&self, _: &View<'_>, _: &mut dyn FnMut(u32, i64)) {}

    fn write(&self, view: &View<'_>, set: &mut dyn FnMut(u32, Vec<u8>)) {
        let length = usize::try_from(view.number(self.length)).unwrap_or(usize::MAX);
        if !view.lives(self.length) || !self.atoms.iter().all(|&at| view.lives(at)) {
            return;
        }
        match self.bytes.get(..length) {
            Some(bytes) if length < self.bytes.len() => {
                set(self.atoms[0], STANDARD.encode(bytes).into_bytes());
                self.atoms[1..].iter().for_each(|&at| set(at, Vec::new()));
            }
            _ => self.atoms.iter().for_each(|&at| set(at, view.facts.atoms.text(at).to_vec())),
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}

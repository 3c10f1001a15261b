//! Numbers with a mark that each block assigns anew: `%3 = add %1, %2`, and labels of lines.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::atoms::Kind;
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::list::List;
use super::super::relation::{Keys, Name, Phase, Probe, Relation, Rule};
use super::super::state::{Target, View};
use crate::bits::Bits;

/// Finds numbers behind a mark that begin lines of outermost blocks and are assigned with `=`, one
/// after the other from 0 or 1 on in each block, and labels (`7:`), which are numbered with them. A
/// part of a block without a label still takes a number: the line before it stands for it. Names in
/// the line that opens a block are numbered, too. O(atoms) for each mark.
pub(super) fn find(inference: &mut Inference<'_>) {
    for mark in marks(inference.facts) {
        let mut scopes = Vec::new();
        let (mut n_read, mut n_numbers) = (0, 0);
        for group in inference.facts.groups.all().iter().filter(|group| group.around.is_none()) {
            let lines = inference.facts.lines.of_atom(group.open)..inference.facts.lines.of_atom(group.close);
            let Some(body) = Body::read(inference, mark, lines) else { continue };
            n_read += 1;
            let scope = body.scope(inference, mark);
            if let Some(scope) = scope.filter(|scope| (0..=1).contains(&scope.base)) {
                n_numbers += scope.numbers().count() - 1;
                scopes.push(scope);
            }
        }
        if FEWEST <= n_numbers && OTHERS * (n_read - scopes.len()) <= n_read {
            take(inference, scopes);
        }
    }
}

/// The fewest numbers that follow another one of their block.
const FEWEST: usize = 8;
/// One block in this many may be numbered in another way.
const OTHERS: usize = 4;

/// Returns the marks that stand before a number at the beginning of several lines.
fn marks(facts: &DocumentFacts) -> Vec<u8> {
    let mut counts = [0; 256];
    for line in 0..facts.lines.len() {
        let mut inked = facts.lines.body(line).filter(|&at| !facts.atoms.is_space(at));
        if let (Some(mark), Some(number)) = (inked.next(), inked.next())
            && facts.atoms.kind(mark) == Kind::Mark
            && facts.atoms.number(number).is_some()
        {
            counts[usize::from(facts.atoms.text(mark)[0])] += 1;
        }
    }
    let is_frequent = |mark: &u8| FEWEST / 2 <= counts[usize::from(*mark)];
    (b'!'..=b'~').filter(|mark| !b"-+.,:;=()[]{}<>\"'".contains(mark)).filter(is_frequent).collect()
}

/// What takes a number.
enum Step {
    /// What is written in this atom.
    Number(u32),
    /// The block itself.
    Block,
    /// A line, unless the label behind it lives; that part of the block begins with `start`.
    Line { line: Range<u32>, label: Option<u32>, start: u32, is_short: bool },
}

/// The lines of a block.
struct Body {
    /// The numbers in the line that opens it.
    heads: Vec<u32>,
    lines: Vec<Line>,
}

struct Line {
    atoms: Range<u32>,
    kind: LineKind,
}

enum LineKind {
    Assigns(u32),
    Label(u32),
    /// With the first word.
    Other(u32),
}

impl Body {
    /// Reads the lines between two lines; `None` unless one of them assigns a number that is still
    /// unexplained.
    fn read(inference: &Inference<'_>, mark: u8, lines: Range<u32>) -> Option<Body> {
        let facts = inference.facts;
        let is_free = |at: u32| facts.atoms.number(at).is_some() && !inference.is_explained(at);
        let head = facts.lines.body(lines.start);
        let mut heads: Vec<u32> =
            head.filter(|&at| is_free(at) && 0 < at && facts.atoms.is(at - 1, mark)).collect();
        let mut known = FxHashSet::default();
        heads.retain(|&at| known.insert(inference.value(at)));
        let line = |line: u32| -> Option<Line> {
            let inked: Vec<u32> =
                facts.lines.body(line).filter(|&at| !facts.atoms.is_space(at)).take(3).collect();
            let is = |place: usize, mark: u8| inked.get(place).is_some_and(|&at| facts.atoms.is(at, mark));
            let kind = match inked[..] {
                [] => return None,
                [_, number, _] if is(0, mark) && is(2, b'=') && is_free(number) => LineKind::Assigns(number),
                [number, ..] if is(1, b':') && is_free(number) => LineKind::Label(number),
                [first, ..] => LineKind::Other(facts.atoms.word(first)),
            };
            Some(Line { atoms: facts.lines.atoms(line), kind })
        };
        let lines: Vec<Line> = (lines.start + 1..lines.end).filter_map(line).collect();
        let assigns = lines.iter().any(|line| matches!(line.kind, LineKind::Assigns(_)));
        assigns.then_some(Body { heads, lines })
    }

    /// Returns the first words of lines which are followed by a label or by a number left out.
    fn ends(&self, inference: &Inference<'_>) -> FxHashSet<u32> {
        let (mut found, mut last, mut value) = (FxHashSet::default(), None, None);
        for line in &self.lines {
            let (at, is_label) = match line.kind {
                LineKind::Other(word) => {
                    last = Some(word);
                    continue;
                }
                LineKind::Assigns(at) => (at, false),
                LineKind::Label(at) => (at, true),
            };
            let here = inference.value(at);
            if is_label || value.is_some_and(|value| value + 1 != here) {
                found.extend(last);
            }
            (last, value) = (None, Some(here));
        }
        found
    }

    /// Returns the line of each label with the lines up to the next one.
    fn sections(&self, facts: &DocumentFacts) -> Vec<(u32, Range<u32>)> {
        let labels = self.lines.iter().filter(|line| matches!(line.kind, LineKind::Label(_)));
        let starts: Vec<u32> = labels.map(|line| line.atoms.start).collect();
        let last = self.lines.last().map(|line| line.atoms.end);
        let ends = starts.iter().skip(1).copied().chain(last);
        starts.iter().zip(ends).map(|(&start, end)| (facts.lines.of_atom(start), start..end)).collect()
    }

    /// Returns what takes numbers, if these are consecutive.
    fn scope(&self, inference: &Inference<'_>, mark: u8) -> Option<Scope> {
        let facts = inference.facts;
        let ends = self.ends(inference);
        let mut steps: Vec<Step> = self.heads.iter().map(|&at| Step::Number(at)).collect();
        let first = self.lines.iter().find_map(Line::number)?;
        let base = self.heads.first().map_or(inference.value(first), |&at| inference.value(at));
        let n_heads = self.heads.len() as i64;
        if n_heads != 0 && inference.value(first) == base + n_heads + 1 {
            steps.push(Step::Block);
        }
        for (place, line) in self.lines.iter().enumerate() {
            let next = self.lines.get(place + 1);
            match line.kind {
                LineKind::Assigns(at) | LineKind::Label(at) => steps.push(Step::Number(at)),
                LineKind::Other(word) if ends.contains(&word) => {
                    let Some(next) = next else { continue };
                    let label = if let LineKind::Label(at) = next.kind { Some(at) } else { None };
                    let start = next.atoms.clone().find(|&at| !facts.atoms.is_space(at))?;
                    let is_short = matches!(next.kind, LineKind::Other(word) if ends.contains(&word));
                    steps.push(Step::Line { line: line.atoms.clone(), label, start, is_short });
                }
                LineKind::Other(_) => {}
            }
        }
        let mut scope = Scope { base, steps, uses: Vec::new(), sections: Vec::new() };
        let numbered = scope.ranks(|_| true, |_| true);
        let is_right = |one: &Rank| !one.is_written || inference.value(one.at) == one.number;
        if !numbered.iter().all(is_right) {
            return None;
        }
        let given: FxHashMap<i64, u32> = numbered.iter().map(|one| (one.number, one.at)).collect();
        let own: FxHashSet<u32> = scope.numbers().collect();
        let from = self.heads.first().copied().unwrap_or(self.lines[0].atoms.start);
        let all = from..self.lines.last()?.atoms.end;
        let is_use = |at: &u32| {
            0 < *at
                && facts.atoms.is(*at - 1, mark)
                && facts.atoms.number(*at).is_some()
                && !own.contains(at)
                && !inference.is_explained(*at)
        };
        let uses = all.filter(is_use);
        scope.uses = uses.filter_map(|at| Some((at, *given.get(&inference.value(at))?))).collect();
        scope.sections = self.sections(facts);
        Some(scope)
    }
}

impl Line {
    fn number(&self) -> Option<u32> {
        match self.kind {
            LineKind::Assigns(at) | LineKind::Label(at) => Some(at),
            LineKind::Other(_) => None,
        }
    }
}

/// The number of something that lives.
struct Rank {
    /// The atom that has the number, or begins what has it.
    at: u32,
    number: i64,
    /// Whether the number stands in the atom.
    is_written: bool,
}

/// A block with numbers of its own.
struct Scope {
    base: i64,
    steps: Vec<Step>,
    /// Each use with its definition.
    uses: Vec<(u32, u32)>,
    /// The lines of labels, each with the lines up to the next one.
    sections: Vec<(u32, Range<u32>)>,
}

impl Scope {
    fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Number(at) => Some(*at),
            Step::Block | Step::Line { .. } => None,
        })
    }

    /// Returns what defines a name: numbers, and lines that are a whole part without a label.
    fn definitions(&self) -> impl Iterator<Item = u32> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Number(at) => Some(*at),
            Step::Line { label: None, start, is_short: true, .. } => Some(*start),
            Step::Block | Step::Line { .. } => None,
        })
    }

    /// Returns the numbers of what lives.
    fn ranks(&self, lives: impl Fn(u32) -> bool, has_ink: impl Fn(Range<u32>) -> bool) -> Vec<Rank> {
        let mut number = self.base;
        let mut found = Vec::new();
        for step in &self.steps {
            let (takes, at, is_written) = match step {
                Step::Number(at) => (lives(*at), Some(*at), true),
                Step::Block => (true, None, false),
                Step::Line { line, label, start, .. } => {
                    (has_ink(line.clone()) && !label.is_some_and(&lives), Some(*start), false)
                }
            };
            if takes {
                found.extend(at.map(|at| Rank { at, number, is_written }));
                number += 1;
            }
        }
        found
    }
}

fn take(inference: &mut Inference<'_>, scopes: Vec<Scope>) {
    let facts = inference.facts;
    let mut targets = Vec::new();
    let mut names = Vec::new();
    for scope in &scopes {
        let mut uses: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        // What stands behind a label is a comment: it is numbered again, but nothing depends on it.
        let labels: FxHashSet<u32> = scope.sections.iter().map(|(line, _)| *line).collect();
        let is_needed = |at: u32| !labels.contains(&facts.lines.of_atom(at));
        for &(at, definition) in scope.uses.iter().filter(|(at, _)| is_needed(*at)) {
            uses.entry(definition).or_default().push(at);
        }
        for at in scope.definitions() {
            let uses = uses.remove(&at).unwrap_or_default();
            names.push(Name::new(vec![at], uses));
        }
        targets.extend(scope.numbers().chain(scope.uses.iter().map(|&(at, _)| at)));
        scope.uses.iter().for_each(|&(at, _)| inference.refers.insert(at));
        inference.headed.extend(scope.sections.iter().cloned());
        let items = scope.uses.iter().filter_map(|&(at, _)| Some((at, bracketed(facts, at)?)));
        let mut items: Vec<(u32, Range<u32>)> = items.collect();
        items.sort_by_key(|(at, _)| *at);
        let of_line = |a: &(u32, _), b: &(u32, _)| facts.lines.of_atom(a.0) == facts.lines.of_atom(b.0);
        let lists = items.chunk_by(of_line).map(|items| List::of(items.to_vec()));
        inference.lists.extend(lists);
    }
    targets.sort_unstable();
    let about = facts.excerpt(facts.lines.of_atom(targets[0]));
    inference.keys.push(Keys { about, names, are_written: true, own_records: true, strays: Vec::new() });
    let relation = Relation::new("numbers in blocks", Phase::Ranks, targets, Box::new(Scoped { scopes }));
    inference.take(relation.with_probe(Probe::AllSpread));
}

/// Returns the brackets around an atom and the comma beside them, if other brackets on the line are
/// beside that comma: `[ 0, %3 ], [ %7, %5 ]`.
fn bracketed(facts: &DocumentFacts, at: u32) -> Option<Range<u32>> {
    let group = facts.groups.group(facts.groups.around(at)?);
    let line = facts.lines.body(facts.lines.of_atom(at));
    if group.open < line.start || line.end <= group.close || !facts.atoms.is(group.open, b'[') {
        return None;
    }
    let is_ink = |at: &u32| !facts.atoms.is_space(*at);
    let mut before = (line.start..group.open).rev().filter(is_ink);
    if let (Some(comma), Some(other)) = (before.next(), before.next())
        && facts.atoms.is(comma, b',')
        && facts.atoms.is(other, b']')
    {
        return Some(comma..group.close + 1);
    }
    let mut behind = (group.close + 1..line.end).filter(is_ink);
    let (comma, other) = (behind.next()?, behind.next()?);
    (facts.atoms.is(comma, b',') && facts.atoms.is(other, b'[')).then_some(group.open..other)
}

/// The new number of a name is its rank among the live ones of its block.
struct Scoped {
    scopes: Vec<Scope>,
}

impl Rule for Scoped {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for scope in &self.scopes {
            let ranks = scope.ranks(|at| view.lives(at), |line| view.has_ink(line));
            ranks.iter().filter(|one| one.is_written).for_each(|one| set(one.at, one.number));
            let numbers: FxHashMap<u32, i64> = ranks.iter().map(|one| (one.at, one.number)).collect();
            for &(at, definition) in scope.uses.iter().filter(|(at, _)| view.lives(*at)) {
                let definition = match view.state.targets.get(&at) {
                    None => definition,
                    Some(Target::Definition(other)) => *other,
                    Some(Target::Copy(_)) => continue,
                };
                if let Some(&number) = numbers.get(&definition) {
                    set(at, number);
                }
            }
        }
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        for step in self.scopes.iter().flat_map(|scope| &scope.steps) {
            match step {
                Step::Number(at) => bits.insert(*at),
                Step::Block => {}
                Step::Line { line, .. } => bits.insert_range(line.clone()),
            }
        }
        true
    }
}

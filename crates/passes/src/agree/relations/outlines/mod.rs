//! Outlines: hierarchical numbers as in headings. `2.1` comes below `2` and before `2.2`.

mod paths;
mod sequences;

use rustc_hash::FxHashMap;

use self::paths::{MARKS, Path, paths};
use self::sequences::{Sequence, sequences};
use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::relation::{Demand, Evidence, Keys, Name, Phase, Probe, Relation, Rule};
use super::super::state::View;
use crate::bits::Bits;

/// Finds lines numbered by chapter, section and so on; other lines with the same numbers; and
/// references to them.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let mut all = paths(facts);
    all.retain(|path| !path.atoms.iter().any(|&at| inference.is_explained(at)));
    let sequences = sequences(facts, &all);
    let mut outline = Outline::default();
    // Sequences with chapters come first: others may be numbered within chapters.
    let mut order: Vec<usize> = (0..sequences.len()).collect();
    order.sort_by_key(|&number| (1 < sequences[number].least_depth(&all), number));
    let mut is_taken = vec![false; all.len()];
    for sequence in order.into_iter().map(|number| &sequences[number]) {
        outline.take(&all, sequence);
        sequence.heads.iter().for_each(|&head| is_taken[head] = true);
    }
    let n_deep = outline.nodes.iter().filter(|node| node.parent.is_some()).count();
    if outline.nodes.len() < FEWEST || n_deep < FEWEST_DEEP {
        return;
    }
    let references = references(&outline, &all, &is_taken);
    let names: Vec<usize> = (0..outline.nodes.len()).filter(|&n| outline.nodes[n].head.is_some()).collect();
    let name = |&number: &usize| {
        let heads = outline.nodes[number].head.into_iter();
        Name::new(heads.map(|head| last(&all[head])).collect(), Vec::new())
    };
    let mut keys = Keys {
        about: "numbered outline".to_owned(),
        names: names.iter().map(name).collect(),
        are_written: false,
        own_records: false,
        strays: Vec::new(),
    };
    let name_of: FxHashMap<usize, usize> =
        names.iter().enumerate().map(|(name, &node)| (node, name)).collect();
    let mut places: Vec<(Vec<u32>, usize)> = Vec::new();
    for (path, node) in outline.heads.iter().copied().chain(references) {
        let at = last(&all[path]);
        if let Some(&name) = name_of.get(&node)
            && keys.names[name].definitions != [at]
        {
            keys.names[name].uses.push(at);
            inference.refers.insert(at);
        }
        places.push((all[path].atoms.clone(), node));
    }
    let mut records = Vec::new();
    for sequence in &sequences {
        records.extend(sequence.extents(facts, &all, &sequences));
    }
    let demands = outline.nodes.iter().filter_map(|node| {
        let (head, parent) = (node.head?, outline.nodes[node.parent?].head?);
        let line = |head: usize| facts.lines.atoms(all[head].line);
        Some(Demand { needs: vec![line(parent)], kills: line(head) })
    });
    let demands = demands.collect();
    inference.headed.extend(records);
    let targets = places.iter().flat_map(|(atoms, _)| atoms.iter().copied()).collect();
    let heads = outline.nodes.iter().map(|node| node.head.map(|head| last(&all[head]))).collect();
    let rule = Box::new(Numbering { nodes: outline.nodes, heads, places });
    let relation = Relation::new("numbered outline", Phase::Ranks, targets, rule).with_demands(demands);
    inference.take(relation.with_probe(Probe::AllSpread).with_evidence(Evidence::Strong));
    inference.keys.push(keys);
}

/// The fewest numbers of an outline, and the fewest of several parts.
const FEWEST: usize = 6;
const FEWEST_DEEP: usize = 4;

fn last(path: &Path) -> u32 {
    path.atoms[path.atoms.len() - 1]
}

/// A numbered thing. It has no head if its number never occurs alone.
struct Node {
    /// The first path with its number.
    head: Option<usize>,
    parent: Option<usize>,
    /// The series in which it is numbered: figures and sections of a chapter have separate series.
    series: usize,
    /// The first number of its series.
    base: i64,
}

#[derive(Default)]
struct Outline {
    /// Parents come before their children.
    nodes: Vec<Node>,
    /// Paths at the start of lines, with their nodes.
    heads: Vec<(usize, usize)>,
    /// The nodes, by separator and numbers.
    by_path: FxHashMap<(u8, Vec<i64>), usize>,
    n_series: usize,
}

impl Outline {
    /// Adds a sequence: new nodes, or another place with the same numbers.
    fn take(&mut self, all: &[Path], sequence: &Sequence) {
        let mark = sequence.mark;
        let known = |head: &usize| self.by_path.get(&(mark, all[*head].values.clone())).copied();
        let again: Vec<usize> = sequence.heads.iter().filter_map(known).collect();
        if 10 * again.len() >= 9 * sequence.heads.len() {
            let known = sequence.heads.iter().filter_map(|head| known(head).map(|node| (*head, node)));
            let known: Vec<(usize, usize)> = known.collect();
            self.heads.extend(known);
            return;
        }
        if !again.is_empty() {
            return;
        }
        self.n_series += 1;
        for &head in &sequence.heads {
            let values = &all[head].values;
            let mut parent = None;
            for depth in 1..values.len() {
                // A figure in a chapter is numbered within that chapter.
                let of = |mark: u8| self.by_path.get(&(mark, values[..depth].to_vec())).copied();
                let known = of(mark).or_else(|| MARKS.into_iter().find_map(of));
                parent = Some(known.unwrap_or_else(|| self.node(sequence, &values[..depth], None, parent)));
            }
            let node = self.node(sequence, values, Some(head), parent);
            self.heads.push((head, node));
        }
    }

    fn node(
        &mut self,
        sequence: &Sequence,
        values: &[i64],
        head: Option<usize>,
        parent: Option<usize>,
    ) -> usize {
        self.nodes.push(Node { head, parent, series: self.n_series, base: sequence.base });
        self.by_path.insert((sequence.mark, values.to_vec()), self.nodes.len() - 1);
        self.nodes.len() - 1
    }
}

/// Returns the paths elsewhere that are numbers of nodes, for words after which nearly all paths
/// are.
fn references(outline: &Outline, all: &[Path], is_taken: &[bool]) -> Vec<(usize, usize)> {
    let mut by_word: Grouped<(Option<u32>, u8), usize> = Grouped::new();
    let mut flat: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for path in (0..all.len()).filter(|&path| !is_taken[path]) {
        match (all[path].values.len(), all[path].word) {
            (1, Some(word)) => flat.entry(word).or_default().push(path),
            (1, None) => {}
            (_, word) => by_word.push((word, all[path].mark), path),
        }
    }
    let node = |mark: u8, path: usize| outline.by_path.get(&(mark, all[path].values.clone())).copied();
    let mut found = Vec::new();
    for ((word, mark), deep) in by_word.groups() {
        let flat = word.and_then(|word| flat.get(&word)).map_or(&[][..], |flat| flat);
        let paths = [&deep[..], flat].concat();
        let known: Vec<(usize, usize)> =
            paths.iter().filter_map(|&path| node(*mark, path).map(|node| (path, node))).collect();
        if 9 * paths.len() <= 10 * known.len() {
            found.extend(known);
        }
    }
    found
}

struct Numbering {
    nodes: Vec<Node>,
    /// By node: the atom that is alive as long as the node is.
    heads: Vec<Option<u32>>,
    /// The paths to write, part by part, with their nodes.
    places: Vec<(Vec<u32>, usize)>,
}

impl Rule for Numbering {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let mut lives: Vec<bool> = self.heads.iter().map(|at| at.is_some_and(|at| view.lives(at))).collect();
        for (number, node) in self.nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent.filter(|&parent| lives[number] && self.heads[parent].is_none())
            {
                lives[parent] = true;
            }
        }
        let mut n_beside: FxHashMap<(Option<usize>, usize), i64> = FxHashMap::default();
        let mut ranks: Vec<i64> = Vec::with_capacity(self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate() {
            let n_beside = n_beside.entry((node.parent, node.series)).or_default();
            ranks.push(node.base + *n_beside);
            *n_beside += i64::from(lives[number]);
        }
        for (atoms, node) in self.places.iter().filter(|(_, node)| lives[*node]) {
            let mut node = Some(*node);
            for &at in atoms.iter().rev() {
                let Some(number) = node else { break };
                if view.lives(at) {
                    set(at, ranks[number]);
                }
                node = self.nodes[number].parent;
            }
        }
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.heads.iter().flatten().for_each(|&at| bits.insert(at));
        true
    }
}

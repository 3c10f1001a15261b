//! Removes adjacent tokens together, when few are left.

use std::ops::Range;

use dwindle_reduce::cost::is_word_byte;
use dwindle_reduce::{CandidateSearch, Document, Units};

use super::left::{Left, Parses};
use crate::entry::Entry;
use crate::flat::lexer::Grain;
use crate::flat::spans::{FileSpans, Spans};
use crate::options::PassOptions;
use crate::stage::attempts::{Attempt, Attempts, search};
use crate::tree::gates::no_new_errors;
use crate::tree::source::{FileTree, TreeSource};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "neighbours",
    summary: "removes adjacent words and symbols together, when few are left",
    manual: "\
For small results of at most 64 words and symbols. If no single one can be removed, two that \
depend on each other may be: `SELECT *` from a query that may do without, a declaration with the \
next word that uses it. Tried are pairs of brackets without their contents, runs of two to eight \
tokens, and such runs of which one in the middle stays (`<a></a>` becomes `<a/>`), if the result \
has no new syntax errors; then syntax nodes, and last single words, that the grammar requires, \
although some programs do not. Each kind is given up after four to eight misses in a row.",
    begin,
};

/// Documents with more tokens are left alone.
const MOST_TOKENS: u32 = 64;
/// Larger nodes are not removed if the grammar requires them.
const MOST_IN_NODE: usize = 8;

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    if u64::from(MOST_TOKENS) < document.cost().tokens {
        return None;
    }
    let spans = Spans::tokens(document, options.scope, Grain::Words);
    let gate = no_new_errors(document, &options.trees);
    let phases: &[Phase] = match gate {
        Some(_) => &[Phase::Runs, Phase::Shells, Phase::Nodes, Phase::Words],
        None => &[Phase::AnyRuns],
    };
    let nodes = nodes(document, &spans, &options.trees);
    let tokens = tokens(document, &spans);
    let n_tokens = spans.len();
    let (pass, base, grain) = (ENTRY.name, document.clone(), Some(Grain::Words));
    let left = Left { pass, base, spans, grain, gate };
    search(Neighbours { left, tokens, nodes, phases }, n_tokens)
}

/// A token: its file and its first byte.
#[derive(Clone, Copy, Debug)]
struct Token {
    file: u32,
    first: u8,
}

fn tokens(document: &Document, spans: &Spans) -> Vec<Token> {
    let all = Units::range(0..spans.len());
    let of_file = |(of_file, run): (&FileSpans, Range<u32>)| {
        let (file, starts) = (of_file.file, of_file.starts.clone());
        let text = document.files()[file as usize].bytes();
        run.map(move |unit| Token { file, first: text[starts.start(unit)] }).collect::<Vec<_>>()
    };
    spans.runs(&all).flat_map(of_file).collect()
}

/// Returns the distinct sets of tokens of named syntax nodes, the largest first.
fn nodes(document: &Document, spans: &Spans, trees: &TreeSource) -> Vec<Range<u32>> {
    let all = Units::range(0..spans.len());
    let mut nodes = Vec::new();
    for (FileSpans { file, first, starts }, run) in spans.runs(&all) {
        let Some(FileTree { tree, .. }) = trees.tree(document, *file) else { continue };
        let starts: Vec<usize> = run.map(|unit| starts.start(unit)).collect();
        let unit = |at: usize| *first + starts.partition_point(|&start| start < at) as u32;
        let named = tree.preorder(tree.root()).filter(|&node| tree.is_named(node));
        let ranges = named.map(|node| tree.range(node)).map(|bytes| unit(bytes.start)..unit(bytes.end));
        nodes.extend(ranges.filter(|range| !range.is_empty()));
    }
    nodes.sort_by_key(|range| (u32::MAX - (range.end - range.start), range.start));
    nodes.dedup();
    nodes
}

/// The phases: which candidates are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Adjacent tokens, if the result has no more syntax errors.
    Runs,
    /// Tokens around one that stays, if the result has no more syntax errors.
    Shells,
    /// Nodes of more than one token, if the result has more syntax errors.
    Nodes,
    /// Single words, if the result has more syntax errors.
    Words,
    /// Adjacent tokens, if there is no parser.
    AnyRuns,
}

/// Which tokens are removed.
#[derive(Clone, Copy, Debug)]
enum Pattern {
    /// This many adjacent tokens, at each position.
    Run(usize),
    /// This many adjacent tokens except the one with this index, at each position.
    Around(usize, usize),
    /// A bracket and its partner, at each position.
    Brackets,
    /// Each node.
    Node,
    /// The word at each position.
    Word,
}

impl Phase {
    /// Returns the budget of misses in a row for the phase.
    fn most_misses(self) -> u32 {
        match self {
            Phase::Shells => 4,
            Phase::Runs | Phase::Nodes => 6,
            Phase::Words | Phase::AnyRuns => 8,
        }
    }

    fn parses(self) -> Parses {
        match self {
            Phase::Runs | Phase::Shells => Parses::Yes,
            Phase::Nodes | Phase::Words => Parses::No,
            Phase::AnyRuns => Parses::Any,
        }
    }

    fn patterns(self) -> &'static [Pattern] {
        use Pattern::{Around, Brackets, Node, Run, Word};
        const RUNS: &[Pattern] = &[Brackets, Run(2), Run(3), Run(4), Run(5), Run(6), Run(7), Run(8)];
        match self {
            Phase::Runs | Phase::AnyRuns => RUNS,
            Phase::Shells => &[Around(3, 1), Around(4, 2), Around(4, 1), Around(5, 2)],
            Phase::Nodes => &[Node, Brackets],
            Phase::Words => &[Word],
        }
    }
}

/// Tries one pattern at each position in turn.
#[derive(Clone)]
struct Neighbours {
    left: Left,
    tokens: Vec<Token>,
    nodes: Vec<Range<u32>>,
    phases: &'static [Phase],
}

impl Neighbours {
    /// Returns the number of positions at which a pattern can be tried.
    fn n_positions(&self, pattern: Pattern, left: &[u32]) -> usize {
        if matches!(pattern, Pattern::Node) { self.nodes.len() } else { left.len() }
    }

    /// Returns the tokens that a pattern leaves, if it applies here and brackets stay balanced.
    fn left_by(&self, pattern: Pattern, at: usize, left: &[u32]) -> Option<Vec<u32>> {
        let n_left = left.len();
        let goes: Vec<usize> = match pattern {
            Pattern::Run(n) => (at..at + n).collect(),
            Pattern::Around(n, kept) => (at..at + n).filter(|&other| other != at + kept).collect(),
            Pattern::Brackets => vec![at, self.partner(at, left)?],
            Pattern::Node => places(&self.nodes[at], left)
                .filter(|places| (2..=MOST_IN_NODE).contains(&places.len()))?
                .collect(),
            Pattern::Word => Vec::from_iter(is_word_byte(self.token(at, left).first).then_some(at)),
        };
        let (first, last) = (*goes.first()?, *goes.last()?);
        let is_one_file = last < n_left && self.token(first, left).file == self.token(last, left).file;
        let is_node = || {
            let of_node = |node| places(node, left).is_some_and(|places| places.eq(goes.iter().copied()));
            matches!(pattern, Pattern::Run(_)) && self.nodes.iter().any(of_node)
        };
        if !is_one_file || n_left == goes.len() || is_node() {
            return None;
        }
        let stays: Vec<u32> =
            (0..n_left).filter(|other| !goes.contains(other)).map(|other| left[other]).collect();
        (self.n_unpaired(&stays) <= self.n_unpaired(left)).then_some(stays)
    }

    fn token(&self, at: usize, left: &[u32]) -> Token {
        self.tokens[left[at] as usize]
    }

    /// Returns the position of the closing bracket for the bracket here.
    fn partner(&self, at: usize, left: &[u32]) -> Option<usize> {
        let mut level = 0usize;
        let (open, close) = PAIRS.into_iter().find(|(open, _)| *open == self.token(at, left).first)?;
        (at..left.len()).find(|&other| {
            let byte = self.token(other, left).first;
            level = level + usize::from(byte == open) - usize::from(byte == close);
            level == 0
        })
    }

    /// Returns the number of brackets without a partner.
    fn n_unpaired(&self, left: &[u32]) -> usize {
        let mut open: Vec<u8> = Vec::new();
        let mut n_unpaired = 0;
        for &token in left {
            let byte = self.tokens[token as usize].first;
            if PAIRS.iter().any(|pair| pair.0 == byte) {
                open.push(byte);
            } else if let Some(pair) = PAIRS.iter().find(|pair| pair.1 == byte) {
                match open.last() {
                    Some(&last) if last == pair.0 => drop(open.pop()),
                    _ => n_unpaired += 1,
                }
            }
        }
        n_unpaired + open.len()
    }
}

/// Returns the positions of the remaining tokens of a node.
fn places(node: &Range<u32>, left: &[u32]) -> Option<Range<usize>> {
    let place = |token: u32| left.partition_point(|&other| other < token);
    let places = place(node.start)..place(node.end);
    (!places.is_empty()).then_some(places)
}

/// Pairs of brackets.
const PAIRS: [(u8, u8); 3] = [(b'(', b')'), (b'[', b']'), (b'{', b'}')];

/// The position within a phase.
#[derive(Clone, Copy, Debug, Default)]
struct Position {
    pattern: usize,
    /// The index in the remaining tokens, or of the node.
    at: usize,
}

impl Attempts for Neighbours {
    type Position = Position;

    fn most_misses(&self, kind: usize) -> Option<u32> {
        self.phases.get(kind).map(|phase| phase.most_misses())
    }

    fn first(&self, _: usize, _: &[u32]) -> Position {
        Position::default()
    }

    fn attempt(&self, kind: usize, position: &mut Position, left: &[u32]) -> Option<Attempt> {
        let phase = self.phases[kind];
        while let Some(&pattern) = phase.patterns().get(position.pattern) {
            if self.n_positions(pattern, left) <= position.at {
                *position = Position { pattern: position.pattern + 1, at: 0 };
                continue;
            }
            let stays = self.left_by(pattern, position.at, left);
            if let Some(stays) = stays {
                return Some(self.left.candidate(stays.into(), phase.parses()));
            }
            position.at += 1;
        }
        None
    }

    fn pass(&self, position: &mut Position) {
        position.at += 1;
    }

    fn stay(&self, _: &mut Position, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flat::lexer::lex;
    use crate::testing::{best_options, n_misses, reduce};

    /// Reduces a text. Interesting are these texts, ignoring spaces.
    fn check(path: &str, text: &str, interesting: &[&str], after: &str) {
        let squeezed = |text: &[u8]| {
            let words: Vec<&[u8]> = lex(text, Grain::Words).map(|token| &text[token.range]).collect();
            words.join(&b' ')
        };
        let pass = ENTRY.pass(&best_options());
        let (left, _) = reduce(&pass, &Document::single(path, text), |document| {
            let left = squeezed(document.files()[0].bytes());
            interesting.iter().any(|text| squeezed(text.as_bytes()) == left)
        });
        assert_eq!(squeezed(left.files()[0].bytes()), squeezed(after.as_bytes()), "{path}");
    }

    #[test]
    fn neighbours_go_that_need_each_other() {
        check("a", "select * from t;", &["from t;"], "from t;");
    }

    #[test]
    fn what_stays_in_the_middle_may_be_needed() {
        check("a.xml", "<r><a ></a></r>", &["<r><a/></r>"], "<r><a/></r>");
    }

    #[test]
    fn brackets_go_without_what_is_between_them() {
        check("a.toml", "a = [[1], [2]]\n", &["a = [1, [2]]"], "a = [1, [2]]");
    }

    #[test]
    fn nodes_and_words_that_the_grammar_wants_may_go() {
        check("a.rs", "struct S<N: A<T>>;\n", &["struct S<N: A<>>;"], "struct S<N: A<>>;");
        check("a.sql", "SELECT * FROM t ORDER BY f();\n", &["FROM t ORDER BY f();"], "FROM t ORDER BY f();");
    }

    #[test]
    fn brackets_stay_in_pairs() {
        check("a", "f(x) { y }", &["x) { y }", "f { y }"], "f { y }");
    }

    #[test]
    fn each_phase_has_its_budget_of_misses() {
        let n_misses =
            |path, text: &str| n_misses(&ENTRY.pass(&best_options()), &Document::single(path, text));
        assert_eq!(n_misses("a", &"x ".repeat(40)), 8);
        let text = "void f(void) { if (a) b(); if (c) d(); if (e) g(); while (h) i(); while (j) k(); while (l) m(); }\n";
        assert_eq!(n_misses("a.c", text), 6 + 4 + 6 + 8);
    }

    #[test]
    fn large_documents_are_left_alone() {
        let pass = ENTRY.pass(&best_options());
        assert!(pass.begin(&Document::single("a", "x ".repeat(64))).is_some());
        assert!(pass.begin(&Document::single("a", "x ".repeat(65))).is_none());
    }
}

//! Where a program prints a text: the literal with its words, and what else is printed with it.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::{NodeId, Tree};

use super::literals::{Parts, literals};
use super::prints::{is_printed, prints, statement};
use super::words::{letters, shared, words_of};
use crate::tree::closures::parameters::is_list;

/// How many tokens of a bracket are looked at.
const MOST_TOKENS: u32 = 512;
/// How many nodes around a literal are looked at.
const MOST_AROUND: usize = 128;
/// The most places for one text.
const MOST_PLACES: usize = 6;
/// The most literals that are looked at for one text, those that are most like it.
const MOST_LITERALS: usize = 64;
/// The most words of what is printed that are compared.
const MOST_WORDS: usize = 256;
/// What has less in common with a text is another one.
const LEAST_ALIKE: f64 = 0.3;
/// The share of the letters of a text that are in words of literals, if it may be put together from
/// them.
const LEAST_KNOWN: f64 = 0.5;

/// Where a text may be put as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The literal that the text replaces.
    pub(super) literal: NodeId,
    /// The tokens that are printed with it, and are removed.
    pub(super) tokens: Range<u32>,
    /// The literal that takes its place.
    pub(super) text: String,
    /// Whether the program certainly prints it.
    pub(super) is_printed: bool,
}

/// The literals of a tree, with their words.
pub(super) struct Printed<'a> {
    tree: &'a Tree,
    bindings: &'a Bindings,
    literals: Vec<NodeId>,
    /// Whether each literal is certainly printed.
    printed: Vec<bool>,
    /// The first words of each literal.
    words: Vec<Vec<String>>,
    /// The number of letters in them.
    n_letters: Vec<usize>,
    /// The literals with each word.
    holders: HashMap<String, Vec<usize>>,
    /// What the literals are.
    texts: HashSet<&'a str>,
    /// The literals that are printed nearest to where the program begins.
    first: Vec<NodeId>,
}

impl<'a> Printed<'a> {
    /// O(nodes).
    pub(super) fn of(tree: &'a Tree, bindings: &'a Bindings) -> Printed<'a> {
        let literals = literals(tree);
        let words: Vec<Vec<String>> = literals.iter().map(|&literal| inner_words(tree, literal)).collect();
        let n_letters = words.iter().map(|words| letters(words)).collect();
        let texts = literals.iter().filter_map(|&literal| parts(tree, literal)).flat_map(Parts::texts);
        let texts = texts.collect();
        let mut holders: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, words) in words.iter().enumerate() {
            for word in BTreeSet::from_iter(words) {
                holders.entry(word.clone()).or_default().push(at);
            }
        }
        let printed: Vec<bool> =
            literals.iter().map(|&literal| is_printed(tree, bindings, literal)).collect();
        let all = literals.iter().zip(&printed).filter(|(_, is_printed)| **is_printed);
        let first = prints(tree, bindings, all.map(|(&literal, _)| literal));
        Printed { tree, bindings, literals, printed, words, n_letters, holders, texts, first }
    }

    /// Returns the places where most words of a text are printed and few others, the best first;
    /// none if a literal is that text already. Also returns how alike the best one is that is one
    /// literal of several words or certainly printed, in [0, 1].
    /// O(literals with its words + words²).
    pub(super) fn places(&self, text: &str) -> (f64, Vec<Place>) {
        if self.texts.contains(text) {
            return (0.0, Vec::new());
        }
        let mut wanted = words_of(text);
        wanted.truncate(MOST_WORDS);
        // The letters in common, in any order.
        let mut common: HashMap<usize, usize> = HashMap::new();
        for word in BTreeSet::from_iter(&wanted) {
            for &at in self.holders.get(*word).into_iter().flatten() {
                *common.entry(at).or_default() += word.chars().count();
            }
        }
        let n_wanted = letters(&wanted);
        let score = |(at, n): (usize, usize)| (share(n, n_wanted + self.n_letters[at]), at);
        let mut alike: Vec<(f64, usize)> = common.into_iter().map(score).collect();
        alike.sort_by(|(a, at), (b, other)| b.total_cmp(a).then(at.cmp(other)));
        alike.truncate(MOST_LITERALS);
        let mut found: Vec<(f64, Place)> = Vec::new();
        let mut best: f64 = 0.0;
        for (_, at) in alike {
            for tokens in ranges(self.tree, self.bindings, self.literals[at]) {
                let inside = self.within(&tokens);
                let alike = likeness(&wanted, &self.words_of(inside.clone()));
                let is_message = inside.len() == 1 && 1 < self.words[at].len();
                let Some(place) = self.place(&tokens, inside, text) else { continue };
                if is_message || place.is_printed {
                    best = best.max(alike);
                }
                if LEAST_ALIKE <= alike && found.iter().all(|(_, other)| *other != place) {
                    found.push((alike, place));
                }
            }
        }
        // Of equal ones, the one that begins alike; then the order of the ranges counts.
        let begins = |place: &Place| {
            let inner = parts(self.tree, place.literal).into_iter().flat_map(Parts::texts).next();
            text.chars().zip(inner.unwrap_or_default().chars()).take_while(|(a, b)| a == b).count()
        };
        found.sort_by_cached_key(|(alike, place)| {
            (Reverse((alike * 1e6).round() as u64), Reverse(begins(place)), place.literal)
        });
        found.truncate(MOST_PLACES);
        (best, found.into_iter().map(|(_, place)| place).collect())
    }

    /// Whether a text is no literal, but may be put together from several: more than one of its
    /// words are in some, with most of its letters. O(words).
    pub(super) fn is_scattered(&self, text: &str) -> bool {
        let wanted = words_of(text);
        let known: Vec<&str> =
            wanted.iter().copied().filter(|&word| self.holders.contains_key(word)).collect();
        !self.texts.contains(text)
            && 1 < known.len()
            && LEAST_KNOWN * letters(&wanted) as f64 <= letters(&known) as f64
    }

    /// Returns the places of a text at what is printed first.
    pub(super) fn first_places(&self, text: &str) -> Vec<Place> {
        self.first.iter().filter_map(|&literal| self.at(literal, text)).collect()
    }

    /// Returns the place of a text at a literal, with everything that is printed with that.
    fn at(&self, literal: NodeId, text: &str) -> Option<Place> {
        let tokens = ranges(self.tree, self.bindings, literal).into_iter().next()?;
        self.place(&tokens, self.within(&tokens), text)
    }

    fn words_of(&self, literals: Range<usize>) -> Vec<&str> {
        self.words[literals].iter().flatten().take(MOST_WORDS).map(String::as_str).collect()
    }

    /// Returns the indices of the literals within some tokens.
    fn within(&self, tokens: &Range<u32>) -> Range<usize> {
        let place = |at: &NodeId| self.tree.token_range(*at);
        let first = self.literals.partition_point(|literal| place(literal).start < tokens.start);
        let end = self.literals.partition_point(|literal| place(literal).end <= tokens.end);
        first..end.max(first)
    }

    /// Returns the place of a text among some tokens; `None` if that would change nothing.
    fn place(&self, tokens: &Range<u32>, inside: Range<usize>, text: &str) -> Option<Place> {
        let (tree, first) = (self.tree, inside.start);
        let (&literal, others) = self.literals[inside].split_first()?;
        let inner = tree.tokens()[tokens.start as usize..tokens.end as usize].iter();
        let ends_line =
            others.last().and_then(|&last| parts(tree, last)).is_some_and(|last| last.line_end().is_some())
                || inner.last().is_some_and(|&token| tree.text_of(token) == b"endl");
        let is_format = takes_format(tree, literal);
        let text = parts(tree, literal)?.with(text, ends_line, is_format);
        let is_change = tree.text_of(literal) != text.as_bytes() || tree.token_range(literal) != *tokens;
        let place = || Place { literal, tokens: tokens.clone(), text, is_printed: self.printed[first] };
        is_change.then(place)
    }
}

/// Whether a literal is the format of what has a name such as `printf`.
fn takes_format(tree: &Tree, literal: NodeId) -> bool {
    let at = tree.token_range(literal).start as usize;
    let before = |n: usize| at.checked_sub(n).map(|at| tree.text_of(tree.tokens()[at]));
    let name = if before(1) == Some(b"(") { before(2) } else { before(1) };
    name.is_some_and(|name| {
        let name = name.to_ascii_lowercase();
        name.ends_with(b"printf") || name.ends_with(b"format")
    })
}

/// Returns how alike two texts are by their words: twice the letters in the words that both have in
/// the same order, per letter of both (Dice's coefficient).
fn likeness(a: &[&str], b: &[&str]) -> f64 {
    share(shared(a, b), letters(a) + letters(b))
}

/// Returns the share of the letters of two texts that they have in common.
fn share(n_common: usize, n_letters: usize) -> f64 {
    2.0 * n_common as f64 / n_letters.max(1) as f64
}

fn parts(tree: &Tree, literal: NodeId) -> Option<Parts<'_>> {
    Parts::of(std::str::from_utf8(tree.text_of(literal)).ok()?)
}

fn inner_words(tree: &Tree, literal: NodeId) -> Vec<String> {
    let text = parts(tree, literal).map(|parts| parts.without_values()).unwrap_or_default();
    words_of(&text).into_iter().take(MOST_WORDS).map(str::to_owned).collect()
}

/// Returns the tokens that may be printed together with a literal: up to the end of its brackets,
/// up to the end of its operands or arguments, all operands, itself; nothing behind its statement.
fn ranges(tree: &Tree, bindings: &Bindings, literal: NodeId) -> Vec<Range<u32>> {
    let own = tree.token_range(literal);
    let operands = climbed(tree, literal, &["binary", "infix", "concat", "additive", "shift", "operator"]);
    let applied = climbed(tree, literal, &["appl", "member", "attribute", "call", "field_expr", "selector"]);
    // Arguments without brackets, as in Ruby.
    let list = tree.ancestors(literal).take(MOST_AROUND).find(|&above| is_list(tree, above, "argument"));
    let bare = list.filter(|&list| !matches!(tree.text_of(list).last(), Some(b')' | b']' | b'}')));
    let statement_end =
        statement(tree, bindings, literal).map_or(u32::MAX, |node| tree.token_range(node).end);
    let ends = [
        bracket_end(tree, own.end).min(statement_end),
        bare.map_or(own.end, |list| tree.token_range(list).end),
        tree.token_range(operands).end,
        tree.token_range(applied).end,
    ];
    let mut found: Vec<Range<u32>> = Vec::new();
    let from_here = ends.into_iter().filter(|&end| own.end < end).map(|end| own.start..end);
    for range in from_here.chain([tree.token_range(operands), own.clone()]) {
        if !found.contains(&range) {
            found.push(range);
        }
    }
    found
}

/// Returns the outermost node around another one, through nodes of some kinds and brackets, whose
/// end may be that of what is printed.
fn climbed(tree: &Tree, node: NodeId, kinds: &[&str]) -> NodeId {
    let mut found = node;
    for above in tree.ancestors(node).take(MOST_AROUND) {
        let kind = tree.kind_name(above);
        let is_end = kind.contains("argument") || kind.contains("statement");
        let is_same = tree.n_tokens(above) == tree.n_tokens(found);
        if is_end || !(is_same || kind.contains("paren") || kinds.iter().any(|word| kind.contains(word))) {
            break;
        }
        found = above;
    }
    found
}

/// Returns where the bracket or statement around the token before `at` ends; `at` if that is not
/// nearby.
fn bracket_end(tree: &Tree, at: u32) -> u32 {
    let mut depth = 0;
    for (end, &token) in (at..).zip(&tree.tokens()[at as usize..]).take(MOST_TOKENS as usize) {
        match tree.text_of(token) {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" | b";" if depth == 0 => return end,
            b")" | b"]" | b"}" => depth -= 1,
            _ => {}
        }
    }
    at
}

//! Two operations on one object take the place of everything that a program does.

use std::collections::HashSet;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::languages::Objects;
use dwindle_syntax::uses::Root;

use super::alone::{begin_with, one, statement};
use super::call::Call;
use super::objects::{Action, Object, objects};
use super::operands::Operands;
use super::program::Program;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::expected::Values;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "paired-operations",
    summary: "does two operations on one object of the library, and nothing else",
    manual: "\
Some failures need an object that something was done with: a list changes within a loop over it, a \
channel is closed twice, what is borrowed is borrowed again. Everything that a program does is \
replaced by a variable with such an object, and two of the operations that the text has for it: one \
after the other, or the second in a loop over the elements. They may be the same, and may put or \
remove an element. The object is what the text puts into the variable or field first, or what a \
method gives that is named after its type, or is made from that type; what else the operations need \
is made as in `lone-operations`. Objects and operations of which a message in the test script has a \
word come first, and loops if it is about iteration. For C++, C#, Go, Java, JavaScript, Lua, PHP, Python, Ruby, \
Rust and TypeScript. The meaning changes. `class A { List<B> all = new ArrayList<>(); void f() { for \
(B b : all) g(b); } void g(B b) { all.add(b); } … }` becomes `var v = new ArrayList<>(); v.add(null); \
for (var x : v) v.add(null);` in `main`.",
    begin,
};

/// The most pairs that are looked at.
const MOST_PAIRS: usize = 120;
/// How much later a pair comes for each operation or object that no message mentions …
const UNMENTIONED: usize = 1;
/// … and if a message does not say whether there is a loop.
const UNLIKELY: usize = 2;
/// Names of which the variable gets one that the text does not have.
const NAMES: [&str; 4] = ["v", "w", "object", "thing"];

/// Words of messages about loops.
const LOOPS: [&str; 12] = [
    "iteration",
    "iterating",
    "iterator",
    "iterate",
    "enumeration",
    "enumerator",
    "traverse",
    "loop",
    "during",
    "changed",
    "modified",
    "concurrentmodificationexception",
];

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    begin_with(ENTRY.name, options, document, |_, program, values| pairs(program, values))
}

/// Returns the pairs of operations of a text, each with its rank as its number.
fn pairs(program: Program<'_>, values: &Values) -> Vec<Call> {
    let Some(rules) = program.rules.objects else { return Vec::new() };
    let operands = Operands::of(program, values);
    let objects = objects(program, &operands, values);
    let tree = program.tree();
    let known: HashSet<&[u8]> = tree.tokens().iter().map(|&token| tree.text_of(token)).collect();
    let signed = |name: &&str| rules.sign.to_owned() + name;
    let Some(name) =
        NAMES.iter().map(signed).find(|name| !known.contains(name.trim_start_matches('$').as_bytes()))
    else {
        return Vec::new();
    };
    let is_about_loops = values.mention(&LOOPS.map(str::to_owned));
    let mut pairs: Vec<Pair<'_>> = objects.iter().flat_map(|object| of_object(&rules, object)).collect();
    pairs.sort_by_key(|pair| pair.rank(is_about_loops));
    let mut known: HashSet<String> = HashSet::new();
    let calls = pairs.iter().take(MOST_PAIRS).filter_map(|pair| {
        let (text, roots) = pair.text((program, &operands), &rules, &name)?;
        let operation = pair.first.unwrap_or(pair.second);
        let is_new = known.insert(text.clone());
        let rank = pair.rank(is_about_loops);
        one(program, &operation.operation, text, roots, rank).filter(|_| is_new)
    });
    calls.collect()
}

/// Two things that are done with an object.
struct Pair<'a> {
    object: &'a Object,
    /// What is done first; `None` if that is a loop with nothing in it.
    first: Option<&'a Action>,
    second: &'a Action,
    /// Whether the second one stands in a loop.
    is_loop: bool,
    /// How many of the object's operations come before the later one, or half of them.
    place: usize,
}

/// Returns the pairs of what is done with an object.
fn of_object<'a>(rules: &Objects, object: &'a Object) -> Vec<Pair<'a>> {
    let numbered = || object.actions.iter().enumerate();
    let both = numbered().flat_map(|(n_before, first)| {
        numbered().map(move |(n_others, second)| {
            // The same again is likelier than something else.
            let place = if n_before == n_others { n_before.div_ceil(2) } else { n_before.max(n_others) };
            (place, Some(first), second)
        })
    });
    let has_loops = !rules.each.is_empty() && object.has_elements;
    let loops = [false, true].into_iter().filter(move |is_loop| !is_loop || has_loops);
    let pair = |(place, first, second), is_loop| Pair { object, first, second, is_loop, place };
    let mut pairs: Vec<Pair<'_>> =
        both.flat_map(|both| loops.clone().map(move |is_loop| pair(both, is_loop))).collect();
    // It never ends if it grows.
    let grows = |pair: &Pair<'_>| pair.is_loop && pair.second.has_word(rules.grow);
    pairs.retain(|pair| !grows(pair));
    // Two loops with nothing in them.
    if let Some(first) = object.actions.first().filter(|_| has_loops) {
        pairs.push(pair((0, None, first), true));
    }
    pairs
}

impl Pair<'_> {
    fn rank(&self, is_about_loops: bool) -> usize {
        let is_first = |is_one: fn(&Action) -> bool| self.first.is_none_or(is_one);
        let is_mentioned = [is_first(|action| action.is_mentioned), self.second.is_mentioned];
        let unmentioned = is_mentioned.into_iter().chain([self.object.is_mentioned]);
        let n_unmentioned = unmentioned.filter(|is_mentioned| !is_mentioned).count();
        let unlikely = if self.is_loop == is_about_loops { 0 } else { UNLIKELY };
        let idle = if self.first.is_none() { UNLIKELY } else { 0 };
        // What takes an object beside others is mostly no part of its state.
        let is_method = is_first(|action| action.is_method) && self.second.is_method;
        let beside = if is_method { 0 } else { UNLIKELY };
        n_unmentioned * UNMENTIONED + unlikely + idle + beside + self.place
    }

    /// Returns the statements, and what they need.
    fn text(
        &self,
        (program, operands): (Program<'_>, &Operands<'_>),
        rules: &Objects,
        name: &str,
    ) -> Option<(String, Vec<Root>)> {
        let mut roots = self.object.roots.clone();
        let mut done = |action: &Action, n_before: usize| {
            let filled = operands.on(&action.operation, (action.at, name), n_before)?;
            roots.extend(filled.roots);
            Some((filled.before, filled.text + &action.behind))
        };
        let of = self.object.of.as_deref();
        let each = rules
            .each
            .iter()
            .find(|(word, _)| of.is_some_and(|of| of.contains(word)) || self.object.value.contains(word));
        let each = each.map(|&(_, each)| each.replace("$N", name));
        // What is made of a type states it.
        let typed = rules.typed.filter(|_| !self.object.value.starts_with("new "));
        let variable = match of.zip(typed) {
            Some((of, typed)) => typed.replace("$T", of),
            None => rules.variable.to_owned(),
        };
        let variable = variable.replace("$N", name).replace("$V", &self.object.value);
        let Some(first) = self.first else {
            let each = each?;
            let empty = each.replace("$S", if each.ends_with(":\n    $S") { "pass" } else { "" });
            return Some(([&*variable, &*empty, &*empty].join(rules.between), roots));
        };
        let second = self.second;
        let (before, text) = done(first, 0)?;
        // In a loop, another key is put.
        let (before_second, text_of_second) = done(second, usize::from(self.is_loop))?;
        let plain = Program { printing: None, ..program };
        let statement = |program, action: &Action, text: &str| statement(program, &action.operation, text);
        if let Some((open, and, close)) = rules.alive.filter(|_| !self.is_loop) {
            let both = [&*before, &*before_second, open, &*text, and, &*text_of_second, close].concat();
            return Some(([variable, both].join(rules.between), roots));
        }
        let first = before + &statement(plain, first, &text);
        let second = before_second + &statement(program, second, &text_of_second);
        // Two variables need two names.
        let second = if second.contains(" o = ") && first.contains(" o = ") {
            second.replacen(" o = ", " p = ", 1)
        } else {
            second
        };
        let second = if self.is_loop { each?.replace("$S", &second) } else { second };
        Some(([variable, first, second].join(rules.between), roots))
    }
}

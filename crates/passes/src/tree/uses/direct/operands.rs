//! Values for the operands of an operation.

use std::collections::HashSet;
use std::ops::Range;

use dwindle_syntax::uses::Root;
use dwindle_syntax::{NodeId, Tree};

use super::call::given;
use super::making::{Given, Maker};
use super::operation::{Operand, Operation, Stands};
use super::program::Program;
use crate::tree::expected::Values;
use crate::tree::uses::sources::{WantedTypes, checks_types, kind_has};

/// The most values that are tried where the types of operands are unknown …
const MOST_TRIED: usize = 10;
/// … and where those of several are, in a language that checks types.
const MOST_IF_CHECKED: usize = 2;

/// An operation with values for its operands.
#[derive(Clone, Debug)]
pub(super) struct Filled {
    /// Statements that define variables for its operands.
    pub(super) before: String,
    pub(super) text: String,
    pub(super) roots: Vec<Root>,
}

/// Whether a node is a function without a name, which may stand in an argument.
fn is_function(tree: &Tree, node: NodeId) -> bool {
    kind_has(tree, node, &["lambda", "arrow_function", "closure", "anonymous"])
}

/// What operands may be.
pub(super) struct Operands<'a> {
    program: Program<'a>,
    wanted: WantedTypes,
    values: &'a Values,
    /// For operands of unknown type of which a part is taken …
    holders: Vec<String>,
    /// … for those that tell where a part begins or ends …
    indices: Vec<String>,
    /// … and for others.
    others: Vec<String>,
    /// A zero and a number that the test names, for two operands of known types.
    pairs: Vec<[&'a str; 2]>,
}

impl<'a> Operands<'a> {
    /// O((nodes + definitions + uses) · depth).
    pub(super) fn of(program: Program<'a>, values: &'a Values) -> Operands<'a> {
        let rules = program.rules;
        let plain = || rules.plain.iter().map(|&text| text.to_owned());
        let has_texts = plain().any(|text| text.starts_with('"'));
        let texts = values.texts.iter().filter(|_| has_texts).map(|text| format!("{text:?}"));
        let named: Vec<String> = texts.chain(values.numbers.iter().cloned()).collect();
        let is_simple = |text: &String| text.starts_with(['0', '"']);
        let (simple, composed): (Vec<String>, Vec<String>) = plain().partition(is_simple);
        // In a language that checks types, no plain value has parts.
        let holders: Vec<String> = match checks_types(program.language) {
            true => rules.holders.iter().map(|&text| text.to_owned()).collect(),
            false => plain().chain(named.iter().cloned()).collect(),
        };
        Operands {
            program,
            wanted: WantedTypes::of(program.bindings),
            values,
            holders,
            indices: values.numbers.iter().cloned().chain(["0".to_owned()]).collect(),
            others: named.into_iter().chain(simple).chain(composed).collect(),
            pairs: values.numbers.iter().map(|number| ["0", number]).collect(),
        }
    }

    /// Returns the types that the text states.
    pub(super) fn wanted(&self) -> &WantedTypes {
        &self.wanted
    }

    /// Returns an operation with values for its operands, the likeliest first: made from the types
    /// that the text states, else values of several kinds. O(operands · values).
    pub(super) fn filled(&self, operation: &Operation) -> Vec<Filled> {
        let is_made = |of: &&str| Maker::new(self.program, Given::NOTHING, None).value(of, 0).is_some();
        let of = |operand: &Operand| {
            let of = self.wanted.of_place(self.program.bindings, operand.node);
            of.filter(is_made)
        };
        let types: Vec<Option<&str>> = operation.operands.iter().map(of).collect();
        let n_unknown = types.iter().filter(|of| of.is_none()).count();
        let found: Vec<Option<Filled>> = if n_unknown == 0 {
            let numbers: Vec<&str> = self.values.numbers.iter().map(String::as_str).collect();
            // Nothing comes behind what the test names.
            let (nothing, named) = (Given::NOTHING, given(self.values, &numbers).skip(1));
            let pairs = self.pairs.iter().filter(|_| 1 < types.len());
            let pairs = pairs.map(|numbers| Given { numbers, length: self.values.length, ..nothing });
            let all = named.chain(pairs).chain([nothing]);
            all.map(|given| self.with(operation, &types, given, 0)).collect()
        } else {
            let is_checked = checks_types(self.program.language) && 1 < n_unknown;
            let most = if is_checked { MOST_IF_CHECKED } else { MOST_TRIED };
            (0..most).map(|at| self.with(operation, &types, Given::NOTHING, at)).collect()
        };
        let mut known: HashSet<(String, String)> = HashSet::new();
        let is_new = |filled: &Filled| known.insert((filled.before.clone(), filled.text.clone()));
        found.into_iter().flatten().filter(is_new).collect()
    }

    /// Returns an operation with the values at some place among those of unknown type.
    fn with(
        &self,
        operation: &Operation,
        types: &[Option<&str>],
        given: Given<'_>,
        mut at: usize,
    ) -> Option<Filled> {
        let (tree, rules) = (self.program.tree(), self.program.rules);
        let mut maker = Maker::new(self.program, given, None);
        // What is known of constants may be wrong for a compiler.
        let is_bound = !operation.is_call && !operation.is_statement;
        let all = tree.range(operation.node);
        let (mut before, mut text, mut done) = (String::new(), String::new(), all.start);
        let part = |range: Range<usize>| std::str::from_utf8(&tree.text()[range]).ok();
        for (n_before, (operand, of)) in operation.operands.iter().zip(types).enumerate() {
            let Range { start, end } = tree.range(operand.node);
            text += part(done..start)?;
            done = end;
            let is_holder = operand.stands == Stands::BeforePart;
            let name = format!("v{n_before}");
            let of_array = rules.array.filter(|_| is_holder && tree.text().get(end) == Some(&b'['));
            if let Some(array) = of_array.filter(|_| of.is_none()) {
                let length = self.values.numbers.first().map_or("1", String::as_str);
                before += &array.replace("$N", &name).replace("$L", length);
                text += &name;
                continue;
            }
            let list = match operand.stands {
                Stands::BeforePart => &self.holders,
                Stands::AsIndex => &self.indices,
                Stands::Otherwise => &self.others,
            };
            let function = rules.function.filter(|_| is_function(tree, operand.node));
            let value = match of {
                Some(of) => maker.value(of, 0)?,
                None if function.is_some() => function?.to_owned(),
                None => {
                    let value = list.get(at.checked_rem(list.len())?)?.clone();
                    at /= list.len();
                    value
                }
            };
            let is_open = value.starts_with(|first: char| "-{&*".contains(first) || first.is_ascii_digit());
            let value = if is_holder && is_open { format!("({value})") } else { value };
            text += &match rules.bound {
                Some((word, sign, end)) if is_bound => {
                    before += &[word, &name, sign, &value, end].concat();
                    name
                }
                _ => value,
            };
        }
        text += part(done..all.end)?;
        // Beyond the last value, those of the beginning come again.
        let is_known = at == 0;
        let roots = operation.roots.iter().copied().chain(maker.roots).collect();
        is_known.then_some(Filled { before, text, roots })
    }
}

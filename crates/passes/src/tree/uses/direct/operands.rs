//! Values for the operands of an operation.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use dwindle_syntax::bindings::Definition;
use dwindle_syntax::uses::Root;
use dwindle_syntax::{NodeId, Tree};

use super::call::given;
use super::making::{Given, Maker, words_of};
use super::operation::Operation;
use super::parts::{Operand, Stands};
use super::program::Program;
use super::refused::is_nothing;
use crate::tree::expected::{Values, joined};
use crate::tree::uses::sources::{WantedTypes, checks_types, kind_has};

/// The most values that are tried where the types of operands are unknown …
const MOST_TRIED: usize = 10;
/// … and where those of several are, in a language that checks types.
const MOST_IF_CHECKED: usize = 2;
/// The most tokens of the name of a field with its object.
const LONGEST_NAME: usize = 3;

/// Beginnings of values of Rust of several types.
const OPEN: [&str; 6] = ["None", "Ok(", "Some(", "Vec::new", "vec![", "Default"];

/// An operation with values for its operands.
#[derive(Clone, Debug)]
pub(super) struct Filled {
    /// Statements that define variables for its operands.
    pub(super) before: String,
    pub(super) text: String,
    pub(super) roots: Vec<Root>,
}

/// Returns the types by their names, also those that are no classes.
fn named_types(program: Program<'_>) -> HashMap<String, Root> {
    let tree = program.tree();
    let all = program.bindings.definitions().iter().filter(|found| {
        !found.is_member && found.node.is_some_and(|node| kind_has(tree, node, &["type", "alias"]))
    });
    let named = |found: &Definition| {
        let name = String::from_utf8_lossy(tree.text_of(found.name)).into_owned();
        (name, Root::Entity(found.entity))
    };
    all.map(named).collect()
}

/// Returns a text as a literal in which nothing stands for something else.
pub(super) fn quoted(language: &str, text: &str) -> String {
    let mut literal = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => literal.extend(['\\', letter]),
            '\n' => literal += "\\n",
            '$' if matches!(language, "php" | "ruby") => literal += "\\$",
            '#' if language == "ruby" => literal += "\\#",
            _ => literal.push(letter),
        }
    }
    literal + "\""
}

/// Whether a node is a function without a name, which may stand in an argument.
fn is_function(tree: &Tree, node: NodeId) -> bool {
    kind_has(tree, node, &["lambda", "arrow_function", "closure", "anonymous"])
}

/// Returns a type without those that the program defines.
pub(super) fn without_own(program: Program<'_>, of: &str) -> String {
    let Some(rules) = program.language.bindings else { return of.to_owned() };
    // What every value is of, or the last one.
    let is_any = |of: &&&str| matches!(**of, "object" | "Object" | "any" | "Any");
    let plain = rules.plain_types.iter().find(is_any).or(rules.plain_types.last()).copied();
    let mut text = String::new();
    let mut word = String::new();
    for letter in of.chars().map(Some).chain([None]) {
        match letter {
            Some(letter) if letter.is_alphanumeric() || letter == '_' => word.push(letter),
            _ => {
                let is_own = program.types.is_named(word.as_bytes());
                text += plain.filter(|_| is_own).unwrap_or(&word);
                word.clear();
                text.extend(letter);
            }
        }
    }
    text
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
    /// What types that are no classes need, by name.
    types: HashMap<String, Root>,
    /// For those of unknown type, by the name of a member.
    by_member: HashMap<&'static str, Vec<String>>,
    /// The texts of the program, joined.
    joined: String,
    /// For what is thrown.
    messages: Vec<String>,
    /// The numbers that the test names.
    numbers: Vec<&'a str>,
    /// A zero and a number that the test names, for two operands of known types.
    pairs: Vec<[&'a str; 2]>,
}

impl<'a> Operands<'a> {
    /// O((nodes + definitions + uses) · depth).
    pub(super) fn of(program: Program<'a>, values: &'a Values) -> Operands<'a> {
        let rules = program.rules;
        // The nothing that a message is about comes first.
        let is_meant = |text: &&str| {
            let word = text.to_lowercase();
            values.mention(&[format!("{word}type"), word])
        };
        let (meant, rest): (Vec<&str>, Vec<&str>) = rules.plain.iter().partition(|text| is_meant(text));
        let meant = || meant.iter().map(|&text| text.to_owned());
        let plain = || rest.iter().map(|&text| text.to_owned());
        let has_texts = plain().any(|text| text.starts_with('"'));
        let language = program.language.name;
        let texts = values.texts.iter().filter(|_| has_texts).map(|text| quoted(language, text));
        let named: Vec<String> = texts.chain(values.numbers.iter().cloned()).collect();
        let messages = values.messages.iter().map(|text| quoted(language, text)).collect();
        let joined = joined(program.tree());
        let all_texts = Some(&joined).filter(|text| has_texts && !text.is_empty());
        let all_texts = all_texts.map(|text| quoted(language, text));
        let is_simple = |text: &String| text.starts_with(['0', '"']);
        let (simple, composed): (Vec<String>, Vec<String>) = plain().partition(is_simple);
        // In a language that checks types, no plain value has parts.
        let holders: Vec<String> = match checks_types(program.language) {
            true => rules.holders.iter().map(|&text| text.to_owned()).collect(),
            false => meant().chain(plain()).chain(named.iter().cloned()).collect(),
        };
        let others: Vec<String> = meant().chain(named).chain(simple).chain(composed).collect();
        let by_member = rules.members.iter().flat_map(|(value, names)| {
            let of_text = all_texts.clone().filter(|_| *value == "\"\"");
            let nothing = meant().filter(|_| !checks_types(program.language));
            let all: Vec<String> = nothing.chain([(*value).to_owned()]).chain(of_text).collect();
            names.iter().map(move |&name| (name, all.clone()))
        });
        Operands {
            program,
            wanted: WantedTypes::of(program.bindings),
            values,
            holders,
            indices: values.numbers.iter().cloned().chain(["0", "-1"].map(Into::into)).collect(),
            by_member: by_member.collect(),
            others: others.into_iter().chain(all_texts).collect(),
            joined,
            types: named_types(program),
            messages,
            numbers: values.numbers.iter().map(String::as_str).collect(),
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
        let types = self.types_of(operation);
        let n_unknown = types.iter().filter(|of| of.is_none()).count();
        let found: Vec<Option<Filled>> = if n_unknown == 0 {
            // Nothing comes behind what the test names.
            let (nothing, named) = (Given::NOTHING, self.named());
            let pairs = self.pairs.iter().filter(|_| 1 < types.len());
            let pairs = pairs.map(|numbers| Given { numbers, length: self.values.length, ..nothing });
            let negative = Given { numbers: &["-1"], ..nothing };
            let of_texts = Given { text: &self.joined, ..nothing };
            let all = named.chain(pairs).chain([nothing, negative, of_texts]);
            all.map(|given| self.with(operation, &types, given, 0, None)).collect()
        } else {
            let is_checked = checks_types(self.program.language) && 1 < n_unknown;
            let most = if is_checked { MOST_IF_CHECKED } else { MOST_TRIED };
            let nothing = Given { length: self.values.length, ..Given::NOTHING };
            let named = self.named().take(usize::from(n_unknown < types.len()));
            let given: Vec<Given<'_>> = named.chain([nothing]).collect();
            let all = (0..most).flat_map(|at| given.iter().map(move |&given| (at, given)));
            all.map(|(at, given)| self.with(operation, &types, given, at, None)).collect()
        };
        // What types of the library are made of does not matter for most of what is done with them.
        let simple = |of: &Option<&str>| {
            let of = (*of)?;
            let is_composed = of.contains(['<', '[']) && !self.program.types.is_named(of.as_bytes());
            Some(if is_composed { without_own(self.program, of) } else { of.to_owned() })
        };
        let simple: Vec<Option<String>> = types.iter().map(simple).collect();
        let simple: Vec<Option<&str>> = simple.iter().map(Option::as_deref).collect();
        let given = self.named().take(1).chain([Given::NOTHING]).filter(|_| simple != types);
        let simple: Vec<Option<Filled>> =
            given.map(|given| self.with(operation, &simple, given, 0, None)).collect();
        let found = simple.into_iter().chain(found);
        let thrown = self.messages.iter().filter(|_| operation.is_statement);
        let thrown = thrown.filter_map(|message| self.thrown(operation, message)).map(Some);
        let found = thrown.chain(found);
        let mut known: HashSet<(String, String)> = HashSet::new();
        let is_new = |filled: &Filled| known.insert((filled.before.clone(), filled.text.clone()));
        found.flatten().filter(is_new).collect()
    }

    /// Returns an operation on an object with this name, which is one of its operands; others have
    /// other values before it was done some times before.
    pub(super) fn on(&self, operation: &Operation, object: (usize, &str), n_before: usize) -> Option<Filled> {
        // What the object is made of is of no type of the program.
        let types = self.types_of(operation).into_iter();
        let types: Vec<Option<String>> = types.map(|of| of.map(|of| without_own(self.program, of))).collect();
        let types: Vec<Option<&str>> = types.iter().map(Option::as_deref).collect();
        let numbers = n_before.to_string();
        let text = if n_before == 0 { "" } else { "a" };
        let given = Given { numbers: &[&numbers], text, length: self.values.length };
        self.with(operation, &types, given, n_before, Some(object))
            .or_else(|| self.with(operation, &types, given, 0, Some(object)))
    }

    /// As [`filled`](Operands::filled), with a value for the object, which is one of the operands.
    pub(super) fn on_value(&self, operation: &Operation, (at, value): (usize, &str)) -> Vec<Filled> {
        let types = self.types_of(operation);
        let is_open = value.starts_with(['{', '-', '('])
            || value.starts_with("new ") && self.program.language.name == "php";
        let value = if is_open { format!("({value})") } else { value.to_owned() };
        let all = self.named().take(1).chain([Given::NOTHING]);
        all.filter_map(|given| self.with(operation, &types, given, 0, Some((at, &value)))).collect()
    }

    /// Returns what values are made of that the test names.
    fn named(&self) -> impl Iterator<Item = Given<'_>> {
        given(self.values, &self.numbers).skip(1)
    }

    /// Whether something can be made from the type of an operand.
    pub(super) fn makes(&self, operand: NodeId) -> bool {
        let of = self.type_of(operand);
        let value = of.and_then(|of| Maker::new(self.program, Given::NOTHING, None).value(of, 0));
        value.is_some_and(|value| !is_nothing(&value))
    }

    /// Returns the types that the text states for operands, if values of these can be made.
    fn types_of(&self, operation: &Operation) -> Vec<Option<&str>> {
        let is_made = |of: &&str| Maker::new(self.program, Given::NOTHING, None).value(of, 0).is_some();
        operation.operands.iter().map(|operand| self.type_of(operand.node).filter(is_made)).collect()
    }

    /// Returns the type that the text states for what stands at a place, or for the last name
    /// there.
    pub(super) fn type_of(&self, node: NodeId) -> Option<&str> {
        let (tree, bindings) = (self.program.tree(), self.program.bindings);
        let of_name = || {
            let last = *tree.tokens_of(node).last().filter(|_| tree.tokens_of(node).len() <= LONGEST_NAME)?;
            let mut uses = bindings.uses_within(tree.subtree(node)).iter();
            let used = uses.find(|used| tree.is_within(last, used.node))?;
            self.wanted.of_variable(bindings, used.entity?)
        };
        self.wanted.of_place(bindings, node).or_else(of_name)
    }

    /// Returns what throws a message.
    fn thrown(&self, operation: &Operation, message: &str) -> Option<Filled> {
        let tree = self.program.tree();
        let [operand] = operation.operands[..] else { return None };
        let (all, Range { start, end }) = (tree.range(operation.node), tree.range(operand.node));
        let part = |range: Range<usize>| std::str::from_utf8(&tree.text()[range]).ok();
        // A macro of Rust has its arguments in brackets.
        let message = match tree.text()[start] {
            b'(' => format!("({})", message.replace('{', "{{").replace('}', "}}")),
            _ => message.to_owned(),
        };
        let text = [part(all.start..start)?, &message, part(end..all.end)?].concat();
        Some(Filled { before: String::new(), text, roots: operation.roots.clone() })
    }

    /// Returns a value for an operand of unknown type, and divides the place by how many there are.
    fn of_unknown(&self, operand: Operand, at: &mut usize) -> Option<String> {
        let Program { rules, bindings, .. } = self.program;
        if let Some(function) = rules.function.filter(|_| is_function(bindings.tree(), operand.node)) {
            return Some(function.to_owned());
        }
        let list = match operand.stands {
            Stands::BeforePart => self.of_member(operand.node).unwrap_or(&self.holders),
            Stands::AsIndex => &self.indices,
            Stands::Otherwise => &self.others,
        };
        let value = list.get(at.checked_rem(list.len())?)?.clone();
        *at /= list.len();
        Some(value)
    }

    /// Returns what has the member behind an operand.
    fn of_member(&self, operand: NodeId) -> Option<&Vec<String>> {
        let tree = self.program.tree();
        let name = *tree.tokens().get(tree.token_range(operand).end as usize + 1)?;
        self.by_member.get(std::str::from_utf8(tree.text_of(name)).ok()?)
    }

    /// Returns an operation with the values at some place among those of unknown type.
    fn with(
        &self,
        operation: &Operation,
        types: &[Option<&str>],
        given: Given<'_>,
        mut at: usize,
        object: Option<(usize, &str)>,
    ) -> Option<Filled> {
        let (tree, rules) = (self.program.tree(), self.program.rules);
        let mut maker = Maker::new(self.program, given, None);
        let language = self.program.language.name;
        // What is known of constants may be wrong for a compiler.
        let is_bound = !operation.is_call && !operation.is_statement && object.is_none();
        let all = tree.range(operation.node);
        let (mut before, mut text, mut done) = (String::new(), String::new(), all.start);
        let part = |range: Range<usize>| std::str::from_utf8(&tree.text()[range]).ok();
        for (n_before, (operand, of)) in operation.operands.iter().zip(types).enumerate() {
            let Range { start, end } = tree.range(operand.node);
            text += part(done..start)?;
            done = end;
            if let Some((_, name)) = object.filter(|&(place, _)| place == n_before) {
                text += name;
                continue;
            }
            let is_holder = operand.stands == Stands::BeforePart;
            let name = format!("v{n_before}");
            let of_array = rules.array.filter(|_| is_holder && tree.text().get(end) == Some(&b'['));
            if let Some(array) = of_array.filter(|_| of.is_none()) {
                let length = self.values.numbers.first().map_or("1", String::as_str);
                before += &array.replace("$N", &name).replace("$L", length);
                text += &name;
                continue;
            }
            // In Go, only what may be of any type can be asserted to be of one.
            let is_asserted = kind_has(tree, operation.node, &["type_assertion"]);
            if language == "go" && is_holder && of.is_none() && !is_asserted {
                return None;
            }
            let value = match of {
                Some(of) => {
                    maker.roots.extend(words_of(of).filter_map(|word| self.types.get(word)));
                    maker.value(of, 0)?
                }
                None => {
                    let behind = tree.text().get(end..end + 2);
                    let of_ocaml = behind.filter(|_| is_holder && language == "ocaml");
                    match of_ocaml {
                        Some(b".(") => "[||]".to_owned(),
                        Some(b".[") => "\"\"".to_owned(),
                        _ => self.of_unknown(*operand, &mut at)?,
                    }
                }
            };
            let is_sign = |first: char| "-{&*".contains(first) || first.is_ascii_digit();
            let is_open = value.starts_with(is_sign) || value == "null";
            // `f -1` is not `f (-1)`.
            let is_applied = !rules.has_calls && value.starts_with('-');
            let value = if is_holder && is_open || is_applied { format!("({value})") } else { value };
            // What type it is doesn't follow from the value.
            let is_open_type = language == "rust" && OPEN.iter().any(|open| value.starts_with(open));
            if let Some(of) = of.filter(|of| is_open_type && !of.contains(['&', '\''])) {
                // What is done with it may change it.
                let word = if is_holder { concat!("#[", "allow(unused_mut)] let mut") } else { "let" };
                before += &format!("{word} {name}: {of} = {value}; ");
                text += &name;
                continue;
            }
            let is_cast = kind_has(tree, operation.node, &["cast"]);
            let value = match language {
                "java" if is_cast => format!("(Object) {value}"),
                "c-sharp" if is_cast => format!("(object) {value}"),
                _ => value,
            };
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

//! Values for parameters and fields, as text.

use dwindle_syntax::bindings::DefinitionId;
use dwindle_syntax::languages::made_values;
use dwindle_syntax::uses::Root;
use dwindle_syntax::{NodeId, Tree};

use super::program::Program;
use super::refused::is_given_otherwise;
use super::stock::{Stock, key};
use super::types::{Type, has_word_before};
use crate::tree::closures::parameters::apart;
use crate::tree::uses::sources::{Stated, of_word, stated_type};

/// How deep values within values are made.
const DEEPEST: usize = 4;
/// The most parameters or fields that values are made for.
const MOST_AT_ONCE: usize = 12;
/// Types of which every value is one.
const OBJECTS: [&str; 4] = ["object", "Object", "any", "unknown"];
/// The most values that one call is made of.
const MOST_VALUES: usize = 64;
/// The longest type that a value is made for, in bytes.
const LONGEST: usize = 80;

/// What made values consist of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<'a> {
    /// What numbers get in turn.
    pub(super) numbers: &'a [&'a str],
    /// What texts are.
    pub(super) text: &'a str,
    /// The length of lists, if it matters.
    pub(super) length: Option<usize>,
}

impl Given<'_> {
    /// Zeros, and empty texts.
    pub(super) const NOTHING: Given<'static> = Given { numbers: &["0"], text: "", length: None };
}

/// Makes values, and collects what they need.
pub(super) struct Maker<'a> {
    pub(super) program: Program<'a>,
    /// What numbers get in turn, and texts.
    given: Given<'a>,
    /// What the program gives already.
    stock: Option<&'a Stock>,
    n_numbers: usize,
    n_values: usize,
    /// What the values name.
    pub(super) roots: Vec<Root>,
}

impl<'a> Maker<'a> {
    /// What is in the stock is taken before anything is made.
    pub(super) fn new(program: Program<'a>, given: Given<'a>, stock: Option<&'a Stock>) -> Maker<'a> {
        Maker { program, given, stock, n_numbers: 0, n_values: 0, roots: Vec::new() }
    }

    /// Returns an object of a type that the program has built.
    pub(super) fn built(&mut self, of: &str) -> Option<String> {
        let item = self.stock?.objects.get(of)?;
        self.roots.extend(&item.roots);
        Some(item.text.clone())
    }

    /// Returns the values of some parameters or fields, with commas between them; `None` if one
    /// cannot be made.
    pub(super) fn values(&mut self, declared: &[NodeId], depth: usize) -> Option<String> {
        Some(self.each(declared, depth)?.join(", "))
    }

    fn each(&mut self, declared: &[NodeId], depth: usize) -> Option<Vec<String>> {
        let tree = self.program.tree();
        let mut all = apart(tree, self.program.bindings, declared);
        // What has a value of its own is not given.
        let is_given = |node: &NodeId| {
            let mut parts = tree.children(*node);
            tree.kind_name(*node) != "optional_parameter"
                && !parts.any(|part| tree.is_leaf(part) && tree.text_of(part) == b"=")
        };
        all.truncate(all.iter().take_while(|&node| is_given(node)).count());
        // `/` and `*` of Python are no parameters.
        all.retain(|&node| !tree.kind_name(node).ends_with("_separator"));
        if MOST_AT_ONCE < all.len()
            || all.iter().any(|&node| is_given_otherwise(tree, node))
            || DEEPEST < depth
        {
            return None;
        }
        all.into_iter().map(|one| self.declared(one, depth)).collect()
    }

    /// Returns a value of the type that is stated for a parameter or field.
    fn declared(&mut self, node: NodeId, depth: usize) -> Option<String> {
        let tree = self.program.tree();
        let found = self.program.bindings.definitions_within(tree.subtree(node)).first();
        let name = found.map_or(node, |found| found.name);
        let around =
            || tree.ancestors(name).take_while(|&above| above != node && tree.is_within(above, node));
        let n_pointers =
            around().filter(|&above| tree.kind_name(above).ends_with("pointer_declarator")).count();
        let stock = self.stock.filter(|_| depth == 0);
        if let Some(item) = stock.and_then(|stock| stock.arguments.get(&key(self.program, node))) {
            self.roots.extend(&item.roots);
            return Some(item.text.clone());
        }
        let Some(stated) = stated_type(tree, name) else {
            let is_untyped = self.program.language.bindings.is_some_and(|rules| rules.plain_types.is_empty());
            return is_untyped.then(|| self.number().into());
        };
        let of = type_text(tree, stated)?;
        if 0 < n_pointers {
            return self.pointed(of, n_pointers, depth);
        }
        let is_reference = |above: NodeId| {
            let text = tree.text_of(above);
            tree.kind_name(above) == "reference_declarator"
                && text.starts_with(b"&")
                && !text.starts_with(b"&&")
        };
        let value = self.value(of, depth)?;
        let is_changed = around().any(is_reference)
            && !has_word_before(tree, node, name, b"const")
            && !value.starts_with("std::");
        Some(match (is_changed, self.program.types.named(of)) {
            (false, _) => value,
            // What is changed must have a place.
            (true, Some(_)) => format!("*new {value}"),
            (true, None) => format!("*new {of}({value})"),
        })
    }

    /// Returns a value of the type that is stated for a name.
    pub(super) fn value_of(&mut self, name: NodeId) -> Option<String> {
        let tree = self.program.tree();
        // `char a[9]` of C is more than its type says.
        let declarator = tree.parent(name).filter(|&above| tree.kind_name(above).ends_with("_declarator"));
        if declarator.is_some_and(|above| tree.kind_name(above) != "variable_declarator") {
            return None;
        }
        self.value(type_text(tree, stated_type(tree, name)?)?, 0)
    }

    /// Returns a value for a pointer of C or C++.
    fn pointed(&mut self, of: &str, n_pointers: usize, depth: usize) -> Option<String> {
        let of = of.trim_start_matches("const ").trim();
        match (n_pointers, of) {
            (_, "void") => Some("0".into()),
            (1, "char") => Some(self.text()),
            (1, _) if self.program.language.name == "c" => {
                self.name(of.rsplit(' ').next()?);
                Some(format!("&({of}){{0}}"))
            }
            (1, _) if self.program.types.named(of).is_some() => {
                Some(format!("new {}", self.value(of, depth)?))
            }
            _ => Some("0".into()),
        }
    }

    fn number(&mut self) -> &'a str {
        self.n_numbers += 1;
        self.given.numbers[(self.n_numbers - 1) % self.given.numbers.len()]
    }

    /// Returns a text as a literal, of the length that a message names.
    fn text(&self) -> String {
        if let Some(length) = self.given.length.filter(|_| self.given.text.is_empty()) {
            return format!("\"{}\"", "0".repeat(length));
        }
        let text = self.given.text.replace('\\', "\\\\").replace('"', "\\\"");
        // A letter of several bytes is put across the place that a number names.
        let is_letter = text.chars().count() == 1 && 1 < text.len();
        let place = self.given.numbers.first().and_then(|number| number.parse().ok());
        let before =
            place.filter(|place| is_letter && (1..=LONGEST).contains(place)).map_or(0, |place| place - 1);
        format!("\"{}{text}\"", ".".repeat(before))
    }

    /// Returns a value of a type.
    pub(super) fn value(&mut self, of: &str, depth: usize) -> Option<String> {
        self.n_values += 1;
        let is_parameter = words_of(of)
            .any(|word| matches!(word.as_bytes(), [b'A'..=b'Z']) && self.program.types.named(word).is_none());
        let is_any = of.starts_with("impl ") || of.starts_with("dyn ");
        if LONGEST < of.len() || DEEPEST < depth || MOST_VALUES < self.n_values || is_parameter || is_any {
            return None;
        }
        if self.program.language.name == "rust"
            && let Some(inner) = of.strip_prefix('&')
        {
            return self.referred(inner.trim_start(), depth);
        }
        let of = of.trim_start_matches("const ").trim_end_matches(['&', ' ']);
        if let Some(inner) = of.strip_prefix('*').filter(|inner| self.program.types.named(inner).is_some()) {
            return Some(format!("&{}", self.value(inner, depth)?));
        }
        if let Some(one) = self.program.types.named(of) {
            return self.instance(one, depth);
        }
        let stands_for = |rule: &str| if rule.ends_with('<') { of.starts_with(rule) } else { of == rule };
        if let Some((_, value)) = self.program.rules.values.iter().find(|(rule, _)| stands_for(rule)) {
            return Some((*value).into());
        }
        let is_unsigned = of.starts_with('u') || of == "size_t";
        match of_word(of.as_bytes()) {
            _ if OBJECTS.contains(&of) => return Some(self.number().into()),
            Some(Stated::Number) => {
                let number = self.number();
                let is_float = self.program.language.name == "rust" && of.starts_with('f');
                let text = if is_float { format!("{number}.0") } else { number.into() };
                return (!is_unsigned || !number.starts_with('-')).then_some(text);
            }
            _ => {}
        }
        let types = self.program.types;
        let is_type = |name: &str| types.named(name).is_some();
        let rules = self.program.language.bindings?.made;
        // What is made of any type in Rust ends the program.
        let made = made_values(rules, of, &is_type).into_iter().find(|made| !made.text.contains("todo!"));
        let text = match made.map(|made| made.text) {
            Some(text) if text == "\"\"" => self.text(),
            Some(text) if text == "String::new()" && !self.given.text.is_empty() => {
                format!("String::from({})", self.text())
            }
            Some(text) => text,
            None => match of_word(of.as_bytes())? {
                Stated::Text => self.text(),
                Stated::Truth => "false".into(),
                _ => return None,
            },
        };
        let length = self.given.length.or((self.given.numbers == ["0"]).then_some(0));
        let text = match length {
            Some(length) => of_length(text, length),
            None => text,
        };
        words_of(of).for_each(|word| self.name(word));
        Some(text)
    }

    /// Returns a reference of Rust to a value.
    fn referred(&mut self, of: &str, depth: usize) -> Option<String> {
        let of = match of.strip_prefix('\'') {
            Some(named) => named.split_once(' ')?.1.trim_start(),
            None => of,
        };
        let (sign, of) = of.strip_prefix("mut ").map_or(("&", of), |inner| ("&mut ", inner.trim_start()));
        match of {
            "str" => Some(self.text()),
            _ if of.starts_with('[') => Some(format!("{sign}[]")),
            _ => Some(format!("{sign}{}", self.value(of, depth)?)),
        }
    }

    /// Notes that a type of the text is needed.
    pub(super) fn name(&mut self, word: &str) {
        if let Some(one) = self.program.types.named(word) {
            self.needs(one.definition);
        }
    }

    fn needs(&mut self, id: DefinitionId) {
        let found = self.program.bindings.definition(id);
        self.roots.push(match found.is_member {
            true => Root::Member(id),
            false => Root::Entity(found.entity),
        });
    }

    /// Notes that the definitions in some nodes are needed.
    fn needs_within(&mut self, nodes: &[NodeId]) {
        let (bindings, tree) = (self.program.bindings, self.program.tree());
        let within = nodes.iter().flat_map(|&node| bindings.definition_ids_within(tree.subtree(node)));
        within.for_each(|id| self.needs(id));
    }

    /// Returns a value of a type that the text defines.
    pub(super) fn instance(&mut self, one: Type, depth: usize) -> Option<String> {
        let tree = self.program.tree();
        let name = &*self.path(one)?;
        self.needs(one.definition);
        if one.is_generic(tree) {
            return None;
        }
        let Some(object) = self.program.rules.object else { return self.literal(one, name, depth) };
        if one.is(tree, "interface") || one.has_word(tree, b"abstract") {
            return self.nothing();
        }
        if let Some(&first) = self.program.types.parts(tree, one).variants.first() {
            self.needs_within(&[first]);
            let first = self.program.bindings.definitions_within(tree.subtree(first)).first()?.name;
            let first = std::str::from_utf8(tree.text_of(first)).ok()?;
            let sign = self.program.rules.of_type?;
            return Some(format!("{name}{sign}{first}"));
        }
        let values = if object.contains("$A") { self.constructed(one, depth)? } else { String::new() };
        Some(object.replace("$T", name).replace("$A", &values))
    }

    /// Returns the name of a type where the program starts.
    pub(super) fn path(&self, one: Type) -> Option<String> {
        self.program.types.path(
            self.program.tree(),
            one,
            self.program.rules.of_type,
            self.program.start.place,
        )
    }

    /// Returns a value that is no object.
    fn nothing(&self) -> Option<String> {
        self.program.rules.nothing.map(Into::into)
    }

    /// Returns what a constructor takes.
    fn constructed(&mut self, one: Type, depth: usize) -> Option<String> {
        let tree = self.program.tree();
        let parts = self.program.types.parts(tree, one);
        if let Some((name, taken)) = &parts.constructor {
            self.needs_within(&[*name]);
            return self.values(taken, depth + 1);
        }
        self.values(&parts.data, depth + 1)
    }

    /// Returns a literal of a type of Rust.
    fn literal(&mut self, one: Type, name: &str, depth: usize) -> Option<String> {
        let tree = self.program.tree();
        let parts = self.program.types.parts(tree, one);
        if !parts.variants.is_empty() {
            let is_plain = |&node: &NodeId| tree.children(node).count() <= 1;
            let plain = parts.variants.iter().copied().find(is_plain)?;
            let variant = tree.children(plain).next().unwrap_or(plain);
            self.needs_within(&[plain]);
            return Some(format!("{name}::{}", String::from_utf8_lossy(tree.text_of(variant))));
        }
        if let Some(types) = one.ordered(tree) {
            let of = |node: NodeId| std::str::from_utf8(tree.text_of(node)).ok();
            let types: Vec<&str> = types.into_iter().map(of).collect::<Option<_>>()?;
            let values: Option<Vec<String>> = types.into_iter().map(|of| self.value(of, depth + 1)).collect();
            return Some(format!("{name}({})", values?.join(", ")));
        }
        let fields = one.fields(self.program.bindings);
        self.needs_within(&fields);
        let values = self.each(&fields, depth + 1)?;
        let named = |(field, value): (&NodeId, String)| {
            let name = self.program.bindings.definitions_within(tree.subtree(*field)).first()?.name;
            Some(format!("{}: {value}", String::from_utf8_lossy(tree.text_of(name))))
        };
        let fields: Option<Vec<String>> = fields.iter().zip(values).map(named).collect();
        let fields = fields?;
        let has_list = || tree.text_of(one.whole).ends_with(b"}");
        Some(if fields.is_empty() && has_list() {
            format!("{name} {{}}")
        } else if fields.is_empty() {
            name.into()
        } else {
            format!("{name} {{ {} }}", fields.join(", "))
        })
    }
}

/// Returns the text of a type, without the sign before it.
fn type_text(tree: &Tree, stated: NodeId) -> Option<&str> {
    let of = std::str::from_utf8(tree.text_of(stated)).ok()?;
    Some(of.trim_start_matches([':', ' ']))
}

/// Returns the words of a type.
pub(super) fn words_of(of: &str) -> impl Iterator<Item = &str> {
    of.split(|letter: char| !(letter.is_alphanumeric() || letter == '_'))
}

/// Returns a list of another length for one that is made with one element.
fn of_length(text: String, length: usize) -> String {
    const ENDS: [(&str, &str, &str); 3] = [("[1]", "[", "]"), (", 1)", ", ", ")"), (">(1)", ">(", ")")];
    let is_one = |(end, ..): &&(&str, &str, &str)| text.ends_with(end);
    if let Some((end, before, behind)) = ENDS.iter().find(is_one) {
        return format!("{}{before}{length}{behind}", &text[..text.len() - end.len()]);
    }
    match text.strip_prefix("vec![").and_then(|rest| rest.strip_suffix(']')) {
        Some(_) if length == 0 => "vec![]".into(),
        Some(inner) if !inner.is_empty() => format!("vec![{inner}; {length}]"),
        _ => text,
    }
}

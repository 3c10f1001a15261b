//! Types of objects, as far as declarations state them: `x: T`, `T x`, `x = T::new()`.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::collect::Collected;
use super::guess::is_import;
use super::named::FoundDefinition;
use super::scopes::Scopes;
use crate::tree::{NodeId, Tree};

/// How many nodes around a name are searched for its type, or for the import that it is in.
const MOST_AROUND: usize = 4;
/// What may stand around the name of a type without changing which members an object has.
const TRANSPARENT: [&[u8]; 24] = [
    b"&",
    b"*",
    b"?",
    b":",
    b"<",
    b">",
    b"::",
    b"'",
    b"\\",
    b"mut",
    b"const",
    b"dyn",
    b"ref",
    b"in",
    b"out",
    b"readonly",
    b"std",
    b"Rc",
    b"Arc",
    b"Box",
    b"unique_ptr",
    b"shared_ptr",
    b"struct",
    b"final",
];
/// Types that an initial value decides.
const INFERRED: [&[u8]; 5] = [b"var", b"auto", b"val", b"let", b"const auto"];
/// Types, and values at first, of objects that may be of any type.
const ANY: [&[u8]; 14] = [
    b"any",
    b"Any",
    b"AnyObject",
    b"dynamic",
    b"id",
    b"mixed",
    b"object",
    b"Object",
    b"unknown",
    b"None",
    b"nil",
    b"null",
    b"nullptr",
    b"undefined",
];
/// Functions of a type that return one of it.
const MAKERS: [&[u8]; 2] = [b"new", b"default"];
/// The most tokens of a type.
const LONGEST: usize = 40;

/// What is known of the type of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// One of this type, or of one derived from it.
    Of(&'a [u8]),
    /// One that has nothing to do with any type of the text.
    Foreign,
    /// One that may have members of these types, besides its own.
    About(BTreeSet<&'a [u8]>),
}

/// What is known of an object; `None` if nothing is, or different things are.
type Known<'a> = Option<Kind<'a>>;

/// The types of all objects.
pub(super) struct Objects<'a> {
    scopes: HashSet<NodeId>,
    /// By scope and name.
    variables: HashMap<(NodeId, &'a [u8]), Known<'a>>,
    /// By name.
    members: HashMap<&'a [u8], Known<'a>>,
    /// Names that something else than a member has.
    no_members: HashSet<&'a [u8]>,
    /// All names that the text defines, other than by imports.
    defined: HashSet<&'a [u8]>,
    imported: HashSet<&'a [u8]>,
}

impl<'a> Objects<'a> {
    /// Collects the types of all objects; `types` are the names of the types. O(names · depth).
    pub(super) fn of(tree: &'a Tree, collected: &Collected, types: &HashSet<&'a [u8]>) -> Objects<'a> {
        let (imported, own): (Vec<_>, Vec<_>) =
            collected.definitions.iter().partition(|found| is_imported(tree, found.name));
        let names = |found: &[&FoundDefinition]| found.iter().map(|found| tree.text_of(found.name)).collect();
        let scopes = Scopes::of(collected, tree);
        let scope_of = scopes.of_definitions(&collected.definitions);
        let scope_of = scope_of.into_iter().map(|scope| scopes.nodes[scope as usize]);
        let mut objects = Objects {
            scopes: scopes.nodes.iter().copied().collect(),
            variables: HashMap::new(),
            members: HashMap::new(),
            no_members: HashSet::new(),
            defined: names(&own),
            imported: names(&imported),
        };
        for (found, scope) in collected.definitions.iter().zip(scope_of) {
            if is_imported(tree, found.name) {
                continue;
            }
            let kind = objects.kind(tree, types, found.name);
            let name = tree.text_of(found.name);
            let first = if found.traits.member {
                objects.members.entry(name).or_insert_with(|| kind.clone())
            } else {
                objects.no_members.insert(name);
                objects.variables.entry((scope, name)).or_insert_with(|| kind.clone())
            };
            if *first != kind {
                *first = None;
            }
        }
        objects
    }

    /// Returns what is known of the object that is named at a node; `is_member` if it is one of
    /// another object. O(depth).
    pub(super) fn kind_of(&self, tree: &'a Tree, node: NodeId, is_member: bool) -> Option<&Kind<'a>> {
        let name = tree.text_of(node);
        let scopes = || tree.ancestors(node).filter(|node| self.scopes.contains(node));
        let variable = || scopes().find_map(|scope| self.variables.get(&(scope, name)));
        let known = if is_member { None } else { variable() };
        // In Java and C++, a member of the object itself is named alone.
        let is_alone = !is_member && self.no_members.contains(name);
        known.or_else(|| self.members.get(name).filter(|_| !is_alone))?.as_ref()
    }

    /// Whether a name that stands before a member is that of a type or module that the text does
    /// not define.
    pub(super) fn is_foreign(&self, name: &[u8], sign: &[u8]) -> bool {
        const OWN: [&[u8]; 5] = [b"crate", b"super", b"parent", b"base", b"Super"];
        let is_type = || sign == b"::" || self.imported.contains(name) || name[0].is_ascii_uppercase();
        !self.defined.contains(name) && !OWN.contains(&name) && is_type()
    }

    /// Returns what the text says about the type of what a name defines.
    fn kind(&self, tree: &'a Tree, types: &HashSet<&'a [u8]>, name: NodeId) -> Option<Kind<'a>> {
        let mut below = name;
        for above in tree.ancestors(name).take(MOST_AROUND) {
            let others = || tree.children(above).filter(|&child| child != below);
            if let Some(node) = others().find(|&child| states_type(tree, child))
                && !INFERRED.contains(&tree.text_of(node))
            {
                return self.of_type(tree, types, node);
            }
            let behind = || others().filter(|&child| below < child);
            let value = behind().skip_while(|&child| !is_sign_of_value(tree, child)).nth(1);
            if let Some(node) = value {
                return self.of_value(tree, types, node);
            }
            let kind = tree.kind_name(above);
            let ends = ["parameters", "body", "block", "function", "method", "class", "list"];
            if ends.iter().any(|end| kind.contains(end)) && !kind.ends_with("declarator") {
                return None;
            }
            below = above;
        }
        None
    }

    fn of_type(&self, tree: &'a Tree, types: &HashSet<&'a [u8]>, node: NodeId) -> Option<Kind<'a>> {
        let tokens = tree.tokens_of(node);
        let texts = || tokens.iter().map(|&token| tree.text_of(token));
        let is_unknown =
            |text: &[u8]| ANY.contains(&text) || self.defined.contains(text) && !types.contains(text);
        if LONGEST < tokens.len() || texts().any(is_unknown) {
            return None;
        }
        let named: BTreeSet<&[u8]> = texts().filter(|text| types.contains(text)).collect();
        let is_plain = || texts().all(|text| types.contains(text) || TRANSPARENT.contains(&text));
        Some(match named.first() {
            None => Kind::Foreign,
            Some(only) if named.len() == 1 && is_plain() => Kind::Of(only),
            Some(_) => Kind::About(named),
        })
    }

    /// Returns the type of a value that is a literal of a type, or that a type makes: `T { … }`,
    /// `&T{…}`, `new T(…)`, `T::new(…)`, `T(…)`.
    fn of_value(&self, tree: &'a Tree, types: &HashSet<&'a [u8]>, node: NodeId) -> Option<Kind<'a>> {
        let texts: Vec<&[u8]> = tree.tokens_of(node).iter().map(|&token| tree.text_of(token)).collect();
        let is_operator = |text: &&&[u8]| matches!(**text, b"&" | b"new" | b"*" | b"mut");
        let made = &texts[texts.iter().take_while(is_operator).count()..];
        let &first = made.first()?;
        let is_made = match made.get(1).copied() {
            Some(b"(" | b"{" | b"<") => true,
            Some(b"::" | b".") => made.get(2).is_some_and(|name| MAKERS.contains(name)),
            _ => false,
        };
        let is_whole = ends_with_only_group(made);
        if !is_made || !is_whole {
            let is_number = texts.len() == 1 && first[0].is_ascii_digit();
            let is_plain = is_number || tree.kind_name(node).contains("string") || first == b"[" && is_whole;
            return is_plain.then_some(Kind::Foreign);
        }
        if types.contains(first) {
            return Some(Kind::Of(first));
        }
        let is_other = first[0].is_ascii_uppercase() && made.len() <= LONGEST && !ANY.contains(&first);
        let is_defined = |at: usize| {
            let is_member = at.checked_sub(1).is_some_and(|at| matches!(made[at], b"." | b"::"));
            !is_member && self.defined.contains(made[at])
        };
        (is_other && !(0..made.len()).any(is_defined)).then_some(Kind::Foreign)
    }
}

/// Whether the last of some tokens closes the only brackets that are in no others.
fn ends_with_only_group(texts: &[&[u8]]) -> bool {
    let (mut depth, mut n_groups) = (0usize, 0);
    for text in texts {
        match *text {
            b"(" | b"{" | b"[" => depth += 1,
            b")" | b"}" | b"]" => {
                depth = depth.saturating_sub(1);
                n_groups += usize::from(depth == 0);
            }
            _ => {}
        }
    }
    n_groups == 1 && depth == 0 && texts.last().is_some_and(|last| matches!(*last, b")" | b"}" | b"]"))
}

/// Whether a name is introduced by an import.
fn is_imported(tree: &Tree, name: NodeId) -> bool {
    tree.ancestors(name).take(MOST_AROUND).any(|node| is_import(tree, node))
}

/// Whether a node states the type of what is beside it.
fn states_type(tree: &Tree, node: NodeId) -> bool {
    let kind = tree.kind_name(node);
    let is_type = || kind == "type_annotation" || kind == "user_type" || kind == "nullable_type";
    tree.is_named(node) && (tree.field_name(node) == Some("type") || is_type())
}

fn is_sign_of_value(tree: &Tree, node: NodeId) -> bool {
    matches!(tree.text_of(node), b"=" | b":=")
}

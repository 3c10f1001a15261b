//! Types of objects, as far as declarations state them: `x: T`, `T x`, `x = T::new()`.

use std::collections::{BTreeSet, HashMap, HashSet};

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
/// Types of objects that may be of any type, or of one that is not named.
const ANY: [&[u8]; 15] = [
    b"any",
    b"Any",
    b"AnyObject",
    b"dynamic",
    b"id",
    b"mixed",
    b"object",
    b"Object",
    b"unknown",
    b"self",
    b"Self",
    b"static",
    b"this",
    b"This",
    b"$this",
];
/// The most children of a node that are searched for a type or a value.
const MOST_BESIDE: usize = 16;
/// Functions of a type that return one of it.
const MAKERS: [&[u8]; 2] = [b"new", b"default"];
/// The most tokens of a type, a value or an import.
const LONGEST: usize = 40;

/// What is known of the type of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// One of this type, or of one derived from it.
    Of(&'a [u8]),
    /// One of a type that the text does not define.
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
    /// Imported names that may stand for something that the text defines.
    renamed: HashSet<&'a [u8]>,
    /// Names that are assigned to where they are not defined.
    assigned: HashSet<&'a [u8]>,
}

impl<'a> Objects<'a> {
    /// Collects the types of all objects; `types` are the names of the types. O(names + tokens).
    pub(super) fn of(
        tree: &'a Tree,
        definitions: &[FoundDefinition],
        scopes: &Scopes,
        types: &HashSet<&'a [u8]>,
    ) -> Objects<'a> {
        let mut imports: Vec<(&[u8], NodeId)> = Vec::new();
        let mut own: Vec<(&FoundDefinition, NodeId)> = Vec::new();
        for (found, &scope) in definitions.iter().zip(&scopes.of_definitions) {
            match import_around(tree, found.name) {
                Some(import) => imports.push((tree.text_of(found.name), import)),
                None => own.push((found, scopes.nodes[scope as usize])),
            }
        }
        let defined: HashSet<&[u8]> = own.iter().map(|(found, _)| tree.text_of(found.name)).collect();
        let renamed = imports.iter().filter(|(_, import)| names_one_of(tree, *import, &defined));
        let mut objects = Objects {
            scopes: scopes.nodes.iter().copied().collect(),
            variables: HashMap::new(),
            members: HashMap::new(),
            no_members: HashSet::new(),
            renamed: renamed.map(|(name, _)| *name).collect(),
            imported: imports.iter().map(|(name, _)| *name).collect(),
            defined,
            assigned: assigned(tree, definitions),
        };
        for (found, scope) in own {
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
        let is_variable = !is_member && self.no_members.contains(name);
        known.or_else(|| self.members.get(name).filter(|_| !is_variable))?.as_ref()
    }

    /// Whether a name that stands before a member is that of a type or module that the text does
    /// not define.
    pub(super) fn is_foreign(&self, name: &[u8], sign: &[u8]) -> bool {
        const OWN: [&[u8]; 5] = [b"crate", b"super", b"parent", b"base", b"Super"];
        let is_named_like_type =
            || name.first().is_some_and(u8::is_ascii_uppercase) && name.iter().any(u8::is_ascii_lowercase);
        let is_type = || sign == b"::" || self.imported.contains(name) || is_named_like_type();
        !self.defined.contains(name) && !self.renamed.contains(name) && !OWN.contains(&name) && is_type()
    }

    /// Returns what the text says about the type of what a name defines: a type that is stated,
    /// rather than that of its first value.
    fn kind(&self, tree: &'a Tree, types: &HashSet<&'a [u8]>, name: NodeId) -> Known<'a> {
        const ENDS: [&str; 8] =
            ["parameters", "body", "block", "function", "method", "class", "list", "lambda"];
        let mut below = name;
        let mut of_value = None;
        for above in tree.ancestors(name).take(MOST_AROUND) {
            let kind = tree.kind_name(above);
            // What a pattern names is only a part of what has the type.
            if kind.contains("pattern") || kind.contains("structured_binding") {
                return None;
            }
            if ENDS.iter().any(|end| kind.contains(end)) && !kind.ends_with("declarator") {
                break;
            }
            let others = || tree.children(above).take(MOST_BESIDE).filter(|&child| child != below);
            if let Some(node) = others().find(|&child| states_type(tree, child))
                && !INFERRED.contains(&tree.text_of(node))
            {
                return self.of_type(tree, types, node);
            }
            let behind = others().filter(|&child| below < child);
            let value = behind.skip_while(|&child| !is_sign_of_value(tree, child)).nth(1);
            of_value = of_value.or(value);
            below = above;
        }
        // Without a type, it may be given others later.
        let is_fixed = !self.assigned.contains(tree.text_of(name));
        self.of_value(tree, types, of_value.filter(|_| is_fixed)?)
    }

    fn of_type(&self, tree: &'a Tree, types: &HashSet<&'a [u8]>, node: NodeId) -> Known<'a> {
        let tokens = tree.tokens_of(node);
        if LONGEST < tokens.len() {
            return None;
        }
        let texts = || tokens.iter().map(|&token| tree.text_of(token));
        let is_unknown =
            |text: &[u8]| ANY.contains(&text) || self.defined.contains(text) && !types.contains(text);
        let is_text =
            tree.preorder(node).take(MOST_AROUND).any(|part| tree.kind_name(part).contains("string"));
        if is_text || texts().any(is_unknown) {
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
    fn of_value(&self, tree: &'a Tree, types: &HashSet<&'a [u8]>, node: NodeId) -> Known<'a> {
        if LONGEST < tree.token_range(node).len() {
            return None;
        }
        let texts: Vec<&[u8]> = tree.tokens_of(node).iter().map(|&token| tree.text_of(token)).collect();
        let is_operator = |text: &&&[u8]| matches!(**text, b"&" | b"new" | b"*" | b"mut");
        let made = &texts[texts.iter().take_while(is_operator).count()..];
        let &first = made.first()?;
        let is_made = match made.get(1).copied() {
            Some(b"(" | b"{" | b"<") => true,
            Some(b"::" | b".") => made.get(2).is_some_and(|name| MAKERS.contains(name)),
            _ => false,
        };
        if !is_made || !ends_with_only_group(made) {
            return None;
        }
        if types.contains(first) {
            return Some(Kind::Of(first));
        }
        let is_other = first.first().is_some_and(u8::is_ascii_uppercase) && !ANY.contains(&first);
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

/// Returns the names that are followed by `=`, other than in their definitions.
fn assigned<'a>(tree: &'a Tree, definitions: &[FoundDefinition]) -> HashSet<&'a [u8]> {
    let names: HashSet<NodeId> = definitions.iter().map(|found| found.name).collect();
    let pairs = tree.tokens().windows(2).filter(|pair| tree.text_of(pair[1]) == b"=");
    pairs.map(|pair| pair[0]).filter(|name| !names.contains(name)).map(|name| tree.text_of(name)).collect()
}

/// Returns the import that introduces a name.
fn import_around(tree: &Tree, name: NodeId) -> Option<NodeId> {
    tree.ancestors(name).take(MOST_AROUND).find(|&node| is_import(tree, node))
}

/// Whether an import names something that the text defines, under this or another name.
fn names_one_of(tree: &Tree, import: NodeId, defined: &HashSet<&[u8]>) -> bool {
    tree.tokens_of(import).iter().take(LONGEST).any(|&token| defined.contains(tree.text_of(token)))
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

//! Members with the type that they are members of: where the text says of a use which type is
//! meant, members of other types with the same name are others.

use std::collections::{HashMap, HashSet};

use super::collect::{Collected, qualified};
use super::families::Families;
use super::named::{FoundDefinition, FoundReference};
use super::objects::{Kind, Objects};
use super::roles::{Namespace, Traits};
use super::scopes::Scopes;
use crate::tree::{NodeId, Tree};

/// What stands for the object whose type is around it.
const ITSELF: [&[u8]; 6] = [b"self", b"Self", b"this", b"$this", b"static", b"cls"];
/// Signs between a type or an object and its member.
const BEFORE_MEMBER: [&[u8]; 5] = [b".", b"::", b"->", b"?.", b"?->"];
/// How many nodes around a name are looked at for the literal that it is in.
const MOST_AROUND: usize = 4;
/// The most fields that a use of an unknown one may be.
const MOST_VAGUE: usize = 16;

/// Members of one name, called ones apart from others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Group<'a> {
    name: &'a [u8],
    is_called: bool,
}

/// What the text says about the type whose member a use means.
enum Said<'a, 'b> {
    Nothing,
    /// It is one of this type.
    Type(&'a [u8]),
    /// It is one of an object of this kind.
    Object(&'b Kind<'a>),
    /// It is one of a type that the text does not define.
    Foreign,
}

/// Whose member a use means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner<'a> {
    Unknown,
    Type(&'a [u8]),
    /// No type of the text.
    Foreign,
}

/// What is known of a group.
#[derive(Default)]
struct Known<'a> {
    /// The indices of its definitions, each with its type.
    definitions: Vec<(usize, Option<&'a [u8]>)>,
    /// Those types.
    owners: HashSet<&'a [u8]>,
    /// What stands for all that are derived from them, or implement them.
    kin: HashSet<&'a [u8]>,
    /// The indices of its uses, each with its type if the text says it.
    uses: Vec<(usize, Owner<'a>)>,
    /// Whether a definition stands for one of another type, as a method of a trait does, or a use
    /// may mean something that is no member.
    is_unclear: bool,
}

impl<'a> Known<'a> {
    /// Whether the type of each definition is known, and none stands for one of another type.
    fn is_clear(&self) -> bool {
        !self.is_unclear && self.definitions.iter().all(|(_, owner)| owner.is_some())
    }

    /// Whether members of different types may be told apart: if the type of each use is known;
    /// where nothing can be overridden, also if the type of most is.
    fn is_apart(&self, is_called: bool) -> bool {
        let n_owners = self.owners.len();
        let with = |is: fn(Owner<'_>) -> bool| self.uses.iter().filter(|(_, owner)| is(*owner)).count();
        let n_known = with(|owner| matches!(owner, Owner::Type(_)));
        let n_unknown = with(|owner| owner == Owner::Unknown);
        let most_are = !is_called && n_unknown <= n_known && n_owners <= MOST_VAGUE;
        1 < n_owners && self.is_clear() && 0 < n_known && (n_unknown == 0 || most_are)
    }

    /// Returns whose member a use is.
    fn owner(&self, said: &Said<'a, '_>, families: &Families<'a>) -> Owner<'a> {
        let is_of_own =
            |&owner: &&'a [u8]| self.kin.contains(families.kin_of(owner)) || families.is_open(owner);
        let is_known = |owner: &&'a [u8]| self.owners.contains(families.head_of(owner));
        match said {
            Said::Type(owner) | Said::Object(Kind::Of(owner)) if is_known(owner) => {
                Owner::Type(families.head_of(owner))
            }
            Said::Object(Kind::Of(owner)) if is_of_own(owner) => Owner::Unknown,
            Said::Object(Kind::About(owners)) if owners.iter().any(is_of_own) => Owner::Unknown,
            Said::Foreign | Said::Object(_) => Owner::Foreign,
            Said::Nothing | Said::Type(_) => Owner::Unknown,
        }
    }
}

/// Lets the names of members begin with that of their type, where the text says which one is meant.
/// A use of a field of which it does not is one of all fields of the name, and needs none of them.
/// A use of which the text says that no type of its own is meant is none of these members.
/// O(names · depth).
pub(super) fn tell_apart(tree: &Tree, collected: &mut Collected, scopes: &Scopes) {
    let types = types(tree, &collected.definitions);
    let members: HashSet<Namespace> = collected
        .definitions
        .iter()
        .filter(|found| found.traits.member)
        .map(|found| found.namespace)
        .collect();
    if members.is_empty() {
        return;
    }
    let names: HashSet<&[u8]> = types.values().copied().collect();
    let objects = Objects::of(tree, &collected.definitions, scopes, &names);
    let families = Families::of(tree, &collected.definitions, &types, &names);
    let place = Place { tree, types: &types, objects: &objects };
    let mut groups: HashMap<Group<'_>, Known<'_>> = HashMap::new();
    for (index, found) in collected.definitions.iter().enumerate().filter(|(_, found)| found.traits.member) {
        let group = Group { name: tree.text_of(found.name), is_called: is_called(tree, found.name) };
        let known = groups.entry(group).or_default();
        let owner = place.around(found.name);
        // One may override another.
        let owner = owner.map(|owner| families.head_of(owner));
        known.definitions.push((index, owner));
        known.owners.extend(owner);
        known.kin.extend(owner.map(|owner| families.kin_of(owner)));
        known.is_unclear |= found.traits.accompanies || place.may_stand_for(found.name);
    }
    let others = collected.definitions.iter().filter(|found| !found.traits.member);
    let others: HashSet<&[u8]> = others.map(|found| tree.text_of(found.name)).collect();
    for (index, found) in collected.references.iter().enumerate() {
        let is_member = found.namespace.is_some_and(|namespace| members.contains(&namespace));
        let is_fallback = !is_member && found.traits.fallback.is_some_and(|other| members.contains(&other));
        if !is_member && !is_fallback {
            continue;
        }
        let name = tree.text_of(found.node);
        let of = |is_called: bool| Group { name, is_called };
        let wanted = is_called(tree, found.node);
        let group = if groups.contains_key(&of(wanted)) { of(wanted) } else { of(!wanted) };
        let Some(known) = groups.get(&group) else { continue };
        let said = match is_fallback {
            // A name alone, within the type.
            true if group.is_called => Said::Nothing,
            true => place.around(found.node).map_or(Said::Nothing, Said::Type),
            false => place.said(found.node),
        };
        // A field may be called, and a method named.
        let is_of = |other: &Known<'_>| other.owner(&said, &families) != Owner::Foreign;
        let owner = match known.owner(&said, &families) {
            Owner::Foreign if groups.get(&of(!group.is_called)).is_some_and(is_of) => Owner::Unknown,
            owner => owner,
        };
        let Some(known) = groups.get_mut(&group) else { continue };
        known.is_unclear |= is_fallback && (owner == Owner::Unknown || others.contains(name));
        known.uses.push((index, owner));
    }
    let mut all: Vec<(Group<'_>, Known<'_>)> = groups.into_iter().collect();
    all.sort_by_key(|(group, _)| *group);
    for (group, known) in all {
        if known.is_clear() {
            let foreign = known.uses.iter().filter(|(_, owner)| *owner == Owner::Foreign);
            // No type of the text has this name.
            let uses = foreign.filter_map(|&(index, _)| key(&collected.references[index]));
            let names: Vec<_> = uses.map(|key| (key, qualified(b"", group.name))).collect();
            collected.spelled.extend(names);
        }
        if known.is_apart(group.is_called) {
            spell_apart(collected, &group, &known);
        }
    }
}

/// Returns what tells a use from others at the same node.
fn key(found: &FoundReference) -> Option<(NodeId, Namespace)> {
    Some((found.node, found.namespace?))
}

/// Lets the names of a group begin with those of their types.
fn spell_apart(collected: &mut Collected, group: &Group<'_>, known: &Known<'_>) {
    let mut owners: Vec<&[u8]> = known.owners.iter().copied().collect();
    owners.sort_unstable();
    for &(index, owner) in &known.definitions {
        let name = qualified(owner.unwrap_or_default(), group.name);
        let found = &collected.definitions[index];
        collected.spelled.insert((found.name, found.namespace), name);
    }
    for &(index, owner) in &known.uses {
        let found = collected.references[index];
        match owner {
            Owner::Foreign => {}
            Owner::Type(owner) => {
                collected.spelled.extend(key(&found).map(|key| (key, qualified(owner, group.name))));
            }
            Owner::Unknown => {
                let weak = FoundReference { traits: Traits { weak: true, ..found.traits }, ..found };
                collected.vague.extend(owners.iter().map(|owner| (weak, qualified(owner, group.name))));
                // These take its place.
                collected.references[index].namespace = None;
            }
        }
    }
}

/// Returns the types: nodes that define a name, with that name.
fn types<'a>(tree: &'a Tree, definitions: &[FoundDefinition]) -> HashMap<NodeId, &'a [u8]> {
    let all = definitions.iter().filter(|found| !found.traits.member);
    let types = all.filter_map(|found| Some((found.node.filter(|&node| is_type(tree, node))?, found.name)));
    types.map(|(node, name)| (node, tree.text_of(name))).collect()
}

/// Whether a node defines a type, by its kind.
fn is_type(tree: &Tree, node: NodeId) -> bool {
    const TYPES: [&str; 14] = [
        "class",
        "struct",
        "enum",
        "union",
        "trait",
        "interface",
        "protocol",
        "object_de",
        "type",
        "impl",
        "extension",
        "record",
        "module",
        "template",
    ];
    const WRAPPERS: [&str; 4] = ["export", "decorated", "ambient", "template_declaration"];
    let is_one = |node: NodeId| {
        let kind = tree.kind_name(node);
        TYPES.iter().any(|word| kind.contains(word)) && !kind.contains("parameter")
    };
    let is_wrapper = WRAPPERS.iter().any(|word| tree.kind_name(node).contains(word));
    if is_wrapper { tree.children(node).any(is_one) } else { is_one(node) }
}

/// Whether a name is followed by arguments or parameters.
fn is_called(tree: &Tree, name: NodeId) -> bool {
    let next = tree.tokens().get(tree.token_range(name).end as usize);
    let is_of_types = |sign: NodeId| {
        let kind = tree.parent(sign).map_or("", |above| tree.kind_name(above));
        ["type", "generic", "template"].iter().any(|word| kind.contains(word))
    };
    next.is_some_and(|&next| match tree.text_of(next) {
        b"(" => true,
        b"<" => is_of_types(next),
        _ => false,
    })
}

/// What is known at the places of a text.
struct Place<'a, 'b> {
    tree: &'a Tree,
    types: &'b HashMap<NodeId, &'a [u8]>,
    objects: &'b Objects<'a>,
}

impl<'a, 'b> Place<'a, 'b> {
    /// Returns the name of the type around a name.
    fn around(&self, name: NodeId) -> Option<&'a [u8]> {
        self.tree.ancestors(name).find_map(|node| self.types.get(&node).copied())
    }

    /// Whether a definition may stand for one in another type: one of an interface, or one that
    /// extends another type.
    fn may_stand_for(&self, name: NodeId) -> bool {
        const INTERFACES: [&str; 3] = ["interface", "trait", "protocol"];
        let is_interface = |node: NodeId| {
            let kind = self.tree.kind_name(node);
            INTERFACES.iter().any(|word| kind.contains(word))
        };
        let holder = self.tree.ancestors(name).find(|node| self.types.contains_key(node));
        let is_extension = || {
            let at = self.tree.token_range(name).end as usize + 1;
            self.tree.tokens().get(at).is_some_and(|&first| self.tree.text_of(first) == b"this")
        };
        holder.is_some_and(|node| is_interface(node) || self.tree.children(node).any(is_interface))
            || is_extension()
    }

    /// Returns what the text says about the type whose member a use means: `T.a`, `x.a` of an `x`
    /// with a known type, `self.a` within a type, `T { a: 1 }`.
    fn said(&self, node: NodeId) -> Said<'a, 'b> {
        let Place { tree, objects, .. } = *self;
        let own = |text: &'a [u8]| if ITSELF.contains(&text) { self.around(node) } else { Some(text) };
        let at = tree.token_range(node).start as usize;
        let before = |n: usize| at.checked_sub(n).map(|at| tree.tokens()[at]);
        let sign = before(1).map(|sign| tree.text_of(sign)).filter(|sign| BEFORE_MEMBER.contains(sign));
        if let (Some(sign), Some(object)) = (sign, before(2)) {
            // What is before it must be one name.
            let name = tree.text_of(object);
            let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
            if !name.iter().all(is_word) {
                return Said::Nothing;
            }
            let sign_before = before(3).map(|sign| tree.text_of(sign));
            let is_member = sign_before.is_some_and(|sign| sign != b"::" && BEFORE_MEMBER.contains(&sign));
            if !is_member && ITSELF.contains(&name) {
                return self.around(node).map_or(Said::Nothing, Said::Type);
            }
            if let Some(kind) = objects.kind_of(tree, object, is_member) {
                return Said::Object(kind);
            }
            return match is_member {
                true => Said::Nothing,
                false if objects.is_foreign(name, sign) => Said::Foreign,
                false => Said::Type(name),
            };
        }
        let is_literal = |&node: &NodeId| {
            let kind = tree.kind_name(node);
            ["struct_expression", "struct_pattern", "composite_literal"].contains(&kind)
        };
        let literal = tree.ancestors(node).take(MOST_AROUND).find(is_literal);
        let name = literal.and_then(|literal| tree.children(literal).next());
        let first = name.map(|name| tree.text_of(tree.tokens()[tree.token_range(name).start as usize]));
        first.and_then(own).map_or(Said::Nothing, Said::Type)
    }
}

#[cfg(test)]
mod tests;

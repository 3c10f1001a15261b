//! Members with the type that they are members of: where the text says of a use which type is
//! meant, members of other types with the same name are others.

use std::collections::{HashMap, HashSet};

use super::collect::{Collected, qualified};
use super::named::{FoundDefinition, FoundReference};
use super::roles::Traits;
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

/// What is known of a group.
#[derive(Default)]
struct Known<'a> {
    /// The indices of its definitions, each with its type.
    definitions: Vec<(usize, Option<&'a [u8]>)>,
    /// Those types.
    owners: HashSet<&'a [u8]>,
    /// The indices of its uses, each with its type if the text says it.
    uses: Vec<(usize, Option<&'a [u8]>)>,
    /// Whether a definition stands for one of another type, as a method of a trait does, or a use
    /// may mean something that is no member.
    is_unclear: bool,
}

impl<'a> Known<'a> {
    /// Whether members of different types may be told apart: if the type of each use is known;
    /// where nothing can be overridden, also if the type of most is.
    fn is_apart(&self, is_called: bool) -> bool {
        let n_owners = self.owners.len();
        let n_known = self.uses.iter().filter(|(_, owner)| owner.is_some()).count();
        let most_are = !is_called && self.uses.len() <= 2 * n_known && n_owners <= MOST_VAGUE;
        let all_owned = self.definitions.iter().all(|(_, owner)| owner.is_some());
        let is_known = 0 < n_known && (n_known == self.uses.len() || most_are);
        1 < n_owners && all_owned && is_known && !self.is_unclear
    }
}

/// Lets the names of members begin with that of their type, where the text says which one is meant.
/// A use of a field of which it does not is one of all fields of the name, and needs none of them.
/// O(names · depth).
pub(super) fn tell_apart(tree: &Tree, collected: &mut Collected) {
    let types = types(tree, &collected.definitions);
    let mut groups: HashMap<Group<'_>, Known<'_>> = HashMap::new();
    for (index, found) in collected.definitions.iter().enumerate().filter(|(_, found)| found.traits.member) {
        let group = Group { name: tree.text_of(found.name), is_called: is_called(tree, found.name) };
        let known = groups.entry(group).or_default();
        let owner = around(tree, &types, found.name);
        known.definitions.push((index, owner));
        known.owners.extend(owner);
        known.is_unclear |= found.traits.accompanies;
    }
    let Some(member) = collected.definitions.iter().find(|found| found.traits.member) else { return };
    let member = member.namespace;
    let others = collected.definitions.iter().filter(|found| !found.traits.member);
    let others: HashSet<&[u8]> = others.map(|found| tree.text_of(found.name)).collect();
    for (index, found) in collected.references.iter().enumerate() {
        let is_fallback = found.traits.fallback == Some(member);
        if found.namespace != Some(member) && !is_fallback {
            continue;
        }
        let name = tree.text_of(found.node);
        let of = |is_called: bool| Group { name, is_called };
        let wanted = is_called(tree, found.node);
        let group = if groups.contains_key(&of(wanted)) { of(wanted) } else { of(!wanted) };
        let Some(known) = groups.get_mut(&group) else { continue };
        let owner = match is_fallback {
            // A name alone, within the type.
            true if group.is_called => None,
            true => around(tree, &types, found.node),
            false => owner_of_use(tree, &types, found.node, group.is_called),
        };
        let owner = owner.filter(|owner| known.owners.contains(owner));
        known.is_unclear |= is_fallback && (owner.is_none() || others.contains(name));
        known.uses.push((index, owner));
    }
    let mut all: Vec<(Group<'_>, Known<'_>)> =
        groups.into_iter().filter(|(group, known)| known.is_apart(group.is_called)).collect();
    all.sort_by_key(|(group, _)| *group);
    for (group, known) in all {
        let mut owners: Vec<&[u8]> = known.owners.iter().copied().collect();
        owners.sort_unstable();
        for &(index, owner) in &known.definitions {
            let name = qualified(owner.unwrap_or_default(), group.name);
            collected.spelled.insert(collected.definitions[index].name, name);
        }
        for &(index, owner) in &known.uses {
            let found = collected.references[index];
            if let Some(owner) = owner {
                collected.spelled.insert(found.node, qualified(owner, group.name));
                continue;
            }
            let weak = FoundReference { traits: Traits { weak: true, ..found.traits }, ..found };
            collected.vague.extend(owners.iter().map(|owner| (weak, qualified(owner, group.name))));
            // These take its place.
            collected.references[index].namespace = None;
        }
    }
}

/// Returns the types: nodes that define a name, with that name.
fn types<'a>(tree: &'a Tree, definitions: &[FoundDefinition]) -> HashMap<NodeId, &'a [u8]> {
    let is_type = |found: &&FoundDefinition| !found.traits.member && !is_called(tree, found.name);
    let all = definitions.iter().filter(is_type);
    all.filter_map(|found| Some((found.node?, tree.text_of(found.name)))).collect()
}

/// Returns the name of the type around a name.
fn around<'a>(tree: &Tree, types: &HashMap<NodeId, &'a [u8]>, name: NodeId) -> Option<&'a [u8]> {
    tree.ancestors(name).find_map(|node| types.get(&node).copied())
}

/// Whether a name is followed by arguments or parameters.
fn is_called(tree: &Tree, name: NodeId) -> bool {
    let next = tree.tokens().get(tree.token_range(name).end as usize);
    next.is_some_and(|&next| matches!(tree.text_of(next), b"(" | b"<"))
}

/// Returns the type whose member a use means, as far as the text says it: `T.a`, `self.a` within
/// it, `T { a: 1 }`. A method of an object may be that of a type derived from its own.
fn owner_of_use<'a>(
    tree: &'a Tree,
    types: &HashMap<NodeId, &'a [u8]>,
    node: NodeId,
    is_called: bool,
) -> Option<&'a [u8]> {
    let own = |text: &'a [u8]| if ITSELF.contains(&text) { around(tree, types, node) } else { Some(text) };
    let at = tree.token_range(node).start as usize;
    let text_before = |n: usize| at.checked_sub(n).map(|at| tree.text_of(tree.tokens()[at]));
    if text_before(1).is_some_and(|sign| BEFORE_MEMBER.contains(&sign)) {
        // What is before it must be one name, not a member of something.
        let object = text_before(2)?;
        let is_name = object.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'));
        let is_inner = text_before(3).is_some_and(|sign| sign != b"::" && BEFORE_MEMBER.contains(&sign));
        let is_object = is_called && [&b"self"[..], b"this", b"$this"].contains(&object);
        return if is_name && !is_inner && !is_object { own(object) } else { None };
    }
    let literal = tree.ancestors(node).take(MOST_AROUND).find(|&node| {
        let kind = tree.kind_name(node);
        ["struct_expression", "struct_pattern", "composite_literal"].contains(&kind)
    })?;
    let name = tree.children(literal).next()?;
    own(tree.text_of(tree.tokens()[tree.token_range(name).start as usize]))
}

#[cfg(all(test, feature = "rust"))]
mod tests {
    use crate::bindings::Bindings;
    use crate::languages::by_name;

    /// Returns how often each definition of a name is used, in text order.
    fn n_uses(text: &str, name: &str) -> Vec<usize> {
        let language = by_name("rust").expect("Rust is built in");
        let tree = language.parse(text.as_bytes()).expect("the text is short");
        let bindings = Bindings::of(language, &tree).expect("Rust has a query");
        let named = bindings.definitions().iter().filter(|found| tree.text_of(found.name) == name.as_bytes());
        named.map(|found| bindings.entity(found.entity).uses.len()).collect()
    }

    #[test]
    fn members_of_different_types_are_told_apart_where_the_text_says_the_type() {
        let types = "struct A { n: u8, m: u8 }\nstruct B { n: u8 }\n\
            impl A { fn new() -> A { A { n: 1, m: 2 } } fn get(&self) -> u8 { self.n } }\n\
            impl B { fn new() -> B { B { n: 1 } } fn get(&self) -> u8 { self.n + self.n } }\n";
        assert_eq!(n_uses(&format!("{types}fn f() {{ A::new(); A::new(); B::new(); }}"), "new"), [2, 1]);
        assert_eq!(n_uses(types, "n"), [2, 3]);
        // A use of one of several fields is one of each.
        assert_eq!(n_uses(&format!("{types}fn f(b: &B) -> u8 {{ b.n }}"), "n"), [3, 4]);
        // A method of an object may be any of its name.
        assert_eq!(n_uses(&format!("{types}fn f(b: &B) -> u8 {{ b.get() }}"), "get"), [1, 1]);
        assert_eq!(n_uses(&format!("{types}fn f() {{ A::new(); g(B::new); h.new(); }}"), "new"), [3, 3]);
    }

    #[test]
    fn methods_of_a_trait_stay_one_with_those_that_implement_it() {
        let text = "trait T { fn f() -> u8; }\nstruct A;\nstruct B;\n\
            impl T for A { fn f() -> u8 { 1 } }\nimpl T for B { fn f() -> u8 { 2 } }\n\
            fn g() { A::f(); B::f(); }\n";
        let found = n_uses(text, "f");
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{found:?}");
    }
}

//! Name resolution: which entity each name refers to.

use std::ops::Range;

use super::collect::Collected;
use super::entities::{Definition, DefinitionId, Entity, EntityId, Need, Returning, Use, UseId};
use super::found::Inner;
use super::marks::Marks;
use super::name_rules::NameRules;
use super::named::{FoundDefinition, FoundReference};
use super::nesting::{innermost, parents};
use super::roles::{Namespace, Symbols, Traits};
use super::scopes::Scopes;
use super::wholes::Wholes;
use crate::tree::{NodeId, Tree};

/// A namespace and the symbol of a name.
type Key = (Namespace, u32);

/// Resolves all names. O(names · log names).
pub(super) fn resolve(
    mut collected: Collected,
    scopes: &Scopes,
    namespaces: &[String],
    rules: NameRules,
    tree: &Tree,
) -> Inner {
    let names = rules.names;
    let mut symbols = Symbols::default();
    let spelled = &collected.spelled;
    let of_definition = |(definition, &scope): (&FoundDefinition, &u32)| {
        let text = spelled
            .get(&(definition.name, definition.namespace))
            .map_or(tree.text_of(definition.name), Vec::as_slice);
        let symbol = symbols.symbol(names.plain(text));
        ((definition.namespace, symbol), scope)
    };
    let mut known: Vec<(Key, u32)> =
        collected.definitions.iter().zip(&scopes.of_definitions).map(of_definition).collect();
    drop_unjoined(&mut collected.definitions, &mut known);
    let mut keyed: Vec<(Key, u32, usize)> =
        known.into_iter().enumerate().map(|(index, (key, scope))| (key, scope, index)).collect();
    keyed.sort_unstable();
    let mut definitions: Vec<Definition> = collected.definitions.iter().map(unbound).collect();
    let mut table = Table { keys: Vec::new(), entities: Vec::new(), ranges: Vec::new() };
    for same in keyed.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let (key, scope, _) = same[0];
        for &(_, _, definition) in same {
            definitions[definition].entity = EntityId(id(table.entities.len()));
        }
        table.keys.push(key);
        table.ranges.push(scopes.ranges[scope as usize].clone());
        table.entities.push(Entity {
            namespace: key.0,
            scope: scopes.nodes[scope as usize],
            outer: None,
            definitions: same.iter().map(|&(_, _, definition)| DefinitionId(id(definition))).collect(),
            uses: Vec::new(),
        });
    }
    table.nest();
    let references = all_references(&collected, namespaces.len(), tree);
    let mut uses: Vec<Use> = Vec::with_capacity(references.len());
    let mut lookups: Vec<(Key, u32, usize)> = Vec::with_capacity(references.len());
    for (index, reference) in references.iter().enumerate() {
        let known = || Some(collected.spelled.get(&(reference.node, reference.namespace))?.as_slice());
        let spelled = reference.spelled.or_else(known);
        let text = spelled.unwrap_or(&tree.text()[reference.text.clone()]);
        let symbol = symbols.symbol(names.plain(text));
        lookups.push(((reference.namespace, symbol), reference.node.0, index));
        uses.push(Use { node: reference.node, entity: None, need: need(reference.traits) });
    }
    lookups.sort_unstable();
    table.bind(&lookups, &mut uses);
    let fallbacks = lookups.iter().filter_map(|&((_, symbol), node, index)| {
        let fallback = references[index].traits.fallback.filter(|_| uses[index].entity.is_none())?;
        Some(((fallback, symbol), node, index))
    });
    let mut fallbacks: Vec<_> = fallbacks.collect();
    fallbacks.sort_unstable();
    table.bind(&fallbacks, &mut uses);
    let mut entities = table.entities;
    // A word that nothing defines is not a name.
    let mut is_word = references.iter().map(|reference| reference.is_word);
    uses.retain(|bound| !is_word.next().unwrap_or(false) || bound.entity.is_some());
    for (index, bound) in uses.iter().enumerate() {
        if let Some(entity) = bound.entity {
            entities[entity.0 as usize].uses.push(UseId(id(index)));
        }
    }
    let returning = returning(&collected, tree);
    let marks = Marks::new(tree, &definitions, &uses, &entities, &returning);
    let wholes = Wholes::new(tree, &definitions, &uses);
    Inner {
        tree: tree.clone(),
        undefined: rules.undefined,
        start: rules.start,
        namespaces: namespaces.to_vec(),
        definitions,
        uses,
        entities,
        returning,
        statements: collected.statements,
        marks,
        wholes,
    }
}

/// Drops definitions with `accompanies` that accompany no other one.
fn drop_unjoined(definitions: &mut Vec<FoundDefinition>, known: &mut Vec<(Key, u32)>) {
    let accompanies = |definition: &FoundDefinition| definition.traits.accompanies;
    if !definitions.iter().any(accompanies) {
        return;
    }
    let mut proper: Vec<(Key, u32)> = Vec::new();
    proper.extend(
        definitions.iter().zip(&*known).filter(|(found, _)| !accompanies(found)).map(|(_, key)| *key),
    );
    proper.sort_unstable();
    let stays: Vec<bool> = definitions
        .iter()
        .zip(&*known)
        .map(|(found, key)| !accompanies(found) || proper.binary_search(key).is_ok())
        .collect();
    let mut stay = stays.iter();
    definitions.retain(|_| stay.next().copied().unwrap_or(true));
    let mut stay = stays.iter();
    known.retain(|_| stay.next().copied().unwrap_or(true));
}

fn id(index: usize) -> u32 {
    u32::try_from(index).expect("a text of less than 4 GiB has fewer names")
}

fn unbound(found: &FoundDefinition) -> Definition {
    Definition {
        name: found.name,
        node: found.node,
        group: found.group,
        entity: EntityId(0),
        has_body: found.traits.body,
        is_root: found.traits.root,
        is_member: found.traits.member,
        accompanies: found.traits.accompanies,
    }
}

fn need(traits: Traits) -> Need {
    if traits.weak { Need::None } else { Need::Strict }
}

/// Entities, sorted by key and then by scope.
struct Table {
    keys: Vec<Key>,
    entities: Vec<Entity>,
    ranges: Vec<Range<u32>>,
}

impl Table {
    /// Links each entity to the entity of an outer scope that it hides.
    fn nest(&mut self) {
        let mut first = 0;
        for same in self.keys.chunk_by(|a, b| a == b) {
            let behind = first + same.len();
            for (index, parent) in parents(&self.ranges[first..behind]).into_iter().enumerate() {
                self.entities[first + index].outer = parent.map(|parent| EntityId(id(first) + parent));
            }
            first = behind;
        }
    }

    /// Resolves references, which are sorted by key and then by node.
    fn bind(&self, references: &[(Key, u32, usize)], uses: &mut [Use]) {
        let mut first = 0;
        for same in references.chunk_by(|a, b| a.0 == b.0) {
            let key = same[0].0;
            first += self.keys[first..].partition_point(|known| *known < key);
            let behind = first + self.keys[first..].partition_point(|known| *known == key);
            let found = innermost(&self.ranges[first..behind], same.iter().map(|&(_, node, _)| node));
            for (&(_, _, index), entity) in same.iter().zip(found) {
                uses[index].entity = entity.map(|entity| EntityId(id(first) + entity));
            }
        }
    }
}

/// A use of a name.
struct Reference<'a> {
    node: NodeId,
    /// The name that it is one of, if the text does not say it.
    spelled: Option<&'a [u8]>,
    /// The bytes of the name.
    text: Range<usize>,
    namespace: Namespace,
    traits: Traits,
    /// Whether it is one of several words in the node.
    is_word: bool,
}

/// Returns the references, and the words within larger nodes, in order.
fn all_references<'a>(collected: &'a Collected, n_namespaces: usize, tree: &Tree) -> Vec<Reference<'a>> {
    let of_node = |(found, spelled): (&FoundReference, Option<&'a [u8]>)| {
        let namespace = found.namespace?;
        let (node, traits) = (found.node, found.traits);
        Some(Reference { node, spelled, text: tree.range(node), namespace, traits, is_word: false })
    };
    let clear = collected.references.iter().map(|found| (found, None));
    let all = clear.chain(collected.vague.iter().map(|(found, name)| (found, Some(name.as_slice()))));
    let mut references: Vec<Reference<'_>> = all.filter_map(of_node).collect();
    let namespaces = 0..u8::try_from(n_namespaces).unwrap_or(u8::MAX);
    for &node in &collected.words {
        // A pragma is an error without what it names; other words may be anything.
        let traits = Traits { weak: !tree.is_extra(node), ..Traits::default() };
        for text in words(tree, node) {
            references.extend(namespaces.clone().map(|namespace| Reference {
                node,
                spelled: None,
                text: text.clone(),
                namespace: Namespace(namespace),
                traits,
                is_word: true,
            }));
        }
    }
    references.sort_by_key(|reference| reference.node);
    references
}

/// Returns the words in the text of a node, but for those of literals in the body of a macro:
/// `ignored "-Wunused-variable"` names no variable.
fn words(tree: &Tree, node: NodeId) -> impl Iterator<Item = Range<usize>> {
    let range = tree.range(node);
    let has_primes = tree.is_extra(node);
    let is_word = move |byte: u8| {
        byte.is_ascii_alphanumeric() || byte == b'_' || 0x80 <= byte || has_primes && byte == b'\''
    };
    let mut at = range.start;
    std::iter::from_fn(move || {
        let start = loop {
            let rest = &tree.text()[at..range.end];
            let next = rest.iter().position(|&byte| is_word(byte) || byte == b'"' && !has_primes)?;
            let close = rest[next + 1..].iter().position(|&byte| byte == b'"');
            match close.filter(|_| rest[next] == b'"') {
                Some(close) => at += next + close + 2,
                None if rest[next] == b'"' => at += next + 1,
                None => break at + next,
            }
        };
        let rest = &tree.text()[start..range.end];
        at = start + rest.iter().position(|&byte| !is_word(byte)).unwrap_or(rest.len());
        Some(start..at)
    })
}

/// Returns the functions that have return statements, with those.
fn returning(collected: &Collected, tree: &Tree) -> Vec<Returning> {
    let ranges: Vec<_> = collected.functions.iter().map(|&function| tree.subtree(function)).collect();
    let mut returning: Vec<Returning> =
        collected.functions.iter().map(|&function| Returning { function, returns: Vec::new() }).collect();
    let around = innermost(&ranges, collected.returns.iter().map(|node| node.0));
    for (&node, function) in collected.returns.iter().zip(around) {
        if let Some(function) = function {
            returning[function as usize].returns.push(node);
        }
    }
    returning.retain(|function| !function.returns.is_empty());
    returning
}

//! Slices: definitions with everything that they need.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::companion::nodes;
use super::graph::Inner;
use super::parts::PartId;
use super::reach::{Gone, Members, Reached};
use super::use_graph::Uses;
use crate::bindings::{DefinitionId, EntityId, UseId, is_import};
use crate::tree::NodeId;

/// A definition that may be kept alone, with everything that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// What to keep.
    pub root: Root,
    /// The number of tokens kept with it; for very large texts, of the definition alone.
    pub n_tokens: u32,
    /// Whether nothing outside of the text can use it.
    pub is_private: bool,
}

/// The definitions for which a slice is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Root {
    /// All definitions of an entity.
    Entity(EntityId),
    /// One member: others may have its name.
    Member(DefinitionId),
}

/// Whether wildcard imports are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wildcards {
    /// All of them.
    Kept,
    /// Those whose last name is used, as that of `import Data.Semigroup`.
    Dropped,
}

/// With fewer top-level candidates, and where implementations may go, members are candidates as
/// well.
const FEW: usize = 4;
/// The most parts and names visited for the sizes of all slices together.
const MOST_STEPS: usize = 1 << 26;
/// Words in the kinds of nodes that define types.
const TYPES: [&str; 8] = ["class", "interface", "struct", "enum", "union", "record", "trait", "type_def"];

impl Uses {
    /// Returns the slices of the text without the bytes in `gone` (sorted, without overlaps), the
    /// smallest first. Roots are definitions similar to one that is unused in the original, so that
    /// no tool reports them as unused. O(definitions · (parts + names)) up to a limit; beyond it,
    /// only the sizes of the roots are counted, in O(definitions + parts).
    pub fn slices(&self, gone: &[Range<usize>], members: Members) -> Vec<Slice> {
        let inner = &*self.inner;
        let gone = Gone::of(inner, gone);
        let heads: BTreeSet<Head> = inner.unused().filter_map(|part| inner.head(part)).collect();
        let exported = inner.exported(&gone);
        // What is not in a list of exports may be reported as unused.
        let like_unused = |part: &PartId| match exported.is_empty() {
            true => inner.head(*part).is_some_and(|head| head.is_visible() || heads.contains(&head)),
            false => inner.main_entity(*part).is_some_and(|own| exported.contains(&own)),
        };
        let definitions = |is_at: &dyn Fn(PartId) -> bool| -> BTreeSet<Root> {
            let parts = (0u32..).take(inner.parts.len()).filter(|&part| is_at(part));
            let parts = parts.filter(|part| 0 < gone.n_left(inner, *part) && like_unused(part));
            parts.filter_map(|part| inner.slice_root(part)).collect()
        };
        let is_outer = |part: PartId| inner.parts[part as usize].parent.is_none();
        // If there is an entry point, nothing else can be kept alone.
        let mut found = definitions(&|part| is_outer(part) && inner.starts(part));
        if found.is_empty() {
            found = definitions(&is_outer);
        }
        let is_start = |root: &Root| matches!(root, Root::Entity(entity) if inner.is_start(*entity));
        if (found.len() < FEW || members == Members::Named) && !found.iter().any(is_start) {
            let is_member =
                |part: PartId| inner.defines[part as usize].iter().all(|id| inner.waits[id.0 as usize]);
            found = definitions(&|part| is_outer(part) || is_member(part));
        }
        let n_tokens = gone.n_tokens();
        let is_large = MOST_STEPS / (inner.parts.len() + inner.bindings.uses().len() + 1) < found.len();
        let slice = |root: Root| {
            let own = inner.parts_of(&gone, root);
            let is_visible = |&part: &PartId| inner.head(part).is_some_and(|head| head.is_visible());
            let is_private = !own.iter().any(is_visible);
            if is_large {
                let n_tokens = own.iter().map(|&part| gone.n_left(inner, part)).sum();
                return Slice { root, n_tokens, is_private };
            }
            let removed = inner.without(&gone, &[root], members, Wildcards::Kept);
            let n_removed: u32 = removed.iter().map(|&part| gone.n_left(inner, part)).sum();
            Slice { root, n_tokens: n_tokens - n_removed.min(n_tokens), is_private }
        };
        let mut slices: Vec<Slice> = found.into_iter().map(slice).collect();
        slices.sort_by_key(|slice| (slice.n_tokens, slice.root));
        slices
    }

    /// Returns the nodes to delete to keep only some roots with everything that they need; none
    /// lies within another. O(parts + names).
    pub fn beside(
        &self,
        gone: &[Range<usize>],
        roots: &[Root],
        members: Members,
        wildcards: Wildcards,
    ) -> Vec<NodeId> {
        let inner = &*self.inner;
        let gone = Gone::of(inner, gone);
        nodes(inner, inner.without(&gone, roots, members, wildcards))
    }

    /// Returns the nodes to delete to keep only the top-level statements with everything that they
    /// need; none lies within another. `None` if there are no top-level statements, or there is
    /// nothing to delete. O(parts + names).
    pub fn beside_statements(&self, gone: &[Range<usize>]) -> Option<Vec<NodeId>> {
        let inner = &*self.inner;
        let gone = Gone::of(inner, gone);
        let roots = inner.roots.iter().copied().filter(|&part| 0 < gone.n_left(inner, part));
        let is_statement = |&part: &PartId| !inner.is_definition[part as usize] && !inner.is_pragma(part);
        let nameless: Vec<PartId> = roots.filter(is_statement).collect();
        if nameless.iter().all(|&part| inner.is_import(part)) {
            return None;
        }
        let is_start = |part: &PartId| {
            let defines = &inner.defines[*part as usize];
            defines.iter().any(|&id| inner.bindings.definition(id).is_root)
        };
        let starts = (0u32..).take(inner.parts.len()).filter(is_start);
        let mut reached = Reached::empty(inner, Members::Used);
        for part in nameless.into_iter().chain(starts) {
            reached.add(part);
        }
        for &id in inner.free.iter().filter(|&&id| !gone.has_use(id)) {
            if let Some(entity) = inner.bindings.use_at(id).entity {
                reached.add_entity(inner, &gone, entity);
            }
        }
        reached.go_on(inner, &gone);
        inner.add_nameless(&gone, &mut reached, inner.pragmas());
        let beside = inner.beside(&gone, &reached);
        (!beside.is_empty()).then(|| nodes(inner, beside))
    }

    /// Whether there are wildcard imports in the text without the bytes in `gone` (sorted, without
    /// overlaps). O(parts + names).
    pub fn has_wildcards(&self, gone: &[Range<usize>]) -> bool {
        let gone = Gone::of(&self.inner, gone);
        self.inner.kept().any(|part| self.inner.brings_all(part) && 0 < gone.n_left(&self.inner, part))
    }
}

/// The tokens before a name, and the kind of its node: `pub fn`, `static int`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Head {
    kind: String,
    is_nested: bool,
    words: Vec<u8>,
}

impl Head {
    /// Whether the definition is visible to other files.
    fn is_visible(&self) -> bool {
        let mut words = self.words.split(u8::is_ascii_whitespace);
        words.any(|word| matches!(word, b"pub" | b"export" | b"public"))
    }
}

impl Inner {
    /// Returns the definitions that are unused in the original.
    pub(super) fn unused(&self) -> impl Iterator<Item = PartId> {
        self.kept().filter(|&part| self.is_definition[part as usize])
    }

    /// Returns the parts that are needed even if nothing uses them.
    pub(super) fn kept(&self) -> impl Iterator<Item = PartId> {
        let nested = self.shell.iter().flatten().copied();
        self.roots.iter().copied().chain(nested)
    }

    /// Returns what the remaining lists of exports name; empty if there are none.
    fn exported(&self, gone: &Gone) -> BTreeSet<EntityId> {
        let tree = self.tree();
        let is_list = |node: NodeId| tree.kind_name(node).starts_with("export");
        let all = self.bindings.numbered_definitions();
        let left = all.filter(|(id, found)| found.accompanies && !gone.has_definition(*id));
        let named = left.filter(|(_, found)| tree.ancestors(found.name).any(is_list));
        named.map(|(_, found)| found.entity).collect()
    }

    /// Whether a part that nothing uses defines a type, or something with a body, and is no entry
    /// point.
    pub(super) fn is_idle_whole(&self, part: PartId) -> bool {
        let kind = self.tree().kind_name(self.parts[part as usize].node);
        let is_type = TYPES.iter().any(|word| kind.contains(word));
        let defines = self.defines[part as usize].iter().map(|&id| self.bindings.definition(id));
        let mut own = defines.filter(|found| !found.accompanies).peekable();
        own.peek().is_some() && own.all(|found| (found.has_body || is_type) && !found.is_root)
    }

    /// Whether a part is a wildcard import.
    pub(super) fn brings_all(&self, part: PartId) -> bool {
        self.is_import(part) && !self.is_definition[part as usize]
    }

    /// Returns the first entity that a part defines, if it is not a member.
    fn main_entity(&self, part: PartId) -> Option<EntityId> {
        let defines = self.defines[part as usize].iter().map(|&id| self.bindings.definition(id));
        let mut own = defines.filter(|found| !found.accompanies);
        own.next().map(|found| found.entity)
    }

    /// Returns what is kept for a part's own sake; `None` if it defines nothing.
    fn slice_root(&self, part: PartId) -> Option<Root> {
        match self.is_member(part) {
            true => self.defines[part as usize].first().map(|&id| Root::Member(id)),
            false => self.main_entity(part).map(Root::Entity),
        }
    }

    /// Returns the remaining parts that are removed with a root.
    fn parts_of(&self, gone: &Gone, root: Root) -> Vec<PartId> {
        let definitions = match &root {
            Root::Entity(entity) => &self.bindings.entity(*entity).definitions[..],
            Root::Member(id) => std::slice::from_ref(id),
        };
        let left = definitions.iter().filter(|&&id| !gone.has_definition(id));
        left.filter_map(|&id| self.own_part(id)).collect()
    }

    fn head(&self, part: PartId) -> Option<Head> {
        const LONGEST: usize = 60;
        let tree = self.tree();
        let defines = &self.defines[part as usize];
        let id = *defines.iter().find(|&&id| !self.bindings.definition(id).accompanies)?;
        let node = self.parts[part as usize].node;
        let kind = tree.kind_name(node);
        if is_import(tree, node) {
            return None;
        }
        let name = self.bindings.definition(id).name;
        let start = tree.range(node).start;
        let words = &tree.text()[start..tree.range(name).start.clamp(start, start + LONGEST)];
        let is_type =
            ["struct", "data", "type", "enum", "union", "record"].iter().any(|word| kind.contains(word));
        let words = if is_type { Vec::new() } else { words.trim_ascii().to_vec() };
        let is_nested = self.parts[part as usize].parent.is_some();
        Some(Head { kind: kind.to_owned(), is_nested, words })
    }

    /// Whether a part is an entry point of the program.
    fn starts(&self, part: PartId) -> bool {
        self.main_entity(part).is_some_and(|entity| self.is_start(entity))
            && !self.head(part).is_some_and(|head| head.is_visible())
    }

    fn is_start(&self, entity: EntityId) -> bool {
        let definitions = &self.bindings.entity(entity).definitions;
        definitions.iter().any(|&id| self.bindings.definition(id).is_root)
    }

    /// Returns the outermost parts that are not kept with some roots.
    fn without(&self, gone: &Gone, roots: &[Root], members: Members, wildcards: Wildcards) -> Vec<PartId> {
        let mut reached = Reached::empty(self, members);
        for &root in roots {
            if let Root::Entity(entity) = root {
                reached.add_entity(self, gone, entity);
            }
            // A member keeps the part around it.
            self.parts_of(gone, root).into_iter().for_each(|part| reached.add(part));
        }
        reached.go_on(self, gone);
        let nameless = self.roots.iter().copied().filter(|&part| !self.is_definition[part as usize]);
        let (imports, others): (Vec<PartId>, Vec<PartId>) = nameless.partition(|&part| self.brings_all(part));
        self.add_nameless(gone, &mut reached, others.into_iter().chain(self.pragmas()));
        let is_asked_for =
            |part: PartId| wildcards == Wildcards::Kept || self.is_named_by_kept(gone, &reached, part);
        let may_stay = |&part: &PartId| is_asked_for(part) && self.has_its_module(gone, &reached, part);
        for part in imports.into_iter().filter(may_stay).collect::<Vec<_>>() {
            reached.add(part);
        }
        self.beside(gone, &reached)
    }

    /// Returns the pragmas that name definitions.
    fn pragmas(&self) -> impl Iterator<Item = PartId> {
        (0u32..).take(self.parts.len()).filter(|&part| self.is_pragma(part))
    }

    /// Adds parts without a name, each of which stays as long as everything that it uses.
    fn add_nameless(&self, gone: &Gone, reached: &mut Reached, parts: impl Iterator<Item = PartId>) {
        let mut waiting: BTreeMap<PartId, BTreeSet<EntityId>> =
            parts.map(|part| (part, self.used_in(gone, part))).collect();
        loop {
            let n_waiting = waiting.len();
            waiting.retain(|&part, entities| {
                let stays = !reached.has(part) && entities.iter().all(|&entity| reached.has_entity(entity));
                if stays {
                    reached.add(part);
                }
                !stays
            });
            reached.go_on(self, gone);
            if waiting.len() == n_waiting {
                break;
            }
        }
    }

    /// Whether everything stays that a wildcard import names and this text defines, such as a
    /// module. It may stay only for something in it.
    fn has_its_module(&self, gone: &Gone, reached: &Reached, import: PartId) -> bool {
        let stays = |entity: EntityId| {
            let definitions = self.bindings.entity(entity).definitions.iter();
            let mut left = definitions.filter(|&&id| !gone.has_definition(id));
            reached.has_entity(entity)
                || left.any(|&id| self.own_part(id).is_some_and(|part| reached.has(part)))
        };
        self.used_in(gone, import).into_iter().all(|entity| self.is_brought(entity) || stays(entity))
    }

    /// Whether something that stays uses a name that nothing defines, and with which a wildcard
    /// import ends: many modules are called like the type or class in them.
    fn is_named_by_kept(&self, gone: &Gone, reached: &Reached, import: PartId) -> bool {
        let tree = self.tree();
        let nodes = self.parts[import as usize].nodes.clone();
        let leaves = (nodes.start..nodes.end).map(NodeId).filter(|&node| tree.is_leaf(node));
        let leaves: Vec<&[u8]> = leaves.map(|node| tree.text_of(node)).collect();
        let behind_path = leaves.iter().rposition(|leaf| matches!(*leaf, b"." | b"::"));
        let words = match behind_path {
            Some(dot) => leaves.get(dot + 1..dot + 2).unwrap_or_default(),
            None => &leaves[..],
        };
        let uses = (0u32..).map(UseId).zip(self.bindings.uses());
        let mut unbound = uses.filter(|(id, bound)| bound.entity.is_none() && !gone.has_use(*id));
        unbound.any(|(_, bound)| {
            let is_kept = |part: PartId| reached.has(part) && !self.is_import(part);
            words.contains(&tree.text_of(bound.node)) && self.around(bound.node).is_some_and(is_kept)
        })
    }

    /// Returns the outermost remaining parts that are not reached.
    fn beside(&self, gone: &Gone, reached: &Reached) -> Vec<PartId> {
        let parts = (0u32..).take(self.parts.len());
        let is_left = |&part: &PartId| !reached.has(part) && 0 < gone.n_left(self, part);
        let mut end = 0;
        let mut outermost = parts.filter(is_left).collect::<Vec<_>>();
        outermost.retain(|&part| {
            let nodes = &self.parts[part as usize].nodes;
            let is_outer = end <= nodes.start;
            end = end.max(nodes.end);
            is_outer
        });
        outermost
    }

    /// Returns the entities that are used anywhere in a part and defined outside of it; imported
    /// ones only if there are no others.
    fn used_in(&self, gone: &Gone, part: PartId) -> BTreeSet<EntityId> {
        let nodes = self.parts[part as usize].nodes.clone();
        let uses = self.bindings.uses();
        let first = uses.partition_point(|bound| bound.node.0 < nodes.start);
        let there = uses[first..].iter().zip(first..).take_while(|(bound, _)| bound.node.0 < nodes.end);
        let there = there.filter(|(_, at)| !gone.has_use(UseId(*at as u32)));
        let is_outside = |entity: &EntityId| {
            let definitions = &self.bindings.entity(*entity).definitions;
            definitions.iter().all(|id| !nodes.contains(&self.bindings.definition(*id).name.0))
        };
        let used: BTreeSet<EntityId> =
            there.filter_map(|(bound, _)| bound.entity).filter(is_outside).collect();
        let own: BTreeSet<EntityId> =
            used.iter().copied().filter(|&entity| !self.is_brought(entity)).collect();
        if own.is_empty() { used } else { own }
    }

    /// Whether an entity is imported.
    pub(super) fn is_brought(&self, entity: EntityId) -> bool {
        let definitions = self.bindings.entity(entity).definitions.iter();
        let mut own = definitions.filter(|id| !self.bindings.definition(**id).accompanies).peekable();
        own.peek().is_some()
            && own.all(|id| {
                let home = self.home[id.0 as usize];
                let holder = home.and_then(|home| self.parts[home as usize].parent);
                home.into_iter().chain(holder).any(|part| self.is_import(part))
            })
    }
}

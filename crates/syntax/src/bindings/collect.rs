//! Definitions, uses and scopes that a query finds in a tree, before names are looked up.

use std::collections::{HashMap, HashSet};

use super::compiled::Compiled;
use super::named::{FoundDefinition, FoundReference};
use super::regions::{Effect, Region, apply};
use super::roles::{Namespace, Role, ScopeClasses, Traits};
use crate::tree::{NodeId, Tree};

/// What a query finds in a tree.
#[derive(Default)]
pub(super) struct Collected {
    /// Sorted in preorder; the root is always a scope.
    pub(super) scopes: Vec<(NodeId, ScopeClasses)>,
    /// Sorted by name node.
    pub(super) definitions: Vec<FoundDefinition>,
    /// Sorted by node. A node that is a definition is not a reference, unless its pattern sets
    /// `also`.
    pub(super) references: Vec<FoundReference>,
    pub(super) words: Vec<NodeId>,
    pub(super) functions: Vec<NodeId>,
    pub(super) returns: Vec<NodeId>,
    pub(super) statements: Vec<NodeId>,
    pub(super) forgetting: Vec<NodeId>,
    /// Names that are compared by another text than their own: members, with their types.
    /// A node may be a variable, too.
    pub(super) spelled: HashMap<(NodeId, Namespace), Vec<u8>>,
    /// Uses of one of several members, each with the name under which one of them is looked up.
    pub(super) vague: Vec<(FoundReference, Vec<u8>)>,
    /// Nodes that wrap a definition, with the settings of their pattern.
    wrappers: Vec<(NodeId, Traits)>,
    regions: Vec<Region>,
}

/// Returns the name of a member that no member of another type or module has.
pub(super) fn qualified(owner: &[u8], name: &[u8]) -> Vec<u8> {
    [owner, b".", name].concat()
}

/// Runs the query of a language over a tree.
pub(super) fn collect(compiled: &Compiled, tree: &Tree) -> Collected {
    let mut collected = Collected::default();
    collected.scopes.push((tree.root(), ScopeClasses::default()));
    compiled.query.find(tree, |pattern, root, captured| {
        let traits = compiled.roles.traits_of(pattern);
        let find = |wanted: Role| {
            captured
                .iter()
                .find(|(capture, _)| compiled.roles.role_of(*capture) == wanted)
                .map(|(_, node)| *node)
        };
        let visible = find(Role::Visible);
        let region = |node: NodeId, effect: Effect| Region {
            node,
            effect,
            root: visible.unwrap_or(root),
            whole: (!traits.fixed).then(|| find(Role::Whole).unwrap_or(root)),
            pattern,
            traits: Traits { inside: traits.inside || visible.is_some(), ..traits },
        };
        collected.scopes.extend(visible.map(|node| (node, ScopeClasses::default())));
        for &(capture, node) in captured {
            match compiled.roles.role_of(capture) {
                Role::Scope(classes) => collected.scopes.push((node, classes)),
                Role::Definition(namespace) => collected.definitions.push(FoundDefinition {
                    part: find(Role::Part),
                    ..region(node, Effect::Plain).definition(node, namespace)
                }),
                Role::Binds(namespace) => {
                    collected.regions.push(region(node, Effect::Binds(namespace)));
                }
                Role::Within(namespace) => {
                    collected.regions.push(region(node, Effect::Within(namespace)));
                }
                Role::Plain => collected.regions.push(region(node, Effect::Plain)),
                Role::Reference(namespace) => collected.references.push(FoundReference {
                    node,
                    namespace: Some(namespace),
                    pattern,
                    traits,
                }),
                Role::Ignore => {
                    collected.references.push(FoundReference { node, namespace: None, pattern, traits });
                }
                Role::Words => collected.words.push(node),
                Role::Returns => collected.functions.push(node),
                Role::Return => collected.returns.push(node),
                Role::Statement => collected.statements.push(node),
                Role::Wraps => collected.wrappers.push((node, traits)),
                Role::Forgets => collected.forgetting.push(node),
                Role::Part | Role::Whole | Role::Visible | Role::Helper => {}
            }
        }
    });
    collected.normalize(tree);
    collected
}

impl Collected {
    /// Adds a use that no pattern captured.
    pub(super) fn add_use(&mut self, node: NodeId, namespace: Namespace, traits: Traits) {
        self.references.push(FoundReference { node, namespace: Some(namespace), pattern: 0, traits });
    }

    /// Sorts everything and resolves conflicts: a node that several patterns captured is a
    /// definition rather than a use, and the earlier pattern wins.
    pub(super) fn normalize(&mut self, tree: &Tree) {
        self.scopes.sort_by_key(|(node, _)| *node);
        self.scopes.dedup_by(|again, kept| {
            let same = again.0 == kept.0;
            if same {
                kept.1 = kept.1.and(again.1);
            }
            same
        });
        self.references.sort_by_key(|reference| (reference.node, reference.pattern));
        self.references.dedup_by(|again, kept| again.node == kept.node && !again.traits.also);
        self.definitions.extend(apply(std::mem::take(&mut self.regions), &mut self.references, tree));
        self.definitions.sort_by_key(|definition| (definition.name, definition.pattern));
        self.definitions.dedup_by(|again, kept| {
            let is_other = again.traits.also && again.namespace != kept.namespace;
            again.name == kept.name && !is_other
        });
        let definitions = &self.definitions;
        // A definition with `accompanies` is also a use of the definitions that it accompanies.
        self.references.retain(|reference| {
            let Some(namespace) = reference.namespace else { return false };
            let defined = definitions.binary_search_by_key(&reference.node, |definition| definition.name);
            reference.traits.also
                || defined.map_or(true, |found| {
                    definitions[found].traits.accompanies && definitions[found].namespace == namespace
                })
        });
        self.drop_unnamed(tree);
        let Collected { words, functions, returns, statements, forgetting, .. } = self;
        for nodes in [words, functions, returns, statements, forgetting] {
            nodes.sort_unstable();
            nodes.dedup();
        }
        self.choose_parts();
        self.widen_to_wrappers(tree);
    }

    /// Drops definitions that count only if something has their name.
    fn drop_unnamed(&mut self, tree: &Tree) {
        let Collected { definitions, references, .. } = self;
        if definitions.iter().any(|found| found.traits.used) {
            let names = references.iter().filter_map(|used| Some((used.namespace?, tree.text_of(used.node))));
            let names: HashSet<(Namespace, &[u8])> = names.collect();
            let is_named =
                |found: &FoundDefinition| names.contains(&(found.namespace, tree.text_of(found.name)));
            definitions.retain(|found| !found.traits.used || is_named(found));
        }
    }

    /// Widens each definition to the node that wraps it, such as an `export`.
    fn widen_to_wrappers(&mut self, tree: &Tree) {
        self.wrappers.sort_by_key(|(node, _)| *node);
        let wrapper = |node: NodeId| {
            let at = self.wrappers.binary_search_by_key(&node, |(node, _)| *node);
            Some(self.wrappers[at.ok()?])
        };
        for definition in &mut self.definitions {
            for whole in definition.node.iter_mut().chain(&mut definition.group) {
                if let Some((outermost, traits)) = tree.ancestors(*whole).map_while(wrapper).last() {
                    *whole = outermost;
                    definition.traits.root |= traits.root;
                }
            }
        }
    }

    /// Narrows definitions to their parts in nodes that hold several definitions.
    fn choose_parts(&mut self) {
        let mut wholes: Vec<NodeId> = self
            .definitions
            .iter()
            .filter(|definition| definition.part.is_some())
            .filter_map(|d| d.node)
            .collect();
        wholes.sort_unstable();
        for definition in &mut self.definitions {
            if let (Some(whole), Some(part)) = (definition.node, definition.part) {
                let first = wholes.partition_point(|&other| other < whole);
                let is_alone = wholes.get(first + 1) != Some(&whole);
                if !is_alone {
                    (definition.node, definition.group) = (Some(part), Some(whole));
                }
            }
        }
    }
}

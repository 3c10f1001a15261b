//! What the query finds in a tree, before names are looked up.

use super::compiled::Compiled;
use super::roles::{Namespace, Role, ScopeClasses, Traits};
use crate::tree::{NodeId, Tree};

/// What a query found in a tree.
#[derive(Default)]
pub(super) struct Collected {
    /// In preorder; the root is one.
    pub(super) scopes: Vec<(NodeId, ScopeClasses)>,
    /// In the order of their names.
    pub(super) definitions: Vec<FoundDefinition>,
    /// In order; no name that is defined there is among them, where its pattern does not say so.
    pub(super) references: Vec<FoundReference>,
    pub(super) words: Vec<NodeId>,
    pub(super) functions: Vec<NodeId>,
    pub(super) returns: Vec<NodeId>,
    pub(super) statements: Vec<NodeId>,
    pub(super) forgetting: Vec<NodeId>,
    /// With what its pattern says.
    wrappers: Vec<(NodeId, Traits)>,
}

#[derive(Clone, Copy)]
pub(super) struct FoundDefinition {
    pub(super) name: NodeId,
    pub(super) namespace: Namespace,
    /// The root of the match: the name is known in a scope around it.
    pub(super) root: NodeId,
    /// The node that goes with the definition; `None` if it does not go alone.
    pub(super) whole: Option<NodeId>,
    /// The node that goes when all definitions in it go, where that is not `whole`.
    pub(super) group: Option<NodeId>,
    /// The node that goes if there are several definitions in `whole`.
    part: Option<NodeId>,
    pattern: usize,
    pub(super) traits: Traits,
}

#[derive(Clone, Copy)]
pub(super) struct FoundReference {
    pub(super) node: NodeId,
    /// `None` for what only looks like a name.
    pub(super) namespace: Option<Namespace>,
    pattern: usize,
    pub(super) traits: Traits,
}

impl FoundDefinition {
    /// A definition that no pattern captured.
    pub(super) fn new(
        name: NodeId,
        namespace: Namespace,
        root: NodeId,
        whole: Option<NodeId>,
        group: Option<NodeId>,
        traits: Traits,
    ) -> FoundDefinition {
        FoundDefinition { name, namespace, root, whole, group, part: None, pattern: 0, traits }
    }
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
        for &(capture, node) in captured {
            match compiled.roles.role_of(capture) {
                Role::Scope(classes) => collected.scopes.push((node, classes)),
                Role::Definition(namespace) => collected.definitions.push(FoundDefinition {
                    name: node,
                    namespace,
                    root,
                    whole: (!traits.fixed).then(|| find(Role::Whole).unwrap_or(root)),
                    group: None,
                    part: find(Role::Part),
                    pattern,
                    traits,
                }),
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
                Role::Part | Role::Whole | Role::Helper => {}
            }
        }
    });
    collected.settle(tree);
    collected
}

impl Collected {
    /// Adds a use that no pattern captured.
    pub(super) fn refer(&mut self, node: NodeId, namespace: Namespace, traits: Traits) {
        self.references.push(FoundReference { node, namespace: Some(namespace), pattern: 0, traits });
    }

    /// Sorts everything, and decides what a node is that several patterns captured: a definition
    /// rather than a use, and what the earlier pattern says.
    pub(super) fn settle(&mut self, tree: &Tree) {
        self.scopes.sort_by_key(|(node, _)| *node);
        self.scopes.dedup_by(|again, kept| {
            let same = again.0 == kept.0;
            if same {
                kept.1 = kept.1.and(again.1);
            }
            same
        });
        self.definitions.sort_by_key(|definition| (definition.name, definition.pattern));
        self.definitions.dedup_by_key(|definition| definition.name);
        self.references.sort_by_key(|reference| (reference.node, reference.pattern));
        self.references.dedup_by(|again, kept| again.node == kept.node && !again.traits.also);
        let definitions = &self.definitions;
        // A definition that joins others is a use of them as well.
        self.references.retain(|reference| {
            let Some(namespace) = reference.namespace else { return false };
            let defined = definitions.binary_search_by_key(&reference.node, |definition| definition.name);
            reference.traits.also
                || defined.map_or(true, |found| {
                    definitions[found].traits.joins && definitions[found].namespace == namespace
                })
        });
        let Collected { words, functions, returns, statements, forgetting, .. } = self;
        for nodes in [words, functions, returns, statements, forgetting] {
            nodes.sort_unstable();
            nodes.dedup();
        }
        self.choose_parts();
        self.wrap(tree);
    }

    /// Lets what wraps a definition stand for it.
    fn wrap(&mut self, tree: &Tree) {
        self.wrappers.sort_by_key(|(node, _)| *node);
        let wrapper = |node: NodeId| {
            let at = self.wrappers.binary_search_by_key(&node, |(node, _)| *node);
            Some(self.wrappers[at.ok()?])
        };
        for definition in &mut self.definitions {
            for whole in definition.whole.iter_mut().chain(&mut definition.group) {
                if let Some((outermost, traits)) = tree.ancestors(*whole).map_while(wrapper).last() {
                    *whole = outermost;
                    definition.traits.root |= traits.root;
                }
            }
        }
    }

    /// Lets parts stand for the definitions in nodes that hold several.
    fn choose_parts(&mut self) {
        let mut wholes: Vec<NodeId> = self
            .definitions
            .iter()
            .filter(|definition| definition.part.is_some())
            .filter_map(|d| d.whole)
            .collect();
        wholes.sort_unstable();
        for definition in &mut self.definitions {
            if let (Some(whole), Some(part)) = (definition.whole, definition.part) {
                let first = wholes.partition_point(|&other| other < whole);
                let is_alone = wholes.get(first + 1) != Some(&whole);
                if !is_alone {
                    (definition.whole, definition.group) = (Some(part), Some(whole));
                }
            }
        }
    }
}

//! All facts of one grammar.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::automata::{Automata, HiddenText};
use super::lower::RulesError;
use super::rules::{Kind, Rules};
use super::shape::Shape;
use super::shortest::ShortestTexts;
use crate::tree::{KindId, Kinds, Naming};

/// What a grammar states about its nodes: which children may be removed, which kinds may replace
/// them, and the shortest text of every kind.
///
/// Everything is computed on first use and cached; threads may share a value by reference.
/// [`Shapes`](super::Shapes) caches what is computed for sequences of children.
#[derive(Debug)]
pub struct Facts {
    rules: Rules,
    shown: Automata,
    unseen: Automata,
    shortest: OnceLock<ShortestTexts>,
    kind_of: Vec<Option<Kind>>,
    ids_of: Vec<Vec<KindId>>,
}

impl Facts {
    /// Combines a grammar's rules with the kinds of its trees. O(rules + kinds).
    pub fn new(rules: Rules, kinds: &Kinds) -> Facts {
        let shown = Automata::new(&rules, HiddenText::Shown);
        let unseen = Automata::new(&rules, HiddenText::Unseen);
        Facts::from_parts(rules, shown, unseen, kinds)
    }

    /// Creates facts from a `node-types.json`, for a grammar without other sources: which named
    /// children may be removed and what may replace them, but neither repetitions nor shortest
    /// texts.
    ///
    /// # Errors
    /// When the text is not a valid `node-types.json`.
    pub fn from_node_types(json: &str, kinds: &Kinds) -> Result<Facts, RulesError> {
        let (rules, automata) = super::node_types::read(json)?;
        Ok(Facts::from_parts(rules, Automata::given(automata.clone()), Automata::given(automata), kinds))
    }

    fn from_parts(rules: Rules, shown: Automata, unseen: Automata, kinds: &Kinds) -> Facts {
        let by_name: HashMap<(&str, bool), Kind> =
            rules.kinds().map(|kind| ((rules.name_of(kind), rules.is_named(kind)), kind)).collect();
        let ids = (0..u16::try_from(kinds.len()).unwrap_or(u16::MAX)).map(KindId);
        let kind_of: Vec<Option<Kind>> = ids
            .clone()
            .map(|id| by_name.get(&(kinds.name(id), kinds.naming(id) == Naming::Named)).copied())
            .collect();
        let mut ids_of = vec![Vec::new(); rules.kinds.len()];
        for (id, kind) in ids.zip(&kind_of) {
            if let Some(kind) = kind {
                ids_of[kind.index()].push(id);
            }
        }
        Facts { rules, shown, unseen, shortest: OnceLock::new(), kind_of, ids_of }
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the rules' kind for a kind of a tree. Errors, and kinds that no rule mentions, have
    /// none.
    pub fn kind_of(&self, id: KindId) -> Option<Kind> {
        self.kind_of.get(usize::from(id.0)).copied().flatten()
    }

    /// Returns the tree's kinds for a kind of the rules; usually one.
    pub fn ids_of(&self, kind: Kind) -> &[KindId] {
        &self.ids_of[kind.index()]
    }

    /// Returns the shortest text of a node of this kind: `{}` for a block, `0` for an expression.
    /// `None` if it needs a token that only the grammar's own scanner knows.
    ///
    /// This considers the rules only: in a given context the parser may read the text differently.
    pub fn shortest(&self, id: KindId) -> Option<&str> {
        self.shortest_of(self.kind_of(id)?)
    }

    pub(super) fn shortest_of(&self, kind: Kind) -> Option<&str> {
        self.shortest.get_or_init(|| ShortestTexts::new(&self.rules)).of(kind)
    }

    /// Matches a sequence of children against the rules of a kind. Hidden text may be among the
    /// children as [`Kind::HIDDEN`]; if no rule accepts it there, it is ignored.
    pub(super) fn shape(&self, kind: Kind, children: &[Kind]) -> Shape {
        let shape = Shape::new(&self.shown, &self.rules, kind, children);
        if shape.is_known() {
            return shape;
        }
        let seen: Vec<Kind> = children.iter().copied().filter(|child| *child != Kind::HIDDEN).collect();
        Shape::new(&self.unseen, &self.rules, kind, &seen)
    }
}

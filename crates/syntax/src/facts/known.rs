//! All that is known of one grammar.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::automata::Automata;
use super::rules::{Kind, Rules};
use super::shape::Shape;
use super::shortest::ShortestTexts;
use crate::tree::{KindId, Kinds, Naming};

/// What a grammar says about its nodes: what may go, what may stand where, and the shortest text of every kind.
///
/// Everything is computed when it is first asked for, then kept; a value is shared between threads by reference.
/// Kinds are those of trees; [`Shapes`](super::Shapes) keeps what is computed for sequences of children.
#[derive(Debug)]
pub struct Facts {
    rules: Rules,
    automata: Automata,
    shortest: OnceLock<ShortestTexts>,
    kind_of: Vec<Option<Kind>>,
    ids_of: Vec<Vec<KindId>>,
}

impl Facts {
    /// Brings a grammar's rules together with the kinds of its trees, in O(rules + kinds).
    pub fn new(rules: Rules, kinds: &Kinds) -> Facts {
        let by_name: HashMap<(&str, bool), Kind> =
            rules.kinds().map(|kind| ((rules.name_of(kind), rules.is_named(kind)), kind)).collect();
        let ids = (0..u16::try_from(kinds.len()).unwrap_or(u16::MAX)).map(KindId);
        let kind_of: Vec<Option<Kind>> = ids
            .clone()
            .map(|id| by_name.get(&(kinds.name(id), kinds.naming(id) == Naming::Named)).copied())
            .collect();
        let mut ids_of = vec![Vec::new(); by_name.len()];
        for (id, kind) in ids.zip(&kind_of) {
            if let Some(kind) = kind {
                ids_of[kind.index()].push(id);
            }
        }
        let automata = Automata::new(&rules);
        Facts { rules, automata, shortest: OnceLock::new(), kind_of, ids_of }
    }

    /// Gives the rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Gives what the rules call a kind of a tree. Errors, and kinds that no rule mentions, have none.
    pub fn kind_of(&self, id: KindId) -> Option<Kind> {
        self.kind_of.get(usize::from(id.0)).copied().flatten()
    }

    /// Gives the kinds of trees that the rules call so; usually one.
    pub fn ids_of(&self, kind: Kind) -> &[KindId] {
        &self.ids_of[kind.index()]
    }

    /// Gives the shortest text that is a node of this kind: `{}` for a block, `0` for an expression. `None` where
    /// it needs a token that only the grammar's own scanner knows.
    ///
    /// Only the rules are asked: in a certain place the parser may read the text as something else.
    pub fn shortest(&self, id: KindId) -> Option<&str> {
        self.shortest_of(self.kind_of(id)?)
    }

    pub(super) fn shortest_of(&self, kind: Kind) -> Option<&str> {
        self.shortest.get_or_init(|| ShortestTexts::new(&self.rules)).of(kind)
    }

    /// Matches a sequence of children against the rules of a kind.
    pub fn shape(&self, kind: Kind, children: &[Kind]) -> Shape {
        Shape::new(&self.automata, &self.rules, kind, children)
    }
}

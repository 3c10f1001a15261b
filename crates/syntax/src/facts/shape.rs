//! A kind with one sequence of children.

use std::sync::OnceLock;

use super::automata::Automata;
use super::lists::{List, find_lists};
use super::matched::Matched;
use super::removal::{Row, leave_out};
use super::role::Role;
use super::rules::{Kind, Rules};

/// What the grammar says about the children of a node, for one kind and one sequence of kinds of children. Nodes
/// that look alike share a shape: a few hundred of them describe most texts.
///
/// Several rules may make nodes of one kind (aliases); all that accept the children count, and what one of them
/// allows is allowed.
#[derive(Debug)]
pub struct Shape {
    kinds: Vec<Kind>,
    named: Vec<bool>,
    matched: Vec<Matched>,
    lists: OnceLock<Vec<List>>,
    roles: OnceLock<Vec<Role>>,
}

impl Shape {
    /// Matches the children (without extras such as comments) against the rules of a kind; O(children × states).
    pub(super) fn new(automata: &Automata, rules: &Rules, kind: Kind, children: &[Kind]) -> Shape {
        let matched = automata.of(rules, kind).filter_map(|dfa| Matched::new(dfa, children)).collect();
        Shape {
            kinds: children.to_vec(),
            named: children.iter().map(|child| rules.is_named(*child)).collect(),
            matched,
            lists: OnceLock::new(),
            roles: OnceLock::new(),
        }
    }

    fn row(&self) -> Row<'_> {
        Row { kinds: &self.kinds, named: &self.named }
    }

    /// Says whether the children follow a rule of the kind. If not, all other answers are empty or no.
    pub fn is_known(&self) -> bool {
        !self.matched.is_empty()
    }

    /// Counts the children.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Says whether there are no children.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Says whether the child may go and nothing else needs to change. O(1).
    pub fn may_go_alone(&self, child: usize) -> bool {
        self.matched.iter().any(|matched| matched.may_leave_out(child, child + 1))
    }

    /// Finds the children that go when those in `removed` (sorted, without repetition) are to go: these, and as
    /// few others as possible, so that what stays follows the rule. Separators go where needed: `b` out of
    /// `a, b, c` takes one comma along, `x` out of `= x` the equals sign. `None` when the rule needs one of them.
    ///
    /// O(children), more only where whole groups must go together.
    pub fn without(&self, removed: &[u32]) -> Option<Vec<u32>> {
        let ways = self.matched.iter().filter_map(|matched| leave_out(matched, self.row(), removed));
        ways.min_by_key(|gone| (gone.iter().filter(|child| self.named[**child as usize]).count(), gone.len()))
    }

    /// Says whether a node of this kind may stand in the place of a child.
    pub fn may_replace(&self, child: usize, kind: Kind) -> bool {
        self.matched.iter().any(|matched| matched.may_stand_at(child, kind))
    }

    /// Gives all kinds that may stand in the place of a child, sorted.
    pub fn kinds_at(&self, child: usize) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = self.matched.iter().flat_map(|matched| matched.kinds_at(child)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Gives the repetitions among the children; the ones inside of elements of others come behind those.
    pub fn lists(&self) -> &[List] {
        self.lists.get_or_init(|| {
            let all = self.matched.iter().map(|matched| find_lists(matched, self.row()));
            all.max_by_key(|lists| lists.iter().map(|list| list.elements.len()).sum::<usize>())
                .unwrap_or_default()
        })
    }

    /// Gives what every child is to the node; [`Role::Unknown`] where the rules do not accept the children.
    pub fn roles(&self) -> &[Role] {
        self.roles.get_or_init(|| {
            if !self.is_known() {
                return vec![Role::Unknown; self.len()];
            }
            let mut roles = vec![None; self.len()];
            for (index, list) in self.lists().iter().enumerate() {
                for pair in list.elements.windows(2).filter(|_| list.separator.is_some()) {
                    roles[pair[0].end as usize..pair[1].start as usize].fill(Some(Role::Separator(index)));
                }
                for element in &list.elements {
                    roles[element.start as usize..element.end as usize].fill(Some(Role::Element(index)));
                }
            }
            let in_list = roles.into_iter().enumerate();
            in_list.map(|(child, role)| role.unwrap_or_else(|| self.role_outside_lists(child))).collect()
        })
    }

    fn role_outside_lists(&self, child: usize) -> Role {
        if self.may_go_alone(child) {
            Role::Optional
        } else if u32::try_from(child).is_ok_and(|child| self.without(&[child]).is_some()) {
            Role::Grouped
        } else {
            Role::Required
        }
    }
}

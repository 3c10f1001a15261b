//! A kind with one sequence of children.

use std::ops::Range;
use std::sync::OnceLock;

use super::automata::Automata;
use super::brackets::{Bracket, are_balanced};
use super::lists::{List, find_lists};
use super::matched::Matched;
use super::removal::{Row, leave_out};
use super::role::Role;
use super::rules::{Kind, Precision, Rules};

/// What the grammar states about the children of a node, for one kind and one sequence of kinds of
/// children. Similar nodes share a shape: a few hundred shapes cover most texts.
///
/// Several rules may make nodes of one kind (aliases). All rules that accept the children count: a
/// change is allowed if one of them allows it.
#[derive(Debug)]
pub struct Shape {
    kinds: Vec<Kind>,
    named: Vec<bool>,
    /// For tokens only. Recursion within brackets is not followed exactly, but brackets must be
    /// balanced.
    brackets: Vec<Option<Bracket>>,
    precision: Precision,
    matched: Vec<Matched>,
    lists: OnceLock<Vec<List>>,
    roles: OnceLock<Vec<Role>>,
}

impl Shape {
    /// Matches the children (without extras such as comments) against the rules of a kind.
    /// O(children × states).
    pub(super) fn new(automata: &Automata, rules: &Rules, kind: Kind, children: &[Kind]) -> Shape {
        let matched = automata.of(rules, kind).filter_map(|dfa| Matched::new(dfa, children)).collect();
        Shape {
            kinds: children.to_vec(),
            named: children.iter().map(|child| rules.is_named(*child)).collect(),
            brackets: children.iter().map(|child| bracket(rules, *child)).collect(),
            precision: rules.precision,
            matched,
            lists: OnceLock::new(),
            roles: OnceLock::new(),
        }
    }

    fn row(&self) -> Row<'_> {
        Row { kinds: &self.kinds, named: &self.named }
    }

    /// Whether the children follow a rule of the kind. If not, all other methods return nothing or
    /// false.
    pub fn is_known(&self) -> bool {
        !self.matched.is_empty()
    }

    /// Returns the number of children.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Returns the kind of a child, if it is a node.
    pub(super) fn kind_of(&self, child: usize) -> Option<Kind> {
        self.kinds.get(child).copied().filter(|kind| *kind != Kind::HIDDEN)
    }

    /// Whether hidden text is one of the children.
    pub(super) fn shows_hidden_text(&self) -> bool {
        self.kinds.contains(&Kind::HIDDEN)
    }

    /// Whether there are no children.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Whether the child may be removed alone. O(1).
    pub fn may_go_alone(&self, child: usize) -> bool {
        self.brackets[child].is_none()
            && self.matched.iter().any(|matched| matched.may_leave_out(child, child + 1))
    }

    /// Returns the children to remove so that those in `removed` (sorted, without duplicates) are
    /// removed and the rest follows the rule: these and as few others as possible. Separators are
    /// removed as needed: `b` of `a, b, c` with one comma, `x` of `= x` with the equals sign.
    /// `None` if the rule requires one of them.
    ///
    /// O(children), more only if whole groups must be removed together.
    pub fn without(&self, removed: &[u32]) -> Option<Vec<u32>> {
        let brackets =
            |gone: &[u32]| gone.iter().filter_map(|child| self.brackets[*child as usize]).collect::<Vec<_>>();
        let ways = self.matched.iter().filter_map(|matched| leave_out(matched, self.row(), removed));
        let ways = ways.filter(|gone| are_balanced(brackets(gone).into_iter()));
        ways.min_by_key(|gone| (gone.iter().filter(|child| self.named[**child as usize]).count(), gone.len()))
    }

    /// Whether a node of this kind may replace a child.
    pub fn may_replace(&self, child: usize, kind: Kind) -> bool {
        self.matched.iter().any(|matched| matched.may_stand_at(child, kind))
    }

    /// Returns all kinds that may replace a child, sorted.
    pub fn kinds_at(&self, child: usize) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = self.matched.iter().flat_map(|matched| matched.kinds_at(child)).collect();
        kinds.retain(|kind| *kind != Kind::HIDDEN);
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Returns the repetitions among the children. Those within elements of others come after them.
    pub fn lists(&self) -> &[List] {
        self.lists.get_or_init(|| {
            if self.precision == Precision::AnyOrder {
                return Vec::new();
            }
            let all = self.matched.iter().map(|matched| {
                let mut lists = find_lists(matched, self.row());
                lists.retain(|list| list.elements.iter().all(|element| self.is_balanced(element)));
                // Whether hidden text may be empty depends on its pattern or scanner, which is not
                // known here.
                for list in &mut lists {
                    list.elements.retain(|element| {
                        element.clone().any(|child| self.kind_of(child as usize).is_some())
                    });
                }
                lists.retain(|list| !list.elements.is_empty());
                lists
            });
            all.max_by_key(|lists| lists.iter().map(|list| list.elements.len()).sum::<usize>())
                .unwrap_or_default()
        })
    }

    /// Returns the role of every child; [`Role::Unknown`] if the rules do not accept the children.
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
            for (role, _) in roles.iter_mut().zip(&self.kinds).filter(|(_, kind)| **kind == Kind::HIDDEN) {
                *role = None;
            }
            let in_list = roles.into_iter().enumerate();
            in_list.map(|(child, role)| role.unwrap_or_else(|| self.role_outside_lists(child))).collect()
        })
    }

    fn is_balanced(&self, children: &Range<u32>) -> bool {
        let range = children.start as usize..children.end as usize;
        are_balanced(self.brackets[range].iter().flatten().copied())
    }

    fn role_outside_lists(&self, child: usize) -> Role {
        if self.precision == Precision::AnyOrder && !self.named[child] {
            Role::Unknown
        } else if self.may_go_alone(child) {
            // As in `lists`: hidden text.
            if self.kinds[child] == Kind::HIDDEN { Role::Unknown } else { Role::Optional }
        } else if u32::try_from(child).is_ok_and(|child| self.without(&[child]).is_some()) {
            Role::Grouped
        } else {
            Role::Required
        }
    }
}

fn bracket(rules: &Rules, kind: Kind) -> Option<Bracket> {
    if rules.is_named(kind) { None } else { Bracket::of(rules.name_of(kind)) }
}

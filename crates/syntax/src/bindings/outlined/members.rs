//! Members of types in an outline, and which type a use of a member means.

use std::collections::{HashMap, HashSet};

use super::heads::Sort;
use super::lines::Lines;
use crate::tree::NodeId;

/// The most types of which one is the parent of the next.
const MOST_PARENTS: usize = 8;

/// The members of all types.
pub(super) struct Members {
    /// The types that have a member, by its name.
    types: HashMap<Vec<u8>, Vec<Vec<u8>>>,
    /// The types that the head of a type names.
    parents: HashMap<Vec<u8>, Vec<Vec<u8>>>,
    /// The types that the declarations of a name give, if it is always the same.
    declared: HashMap<Vec<u8>, Option<Vec<u8>>>,
}

impl Members {
    /// Finds the types whose members these lines define. O(tokens of lines · depth).
    pub(super) fn of(lines: &Lines<'_>) -> Members {
        let mut members =
            Members { types: HashMap::new(), parents: HashMap::new(), declared: HashMap::new() };
        let mut known: HashSet<Vec<u8>> = HashSet::new();
        for (line, owner) in lines.lines.iter().zip(&lines.owners) {
            let Some(owner) = owner else { continue };
            known.insert(owner.clone());
            for &name in &line.head.names {
                let types = members.types.entry(lines.plain(name)).or_default();
                if !types.contains(owner) {
                    types.push(owner.clone());
                }
            }
        }
        for line in &lines.lines {
            let names = || line.head.names.iter().map(|&name| lines.plain(name));
            let named: Vec<Vec<u8>> = head_tokens(lines, line.node)
                .map(|token| lines.plain(token))
                .filter(|word| known.contains(word) && !names().any(|name| name == *word))
                .collect();
            match line.head.sort {
                Sort::Type | Sort::Assignment => {
                    for name in names().filter(|name| known.contains(name)) {
                        members.parents.entry(name).or_default().extend(named.iter().cloned());
                    }
                }
                Sort::Value => {
                    let only = named.first().filter(|_| named.len() == 1).cloned();
                    for name in names() {
                        let declared = members.declared.entry(name).or_insert_with(|| only.clone());
                        if *declared != only {
                            *declared = None;
                        }
                    }
                }
                _ => {}
            }
        }
        members
    }

    /// Returns which type's member a name means, for code that belongs to the type `owner`.
    pub(super) fn own(&self, owner: &[u8], name: &[u8]) -> Option<Vec<u8>> {
        let with_it = self.types.get(name)?;
        let mut level = vec![owner.to_vec()];
        for _ in 0..MOST_PARENTS {
            if let Some(found) = level.iter().find(|owner| with_it.contains(owner)) {
                return Some(found.clone());
            }
            level = level.iter().filter_map(|owner| self.parents.get(owner)).flatten().cloned().collect();
        }
        None
    }

    /// Returns which type's member a name means behind another one and a dot; only one type has
    /// it, or the other name is declared to be of a type.
    pub(super) fn of_other(&self, receiver: &[u8], name: &[u8]) -> Option<Vec<u8>> {
        let with_it = self.types.get(name)?;
        if let [only] = with_it.as_slice() {
            return Some(only.clone());
        }
        let declared = self.declared.get(receiver).and_then(Option::as_ref);
        declared.map_or_else(|| self.own(receiver, name), |declared| self.own(declared, name))
    }
}

/// Returns the words of a line up to its body.
fn head_tokens<'a>(lines: &'a Lines<'_>, line: NodeId) -> impl Iterator<Item = NodeId> + 'a {
    let tree = lines.tree;
    let is_head =
        |&child: &NodeId| tree.kind_name(child) != "block" && !tree.text_of(child).starts_with(b"{");
    let tokens = tree.children(line).take_while(is_head).flat_map(|child| tree.tokens_of(child));
    tokens.copied().filter(|&token| tree.kind_name(token) == "word")
}

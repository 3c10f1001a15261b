//! Where the names of an outline are visible.

use std::collections::HashSet;

use super::lines::Lines;
use crate::bindings::named::FoundDefinition;
use crate::tree::NodeId;

/// Where names are visible.
#[derive(Default)]
pub(super) struct Visible {
    /// The nodes of all names.
    pub(super) names: HashSet<NodeId>,
    /// What is visible in a function.
    pub(super) locals: HashSet<(NodeId, Vec<u8>)>,
    /// What is visible everywhere, and is no member.
    pub(super) globals: HashSet<Vec<u8>>,
}

impl Visible {
    /// Finds where the names of these definitions are visible. O(definitions · depth).
    pub(super) fn of(lines: &Lines<'_>, definitions: &[FoundDefinition]) -> Visible {
        let mut visible = Visible::default();
        for found in definitions {
            visible.names.insert(found.name);
            if found.traits.scope.is_some() {
                if !found.traits.member {
                    visible.globals.insert(lines.plain(found.name));
                }
                continue;
            }
            // A parameter, or what a line in a function defines.
            let function = lines.tree.ancestors(found.root).find(|&above| lines.is_function(above));
            visible.locals.extend(function.map(|function| (function, lines.plain(found.name))));
        }
        visible
    }
}

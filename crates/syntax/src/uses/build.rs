//! Building the use graph of a text.

use std::collections::{BTreeMap, HashSet};

use super::announcements::announcements;
use super::cores::cores;
use super::drivers::driven;
use super::elements::elements;
use super::graph::{ByPart, Inner};
use super::parts::{Part, PartId, parts};
use super::reach::{Gone, Reached};
use super::starts::Starts;
use super::type_parameters::type_parameters;
use super::use_graph::Uses;
use super::writes::writes;
use crate::bindings::{Bindings, DefinitionId, EntityId, UseId, is_import};
use crate::languages::Language;
use crate::tree::{NodeId, Tree};

impl Uses {
    /// Returns the graph of a tree, from its bindings if its language has a query, else from names
    /// alone. O(nodes + names · depth).
    pub fn of(language: &Language, tree: &Tree) -> Uses {
        let bindings = Bindings::of(language, tree).unwrap_or_else(|| Bindings::guessed(language, tree));
        Uses::with(bindings)
    }

    /// Returns the graph of a text from its bindings.
    pub fn with(bindings: Bindings) -> Uses {
        let elements = elements(&bindings);
        let parts = parts(&bindings, &elements);
        let mut inner = Inner {
            uses: vec![Vec::new(); parts.len()],
            shell: vec![Vec::new(); parts.len()],
            members: vec![Vec::new(); parts.len()],
            roots: Vec::new(),
            free: Vec::new(),
            defines: vec![Vec::new(); parts.len()],
            home: Vec::with_capacity(bindings.definitions().len()),
            waits: Vec::with_capacity(bindings.definitions().len()),
            writes: writes(&bindings),
            local_imports: BTreeMap::new(),
            is_definition: vec![false; parts.len()],
            named_statements: Vec::new(),
            cores: cores(bindings.tree()),
            is_element: are_elements(bindings.tree(), &elements, &parts),
            imports: parts.iter().map(|part| is_import(bindings.tree(), part.node)).collect(),
            driven: driven(&bindings),
            type_parameters: type_parameters(&bindings),
            tokens: parts.iter().map(|part| part.tokens(bindings.tree())).collect(),
            starts: Starts::of(&bindings),
            needs: ByPart::new([[]]),
            announcements: announcements(&bindings),
            parts,
            bindings,
        };
        inner.place();
        inner.root();
        Uses::of_graph(inner)
    }
}

/// Returns, by part, whether it is an element of a list, or an arm.
fn are_elements(tree: &Tree, elements: &HashSet<NodeId>, parts: &[Part]) -> Vec<bool> {
    const ARMS: [&str; 6] = ["_arm", "_case", "alternative", "variant", "import", "connection"];
    let is_arm = |node| ARMS.iter().any(|word| tree.kind_name(node).contains(word));
    parts.iter().map(|part| elements.contains(&part.node) || is_arm(part.node)).collect()
}

impl Inner {
    fn part_of(&self, node: NodeId) -> Option<PartId> {
        std::iter::successors(self.around(node), |&part| self.parts[part as usize].parent)
            .find(|&part| self.parts[part as usize].node == node)
    }

    /// Assigns names to parts.
    fn place(&mut self) {
        let bindings = self.bindings.clone();
        for (index, found) in (0u32..).zip(bindings.definitions()) {
            let own = found.node.and_then(|whole| self.part_of(whole));
            if let Some(own) = own {
                self.is_definition[own as usize] = true;
                self.defines[own as usize].push(DefinitionId(index));
            }
            if let Some(group) = found.group.and_then(|group| self.part_of(group)) {
                self.is_definition[group as usize] = true;
            }
            let holder = own.filter(|_| found.is_member).and_then(|own| self.parts[own as usize].parent);
            if let (Some(holder), Some(own)) = (holder, own) {
                self.members[holder as usize].push(own);
            }
            self.home.push(own.or_else(|| self.around(found.name)));
            self.waits.push(own.is_some() && (found.is_member || found.accompanies));
        }
        // An import whose elements are all removed imports nothing.
        for part in 0..self.parts.len() {
            let parent = self.parts[part].parent.filter(|_| self.is_definition[part]);
            if let Some(parent) = parent.filter(|&parent| self.is_import(parent)) {
                self.is_definition[parent as usize] = true;
            }
        }
        for (index, bound) in (0u32..).zip(bindings.uses()) {
            match self.around(bound.node) {
                Some(part) => self.uses[part as usize].push(UseId(index)),
                None => self.free.push(UseId(index)),
            }
        }
        self.needs = self.needs();
        self.find_local_imports();
        let parts = (0u32..).take(self.parts.len());
        self.named_statements = parts.filter(|&part| self.is_named_statement(part)).collect();
    }

    /// Whether a part is a statement that gives names to values.
    fn is_named_statement(&self, part: PartId) -> bool {
        const OTHER: [&str; 8] =
            ["import", "function", "class", "struct", "type", "enum", "interface", "param"];
        let kind = self.tree().kind_name(self.parts[part as usize].node);
        let defines = &self.defines[part as usize];
        let names_value = |&id: &DefinitionId| {
            let found = self.bindings.definition(id);
            !found.has_body && !found.is_member && !found.accompanies
        };
        !defines.is_empty()
            && defines.iter().all(names_value)
            && !OTHER.iter().any(|word| kind.contains(word))
    }

    /// Finds the imports within another part. An import is one more definition of what it imports,
    /// but only for what is in the part around it.
    fn find_local_imports(&mut self) {
        let bindings = self.bindings.clone();
        for (index, found) in bindings.definitions().iter().enumerate() {
            let Some(home) = self.home[index].filter(|_| !found.accompanies) else { continue };
            let above = |&part: &PartId| self.parts[part as usize].parent;
            let mut around = std::iter::successors(Some(home), above);
            let is_import = around.clone().take(2).any(|part| self.is_import(part));
            let holder = around.find(|&part| part != home && !self.is_import(part));
            if let Some(holder) = holder.filter(|_| is_import) {
                let nodes = self.parts[holder as usize].nodes.clone();
                self.local_imports.entry(found.entity).or_default().push((home, nodes));
            }
        }
    }

    /// Returns, by part, the uses in it that need what they name.
    fn needs(&self) -> ByPart<(UseId, EntityId)> {
        let need = |&id: &UseId| Some((id, self.bindings.use_at(id).entity?));
        ByPart::new(
            self.uses
                .iter()
                .map(|uses| uses.iter().filter(|id| !self.writes[id.0 as usize]).filter_map(need)),
        )
    }

    /// Determines the roots: everything that is not a definition, and definitions that are unused
    /// in the original.
    fn root(&mut self) {
        let is_used = self.used();
        for part in 0..self.parts.len() {
            let defines = &self.defines[part];
            let is_root = |&id: &DefinitionId| self.bindings.definition(id).is_root;
            let is_used = |&id: &DefinitionId| is_used[self.bindings.definition(id).entity.0 as usize];
            let is_group = defines.is_empty() && self.is_definition[part];
            let is_needed = !is_group && (defines.iter().any(is_root) || !defines.iter().any(is_used));
            if is_needed {
                self.keep(part as PartId);
            }
        }
        let mut reached = Reached::start(self, &Gone::nothing(self));
        reached.go_on(self, &Gone::nothing(self));
        // Definitions that only use each other in a cycle.
        let mut order: Vec<PartId> = (0u32..).take(self.parts.len()).collect();
        order.sort_by_key(|&part| {
            let part = &self.parts[part as usize];
            (part.parent.is_some(), std::cmp::Reverse(part.nodes.len()))
        });
        for part in order {
            if !reached.has(part) {
                self.keep(part);
                reached.add(part);
                reached.go_on(self, &Gone::nothing(self));
            }
        }
    }

    /// Makes a part stay as long as the part around it.
    fn keep(&mut self, part: PartId) {
        match self.parts[part as usize].parent {
            Some(parent) => self.shell[parent as usize].push(part),
            None => self.roots.push(part),
        }
    }

    /// Returns which entities are used outside of their own definitions. What is imported is used
    /// by an instance of it, too.
    fn used(&self) -> Vec<bool> {
        let bindings = &self.bindings;
        let is_brought: Vec<bool> = (0u32..)
            .map(EntityId)
            .take(bindings.entities().len())
            .map(|entity| self.is_brought(entity))
            .collect();
        let is_outside = |entity: EntityId, node: NodeId| {
            let definitions = bindings.entity(entity).definitions.iter();
            let is_brought = is_brought[entity.0 as usize];
            let own = definitions
                .map(|&id| bindings.definition(id))
                .filter(|found| !(is_brought && found.accompanies));
            let mut wholes = own.filter_map(|found| found.node);
            !wholes.any(|whole| bindings.tree().is_within(node, whole))
        };
        let mut used = vec![false; bindings.entities().len()];
        for (bound, is_write) in bindings.uses().iter().zip(&self.writes) {
            if let Some(entity) = bound.entity.filter(|_| !is_write) {
                let at = entity.0 as usize;
                used[at] = used[at] || is_outside(entity, bound.node);
            }
        }
        used
    }
}

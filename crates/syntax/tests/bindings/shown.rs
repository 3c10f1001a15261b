//! Bindings as text, for people to read.

use std::fmt::Write;

use dwindle_syntax::bindings::{Bindings, Definition, EntityId, Need};
use dwindle_syntax::{NodeId, Tree};

/// Why writing cannot fail.
const TEXT: &str = "text can be written";

/// Shows every entity on a line: its name, where it is known, its definitions with what goes with
/// them, its uses; then the names that nothing defines, then what nothing uses.
pub fn show(bindings: &Bindings) -> String {
    let tree = bindings.tree();
    let mut shown = String::new();
    let name = |entity: u32| {
        tree.text_of(bindings.definition(bindings.entity(EntityId(entity)).definitions[0]).name)
    };
    let mut order: Vec<u32> = (0u32..).take(bindings.entities().len()).collect();
    order.sort_by_key(|&entity| bindings.entity(EntityId(entity)).definitions[0]);
    for id in order {
        let entity = bindings.entity(EntityId(id));
        let scope = if entity.scope == tree.root() { "text".to_owned() } else { place(tree, entity.scope) };
        let kind = bindings.namespace(EntityId(id));
        write!(shown, "{kind} {} in {scope}:", String::from_utf8_lossy(name(id))).expect(TEXT);
        for &definition in &entity.definitions {
            write!(shown, " {}", show_definition(tree, bindings.definition(definition))).expect(TEXT);
        }
        if !entity.uses.is_empty() {
            write!(shown, "; used").expect(TEXT);
        }
        for &use_id in &entity.uses {
            let bound = bindings.use_at(use_id);
            write!(shown, " {}{}", place(tree, bound.node), mark(bound.need)).expect(TEXT);
        }
        if let Some(outer) = entity.outer {
            let hidden = bindings.definition(bindings.entity(outer).definitions[0]);
            write!(shown, "; hides {}", place(tree, hidden.name)).expect(TEXT);
        }
        shown.push('\n');
    }
    let unbound = bindings.uses().iter().filter(|bound| bound.entity.is_none() && tree.is_named(bound.node));
    let unbound: Vec<String> =
        unbound.map(|bound| String::from_utf8_lossy(tree.text_of(bound.node)).into_owned()).collect();
    writeln!(shown, "unbound: {}", unbound.join(" ")).expect(TEXT);
    let dead = bindings.dead([]);
    let dead: Vec<String> = dead.iter().flat_map(|dead| &dead.nodes).map(|&node| place(tree, node)).collect();
    writeln!(shown, "dead: {}", dead.join(" ")).expect(TEXT);
    shown
}

fn show_definition(tree: &Tree, definition: &Definition) -> String {
    let mut shown = place(tree, definition.name);
    match definition.node {
        None => shown.push_str(" fixed"),
        Some(whole) => write!(shown, " [{}]", extent(tree, whole)).expect(TEXT),
    }
    if let Some(group) = definition.group {
        write!(shown, " of [{}]", extent(tree, group)).expect(TEXT);
    }
    shown.push_str(if definition.has_body { " body" } else { "" });
    shown.push_str(if definition.is_root { " root" } else { "" });
    shown
}

fn mark(need: Need) -> &'static str {
    match need {
        Need::Strict => "",
        Need::None => "?",
    }
}

fn place(tree: &Tree, node: NodeId) -> String {
    at(tree, tree.range(node).start)
}

fn extent(tree: &Tree, node: NodeId) -> String {
    let range = tree.range(node);
    format!("{}-{}", at(tree, range.start), at(tree, range.end))
}

fn at(tree: &Tree, byte: usize) -> String {
    let before = &tree.text()[..byte];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
    format!("{line}:{column}")
}

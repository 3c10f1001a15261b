//! Functions that are applied to one argument after the other, without lists, as in OCaml and
//! Haskell.

use dwindle_syntax::{NodeId, Tree};

/// What a definition without lists consists of.
pub(in crate::tree) struct Equation {
    /// Empty for a variable.
    pub(in crate::tree) parameters: Vec<NodeId>,
    /// `None` if there are guards.
    pub(in crate::tree) value: Option<NodeId>,
}

/// Returns the parts of a definition; `None` if it is none of this sort.
pub(in crate::tree) fn equation(tree: &Tree, definition: NodeId) -> Option<Equation> {
    match tree.kind_name(definition) {
        "value_definition" => {
            let mut bound = tree.children(definition).filter(|&child| tree.is_named(child));
            let binding = bound.next().filter(|_| bound.next().is_none())?;
            equation(tree, binding)
        }
        "let_binding" => {
            let is_parameter = |&child: &NodeId| tree.kind_name(child) == "parameter";
            let parameters = tree.children(definition).filter(is_parameter).collect();
            Some(Equation { parameters, value: in_field(tree, definition, "body") })
        }
        "function" | "bind" => {
            let mut cases =
                tree.children(definition).filter(|&child| tree.field_name(child) == Some("match"));
            let first = cases.next()?;
            let is_guarded = tree.children(first).any(|child| tree.field_name(child) == Some("guards"));
            let is_only = cases.next().is_none() && !is_guarded;
            let patterns = in_field(tree, definition, "patterns");
            let parameters = patterns.into_iter().flat_map(|patterns| tree.children(patterns));
            let is_content = |&node: &NodeId| tree.is_named(node) && !tree.is_extra(node);
            let parameters = parameters.filter(is_content).collect();
            Some(Equation { parameters, value: in_field(tree, first, "expression").filter(|_| is_only) })
        }
        _ => None,
    }
}

/// Returns the types of the parameters in the signature of a function; `None` if a node is none.
pub(super) fn signature(tree: &Tree, node: NodeId) -> Option<Vec<NodeId>> {
    let declared = in_field(tree, node, "type").filter(|_| tree.kind_name(node) == "signature")?;
    let mut parameters = Vec::new();
    let mut rest = Some(declared);
    while let Some(of) = rest {
        // `forall a. Eq a => …`
        let is_wrapper = matches!(tree.kind_name(of), "context" | "forall");
        if !is_wrapper {
            parameters.extend(in_field(tree, of, "parameter"));
        }
        let field = if is_wrapper { "type" } else { "result" };
        rest = in_field(tree, of, field).filter(|_| is_wrapper || tree.kind_name(of) == "function");
    }
    Some(parameters)
}

fn in_field(tree: &Tree, node: NodeId, field: &str) -> Option<NodeId> {
    tree.children(node).find(|&child| tree.field_name(child) == Some(field))
}

/// Returns the application of a function that is named at `name`, and its arguments.
pub(in crate::tree) fn application(tree: &Tree, name: NodeId) -> Option<(NodeId, Vec<NodeId>)> {
    let mut at = name;
    while let Some(above) = tree.parent(at).filter(|&above| tree.kind_name(above) == "value_path") {
        at = above;
    }
    let mut arguments = Vec::new();
    while let Some(above) = tree.parent(at) {
        let is_applied = matches!(tree.kind_name(above), "apply" | "application_expression");
        if !is_applied || tree.field_name(at) != Some("function") {
            break;
        }
        arguments.extend(tree.children(above).filter(|&child| tree.field_name(child) == Some("argument")));
        at = above;
    }
    (!arguments.is_empty()).then_some((at, arguments))
}

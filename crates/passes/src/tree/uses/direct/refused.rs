//! What no program can do where it starts, or what does nothing there.

use dwindle_syntax::bindings::Definition;
use dwindle_syntax::{NodeId, Tree};

use super::types::words_before;
use crate::tree::uses::sources::{is_keyword, is_many, kind_has};

/// Whether some tokens do something with the function or type around them: `await`, `super`.
pub(super) fn needs_its_place(tree: &Tree, tokens: &[NodeId]) -> bool {
    const WORDS: [&[u8]; 6] = [b"await", b"yield", b"return", b"break", b"continue", b"super"];
    tokens.iter().any(|&token| {
        let text = tree.text_of(token);
        WORDS.contains(&text) || text == b"base" && is_keyword(tree, token)
    })
}

/// Whether a call of a function runs nothing of it, or is none: generators and the like, what has
/// no body, and what is named otherwise.
pub(super) fn runs_nothing(tree: &Tree, found: &Definition) -> bool {
    const NO_BODIES: [&str; 4] = ["method_spec", "method_elem", "signature", "trait_item"];
    const WORDS: [&[u8]; 3] = [b"async", b"get", b"set"];
    let Some(whole) = found.node else { return true };
    let is_late = words_before(tree, whole, found.name).any(|token| WORDS.contains(&tree.text_of(token)));
    let is_generator = || tree.tokens_of(whole).iter().any(|&token| tree.text_of(token) == b"yield");
    let is_abstract = kind_has(tree, whole, &NO_BODIES)
        || tree
            .ancestors(whole)
            .any(|above| matches!(tree.kind_name(above), "trait_item" | "singleton_class"));
    is_late || is_abstract || tree.text_of(found.name).starts_with(b"#") || is_generator()
}

/// Whether a parameter is given otherwise than by one value at its place.
pub(super) fn is_given_otherwise(tree: &Tree, name: NodeId) -> bool {
    // How many nodes are around the name of a parameter.
    const LEVELS: usize = 2;
    const KINDS: [&str; 4] = ["params", "keyword_param", "block_param", "by_ref"];
    let mut around = std::iter::once(name).chain(tree.ancestors(name).take(LEVELS));
    let is_special = around.any(|node| {
        let is_one = kind_has(tree, node, &["param"]);
        let is_changed = || {
            let mut parts = tree.children(node);
            parts.any(|part| matches!(tree.text_of(part), b"ref" | b"out" | b"&"))
        };
        kind_has(tree, node, &KINDS) || is_one && is_changed()
    });
    is_special || is_many(tree, name)
}

/// Whether a value has no members.
pub(super) fn is_nothing(text: &str) -> bool {
    const NOTHING: [&str; 6] = ["null", "null!", "nil", "None", "nullptr", "undefined"];
    NOTHING.contains(&text) || text.starts_with("default(")
}

/// Whether a name is the key of a value, as in `f(a: 1)`.
pub(super) fn is_named_by_key(tree: &Tree, name: NodeId) -> bool {
    const KEYS: [&str; 6] = ["pair", "keyword", "initializer", "named", "label", "field_init"];
    tree.parent(name)
        .is_some_and(|above| kind_has(tree, above, &KEYS) && tree.children(above).next() == Some(name))
}

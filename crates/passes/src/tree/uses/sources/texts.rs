//! Texts that are put together from parts of the text.

use std::ops::Range;

use dwindle_reduce::cost::is_word_byte;
use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::{NodeId, Tree};

use super::kind::kind_has;
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// Tokens that something else takes the place of.
#[derive(Clone, Debug)]
pub(super) struct Replaced {
    pub(super) tokens: Range<u32>,
    pub(super) by: NodeId,
    /// The token between that and the replaced tokens, if these stay: the `.` of `a.b` for `b`.
    pub(super) sign: Option<NodeId>,
}

/// A text that is put together.
pub(super) struct Text<'a> {
    subject: &'a Subject,
    cut: &'a TokenEdits,
    /// What is replaced, in the order of the text.
    replacements: Vec<Replaced>,
    bytes: Vec<u8>,
    n_tokens: u32,
    /// The end of the last token that was added.
    end: u32,
    /// The indentation of the lines that are added, and the one that they get.
    indents: Option<(Vec<u8>, Vec<u8>)>,
}

impl<'a> Text<'a> {
    /// Begins a text in which each argument takes the place of the uses of its parameter, and the
    /// object that of `others`.
    pub(super) fn of(
        subject: &'a Subject,
        cut: &'a TokenEdits,
        bindings: &Bindings,
        (arguments, others): (&[(NodeId, NodeId)], &[Replaced]),
    ) -> Text<'a> {
        let tree = subject.tree();
        let mut replacements: Vec<Replaced> = others.to_vec();
        for &(name, argument) in arguments {
            let [parameter] = bindings.definitions_within(tree.subtree(name)) else { continue };
            let uses = bindings.entity(parameter.entity).uses.iter();
            let places = uses.map(|&id| whole_name(tree, bindings.use_at(id).node));
            let replaced = |node| Replaced { tokens: tree.token_range(node), by: argument, sign: None };
            replacements.extend(places.map(replaced));
        }
        replacements.sort_by_key(|replaced| replaced.tokens.start);
        Text { subject, cut, replacements, bytes: Vec::new(), n_tokens: 0, end: 0, indents: None }
    }

    /// Adds the tokens of a range that the cut keeps, with the replacements.
    pub(super) fn add(&mut self, tokens: Range<u32>) {
        let mut at = tokens.start;
        while at < tokens.end {
            let next = self.replacements.partition_point(|replaced| replaced.tokens.start < at);
            match self.replacements.get(next) {
                Some(replaced) if replaced.tokens.start == at && self.is_left(&replaced.tokens) => {
                    let replaced = replaced.clone();
                    at = replaced.tokens.end;
                    self.replace(&replaced, tokens.start);
                }
                _ => {
                    self.token(at, tokens.start);
                    at += 1;
                }
            }
        }
    }

    /// Whether the cut keeps a part of some tokens.
    fn is_left(&self, tokens: &Range<u32>) -> bool {
        self.cut.n_alive(tokens.clone()) != 0
    }

    /// Adds what takes the place of some tokens.
    fn replace(&mut self, replaced: &Replaced, first: u32) {
        let tree = self.subject.tree();
        let at = replaced.tokens.start;
        let token = tree.tokens()[at as usize];
        // What stands before a sign elsewhere needs none here.
        let brackets = replaced.sign.is_none() && needs_brackets(tree, replaced.by, token);
        self.gap(at, first);
        self.bytes.extend(label(tree, token).unwrap_or_default());
        self.bytes.extend(if brackets { &b"("[..] } else { b"" });
        self.add_verbatim(tree.token_range(replaced.by));
        self.bytes.extend(if brackets { &b")"[..] } else { b"" });
        if let Some(sign) = replaced.sign {
            self.bytes.extend_from_slice(tree.text_of(sign));
            self.n_tokens += 1;
            for at in replaced.tokens.clone() {
                self.token(at, at);
            }
        }
        self.end = replaced.tokens.end;
    }

    /// Adds what is left of some tokens, without arguments in the place of parameters.
    fn add_verbatim(&mut self, tokens: Range<u32>) {
        for at in tokens.clone() {
            self.token(at, tokens.start);
        }
    }

    fn token(&mut self, at: u32, first: u32) {
        let tree = self.subject.tree();
        let put = self.cut.put_at(at);
        if put.is_none() && self.cut.gone().contains(at) {
            return;
        }
        self.gap(at, first);
        match put {
            Some(put) => self.add_lines(put),
            None => self.bytes.extend_from_slice(tree.text_of(tree.tokens()[at as usize])),
        }
        self.n_tokens += 1;
        self.end = at + 1;
    }

    /// Adds the white space before a token; at least a blank where two words would become one.
    fn gap(&mut self, at: u32, first: u32) {
        if at == first {
            return;
        }
        let tree = self.subject.tree();
        let gap = &tree.text()[tree.gap(at)];
        let is_word = |byte: Option<&u8>| byte.is_some_and(|&byte| is_word_byte(byte));
        let next = tree.text_of(tree.tokens()[at as usize]);
        let fuses = gap.is_empty() && self.end != at && is_word(self.bytes.last()) && is_word(next.first());
        let gap = if fuses { b" " } else { gap };
        self.add_lines(gap);
    }

    /// Adds a text; its lines, but not the first, get the new indentation.
    fn add_lines(&mut self, text: &[u8]) {
        let Some((from, to)) = &self.indents else {
            self.bytes.extend_from_slice(text);
            return;
        };
        for (number, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let is_behind_line_end = number != 0;
            match line.strip_prefix(&from[..]).filter(|_| is_behind_line_end) {
                Some(line) => self.bytes.extend([&to[..], line].concat()),
                None => self.bytes.extend_from_slice(line),
            }
        }
        // A line that begins behind this text.
        if text.ends_with(b"\n") && from.is_empty() {
            self.bytes.extend_from_slice(to);
        }
    }

    /// Changes the indentation of the lines that are added.
    pub(super) fn indent(&mut self, from: &[u8], to: &[u8]) {
        self.indents = Some((from.to_vec(), to.to_vec()));
    }

    /// Leaves the indentation of what follows as it is.
    pub(super) fn end_lines(&mut self) {
        self.indents = None;
    }

    /// Adds a node in brackets if its place asks for them.
    pub(super) fn add_in_place(&mut self, value: NodeId, place: NodeId) {
        let tree = self.subject.tree();
        let brackets = needs_brackets(tree, value, place);
        self.bytes.extend_from_slice(if brackets { b"(" } else { b"" });
        self.add(tree.token_range(value));
        self.bytes.extend_from_slice(if brackets { b")" } else { b"" });
        self.n_tokens += if brackets { 2 } else { 0 };
    }

    /// Adds the white space before a token.
    pub(super) fn add_gap(&mut self, at: u32) {
        self.gap(at, u32::MAX);
    }

    /// Adds a text of so many tokens.
    pub(super) fn add_text(&mut self, text: &[u8], n_tokens: u32) {
        self.bytes.extend_from_slice(text);
        self.n_tokens += n_tokens;
    }

    /// Puts a text before it.
    pub(super) fn begin_with(&mut self, text: &[u8]) {
        self.bytes.splice(0..0, text.iter().copied());
        self.n_tokens += 2;
    }

    /// Returns the number of tokens so far.
    pub(super) fn n_tokens(&self) -> u32 {
        self.n_tokens
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Whether what stands around an expression may take a part of it.
pub(in crate::tree::uses) fn is_open(tree: &Tree, value: NodeId) -> bool {
    const OPEN: [&str; 26] = [
        "binary",
        "unary",
        "conditional",
        "ternary",
        "assignment",
        "lambda",
        "arrow",
        "cast",
        "operator",
        "comparison",
        "infix",
        "closure",
        "await",
        "pointer_expr",
        "reference_expr",
        "range",
        "yield",
        "as_expr",
        "update",
        "new_expr",
        "callable_reference",
        "match_expr",
        "let_expr",
        "fun_expr",
        "if_expr",
        "try_expr",
    ];
    kind_has(tree, innermost(tree, value), &OPEN)
}

/// Whether an expression needs brackets in the place of another one.
pub(in crate::tree::uses) fn needs_brackets(tree: &Tree, value: NodeId, place: NodeId) -> bool {
    const CLOSE: [&str; 16] = [
        "binary",
        "unary",
        "member",
        "field",
        "call",
        "selector",
        "subscript",
        "infix",
        "operator",
        "comparison",
        "cast",
        "await",
        "attribute",
        "navigation",
        "pointer_expr",
        "index",
    ];
    let value = innermost(tree, value);
    let Some(above) = tree.parent(largest(tree, place)) else { return false };
    // `f (g x)` is not `f g x`, and `f((a, b))` is not `f(a, b)`.
    const CLOSED: [&str; 5] = ["paren", "list", "array", "string", "unit"];
    let is_closed = || kind_has(tree, value, &CLOSED) || tree.kind_name(value) == "tuple";
    let is_application = |kind: &str| kind.contains("appl") || kind == "labeled_argument";
    let is_applied = || is_application(tree.kind_name(above)) && 1 < tree.n_tokens(value) && !is_closed();
    // `new A->f()` of PHP.
    let is_new = || {
        tree.kind_name(value) == "object_creation_expression" && tree.kind_name(above).starts_with("member_")
    };
    // `puts y = 3, y` of Ruby and `a, match b with …` of OCaml take what follows.
    const BEFORE_COMMAS: [&str; 5] = ["argument_list", "array", "tuple", "list", "product"];
    let takes_more = || {
        let goes_on =
            tree.kind_name(value) == "assignment" || is_command(tree, value) || is_endless(tree, value);
        goes_on && kind_has(tree, above, &BEFORE_COMMAS)
    };
    let is_sequence = || kind_has(tree, value, &["comma", "sequence"]);
    // In Lua, a literal needs them before an index.
    let is_literal = || {
        tree.kind_name(above).ends_with("_index_expression")
            && matches!(tree.kind_name(value), "string" | "table_constructor" | "number")
    };
    is_sequence()
        || is_literal()
        || is_applied()
        || is_new()
        || takes_more()
        || (is_open(tree, value) && kind_has(tree, above, &CLOSE))
}

/// Whether an expression is a call without brackets around its arguments, as in Ruby.
fn is_command(tree: &Tree, node: NodeId) -> bool {
    let is_bare =
        |list: NodeId| tree.kind_name(list) == "argument_list" && !tree.text_of(list).starts_with(b"(");
    tree.kind_name(node) == "call" && tree.children(node).any(is_bare)
}

/// Whether an expression of OCaml has no end of its own.
fn is_endless(tree: &Tree, node: NodeId) -> bool {
    let has_cases = || tree.children(node).any(|child| tree.kind_name(child) == "match_case");
    matches!(tree.kind_name(node), "let_expression" | "fun_expression") || has_cases()
}

/// Returns the outermost node with the same tokens as a node.
pub(in crate::tree::uses) fn largest(tree: &Tree, node: NodeId) -> NodeId {
    let tokens = tree.token_range(node);
    let same = tree.ancestors(node).take_while(|&above| tree.token_range(above) == tokens);
    same.last().unwrap_or(node)
}

/// Returns the innermost node with the same tokens as a node.
pub(super) fn innermost(tree: &Tree, node: NodeId) -> NodeId {
    let tokens = tree.token_range(node);
    let below = |&above: &NodeId| {
        tree.children(above).find(|&child| tree.is_named(child) && tree.token_range(child) == tokens)
    };
    std::iter::successors(Some(node), below).last().unwrap_or(node)
}

/// Returns the node to replace for a name: with the `$` of PHP, which is a token of its own, and
/// with the path before it in OCaml and Haskell: `M.a`.
pub(super) fn whole_name(tree: &Tree, node: NodeId) -> NodeId {
    let is_whole = |above: &NodeId| match tree.kind_name(*above) {
        "variable_name" => true,
        "value_path" | "qualified" => tree.children(*above).last() == Some(node),
        _ => false,
    };
    tree.parent(node).filter(is_whole).unwrap_or(node)
}

/// Returns the key that a shorthand field needs before its value: `a: ` for `a` in `{ a }`, or
/// `a = ` in OCaml.
pub(in crate::tree::uses) fn label(tree: &Tree, node: NodeId) -> Option<Vec<u8>> {
    let is_short = |node: NodeId| tree.kind_name(node).starts_with("shorthand_");
    let found = is_short(node) || tree.parent(node).is_some_and(is_short);
    // `{ a }` of OCaml.
    let is_alone = |above: NodeId| {
        tree.kind_name(above) == "field_expression" && tree.n_tokens(above) == tree.n_tokens(node)
    };
    let is_field = tree.kind_name(node) == "field_name" && tree.ancestors(node).take(2).any(is_alone);
    let sign = if is_field { &b" = "[..] } else { b": " };
    (found || is_field).then(|| [tree.text_of(node), sign].concat())
}

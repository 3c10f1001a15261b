//! The rules of a grammar.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of the nodes of one grammar: a name, and whether it names a rule or a literal. If
/// tree-sitter has several symbols with the same name, they share one kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Kind(pub(crate) u16);

impl Kind {
    /// Text that the grammar accepts without making a node.
    pub(super) const HIDDEN: Kind = Kind(u16::MAX);

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kind {}", self.0)
    }
}

/// A grammar without what matching does not need (precedences, fields, patterns): parsed from
/// `grammar.json` by [`Rules::from_json`] and stored by [`Rules::encode`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The grammar's own name, for example `c_sharp`.
    pub name: String,
    /// The crate that it comes from; empty for a grammar that was loaded at run time.
    pub origin: Origin,
    pub(super) kinds: Vec<KindName>,
    /// The first one is the start rule.
    pub(super) rules: Vec<Rule>,
    pub(super) tokens: Vec<Token>,
    /// Whether white space is allowed between tokens.
    pub(super) spaces: bool,
    pub(super) precision: Precision,
}

/// How precisely children are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Precision {
    /// All of them, in order.
    Exact,
    /// The named ones, without their order.
    AnyOrder,
}

/// Where a grammar comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The name of the crate.
    pub package: String,
    /// The exact version of the crate.
    pub version: String,
    /// The directory in the crate that holds `grammar.json`.
    pub folder: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct KindName {
    pub(super) name: Box<str>,
    pub(super) named: bool,
}

/// A named rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Rule {
    /// The kind of its nodes; `None` if the rule is hidden: its children belong to its parent.
    pub(super) kind: Option<Kind>,
    pub(super) role: RuleRole,
    pub(super) body: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum RuleRole {
    /// Its children are described by the body.
    Syntactic,
    /// As `Syntactic`, but its body replaces every use, also aliased ones.
    Inlined,
    /// The whole rule is one token: a leaf, or nothing if the rule is hidden.
    Lexical,
}

/// A token: a literal, a pattern or an external token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Token {
    /// The kind of its node; `None` for patterns without a name, which make no nodes.
    pub(super) kind: Option<Kind>,
    /// A shortest text, if known.
    pub(super) sample: Option<Box<str>>,
    /// Whether white space before it is forbidden.
    pub(super) immediate: bool,
    /// Whether its text may be white space or empty, so that a tree does not show it.
    pub(super) may_be_blank: bool,
}

/// The body of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Expr {
    /// All of them, in this order; the empty sequence matches the empty text.
    Seq(Vec<Expr>),
    /// One of them.
    Choice(Vec<Expr>),
    /// Any number of times.
    Repeat(Box<Expr>),
    /// At least once.
    Repeat1(Box<Expr>),
    /// A rule, by index.
    Rule(u16),
    /// A token, by index.
    Token(u16),
    /// The nodes inside show another kind.
    Alias(Kind, Box<Expr>),
}

impl Expr {
    /// Returns the direct subexpressions.
    pub(super) fn inside(&self) -> &[Expr] {
        match self {
            Expr::Seq(parts) | Expr::Choice(parts) => parts,
            Expr::Repeat(inner) | Expr::Repeat1(inner) | Expr::Alias(_, inner) => std::slice::from_ref(inner),
            Expr::Rule(_) | Expr::Token(_) => &[],
        }
    }
}

impl Rules {
    /// Returns the kind with this name that is a rule's (`named`) or a literal's. O(kinds).
    pub fn kind(&self, name: &str, named: bool) -> Option<Kind> {
        let index = self.kinds.iter().position(|kind| *kind.name == *name && kind.named == named)?;
        u16::try_from(index).ok().map(Kind)
    }

    /// Returns the name of a kind.
    pub fn name_of(&self, kind: Kind) -> &str {
        self.kinds.get(kind.index()).map_or("", |kind| &kind.name)
    }

    /// Whether the kind names a rule; keywords and punctuation do not. Hidden text counts as named.
    pub fn is_named(&self, kind: Kind) -> bool {
        self.kinds.get(kind.index()).is_none_or(|kind| kind.named)
    }

    /// Returns all kinds.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..u16::try_from(self.kinds.len()).unwrap_or(u16::MAX)).map(Kind)
    }

    /// Encodes the grammar in the compact form in which this crate stores it.
    ///
    /// # Errors
    /// Never for a grammar that this crate has read.
    pub fn encode(&self) -> Result<Vec<u8>, CodeError> {
        Ok(postcard::to_allocvec(self)?)
    }

    /// Decodes what [`Rules::encode`] returned.
    ///
    /// # Errors
    /// When the bytes are not an encoded grammar.
    pub fn decode(bytes: &[u8]) -> Result<Rules, CodeError> {
        let grammar: Rules = postcard::from_bytes(bytes)?;
        Ok(grammar)
    }
}

/// The compact form of a grammar could not be encoded or decoded.
#[derive(Debug, thiserror::Error)]
#[error("not the compact form of a grammar")]
pub struct CodeError(#[from] postcard::Error);

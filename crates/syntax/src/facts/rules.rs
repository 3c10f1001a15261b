//! What is kept of a grammar.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind that nodes of one grammar show: a name and whether it is a rule's or a literal's.
/// Tree-sitter may have several symbols with the same name; they share one kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Kind(pub(crate) u16);

impl Kind {
    /// Text that the grammar accepts without making a node of it.
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

/// A grammar without what matching does not need (precedences, fields, patterns): made from
/// `grammar.json` by [`Rules::from_json`] and stored by [`Rules::encode`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The grammar's own name, such as `c_sharp`.
    pub name: String,
    /// The crate that it comes from, and its version; empty for a grammar that was read at run
    /// time.
    pub origin: Origin,
    pub(super) kinds: Vec<KindName>,
    /// The first one is the start rule.
    pub(super) rules: Vec<Rule>,
    pub(super) tokens: Vec<Token>,
    /// Whether white space may stand between tokens.
    pub(super) spaces: bool,
    pub(super) precision: Precision,
}

/// How much is known of children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Precision {
    /// All of them, in order.
    Exact,
    /// Those with names, but not their order.
    AnyOrder,
}

/// Where a grammar comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The name of the crate.
    pub package: String,
    /// The exact version of the crate.
    pub version: String,
    /// The folder in the crate that holds `grammar.json`.
    pub folder: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct KindName {
    pub(super) name: Box<str>,
    pub(super) named: bool,
}

/// A rule with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Rule {
    /// What nodes of this rule show; `None` when it makes no nodes: its children belong to its
    /// parent.
    pub(super) kind: Option<Kind>,
    pub(super) role: RuleRole,
    pub(super) body: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum RuleRole {
    /// Its children are what the body says.
    Syntactic,
    /// As syntactic, but its body takes the place of every use, also of an aliased one.
    Inlined,
    /// The whole rule is one token: a leaf, and nothing at all when it makes no nodes.
    Lexical,
}

/// A token: a literal, a pattern or an external one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Token {
    /// What its node shows; patterns without a name of their own make no nodes.
    pub(super) kind: Option<Kind>,
    /// A shortest text, where one is known.
    pub(super) sample: Option<Box<str>>,
    /// Whether no white space may stand in front.
    pub(super) immediate: bool,
    /// Whether its text may be white space or nothing, so that a tree does not show it in any way.
    pub(super) may_be_blank: bool,
}

/// What a rule says.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) enum Expr {
    /// All, in this order; none of them is nothing.
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
    /// What is inside shows another kind.
    Alias(Kind, Box<Expr>),
}

impl Expr {
    /// Returns the expressions directly inside.
    pub(super) fn inside(&self) -> &[Expr] {
        match self {
            Expr::Seq(parts) | Expr::Choice(parts) => parts,
            Expr::Repeat(inner) | Expr::Repeat1(inner) | Expr::Alias(_, inner) => std::slice::from_ref(inner),
            Expr::Rule(_) | Expr::Token(_) => &[],
        }
    }
}

impl Rules {
    /// Finds a kind by name and by whether it is a rule's name. Linear in the kinds.
    pub fn kind(&self, name: &str, named: bool) -> Option<Kind> {
        let index = self.kinds.iter().position(|kind| *kind.name == *name && kind.named == named)?;
        u16::try_from(index).ok().map(Kind)
    }

    /// Returns the name of a kind.
    pub fn name_of(&self, kind: Kind) -> &str {
        self.kinds.get(kind.index()).map_or("", |kind| &kind.name)
    }

    /// Whether the kind is a rule's; keywords and punctuation are not. Text without a node counts
    /// as named.
    pub fn is_named(&self, kind: Kind) -> bool {
        self.kinds.get(kind.index()).is_none_or(|kind| kind.named)
    }

    /// Returns all kinds.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> + use<> {
        (0..u16::try_from(self.kinds.len()).unwrap_or(u16::MAX)).map(Kind)
    }

    /// Writes the grammar in the compact form in which it is kept in this crate.
    ///
    /// # Errors
    /// Never for a grammar that was read by this crate.
    pub fn encode(&self) -> Result<Vec<u8>, CodeError> {
        Ok(postcard::to_allocvec(self)?)
    }

    /// Reads what [`Rules::encode`] wrote.
    ///
    /// # Errors
    /// When the bytes are something else.
    pub fn decode(bytes: &[u8]) -> Result<Rules, CodeError> {
        let grammar: Rules = postcard::from_bytes(bytes)?;
        Ok(grammar)
    }
}

/// The compact form of a grammar could not be written or read.
#[derive(Debug, thiserror::Error)]
#[error("not the compact form of a grammar")]
pub struct CodeError(#[from] postcard::Error);

//! The options of passes.

use std::sync::Arc;

use dwindle_reduce::{EmptyList, File, ListMethod};

use crate::flat::content::is_binary;
use crate::tree::expected::Expected;
use crate::tree::source::TreeSource;

/// The options from which the catalogue's passes are created.
#[derive(Clone, Debug)]
pub struct PassOptions {
    /// How the lists of a pass are minimized. Whether the empty list is proposed is decided by the
    /// pass.
    pub method: ListMethod,
    /// The files that a text pass works on.
    pub scope: Scope,
    /// The source of trees. The passes of a plan share it, so that a document is parsed once.
    pub trees: Arc<TreeSource>,
    /// Whether tree passes use the syntax gate.
    pub syntax_gate: SyntaxGating,
    /// What the pass `chisel` does besides its lists.
    pub chisel: ChiselOptions,
    /// The units of the passes of the HDD and Perses families.
    pub units: TreeUnits,
    /// What is done with the names of the input.
    pub names: Names,
    /// The texts that the test looks for.
    pub expected: Expected,
}

/// What is removed together in tree passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TreeUnits {
    /// One syntax node.
    #[default]
    Nodes,
    /// A syntax node with everything that uses what it defines, if definitions and uses are known.
    Closures,
}

/// What is done with names, and with words and numbers in the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Names {
    /// They are shortened.
    #[default]
    Short,
    /// They are kept.
    Kept,
}

/// What the pass `chisel` does besides its lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChiselOptions {
    /// Refuses candidates in which a use lacks its definition, a jump its label, or a function its
    /// last return.
    pub dependency_check: Switch,
    /// Removes unused definitions.
    pub dead_code: Switch,
}

/// Whether an optional step is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Switch {
    /// Done.
    #[default]
    On,
    /// Not done.
    Off,
}

/// Whether candidates with new syntax errors are refused without a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SyntaxGating {
    /// Refused: right for bugs behind the parser.
    #[default]
    On,
    /// Tested: right for bugs in parsers.
    Off,
}

impl PassOptions {
    /// Creates options with a list method; the pass works on all files.
    pub fn new(method: ListMethod) -> PassOptions {
        PassOptions {
            method,
            scope: Scope::All,
            trees: Arc::default(),
            syntax_gate: SyntaxGating::On,
            chisel: ChiselOptions::default(),
            units: TreeUnits::default(),
            names: Names::default(),
            expected: Expected::default(),
        }
    }

    /// Returns the options with another scope.
    pub fn with_scope(mut self, scope: Scope) -> PassOptions {
        self.scope = scope;
        self
    }

    /// Returns the list method with a choice about the empty list.
    pub(crate) fn method(&self, empty: EmptyList) -> ListMethod {
        let mut method = self.method.clone();
        method.options.empty = empty;
        method
    }
}

/// The files of a document that a text pass works on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Every file.
    #[default]
    All,
    /// Files that look like text.
    Text,
    /// Files that do not look like text: with NUL bytes, or mostly invalid UTF-8.
    Binary,
}

impl Scope {
    /// Whether a pass with this scope works on a file. O(bytes) unless the scope is [`Scope::All`].
    pub fn includes(self, file: &File) -> bool {
        match self {
            Scope::All => true,
            Scope::Text => !is_binary(file.bytes()),
            Scope::Binary => is_binary(file.bytes()),
        }
    }
}

/// The finest units of a text plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Granularity {
    /// Lines.
    Line,
    /// Words and single symbols.
    Token,
    /// Characters.
    Char,
    /// Bytes, also of text.
    Byte,
}

impl Granularity {
    /// Every granularity, from coarse to fine.
    pub const ALL: [Granularity; 4] =
        [Granularity::Line, Granularity::Token, Granularity::Char, Granularity::Byte];

    /// Returns the name by which users choose it.
    pub fn name(self) -> &'static str {
        match self {
            Granularity::Line => "line",
            Granularity::Token => "token",
            Granularity::Char => "char",
            Granularity::Byte => "byte",
        }
    }

    /// Returns the granularity with this name.
    pub fn named(name: &str) -> Option<Granularity> {
        Granularity::ALL.into_iter().find(|granularity| granularity.name() == name)
    }
}

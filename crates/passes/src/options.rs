//! What a pass is made from.

use std::sync::Arc;

use dwindle_reduce::{EmptyList, File, ListMethod};

use crate::flat::content::is_binary;
use crate::tree::source::TreeSource;

/// What the catalogue's constructors take.
#[derive(Clone, Debug)]
pub struct PassOptions {
    /// How the lists of a pass are minimized. A pass decides itself whether the empty list is
    /// proposed.
    pub method: ListMethod,
    /// Which files a text pass works on.
    pub scope: Scope,
    /// Where tree passes get their trees; the passes of a plan share it, so that a document is
    /// parsed once.
    pub trees: Arc<TreeSource>,
    /// Whether tree passes ask the parser before they propose.
    pub syntax_gate: SyntaxGating,
    /// What the pass `chisel` does besides its lists.
    pub chisel: ChiselOptions,
    /// What the units of the passes of the families of HDD and Perses are.
    pub units: TreeUnits,
    /// What becomes of the names of the input.
    pub names: Names,
}

/// What goes together in tree passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TreeUnits {
    /// One syntax node.
    #[default]
    Nodes,
    /// A syntax node with all that uses what it defines, where definitions and uses are known.
    Closures,
}

/// What becomes of names, and of words and numbers in what is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Names {
    /// They become short.
    #[default]
    Short,
    /// They stay as they are.
    Kept,
}

/// What the pass `chisel` does besides its lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChiselOptions {
    /// Refusing candidates in which a use lacks its definition, a jump its label, or a function its
    /// last return.
    pub dependency_check: Switch,
    /// Removing what nothing uses.
    pub dead_code: Switch,
}

/// Whether something is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Switch {
    /// It is.
    #[default]
    On,
    /// It is not.
    Off,
}

/// Whether candidates with new syntax errors are refused without a trial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SyntaxGating {
    /// They are: what looks for bugs behind the parser does not want them.
    #[default]
    On,
    /// They are not: for bugs in parsers.
    Off,
}

impl PassOptions {
    /// Makes options for a list method; the pass works on all files.
    pub fn new(method: ListMethod) -> PassOptions {
        PassOptions {
            method,
            scope: Scope::All,
            trees: Arc::default(),
            syntax_gate: SyntaxGating::On,
            chisel: ChiselOptions::default(),
            units: TreeUnits::default(),
            names: Names::default(),
        }
    }

    /// Returns the same options for other files.
    pub fn with_scope(mut self, scope: Scope) -> PassOptions {
        self.scope = scope;
        self
    }

    /// Returns the list method, told whether the empty list is proposed.
    pub(crate) fn method(&self, empty: EmptyList) -> ListMethod {
        let mut method = self.method.clone();
        method.options.empty = empty;
        method
    }
}

/// Which files of a document a text pass works on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Every file.
    #[default]
    All,
    /// Files whose content looks like text.
    Text,
    /// Files whose content does not look like text: NUL bytes, or mostly invalid UTF-8.
    Binary,
}

impl Scope {
    /// Whether a pass with this scope works on the file; O(bytes) unless the scope is
    /// [`Scope::All`].
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
    /// Stops at lines.
    Line,
    /// Stops at words and single symbols.
    Token,
    /// Goes on to characters.
    Char,
    /// Goes on to bytes, also of text.
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

    /// Finds a granularity by its name.
    pub fn named(name: &str) -> Option<Granularity> {
        Granularity::ALL.into_iter().find(|granularity| granularity.name() == name)
    }
}

//! What a pass is made from.

use dwindle_reduce::{EmptyList, File, ListMethod};

use crate::text::content::is_binary;

/// What the catalogue's constructors take.
#[derive(Clone, Debug)]
pub struct PassOptions {
    /// How the lists of a pass are minimized. A pass decides itself whether the empty list is proposed.
    pub method: ListMethod,
    /// Which files a text pass works on.
    pub scope: Scope,
}

impl PassOptions {
    /// Makes options for a list method; the pass works on all files.
    pub fn new(method: ListMethod) -> PassOptions {
        PassOptions { method, scope: Scope::All }
    }

    /// Gives the same options for other files.
    pub fn with_scope(mut self, scope: Scope) -> PassOptions {
        self.scope = scope;
        self
    }

    /// Gives the list method, told whether the empty list is proposed.
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
    /// Says whether a pass with this scope works on the file; O(bytes) unless the scope is [`Scope::All`].
    pub fn includes(self, file: &File) -> bool {
        match self {
            Scope::All => true,
            Scope::Text => !is_binary(file.bytes()),
            Scope::Binary => is_binary(file.bytes()),
        }
    }
}

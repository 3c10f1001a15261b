//! The kinds of nodes that our own readers make.

use std::sync::{Arc, LazyLock};

use crate::tree::{Flags, KindId, Kinds, Naming, Open};

macro_rules! kinds {
    ($($constant:ident = $name:literal $naming:ident;)*) => {
        /// Every kind of our own readers, in the order of its ids.
        const NAMES: &[(&str, Naming)] = &[$(($name, Naming::$naming)),*];
        kinds!(@number 0u16; $($constant)*);
    };
    (@number $index:expr; $head:ident $($tail:ident)*) => {
        pub(super) const $head: KindId = KindId($index);
        kinds!(@number $index + 1; $($tail)*);
    };
    (@number $index:expr;) => {};
}

kinds! {
    TEXT = "text" Named;
    LIST = "list" Named;
    PREFIXED = "prefixed" Named;
    SYMBOL = "symbol" Named;
    NUMBER = "number" Named;
    STRING = "string" Named;
    COMMENT = "comment" Named;
    LINE = "line" Named;
    HEADER = "header" Named;
    WORD = "word" Named;
    BLOCK = "block" Named;
    GROUP = "group" Named;
    PUNCTUATION = "punctuation" Anonymous;
    PREFIX = "prefix" Anonymous;
    ROUND_OPEN = "(" Anonymous;
    ROUND_CLOSE = ")" Anonymous;
    SQUARE_OPEN = "[" Anonymous;
    SQUARE_CLOSE = "]" Anonymous;
    CURLY_OPEN = "{" Anonymous;
    CURLY_CLOSE = "}" Anonymous;
}

static KINDS: LazyLock<Arc<Kinds>> = LazyLock::new(|| Arc::new(Kinds::new(NAMES.iter().copied(), [])));

/// Returns the names of all kinds of our own readers.
pub(super) fn kinds() -> Arc<Kinds> {
    KINDS.clone()
}

/// Describes a node of this kind.
pub(super) fn node(kind: KindId) -> Open {
    let is_named = NAMES.get(usize::from(kind.0)).is_some_and(|(_, naming)| *naming == Naming::Named);
    Open::new(kind, if is_named { Flags::NAMED } else { Flags::NONE })
}

/// Describes a node of this kind with flags.
pub(super) fn flagged(kind: KindId, flags: Flags) -> Open {
    let open = node(kind);
    Open { flags: open.flags | flags, ..open }
}

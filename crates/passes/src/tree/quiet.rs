//! The pass `quiet`.

use super::treesplit::COARSE;
use crate::entry::Entry;
use crate::policy::quiet::quiet;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "quiet",
    summary: "adds a line that silences warnings about unused things, and removes subtrees with it",
    manual: "\
Where a compiler or linter reports what is unused, little can be removed alone: what only the \
removed part used becomes unused. The first question is whether the input is still interesting \
with a line that silences such warnings: `#![allow(unused)]` in Rust, a pragma in C, C++ and \
Haskell, an attribute in OCaml, a comment in Lua and JavaScript. If so, subtrees are removed as by \
treesplit-coarse, and the first removal adds the line, so that the result is simpler all the same. \
The line makes room for all other passes; the finer ones remove it as soon as nothing unused is \
left. The plan auto does this with several passes where little can be removed alone.",
    begin: |options, document| quiet(COARSE.pass(options), options).begin(document),
};

//! The list of named plans.

use std::sync::Arc;

use dwindle_reduce::Plan;

use super::options::PlanOptions;
use super::text::text_plan;
use super::tree::{Input, tree_plan};
use crate::tree::uses::companion::Companion;

/// A plan that users choose by name.
#[derive(Debug)]
pub struct NamedPlan {
    /// The kebab-case name.
    pub name: &'static str,
    /// One line that describes the plan.
    pub summary: &'static str,
    /// The manual page.
    pub manual: &'static str,
    /// Creates the plan.
    pub make: fn(&PlanOptions) -> Plan,
}

/// Every named plan, in the order in which users see them.
pub static PLANS: &[NamedPlan] = &[AUTO, TREE, STRICT, TEXT];

impl NamedPlan {
    /// Returns the plan with this name.
    pub fn named(name: &str) -> Option<&'static NamedPlan> {
        PLANS.iter().find(|plan| plan.name == name)
    }
}

const AUTO: NamedPlan = NamedPlan {
    name: "auto",
    summary: "the plan that suits the input",
    manual: "\
Chooses a plan by the input and prints the reason: `tree` if most of the input is in a known \
language and parses well enough, else `text`. Files in some binary formats and compressed files \
are first reduced by the pass `decoded`, large C programs with a `main` by the pass `chisel`. \
Files that are too large or too deeply nested for a tree are first reduced as text, then by \
syntax. Files whose tree only consists of brackets and indentation, unless they define functions, \
are first reduced by comments and paragraphs, plain lines also by sections and blocks. In data, \
words of repeated texts are removed at all their places by the pass `repeats`. After `tree`, the \
pass `names` shortens names; after both plans, the pass `shorten` shortens words and numbers, \
unless --keep-names is given. As a part of a list of passes, where the input is not known, it is \
the steps of both plans.",
    make: |options| Plan::sequence([tree_plan(options, Input::UNKNOWN), text_plan(options)]),
};

const TREE: NamedPlan = NamedPlan {
    name: "tree",
    summary: "subtrees, then hoisting, nodes level by level, single words",
    manual: "\
Removes whole files and comments, and replaces all bodies of large documents by the pass `bodies`. \
Then removes subtrees by the pass `treesplit-coarse`, again while that removes a tenth of a large \
document, and tries groups of bodies. If little can be removed alone, silences reports of unused \
things by the pass `quiet`, lets a program do a single operation by the pass `lone-operations`, or two by `paired-operations`, or end early and call one of its functions by the passes \
`early-end`, `direct-calls` and `built-calls`, and removes what belongs together by the passes `kinds`, `slices`, \
`heaviest`, `values`, `merge` and `inline`, contents of strings by the pass `in-strings`, and \
bodies. If that succeeded, turns follow: `slices`, `heaviest`, `values`, `merge` and `inline`, \
then above 256 tokens `treesplit-coarse`, `hoist-coarse` and `hdd`, each of which ends when its \
trials remove too little; a turn follows another that removed a tenth. Then, to a fixpoint: replaces syntax nodes by the largest part of their contents (pass `hoist-coarse`), \
removes nodes (`hdd`), replaces nodes by any part of their contents (`hoist`), removes definitions \
whose name can be replaced (`merge`), and removes levels of small results (`levels`). Then \
replaces names and literals by the shortest literal (`leaves`), removes text within opaque leaves \
(macro bodies, scripts within HTML) by text passes, and single words and symbols. The candidates \
of the first passes always parse. Words whose removal breaks the syntax are tried as well, until \
that has proved useless; so are candidates of the first passes in which a name lacks its \
definition, in languages with known definitions and uses. In very small results, adjacent lines \
and words are removed together by the passes `line-runs` and `neighbours`. Redundant white space \
is removed at the end.",
    make: |options| tree_plan(options, Input::UNKNOWN),
};

const STRICT: NamedPlan = NamedPlan {
    name: "strict",
    summary: "the plan `tree`, where each removal may also remove what belongs to it",
    manual: "\
For code in which missing or unused definitions are errors. Each removal by a pass of the plan \
`tree` is tried alone, and if that is not interesting, together with everything that uses the \
removed part and everything that becomes unused. If that never helps, it is given up after eight \
trials, and tried once more every 64 trials; if removals mostly succeed only that way, it is tried \
first. For example, `return f(1);` is removed together with the function `f`, everything that only \
`f` calls, and the imports of both. In the plan `tree`, only `kinds`, `slices`, `heaviest` and \
`values` do so: on four files on which both were compared, all used for tuning, the plan `strict` \
came to about the same size in as many trials.",
    make: |options| {
        Plan::repaired(tree_plan(options, Input::UNKNOWN), Arc::new(Companion::new(&options.pass)))
    },
};

const TEXT: NamedPlan = NamedPlan {
    name: "text",
    summary: "files, blocks, lines and tokens of any text, bytes of binary files; needs no grammar",
    manual: "\
Removes comments, and resolves conditionals of a preprocessor; then, to a fixpoint, whole files, \
paragraphs, sections that begin with the same word, blocks, indented blocks, lines, brackets, \
contents of strings, redundant white space, and words and single symbols. When few lines and words \
are left, words of repeated texts are removed at all their places, and adjacent lines and words \
together. Blocks, indentation and brackets are found without a grammar, in any language. Binary files are \
reduced by records, chunks and bytes instead; bytes that cannot be removed are blanked, and blanks \
are removed with the offsets beyond them adjusted. WebAssembly modules are first reduced by the \
passes `wasm`, `wasm-numbered` and `wasm-bytes`. The result is 1-minimal: no single word or symbol \
(no single byte of a binary file) can be removed; only the bytes of large binary files are given \
up after 2,000 misses in a row. --granularity line stops at lines, char continues to characters, \
byte to bytes. The plan text,zeros,ones also simplifies numbers.",
    make: text_plan,
};

//! The list of named plans.

use std::sync::Arc;

use dwindle_reduce::Plan;

use super::auto::tree_plan;
use super::options::PlanOptions;
use super::text::text_plan;
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
Chooses by what is reduced, and says why: `tree` where most of the input is in a language that is known and parses well enough, else `text`. Large C programs with a `main` are reduced by the pass `chisel` before. What is \
too large or nested too deeply for a tree is made smaller as text first, and by syntax then; what has a tree by its brackets and its indentation only, by comments and paragraphs first, and plain lines by sections and blocks, too. What is left after `tree` gets short names by the pass `names` and short words and numbers by the pass `shorten`, last of all, unless --keep-names is given. Where the input is not at hand (as a part of a list of passes), the steps of both.",
    make: |options| Plan::sequence([tree_plan(options, 0), text_plan(options)]),
};

const TREE: NamedPlan = NamedPlan {
    name: "tree",
    summary: "subtrees, what is within syntax nodes in their place, nodes level by level, single words",
    manual: "\
Removes whole files and comments; replaces all bodies of what is large by the pass `bodies`; then removes subtrees by the pass `treesplit-coarse`, again as long as that takes a tenth of what is large, and tries groups of bodies; where little goes alone, removes what belongs together by the passes `kinds`, `slices`, `heaviest`, `values` and `merge`, what stands in strings by the pass `in-strings`, and bodies; then replaces syntax nodes by the largest thing within them by the pass `hoist-coarse`, removes nodes \
by the pass `hdd`, replaces nodes by anything within them by the pass `hoist`, removes definitions whose name can be replaced by the pass `merge`, and takes levels of small results away by the pass `levels`, until nothing more goes; then names and literals give way to the shortest literal by the pass `leaves`; then text within opaque leaves (macro bodies, scripts within HTML) by text passes; then single words and symbols. Candidates of the first passes always parse. Of the words, those whose removal breaks the syntax are tried \
too, until it is clear that it never helps. So are candidates of the first passes in which a name lacks its definition, in languages whose definitions and uses are known. Of what is nearly nothing then, neighbouring lines and words go together by the passes `line-runs` and `neighbours`. Spare white space goes at the end.",
    make: |options| tree_plan(options, 0),
};

const STRICT: NamedPlan = NamedPlan {
    name: "strict",
    summary: "the plan `tree`, in which each removal may take along what belongs to it",
    manual: "\
For code in which something missing or unused is an error. What any pass of the plan `tree` removes is tried alone, and if that is not interesting, with everything that uses what is gone and everything that nothing uses then. Where that \
never helps it is given up after eight trials, and one more for every 64; where things go that way and hardly ever alone, it is tried first. `return f(1);` takes along the function `f`, what only `f` calls, and the imports of both. \
In `tree` only `kinds`, `slices`, `heaviest` and `values` do so: on four files on which both were compared, all used for tuning, the plan `strict` came to about the same size in as many trials.",
    make: |options| Plan::repaired(tree_plan(options, 0), Arc::new(Companion::new(&options.pass))),
};

const TEXT: NamedPlan = NamedPlan {
    name: "text",
    summary: "files, blocks, lines and tokens of any text, bytes of binary files; needs no grammar",
    manual: "\
Removes comments, then whole files, paragraphs, sections that begin with the same word, blocks, indented blocks, lines, brackets, what stands in strings, spare white space, and \
words and single symbols; and all of it again until nothing more goes. Of few lines and words, neighbours go together. Blocks, indentation and brackets are found \
without a grammar, whatever the language. Binary files are reduced by records, chunks and bytes instead, what can't go is blanked, and what is blank goes with the offsets that point behind it; WebAssembly modules first by the passes `wasm`, `wasm-numbered` and `wasm-bytes`. The result is 1-minimal: no \
single word or symbol (no single byte of a binary file) can go; only bytes of large binary files are given up after 2,000 trials in a row that changed nothing. --granularity line stops at lines, char goes on to \
characters, byte to bytes. The plan text,zeros,ones also simplifies numbers.",
    make: text_plan,
};

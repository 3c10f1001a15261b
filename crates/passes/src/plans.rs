//! The one list of named plans, and how a plan is read from what a user writes.

use std::sync::Arc;

use dwindle_reduce::{Algorithm, Document, ListMethod, ListOptions, Pass, Plan};

use crate::auto::tree_plan;
use crate::catalogue::CATALOGUE;
use crate::entry::Entry;
use crate::options::{Granularity, PassOptions, Scope};
use crate::patient::{PATIENCE, patient_pass};
use crate::text::chunks::coarse_blanks;
use crate::tree::{LanguageChoice, TreeSource};
use crate::{lang, text, tokens};

/// What a plan is made from.
#[derive(Clone, Debug)]
pub struct PlanOptions {
    /// What the passes are made from; the last ones leave a 1-minimal result if its list method does.
    pub pass: PassOptions,
    /// The finest units of text plans; `None` is tokens for text and bytes for binary files.
    pub granularity: Option<Granularity>,
}

impl PlanOptions {
    /// Makes options that use one list method everywhere.
    pub fn new(method: ListMethod) -> PlanOptions {
        PlanOptions { pass: PassOptions::new(method), granularity: None }
    }

    /// Returns the same options for an input whose languages are to be detected.
    pub fn for_input(mut self, original: &Document) -> PlanOptions {
        self.pass.trees = Arc::new(TreeSource::new(LanguageChoice::Detect, original));
        self
    }

    /// Makes options that use the list search that measured best.
    ///
    /// # Panics
    /// Never: the search is in the list of `reduce`.
    pub fn measured_best(options: &ListOptions) -> PlanOptions {
        let algorithm = Algorithm::named(BEST).expect("the default list search is in the list");
        PlanOptions::new(ListMethod { algorithm, options: options.clone() })
    }

    /// Returns the pass of an entry for files in a scope.
    pub(crate) fn pass(&self, entry: &Entry, scope: Scope) -> Pass {
        entry.pass(&self.pass.clone().with_scope(scope))
    }

    /// Returns the plan that runs one pass once.
    pub(crate) fn step(&self, entry: &Entry, scope: Scope) -> Plan {
        Plan::pass(self.pass(entry, scope))
    }
}

/// The list search of all passes. It needs no verification of its own: plans are fixpoints, and in a run that
/// accepts nothing a group-testing search asks about every unit alone.
const BEST: &str = "split-adaptive";

/// A plan that users choose by name.
#[derive(Debug)]
pub struct NamedPlan {
    /// The kebab-case name.
    pub name: &'static str,
    /// One line that says what it does.
    pub summary: &'static str,
    /// The manual page.
    pub manual: &'static str,
    /// Makes the plan.
    pub make: fn(&PlanOptions) -> Plan,
}

/// Every named plan there is, in the order in which users see them.
pub static PLANS: &[NamedPlan] = &[AUTO, TREE, TEXT];

impl NamedPlan {
    /// Finds a plan by its name.
    pub fn named(name: &str) -> Option<&'static NamedPlan> {
        PLANS.iter().find(|plan| plan.name == name)
    }
}

const AUTO: NamedPlan = NamedPlan {
    name: "auto",
    summary: "the plan that suits the input",
    manual: "\
Chooses by what is reduced, and says why: `tree` where most of the input is in a language that is known and parses well enough, else `text`. Large C programs with a `main` are reduced by the pass `chisel` before. What is \
too large or nested too deeply for a tree is made smaller as text first, and by syntax then; what has a tree by its brackets and its indentation only, by paragraphs first. What is left after `tree` gets short names by the pass `names`, last of all; who wants to keep the names takes the plan `tree`. Where the input is not at hand (as a part of a list of passes), the steps of both.",
    make: |options| Plan::sequence([tree_plan(options), text_plan(options)]),
};

const TREE: NamedPlan = NamedPlan {
    name: "tree",
    summary: "subtrees, what is within syntax nodes in their place, nodes level by level, single words",
    manual: "\
Removes whole files and then subtrees by the pass `treesplit-coarse`, again as long as that takes a tenth of what is large; then replaces syntax nodes by the largest thing within them by the pass `hoist-coarse`, removes nodes \
by the pass `hdd`, replaces nodes by anything within them by the pass `hoist`, removes definitions whose name can be replaced by the pass `merge`, and takes levels of small results away by the pass `levels`, until nothing more goes; then names and literals give way to the shortest literal by the pass `leaves`; then text within opaque leaves (macro bodies, scripts within HTML) by text passes; then single words and symbols. Candidates of the first passes always parse. Of the words, those whose removal breaks the syntax are tried \
too, until it is clear that it never helps. So are candidates of the first passes in which a name lacks its definition, in languages whose definitions and uses are known. Of what is nearly nothing then, neighbouring lines and words go together by the passes `line-runs` and `neighbours`. Spare white space goes at the end.",
    make: tree_plan,
};

const TEXT: NamedPlan = NamedPlan {
    name: "text",
    summary: "files, blocks, lines and tokens of any text, bytes of binary files; needs no grammar",
    manual: "\
Removes whole files, then paragraphs, sections that begin with the same word, blocks, indented blocks, lines, brackets, what stands in strings, spare white space, and \
words and single symbols; and all of it again until nothing more goes. Of few lines and words, neighbours go together. Blocks, indentation and brackets are found \
without a grammar, whatever the language. Binary files are reduced by records, chunks and bytes instead, what can't go is blanked, and what is blank goes with the offsets that point behind it; WebAssembly modules first by the passes `wasm`, `wasm-numbered` and `wasm-bytes`. The result is 1-minimal: no \
single word or symbol (no single byte of a binary file) can go; only bytes of large binary files are given up after 2,000 trials in a row that changed nothing. --granularity line stops at lines, char goes on to \
characters, byte to bytes. The plan text,zeros,ones also simplifies numbers.",
    make: text_plan,
};

pub(crate) fn text_plan(options: &PlanOptions) -> Plan {
    use Granularity::{Byte, Char, Line};
    let mut steps = vec![options.step(&text::files::ENTRY, Scope::All)];
    if options.granularity == Some(Line) {
        steps.push(options.step(&text::indents::ENTRY, Scope::All));
        steps.push(options.step(&text::lines::ENTRY, Scope::All));
        return Plan::fixpoint(Plan::sequence(steps));
    }
    let coarse = [
        text::paragraphs::ENTRY,
        text::sections::ENTRY,
        text::blocks::ENTRY,
        // Single lines may have been all that tied sections to each other.
        text::sections::ENTRY,
        text::indents::ENTRY,
        text::lines::ENTRY,
        text::line_runs::ENTRY,
        text::brackets::ENTRY,
        tokens::literals::STRINGS,
        text::blank::ENTRY,
    ];
    steps.extend(coarse.iter().map(|entry| options.step(entry, Scope::Text)));
    steps.push(options.step(&tokens::removal::WORDS, Scope::Text));
    if options.granularity == Some(Char) {
        steps.push(options.step(&text::chars::ENTRY, Scope::Text));
    }
    steps.push(options.step(&lang::wasm::OUTLINE, Scope::All));
    // A type that only an unused function has is unused afterwards.
    steps.push(Plan::fixpoint(options.step(&lang::wasm::NUMBERED, Scope::All)));
    steps.push(options.step(&lang::wasm::BYTES, Scope::All));
    steps.push(binary_plan(options));
    if options.granularity == Some(Byte) {
        steps.push(options.step(&text::bytes::ENTRY, Scope::All));
    }
    steps.push(options.step(&text::line_runs::ENTRY, Scope::Text));
    steps.push(options.step(&tokens::neighbours::ENTRY, Scope::Text));
    Plan::fixpoint(Plan::sequence(steps))
}

/// Records, big chunks, then bytes as long as they go; what can't go is blanked, and what is blank goes with the offsets
/// that point behind it.
pub(crate) fn binary_plan(options: &PlanOptions) -> Plan {
    let coarse = |entry| options.step(entry, Scope::Binary);
    let bytes = options.pass(&text::bytes::ENTRY, Scope::Binary);
    let coarse_blanks = coarse_blanks(&options.pass.clone().with_scope(Scope::Binary));
    Plan::sequence([
        coarse(&text::records::ENTRY),
        coarse(&text::chunks::CHUNKS),
        Plan::pass(coarse_blanks),
        coarse(&text::gaps::ENTRY),
        Plan::fixpoint(Plan::sequence([coarse(&text::chunks::BLANKS), coarse(&text::gaps::ENTRY)])),
        Plan::pass(patient_pass(bytes, PATIENCE)),
    ])
}

/// Why what a user wrote is not a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A name is neither that of a pass nor that of a plan.
    #[error("there is no pass or plan `{name}`; passes: {}; plans: {}", names(CATALOGUE.iter().map(|entry| entry.name)), names(PLANS.iter().map(|plan| plan.name)))]
    UnknownName {
        /// What was written.
        name: String,
    },
    /// A name is missing, as in `lines,,tokens`.
    #[error(
        "a plan is one or more names of passes or plans with commas between them, such as `lines,tokens`"
    )]
    EmptyName,
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Reads a plan: names of passes or plans with commas between them, which run in turn until nothing more goes.
///
/// # Errors
/// When a name is empty or unknown.
pub fn parse_plan(written: &str, options: &PlanOptions) -> Result<Plan, PlanError> {
    let mut steps = Vec::new();
    for name in written.split(',').map(str::trim) {
        // In the literature, HDD to a fixpoint is HDD*; a plan always runs to one.
        let name = name.strip_suffix('*').unwrap_or(name);
        steps.push(match (NamedPlan::named(name), Entry::named(name)) {
            (Some(plan), _) => (plan.make)(options),
            (None, Some(entry)) => Plan::pass(entry.pass(&options.pass)),
            (None, None) if name.is_empty() => return Err(PlanError::EmptyName),
            (None, None) => return Err(PlanError::UnknownName { name: name.to_owned() }),
        });
    }
    // A named plan knows itself when to repeat what.
    let is_one_plan = steps.len() == 1 && NamedPlan::named(written.trim()).is_some();
    let steps = Plan::sequence(steps);
    Ok(if is_one_plan { steps } else { Plan::fixpoint(steps) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn passes(written: &str) -> String {
        let options = PlanOptions::measured_best(&ListOptions::default());
        match parse_plan(written, &options) {
            Ok(plan) => plan.pass_names().join(" "),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_list_of_passes_is_a_plan() {
        assert_eq!(passes("lines"), "lines");
        assert_eq!(passes("lines, tokens,lines"), "lines tokens");
        assert_eq!(passes("hdd*,perses"), "hdd perses");
    }

    #[test]
    fn named_plans_stand_in_lists() {
        assert_eq!(passes("text,chars"), format!("{} chars", passes("text")));
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = passes("lines,tokns");
        assert!(error.starts_with("there is no pass or plan `tokns`; passes: hdd, "), "{error}");
        assert!(error.contains("tokens") && error.contains("; plans: auto, tree, text"), "{error}");
        assert!(passes("lines,").starts_with("a plan is one or more names"));
        assert!(passes("").starts_with("a plan is one or more names"));
    }

    #[test]
    fn names_of_passes_and_plans_are_unique_kebab_case_and_documented() {
        let entries = CATALOGUE.iter().map(|entry| (entry.name, entry.summary, entry.manual));
        let plans = PLANS.iter().map(|plan| (plan.name, plan.summary, plan.manual));
        let mut seen = HashSet::new();
        for (name, summary, manual) in entries.chain(plans) {
            assert!(seen.insert(name), "{name} stands there twice");
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
            assert!(!summary.is_empty() && !summary.contains('\n') && !summary.ends_with('.'), "{name}");
            assert!(summary.len() < manual.len() && manual.ends_with('.'), "{name}");
        }
    }
}

//! The plan that suits the input.

use dwindle_reduce::{Document, Plan};
use dwindle_syntax::{NodeId, Tree};

use super::code::{has_calls, uses_bindings};
use super::options::PlanOptions;
use super::text::{binary_plan, text_plan};
use super::together;
use crate::agree::keyed::Keyed;
use crate::agree::pass::agree;
use crate::options::{Names, Scope, Switch};
use crate::policy::by_size::by_size;
use crate::policy::careful::{Budgets, careful_pass};
use crate::policy::doubting::doubting;
use crate::policy::halving::halving_pass;
use crate::policy::opaque::if_opaque;
use crate::policy::patient::patient_pass;
use crate::policy::twins::without_twins;
use crate::tree::source::{FileTree, NoTree};
use crate::{binary, flat, nested, tree};

/// A plan, and why it was chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The plan.
    pub plan: Plan,
    /// Why, in one line.
    pub reason: String,
    /// Whether nothing of it is by syntax.
    is_by_text: bool,
    /// Whether some of it is code.
    is_code: bool,
}

/// Files of which more than this share of the tokens is in errors are not understood.
const MOST_IN_ERRORS: f64 = 0.4;

/// What has fewer tokens within an error is not taken to be understood.
const UNDERSTOOD: u32 = 16;

/// A complete C program with more tokens than this is reduced by definitions and uses first.
const LARGE_PROGRAM: u32 = 10_000;

/// Chooses the plan `auto` for a document: by syntax, where most of it is in a language that is
/// known and parses well enough, else by text. What must agree with what is removed is found first,
/// and kept right, unless repair is switched off. Large programs are reduced by definitions and
/// uses first, where that pays. What is too large or too deep to be parsed is made smaller as text
/// first. Parses every file once; the trees are kept for the passes.
pub fn choose(document: &Document, options: &PlanOptions) -> Choice {
    let choice = choose_by_syntax(document, options);
    if options.repair == Switch::Off {
        return choice;
    }
    let keyed = if choice.is_by_text { Keyed::Alone } else { Keyed::WithValues };
    // What is left of much may agree in a way that was not seen in all of it.
    let agree = match choice.is_code {
        true => halving_pass(agree(keyed), IN_CODE, 0),
        false => agree(keyed),
    };
    let agree = Plan::while_shrinking(Plan::pass(agree));
    let containers = Plan::while_shrinking(options.step(&binary::containers::pass::ENTRY, Scope::All));
    Choice { plan: Plan::sequence([agree, containers, choice.plan]), ..choice }
}

/// Numbers and names of code agree by chance: when so many trials did not halve what is left, it is
/// taken to be so.
const IN_CODE: u32 = 16;

fn choose_by_syntax(document: &Document, options: &PlanOptions) -> Choice {
    let (mut understood, mut later) = (0, 0);
    let mut has_large_program = false;
    let (mut names_matter, mut is_known, mut is_lines, mut is_code) = (false, false, false, false);
    let mut reasons: Vec<String> = Vec::new();
    for (file_idx, file) in (0u32..).zip(document.files()) {
        let reason = match options.pass.trees.language(file) {
            // It says nothing about the others.
            _ if file.bytes().is_empty() => continue,
            None => NoTree::NoLanguage.reason(""),
            Some(language) => match options.pass.trees.tree_or_why(document, file_idx) {
                Err(why) => {
                    later += if why.may_pass() { file.bytes().len() as u64 } else { 0 };
                    why.reason(language.name)
                }
                Ok(found) if found.tree.n_tokens(found.tree.root()) == 0 => {
                    format!("there is nothing of {} in it", language.name)
                }
                Ok(found) if MOST_IN_ERRORS < share_in_errors(&found.tree) => {
                    format!("most of it is not valid {}", language.name)
                }
                Ok(found) => {
                    understood += file.bytes().len() as u64;
                    has_large_program |= is_large_program(&found);
                    names_matter |= uses_bindings(language);
                    is_code |= has_calls(&found.tree);
                    is_known |= !matches!(language.name, "outline" | "lines");
                    is_lines |= language.name == "lines";
                    language.name.to_owned()
                }
            },
        };
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    let (n_bytes, n_tokens) = (document.n_bytes(), document.cost().tokens);
    if n_bytes == 0 {
        reasons.push("there is nothing in it".to_owned());
    }
    if n_bytes != 0 && n_bytes <= 2 * understood && has_large_program {
        let steps = [&flat::files::ENTRY, &flat::comments::ENTRY, &tree::chisel::ENTRY]
            .map(|entry| options.step(entry, Scope::All));
        let plan = Plan::sequence(steps.into_iter().chain([named_tree_plan(options, n_tokens)]));
        return Choice {
            plan,
            reason: format!("by definitions and uses, then by syntax: {}", reasons.join(", ")),
            is_by_text: false,
            is_code,
        };
    }
    if n_bytes != 0 && n_bytes <= 2 * understood {
        let how = if names_matter { "by syntax, with definitions and uses" } else { "by syntax" };
        // Brackets and indentation tell less than a grammar.
        let first = (!is_known).then(|| {
            let mut entries = vec![&flat::comments::ENTRY, &nested::paragraphs::ENTRY];
            if is_lines {
                entries.push(&nested::sections::ENTRY);
            }
            let steps = entries.into_iter().map(|entry| options.step(entry, Scope::Text));
            let blocks = patient_pass(options.pass(&nested::blocks::ENTRY, Scope::Text), MISSES_OF_BLOCKS);
            Plan::sequence(steps.chain(is_lines.then(|| Plan::pass(blocks))))
        });
        let plan = Plan::sequence(first.into_iter().chain([named_tree_plan(options, n_tokens)]));
        return Choice {
            plan,
            reason: format!("{how}: {}", reasons.join(", ")),
            is_by_text: !is_known,
            is_code,
        };
    }
    if n_bytes != 0 && n_bytes <= 2 * (understood + later) {
        let plan = Plan::sequence([
            coarse_text_plan(options),
            named_tree_plan(options, n_tokens),
            text_plan(options),
        ]);
        let reason = format!("by text, then by syntax: {}", reasons.join(", "));
        return Choice { plan, reason, is_by_text: false, is_code };
    }
    // Trees of what is not understood are the largest.
    options.pass.trees.forget();
    let reason = format!("by text: {}", reasons.join(", "));
    Choice { plan: text_plan(options), reason, is_by_text: true, is_code: false }
}

/// What makes large things small without a tree.
fn coarse_text_plan(options: &PlanOptions) -> Plan {
    let entries = [
        &flat::files::ENTRY,
        &flat::comments::ENTRY,
        &nested::blocks::ENTRY,
        &nested::indents::ENTRY,
        &flat::lines::ENTRY,
    ];
    let brackets = patient_pass(options.pass(&nested::brackets::ENTRY, Scope::Text), MISSES_OF_BRACKETS);
    let steps = entries.map(|entry| options.step(entry, Scope::Text)).into_iter();
    Plan::sequence(steps.chain([Plan::pass(brackets)]))
}

/// After so many misses in a row, the passes by syntax do the rest: brackets that are nested a
/// hundred thousand times take three trials for each level, even when everything beside them is
/// gone.
const MISSES_OF_BRACKETS: u32 = 1_000;

/// After so many misses in a row, lines are taken to have no blocks.
const MISSES_OF_BLOCKS: u32 = 32;

/// Whether a file is a large C program that starts at its `main`. Other languages fared no better
/// by definitions and uses, or worse: a bug in a parser hangs on one line, which group testing over
/// the tree finds without knowing names.
fn is_large_program(found: &FileTree) -> bool {
    let has_root = || {
        let bindings = found.bindings();
        bindings.is_some_and(|bindings| bindings.definitions().iter().any(|definition| definition.is_root))
    };
    found.language.name == "c" && LARGE_PROGRAM < found.tree.n_tokens(found.tree.root()) && has_root()
}

/// Returns the share of a tree's tokens that are in error nodes and in nothing that was understood
/// within them: one brace too many may put a whole file into one, function by function.
fn share_in_errors(tree: &Tree) -> f64 {
    let mut in_errors = 0;
    let mut rest: Vec<NodeId> = vec![tree.root()];
    while let Some(node) = rest.pop() {
        if !tree.has_error(node) && !tree.is_error(node) {
            continue;
        }
        for child in tree.children(node) {
            let is_understood = UNDERSTOOD <= tree.n_tokens(child) || !tree.is_error(node);
            if is_understood {
                rest.push(child);
            } else {
                in_errors += tree.n_tokens(child);
            }
        }
    }
    f64::from(in_errors) / f64::from(tree.n_tokens(tree.root()).max(1))
}

/// After so many misses in a row, the other names are taken to matter. Many names need more: group
/// testing halves them as often before it finds the first one.
const MISSES_OF_NAMES: u32 = 4;
const MISSES_OF_MANY_NAMES: u32 = 16;

/// The tree plan, and short names for what is left.
fn named_tree_plan(options: &PlanOptions, n_tokens: u64) -> Plan {
    let names = |most_misses| patient_pass(options.pass(&tree::names::ENTRY, Scope::Text), most_misses);
    let few = by_size(names(MISSES_OF_NAMES), ..=FEW_WORDS);
    let many = by_size(names(MISSES_OF_MANY_NAMES), FEW_WORDS + 1..);
    let shorten = by_size(options.pass(&flat::shorten::ENTRY, Scope::Text), ..=FEW_WORDS);
    match options.pass.names {
        Names::Short => Plan::sequence([
            tree_plan(options, n_tokens),
            Plan::pass(few),
            Plan::pass(many),
            Plan::pass(shorten),
        ]),
        Names::Kept => tree_plan(options, n_tokens),
    }
}

/// What has more tokens after the first coarse pass is taken coarsely again.
const LARGE: u64 = 1_000;
/// After so many misses in a row, it needs finer passes.
const MISSES_OF_LARGE: u32 = 128;

/// When so many trials did not halve what is left, comments wait until it is known what they belong
/// to.
const COMMENTS_STUCK: u32 = 16;

/// With more tokens, too much has to be verified again for every word that gave way to a shorter
/// one.
const FEW_WORDS: u64 = 256;
/// After so many misses in a row, the other words are taken to matter.
const MISSES_OF_LEAVES: u32 = 6;

/// Subtrees by group testing; then what is within syntax nodes in their place and syntax nodes
/// level by level, until nothing goes; then single words, and neighbours of what is nearly nothing;
/// then spare white space. In the first three, what lacks a definition is not tried for long.
pub(crate) fn tree_plan(options: &PlanOptions, n_tokens: u64) -> Plan {
    let files = options.step(&flat::files::ENTRY, Scope::All);
    let trees = &options.pass.trees;
    let careful = |entry| careful_pass(options.pass(entry, Scope::All), trees, Budgets::ONCE);
    let step = |entry| Plan::pass(careful(entry));
    // What is likeliest to be hoisted first: after it, all that the pass `hdd` has verified would
    // have to be verified again.
    let likeliest = Plan::fixpoint(step(&tree::hoist::COARSE));
    let nodes = [likeliest, step(&tree::hdd::HDD), step(&tree::hoist::ENTRY)];
    // Before all is verified: what it removes would have to be verified again.
    let merge = options.step(&tree::merge::ENTRY, Scope::All);
    let levels = Plan::pass(by_size(options.pass(&tree::levels::ENTRY, Scope::All), ..=FEW_WORDS));
    let again = together::again(options);
    let nodes = Plan::sequence([files.clone(), again].into_iter().chain(nodes).chain([merge, levels]));
    let opaque = Plan::sequence(
        [&nested::blocks::ENTRY, &flat::lines::ENTRY, &nested::brackets::ENTRY]
            .map(|entry| Plan::pass(if_opaque(options.pass(entry, Scope::Text), trees))),
    );
    let words = without_twins(options.pass(&flat::tokens::WORDS, Scope::Text), &options.pass);
    let words = Plan::pass(doubting(words, trees));
    // Once, at the end: nobody has to read the layout of a file that is gone, and no other pass
    // depends on it.
    let blank = Plan::pass(doubting(options.pass(&flat::blank::ENTRY, Scope::Text), trees));
    let neighbours = options.step(&flat::neighbours::ENTRY, Scope::Text);
    let lines = options.step(&flat::line_runs::ENTRY, Scope::Text);
    let leaves = patient_pass(options.pass(&tree::leaves::ENTRY, Scope::Text), MISSES_OF_LEAVES);
    let leaves = Plan::pass(by_size(leaves, ..=FEW_WORDS));
    let steps = Plan::sequence([Plan::fixpoint(nodes), leaves, opaque, words, binary_plan(options)]);
    let fine = Plan::frugal_fixpoint(steps);
    // What was needed goes when what used it is gone.
    let large = patient_pass(careful(&tree::treesplit::COARSE), MISSES_OF_LARGE);
    let large = Plan::while_shrinking(Plan::pass(by_size(large, LARGE + 1..)));
    let coarse = together::first(options, n_tokens, careful(&tree::treesplit::COARSE));
    let coarse = Plan::sequence([coarse, large]);
    // They are often half of the bytes, and hide what can go from other passes.
    let comments = options.pass(&flat::comments::ENTRY, Scope::Text);
    let first_comments = Plan::pass(halving_pass(comments.clone(), COMMENTS_STUCK, 0));
    let if_large = |pass| Plan::pass(by_size(pass, LARGE + 1..));
    let bodies_at_once = if_large(tree::bodies::at_once(&options.pass));
    let bodies = if_large(options.pass(&tree::bodies::ENTRY, Scope::Text));
    // Neighbours only once: what they make possible the other passes find, and a second look rarely
    // finds more.
    let coarse = [files, first_comments, bodies_at_once, coarse, bodies, Plan::pass(comments)];
    let fine = Plan::around(fine, Plan::sequence([lines, neighbours]));
    Plan::sequence(coarse.into_iter().chain([fine, blank]))
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{Ask, File, ListOptions, Reducer, ReducerOptions, Verdict};

    use super::*;

    fn chosen(path: &str, text: &[u8]) -> String {
        let options = PlanOptions::measured_best(&ListOptions::default());
        choose(&Document::single(path, text), &options).reason
    }

    #[test]
    fn what_parses_is_reduced_by_syntax() {
        assert_eq!(chosen("a.c", b"int f(void) { return 1; }"), "by syntax, with definitions and uses: c");
        assert_eq!(chosen("data", b"{\"a\": [1, 2]}"), "by syntax: json");
    }

    #[test]
    fn empty_files_say_nothing_about_the_others() {
        let files =
            [("__init__.py", ""), ("a.py", "x = 1\n")].map(|(path, text)| File::new(path, text.into()));
        let options = PlanOptions::measured_best(&ListOptions::default());
        let choice = choose(&Document::new(files), &options);
        assert_eq!(choice.reason, "by syntax: python");
    }

    #[test]
    fn large_c_programs_are_reduced_by_definitions_and_uses_first() {
        let functions = "int f(void) { return 1; }\n".repeat(1200);
        let reason = chosen("a.c", functions.as_bytes());
        assert_eq!(reason, "by syntax, with definitions and uses: c", "what has no main is no program");
        let program = format!("{functions}int main(void) {{ return f(); }}\n");
        assert_eq!(chosen("a.c", program.as_bytes()), "by definitions and uses, then by syntax: c");
        assert_eq!(chosen("a.c", b"int main(void) { return 1; }"), "by syntax, with definitions and uses: c");
    }

    #[test]
    fn what_does_not_parse_is_reduced_by_text() {
        assert_eq!(chosen("a.bin", b"\0\x01\x02\xff\xfe"), "by text: no grammar fits it");
        assert!(
            chosen("a.c", b"@ ) ] } $ ) ) ( [ @ @ `` @@ ) ] }")
                .starts_with("by text: most of it is not valid c")
        );
        assert_eq!(chosen("a.txt", b""), "by text: there is nothing in it");
        assert!(chosen("a.c", b"\xff\xfe\xfd\x01").starts_with("by text"));
        assert_eq!(chosen("a.json", &b"\n".repeat(999)), "by text: there is nothing of json in it");
        assert_eq!(chosen("a.c", &b"@$`?".repeat(50_000)), "by text: most of it is not valid c");
    }

    #[test]
    fn coarse_passes_over_text_give_brackets_up_after_a_budget_of_misses() {
        let text = format!("{}!{}", "(a ".repeat(3_000), ")".repeat(3_000));
        let plan = coarse_text_plan(&PlanOptions::measured_best(&ListOptions::default()));
        let mut reducer = Reducer::new(&Document::single("a.lisp", text), &plan, ReducerOptions::default());
        while let Ask::Run(trial) = reducer.ask() {
            let interesting = trial.candidate.render().files()[0].bytes().contains(&b'!');
            reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
        }
        assert!(!reducer.best().files()[0].bytes().contains(&b'('));
        let n_trials = reducer.counts().executed;
        assert!(n_trials <= u64::from(MISSES_OF_BRACKETS) + 50, "{n_trials}");
    }

    #[test]
    fn what_cannot_be_parsed_yet_is_made_smaller_as_text_first() {
        let later = |why: &str| format!("by text, then by syntax: {why} yet");
        let too_large = later("it is too large to be parsed as c");
        assert_eq!(chosen("a.c", &b"int x;\n".repeat(350_000)), too_large);
        let of_xml = later("it is nested too deep to be parsed as xml");
        assert_eq!(
            chosen("a.xml", ["<a>".repeat(30_000), "</a>".repeat(30_000)].concat().as_bytes()),
            of_xml
        );
        assert_eq!(
            chosen("a.html", format!("<p>{}</p>", "<br>".repeat(30_000)).as_bytes()),
            "by syntax: html"
        );
        let of_c = later("it is nested too deep to be parsed as c");
        assert_eq!(chosen("a.c", ["(".repeat(30_000), ")".repeat(30_000)].concat().as_bytes()), of_c);
        let no_text = later("too much of it is no text to be parsed as c");
        assert_eq!(chosen("a.c", &b"int \xff\xfe".repeat(99)), no_text);
        let slow = [b"[1]\n".repeat(15_000), b"a,".repeat(100_000)].concat();
        assert_eq!(chosen("a.json", &slow), "by text, then by syntax: it takes too long to parse as json");
    }
}

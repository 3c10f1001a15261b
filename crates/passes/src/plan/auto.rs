//! The plan `auto`, which depends on the input.

use dwindle_reduce::{Document, Plan};
use dwindle_syntax::languages::Fallback;
use dwindle_syntax::{NodeId, Tree};

use super::code::{is_code as is_code_in, uses_bindings};
use super::easy::unless_easy;
use super::options::PlanOptions;
use super::text::text_plan;
use super::tree::{Input, comments_if_easy, named_tree_plan, shorten};
use crate::agree::keyed::Keyed;
use crate::agree::pass::agree;
use crate::binary::decoded::pass::{Encoded, decoded, encoded};
use crate::options::{Granularity, Scope, Switch};
use crate::policy::doubting::doubting;
use crate::policy::halving::{halving_pass, until_halved};
use crate::policy::patient::patient_pass;
use crate::tree::source::{FileTree, NoTree};
use crate::{binary, flat, nested, tree};

/// A plan, and the reason why it was chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The plan.
    pub plan: Plan,
    /// The reason, in one line.
    pub reason: String,
    /// Whether the plan only contains text passes.
    is_by_text: bool,
    /// Whether the input is code at least in part.
    is_code: bool,
    /// Whether definitions and uses are known in some of it: passes over syntax treat them.
    has_bindings: bool,
}

/// Largest share of tokens in ERROR nodes for which syntax is used.
const MOST_IN_ERRORS: f64 = 0.4;

/// Subtrees within an error with fewer tokens are counted as part of the error.
const UNDERSTOOD: u32 = 16;

/// A complete C program with more tokens than this is first reduced by definitions and uses.
const LARGE_PROGRAM: u32 = 10_000;

/// Chooses the plan for a document: by syntax if most of it is in a known language and parses well
/// enough, else by text. Unless repair is switched off, the pass `agree` runs first. Large
/// programs are first reduced by definitions and uses, if that pays. Files that are too large or
/// too deeply nested to be parsed are first reduced as text. Files that are encoded in a known
/// form are decoded first. Parses every file once; the trees are kept for the passes.
pub fn choose(document: &Document, options: &PlanOptions) -> Choice {
    let choice = repaired(document, options, choose_by_syntax(document, options));
    let encoded = if options.n_decoded < DEEPEST { encoded(document) } else { Encoded::Nowhere };
    decoded_first(encoded, document, options, choice)
}

/// Puts first what repairs values, and in code what the test expects to be printed.
fn repaired(document: &Document, options: &PlanOptions, choice: Choice) -> Choice {
    let expected = (!choice.is_by_text || choice.is_code)
        .then(|| options.step(&tree::expected::pass::ENTRY, Scope::Text));
    if options.repair == Switch::Off {
        let plan = Plan::sequence(expected.into_iter().chain([choice.plan]));
        return Choice { plan, ..choice };
    }
    let keyed = if choice.is_by_text { Keyed::Alone } else { Keyed::WithValues };
    // A small result may have relations that were not found in the large input.
    let agree = match (choice.is_code, choice.is_by_text) {
        (true, _) => halving_pass(agree(keyed), IN_CODE, 0),
        (false, true) => agree(keyed),
        (false, false) => doubting(agree(keyed), &options.pass.trees),
    };
    let agree = Plan::while_shrinking(Plan::pass(agree));
    let containers = Plan::while_shrinking(options.step(&binary::containers::pass::ENTRY, Scope::All));
    // Numbers in comments of code agree with nothing; elsewhere they may say what is numbered how.
    let comments = choice.is_code.then(|| comments_if_easy(options));
    let is_data = !choice.is_by_text && !choice.is_code && !choice.has_bindings;
    let first = is_data.then(|| unless_easy(document, options));
    let steps =
        comments.into_iter().chain(expected).chain([agree, containers]).chain(first).chain([choice.plan]);
    Choice { plan: Plan::sequence(steps), ..choice }
}

/// Answers without halving, after which relations in code are assumed to be coincidences.
const IN_CODE: u32 = 16;

/// Decodes files first, and does with the text what is done with other documents.
fn decoded_first(encoded: Encoded, document: &Document, options: &PlanOptions, choice: Choice) -> Choice {
    let inner = PlanOptions { n_decoded: options.n_decoded + 1, ..options.clone() };
    let decoded = Plan::pass(decoded(move |text| choose(text, &inner.clone().for_input(text)).plan));
    // No byte of compressed contents can be removed.
    let plan = match encoded {
        Encoded::Nowhere => return choice,
        Encoded::Compressed => Plan::branch(decoded, Plan::sequence([]), choice.plan),
        Encoded::Somewhere => {
            let chunks = Plan::pass(until_halved(options.pass(&binary::chunks::CHUNKS, Scope::Binary), EASY));
            let first = Plan::sequence([decoded.clone(), choice.plan.clone()]);
            let last = Plan::sequence([choice.plan.clone(), decoded, choice.plan]);
            Plan::branch(chunks, last, first)
        }
    };
    let files = (1 < document.files().len()).then(|| options.step(&flat::files::ENTRY, Scope::All));
    let reason = format!("decoded, then {}", choice.reason);
    Choice { plan: Plan::sequence(files.into_iter().chain([plan])), reason, ..choice }
}

/// How often what was decoded is decoded again: a compressed file may contain itself.
const DEEPEST: u32 = 3;
/// Answers without halving, after which chunks of a binary file are assumed to need each other.
const EASY: u32 = 6;

fn choose_by_syntax(document: &Document, options: &PlanOptions) -> Choice {
    let (mut understood, mut later) = (0, 0);
    let mut has_large_program = false;
    let (mut names_matter, mut is_known, mut is_lines, mut is_code) = (false, false, false, false);
    let mut reasons: Vec<String> = Vec::new();
    for (file_idx, file) in (0u32..).zip(document.files()) {
        let reason = match options.pass.trees.language(file) {
            // An empty file does not influence the choice.
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
                    let has_code = is_code_in(language, &found.tree);
                    is_code |= has_code;
                    is_known |= has_code || language.fallback().is_none();
                    is_lines |= language.fallback() == Some(Fallback::Lines);
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
        let plan = Plan::sequence(
            steps.into_iter().chain([named_tree_plan(options, Input { n_tokens, ..Input::UNKNOWN })]),
        );
        return Choice {
            plan,
            reason: format!("by definitions and uses, then by syntax: {}", reasons.join(", ")),
            is_by_text: false,
            is_code,
            has_bindings: names_matter,
        };
    }
    if n_bytes != 0 && n_bytes <= 2 * understood {
        let how = if names_matter { "by syntax, with definitions and uses" } else { "by syntax" };
        // Brackets and indentation are less informative than a grammar.
        let first = (!is_known).then(|| {
            let mut entries = vec![&flat::comments::ENTRY, &nested::paragraphs::ENTRY];
            if is_lines {
                entries.push(&nested::sections::ENTRY);
            }
            let steps = entries.into_iter().map(|entry| options.step(entry, Scope::Text));
            let blocks = patient_pass(options.pass(&nested::blocks::ENTRY, Scope::Text), MISSES_OF_BLOCKS);
            Plan::sequence(steps.chain(is_lines.then(|| Plan::pass(blocks))))
        });
        // In code that is repaired, `choose` puts them before everything that agrees.
        let comments_first = if is_code && options.repair == Switch::On { Switch::Off } else { Switch::On };
        // In data, names may have to agree; the passes that know them come first.
        let is_data = !is_code && is_known;
        let may_agree = if is_data { options.repair } else { Switch::Off };
        let tree_plan = named_tree_plan(options, Input { n_tokens, comments_first, may_agree, is_code });
        let plan = Plan::sequence(first.into_iter().chain([tree_plan]));
        return Choice {
            plan,
            reason: format!("{how}: {}", reasons.join(", ")),
            is_by_text: !is_known,
            is_code,
            has_bindings: names_matter,
        };
    }
    if n_bytes != 0 && n_bytes <= 2 * (understood + later) {
        let plan = Plan::sequence([
            coarse_text_plan(options),
            named_tree_plan(options, Input { n_tokens, ..Input::UNKNOWN }),
            text_plan(options),
        ]);
        let reason = format!("by text, then by syntax: {}", reasons.join(", "));
        return Choice { plan, reason, is_by_text: false, is_code, has_bindings: names_matter };
    }
    // The trees of texts with many errors are the largest.
    options.pass.trees.forget();
    let reason = format!("by text: {}", reasons.join(", "));
    let short =
        if options.granularity == Some(Granularity::Line) { Plan::sequence([]) } else { shorten(options) };
    let plan = Plan::sequence([text_plan(options), short]);
    Choice { plan, reason, is_by_text: true, is_code: false, has_bindings: false }
}

/// Returns a plan that makes large documents small without trees.
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

/// Budget of misses in a row for brackets in text; the passes by syntax do the rest. Brackets
/// nested a hundred thousand times take three trials per level, even if everything else is removed.
const MISSES_OF_BRACKETS: u32 = 1_000;

/// Budget of misses in a row, after which lines are assumed to have no blocks.
const MISSES_OF_BLOCKS: u32 = 32;

/// Whether a file is a large program with a `main`, in a language for which definitions and uses
/// are the better first step.
fn is_large_program(found: &FileTree) -> bool {
    let has_root = || {
        let bindings = found.bindings();
        bindings.is_some_and(|bindings| bindings.definitions().iter().any(|definition| definition.is_root))
    };
    let comes_first = found.language.bindings.is_some_and(|rules| rules.uses_before_syntax);
    comes_first && LARGE_PROGRAM < found.tree.n_tokens(found.tree.root()) && has_root()
}

/// Returns the share of a tree's tokens that are in error nodes, but not in a well-formed subtree
/// within them: one superfluous brace may put a whole file into one error node, function by
/// function.
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
    fn what_is_compressed_again_and_again_is_decoded_a_few_times() {
        let mut bytes = b"one two three\n".repeat(40);
        for _ in 0..2_000 {
            let header = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
            // One block that is stored.
            let len = bytes.len() as u16;
            let block = [&[1][..], &len.to_le_bytes(), &(!len).to_le_bytes(), &bytes].concat();
            let sum = crc32fast::hash(&bytes).to_le_bytes();
            bytes = [&header[..], &block, &sum, &u32::from(len).to_le_bytes()].concat();
        }
        assert_eq!(chosen("a.gz", &bytes), "decoded, then by text: no grammar fits it");
        let options = PlanOptions::measured_best(&ListOptions::default());
        let document = Document::single("a.gz", bytes);
        let _ = choose(&document, &options).plan.begin(&document);
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
    fn code_in_an_unknown_language_is_an_outline() {
        let names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
        let line = |two: &[&str]| format!("let {} = x => {}(x)\n", two[1], two[0]);
        let code: String = names.windows(2).map(line).collect();
        assert_eq!(chosen("a.unknown", format!("let one = x => x\n{code}").as_bytes()), "by syntax: outline");
        assert_eq!(chosen("a.unknown", &b"n1 n2 0\n".repeat(20)), "by text: no grammar fits it");
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

//! The plan `tree`.

use dwindle_reduce::Plan;

use super::easy::{LARGE, agree_if_stuck, agree_while_halving, few};
use super::options::PlanOptions;
use super::text::binary_plan;
use super::together;
use super::words::frugal_fixpoint;
use crate::options::{Names, Scope, Switch};
use crate::policy::by_size::by_size;
use crate::policy::careful::{Budgets, careful_pass};
use crate::policy::doubting::doubting;
use crate::policy::halving::halving_pass;
use crate::policy::opaque::if_opaque;
use crate::policy::patient::patient_pass;
use crate::policy::quiet::kept_quiet;
use crate::policy::thrifty::thrifty_pass;
use crate::policy::twins::without_twins;
use crate::{flat, nested, tree};

/// Budget of misses in a row, after which the remaining names are assumed to be needed; larger for
/// many names, which group testing must halve more often before the first success.
const MISSES_OF_NAMES: u32 = 4;
const MISSES_OF_MANY_NAMES: u32 = 16;

/// What the plan knows about its input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Input {
    pub(crate) n_tokens: u64,
    /// Whether the plan begins with comments.
    pub(crate) comments_first: Switch,
    /// Whether names and values may have to agree, so that little can be removed alone.
    pub(crate) may_agree: Switch,
    /// Whether the input is code, where no text has to be repeated word for word.
    pub(crate) is_code: bool,
}

impl Input {
    /// An input that is not known.
    pub(crate) const UNKNOWN: Input =
        Input { n_tokens: 0, comments_first: Switch::On, may_agree: Switch::Off, is_code: true };
}

/// Returns the tree plan, with names shortened at the end.
pub(super) fn named_tree_plan(options: &PlanOptions, input: Input) -> Plan {
    let names = |most_misses| patient_pass(options.pass(&tree::names::ENTRY, Scope::Text), most_misses);
    let few = by_size(names(MISSES_OF_NAMES), ..=FEW_WORDS);
    let many = by_size(names(MISSES_OF_MANY_NAMES), FEW_WORDS + 1..);
    match options.pass.names {
        Names::Short => {
            Plan::sequence([tree_plan(options, input), Plan::pass(few), Plan::pass(many), shorten(options)])
        }
        Names::Kept => tree_plan(options, input),
    }
}

/// Returns the plan that shortens words and numbers of small results, unless they are kept.
pub(super) fn shorten(options: &PlanOptions) -> Plan {
    let shorten = by_size(options.pass(&flat::shorten::ENTRY, Scope::Text), ..=FEW_WORDS);
    match options.pass.names {
        Names::Short => Plan::pass(shorten),
        Names::Kept => Plan::sequence([]),
    }
}

/// Returns the plan that removes comments unless most of them are needed.
pub(super) fn comments_if_easy(options: &PlanOptions) -> Plan {
    let comments = options.pass(&flat::comments::ENTRY, Scope::Text);
    Plan::pass(halving_pass(comments, COMMENTS_STUCK, 0))
}

/// Budget of misses in a row, after which finer passes take over.
const MISSES_OF_LARGE: u32 = 128;

/// Answers without halving, after which comments wait until it is known what they belong to.
const COMMENTS_STUCK: u32 = 16;

/// With more tokens, words are not shortened one by one: each success requires too much to be
/// verified again.
const FEW_WORDS: u64 = 256;
/// Budget of misses in a row for `heaviest` in the second look.
const MISSES_OF_HEAVIEST: u32 = 4;
/// Budget of answers for nodes alone, where removing dependent code paid.
const ANSWERS_OF_NODES: u32 = 32;
/// Budget of misses in a row, after which the remaining words are assumed to be needed.
const MISSES_OF_LEAVES: u32 = 6;

/// Returns the plan: subtrees by group testing; then hoisting and syntax nodes level by level, to a
/// fixpoint; then single words, and adjacent tokens of very small results; then redundant white
/// space. The first three have a small budget for candidates without a definition.
pub(crate) fn tree_plan(options: &PlanOptions, input: Input) -> Plan {
    let files = options.step(&flat::files::ENTRY, Scope::All);
    let trees = &options.pass.trees;
    let careful = |entry| careful_pass(options.pass(entry, Scope::All), trees, Budgets::ONCE);
    let step = |entry| Plan::pass(careful(entry));
    // The likeliest hoists come first: whatever they change, the pass `hdd` has to verify again.
    let likeliest = Plan::fixpoint(step(&tree::hoist::COARSE));
    let nodes = [likeliest, step(&tree::hdd::HDD), step(&tree::hoist::ENTRY)];
    // Before everything is verified, for the same reason.
    let merge = options.step(&tree::merge::ENTRY, Scope::All);
    let levels = Plan::pass(by_size(options.pass(&tree::levels::ENTRY, Scope::All), ..=FEW_WORDS));
    let nodes = |again: Plan| {
        let before = [files.clone(), again].into_iter();
        Plan::sequence(before.chain(nodes.clone()).chain([merge.clone(), levels.clone()]))
    };
    let opaque = Plan::sequence(
        [&nested::blocks::ENTRY, &flat::lines::ENTRY, &nested::brackets::ENTRY]
            .map(|entry| Plan::pass(if_opaque(options.pass(entry, Scope::Text), trees))),
    );
    let words = without_twins(options.pass(&flat::tokens::WORDS, Scope::Text), &options.pass);
    let words = Plan::pass(doubting(words, trees));
    // Once, at the end: the layout of removed files does not matter, and no other pass depends on
    // it.
    let blank = Plan::pass(doubting(options.pass(&flat::blank::ENTRY, Scope::Text), trees));
    let neighbours = options.step(&flat::adjacent::neighbours::ENTRY, Scope::Text);
    let lines = options.step(&flat::adjacent::line_runs::ENTRY, Scope::Text);
    let leaves = patient_pass(options.pass(&tree::leaves::ENTRY, Scope::Text), MISSES_OF_LEAVES);
    let leaves = Plan::pass(by_size(leaves, ..=FEW_WORDS));
    let binary = binary_plan(options);
    // Where removing dependent code paid, little else can be removed before more of that is tried.
    let thrifty = |entry| {
        let pass = kept_quiet(thrifty_pass(careful(entry), ANSWERS_OF_NODES), &options.pass);
        Plan::pass(by_size(pass, FEW_WORDS + 1..))
    };
    let thrifty_nodes = [&tree::treesplit::COARSE, &tree::hoist::COARSE, &tree::hdd::HDD].map(thrifty);
    let in_turns = |again: &Plan| {
        let all = [files.clone(), again.clone()].into_iter().chain(thrifty_nodes.clone());
        Plan::while_shrinking(Plan::sequence(all.chain([merge.clone()])))
    };
    let fine = |first: Option<Plan>, again: Plan| {
        let small = [leaves.clone(), opaque.clone(), words.clone(), binary.clone()];
        let all = first.into_iter().chain([Plan::fixpoint(nodes(again))]).chain(small);
        frugal_fixpoint(Plan::sequence(all))
    };
    // Definitions become removable when their uses are removed.
    let large = patient_pass(careful(&tree::treesplit::COARSE), MISSES_OF_LARGE);
    let large = Plan::while_shrinking(Plan::pass(by_size(large, LARGE + 1..)));
    let together = together::together(options, input.n_tokens, careful(&tree::treesplit::COARSE));
    // Comments are often half of the bytes, and prevent other passes from removing what contains
    // them.
    let comments = options.pass(&flat::comments::ENTRY, Scope::Text);
    let first_comments = (input.comments_first == Switch::On).then(|| comments_if_easy(options));
    let if_large = |pass| Plan::pass(by_size(pass, LARGE + 1..));
    let bodies_at_once = if_large(tree::bodies::at_once(&options.pass));
    let bodies = if_large(options.pass(&tree::bodies::ENTRY, Scope::Text));
    let comments = Plan::pass(comments);
    let [agree_while_easy, agree] = match input.may_agree {
        Switch::On => {
            let few = few(input.n_tokens);
            [agree_while_halving(options, few), agree_if_stuck(options, few)]
        }
        Switch::Off => [Plan::sequence([]), Plan::sequence([])],
    };
    let heaviest = patient_pass(options.pass(&tree::uses::heaviest::ENTRY, Scope::All), MISSES_OF_HEAVIEST);
    let heaviest = Plan::pass(by_size(heaviest, ..=FEW_WORDS));
    // Only once: the other passes find what this makes possible. A second run rarely finds more.
    let repeats = (!input.is_code).then(|| options.step(&flat::repeats::ENTRY, Scope::Text));
    let between = Plan::sequence([heaviest, lines].into_iter().chain(repeats).chain([neighbours]));
    let rest = |coarse: [Plan; 2], fine: Plan| {
        let coarse = [agree.clone()].into_iter().chain(coarse).chain([bodies.clone(), comments.clone()]);
        Plan::sequence(coarse.chain([Plan::around(fine, between.clone()), blank.clone()]))
    };
    let if_paid = together::again_if_it_paid(options);
    let if_paid = rest([Plan::sequence([]), large.clone()], fine(Some(in_turns(&if_paid)), if_paid));
    let otherwise = rest([together.coarse, large], fine(None, together::again(options)));
    let rest = Plan::branch(together.dependent, if_paid, otherwise);
    // Nothing that holds one line of a pair can be removed before.
    let conditionals = options.step(&flat::conditionals::ENTRY, Scope::Text);
    let first = [files.clone()].into_iter().chain(first_comments).chain([conditionals, bodies_at_once]);
    Plan::sequence(first.chain([together.scout.clone(), agree_while_easy, rest]))
}

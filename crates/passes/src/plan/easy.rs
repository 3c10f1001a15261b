//! What is done first with data whose parts may need each other.

use dwindle_reduce::{Document, Pass, Plan};

use super::options::PlanOptions;
use crate::agree::keyed::Keyed;
use crate::agree::pass::agree;
use crate::options::Scope;
use crate::policy::by_size::by_size;
use crate::policy::doubting::doubting;
use crate::policy::halving::{halving_pass, until_halved};
use crate::{flat, tree};

/// Returns a plan that removes subtrees until the document is halved. If hardly anything can be
/// removed, names and numbers that may agree by chance are worth trials.
pub(super) fn unless_easy(document: &Document, options: &PlanOptions) -> Plan {
    let n_tokens = document.cost().tokens;
    let files = options.step(&flat::files::ENTRY, Scope::All);
    let subtrees = options.pass(&tree::treesplit::COARSE, Scope::All);
    let subtrees = Plan::pass(by_size(until_halved(subtrees, EASY), few(n_tokens) + 1..));
    let most_is_left = few(n_tokens).max(n_tokens.saturating_sub(n_tokens / 4));
    Plan::sequence([files, subtrees, agree_if_stuck(options, most_is_left)])
}

/// Returns the pass `agree` for as long as it halves the data, down to `few` tokens.
pub(super) fn agree_while_halving(options: &PlanOptions, few: u64) -> Plan {
    Plan::pass(by_size(halving_pass(agree_in_data(options), AGREEING, few), few + 1..))
}

/// Returns the pass `agree` for data of which more than `few` tokens are left.
pub(super) fn agree_if_stuck(options: &PlanOptions, few: u64) -> Plan {
    Plan::while_shrinking(Plan::pass(by_size(agree_in_data(options), few + 1..)))
}

/// Returns the pass `agree` for data with a syntax: what its reader refuses needs no repair.
fn agree_in_data(options: &PlanOptions) -> Pass {
    doubting(agree(Keyed::Alone), &options.pass.trees)
}

/// Returns how many of `n_tokens` may be left of a document that was easily reduced.
pub(super) fn few(n_tokens: u64) -> u64 {
    FEW.max(n_tokens / MUCH_GONE)
}

/// Documents with more tokens are first reduced coarsely, again and again.
pub(super) const LARGE: u64 = 1_000;
/// Documents with fewer tokens are left to the finer passes.
pub(super) const FEW: u64 = 256;
/// If less than one part in this many of the tokens is left, the reduction is not stuck.
const MUCH_GONE: u64 = 8;
/// Answers without halving, after which the parts of data are assumed to need each other.
const EASY: u32 = 24;
/// Answers without halving, after which other passes than `agree` are tried.
const AGREEING: u32 = 48;

#[cfg(test)]
mod tests {
    use dwindle_reduce::{Ask, Document, ListOptions, Reducer, ReducerOptions, Verdict};
    use dwindle_syntax::languages::by_name;

    use crate::plan::auto::choose;
    use crate::plan::options::PlanOptions;
    use crate::tree::gates::count_errors;

    #[test]
    fn what_the_grammar_of_data_refuses_is_hardly_tried() {
        let item =
            |n: usize| format!("    <item id=\"a{n}\">\n      <from>a{}</from>\n    </item>\n", n * 7 % 60);
        let list = |n: usize| {
            let items: String = (n..n + 12).map(item).collect();
            format!("  <list>\n    <size>{}</size>\n{items}  </list>\n", 40 + n * 3 % 17)
        };
        let lists: String = (0..5).map(|at| list(12 * at)).collect();
        let document = Document::single("a.xml", format!("<all>\n{lists}</all>\n"));
        let plan = choose(&document, &PlanOptions::measured_best(&ListOptions::default())).plan;
        let mut reducer = Reducer::new(&document, &plan, ReducerOptions::default());
        let (mut n_tried, mut n_broken) = (0, 0);
        while let Ask::Run(trial) = reducer.ask() {
            if trial.candidate.pass() == "agree" {
                n_tried += 1;
                let left = trial.candidate.render().files();
                let tree = left.first().map(|file| by_name("xml").unwrap().parse(file.bytes()).unwrap());
                n_broken += u32::from(tree.is_some_and(|tree| count_errors(&tree) != 0));
            }
            reducer.tell(trial.id, Verdict::Boring);
        }
        assert!(n_broken <= 12 && 24 < n_tried, "{n_broken} of {n_tried}");
    }
}

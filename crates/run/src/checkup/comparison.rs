//! Whether a test does the same within a sandbox as without one.

use std::sync::LazyLock;

use dwindle_reduce::Document;
use regex::bytes::Regex;

use super::emptied;
use crate::property::{Cancel, Diagnosis, Property, PropertyError};

/// Numbers, and addresses and random names in hexadecimal: they differ between any two runs.
static NUMBERS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?-u)\b0x[0-9a-fA-F]+|[0-9]+").expect("the pattern is right"));

/// How often a test is run each way before two answers are taken for different. A flaky test
/// differs from itself.
const MOST_RUNS: usize = 3;

/// What a test does without a sandbox, to hold against what it does within one.
///
/// It is looked at on the original, on the same without content, and on the first half of each
/// file.
pub struct Comparison<'a> {
    outside: &'a dyn Property,
    inputs: [Seen; 3],
}

/// An input, and how the runs on it went.
struct Seen {
    input: Document,
    runs: Vec<Outcome>,
}

/// What is compared of a run.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    /// The verdict, and how the program ended.
    ending: String,
    /// Its output, without what names the directory of the trial, and without numbers.
    outputs: Vec<Vec<u8>>,
}

impl<'a> Comparison<'a> {
    /// Takes a property without a sandbox that was asked about the original once.
    pub fn new(outside: &'a dyn Property, original: &Document, first: &Diagnosis) -> Comparison<'a> {
        let halved = original.files().iter().map(|file| {
            let half = file.bytes().len() / 2;
            file.with_bytes(file.bytes()[..half].to_vec())
        });
        let unseen = |input| Seen { input, runs: Vec::new() };
        let original = Seen { input: original.clone(), runs: vec![Outcome::of(first)] };
        let others = [unseen(emptied(&original.input)), unseen(Document::new(halved))];
        let [empty, half] = others;
        Comparison { outside, inputs: [original, empty, half] }
    }

    /// Whether a property in a sandbox, which was asked about the original once, does the same: the
    /// same verdict, the same ending and the same output, apart from what differs between two runs
    /// without a sandbox, too.
    ///
    /// # Errors
    /// When the environment failed.
    pub fn agrees(
        &mut self,
        inside: &dyn Property,
        first: &Diagnosis,
        cancel: &Cancel,
    ) -> Result<bool, PropertyError> {
        let mut first = Some(Outcome::of(first));
        for Seen { input, runs } in &mut self.inputs {
            let mut within: Vec<Outcome> = first.take().into_iter().collect();
            for n_runs in 1..=MOST_RUNS {
                if runs.len() < n_runs {
                    runs.push(Outcome::of(&self.outside.diagnose(input, cancel)?));
                }
                if within.len() < n_runs {
                    within.push(Outcome::of(&inside.diagnose(input, cancel)?));
                }
                if is_same(runs, &within) {
                    break;
                }
                if n_runs == MOST_RUNS {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

impl Outcome {
    fn of(diagnosis: &Diagnosis) -> Outcome {
        let end = diagnosis.run.as_ref().map(|run| run.ended.end);
        Outcome { ending: format!("{:?} {end:?}", diagnosis.verdict), outputs: outputs(diagnosis) }
    }
}

/// Whether nothing shows that two kinds of runs differ: some of them went the same way, or ended
/// the same way where the output of one kind alone differs from run to run.
fn is_same(without: &[Outcome], within: &[Outcome]) -> bool {
    let any = |is_same: fn(&Outcome, &Outcome) -> bool| {
        without.iter().any(|without| within.iter().any(|within| is_same(without, within)))
    };
    let varies = without.iter().any(|run| run.outputs != without[0].outputs);
    any(|without, within| without == within)
        || (varies && any(|without, within| without.ending == within.ending))
}

fn outputs(diagnosis: &Diagnosis) -> Vec<Vec<u8>> {
    let Some(run) = &diagnosis.run else { return Vec::new() };
    let lane = run.directory.parent().unwrap_or(&run.directory).to_string_lossy().into_owned();
    let names = Regex::new(&format!(r#"(?-u){}[^\s"':,;)\]]*"#, regex::escape(&lane)));
    let pieces = run.ended.stdout.pieces().into_iter().chain(run.ended.stderr.pieces());
    let mask = |piece: Vec<u8>| {
        let piece =
            names.as_ref().map_or(piece.clone(), |names| names.replace_all(&piece, &b"@"[..]).into_owned());
        NUMBERS.replace_all(&piece, &b"0"[..]).into_owned()
    };
    pieces.map(mask).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use dwindle_reduce::Verdict;

    use super::*;

    /// Returns a property that gives these verdicts in turn.
    fn in_turn(
        verdicts: &'static [Verdict],
        n_asked: &'static AtomicUsize,
    ) -> impl Fn(&Document, &Cancel) -> Result<Verdict, PropertyError> {
        |_, _| Ok(verdicts[n_asked.fetch_add(1, Ordering::SeqCst) % verdicts.len()])
    }

    /// Whether properties that give these verdicts in turn are taken for the same, and how often
    /// the second one is asked.
    fn compared(without: &'static [Verdict], within: &'static [Verdict]) -> (bool, usize) {
        let counter = || -> &'static AtomicUsize { Box::leak(Box::default()) };
        let (n_outside, n_inside) = (counter(), counter());
        let (outside, inside) = (in_turn(without, n_outside), in_turn(within, n_inside));
        let (original, cancel) = (Document::single("a", "text"), Cancel::new());
        let first = outside.diagnose(&original, &cancel).unwrap();
        let first_within = inside.diagnose(&original, &cancel).unwrap();
        let mut comparison = Comparison::new(&outside, &original, &first);
        let is_same = comparison.agrees(&inside, &first_within, &cancel).unwrap();
        (is_same, n_inside.load(Ordering::SeqCst))
    }

    #[test]
    fn a_test_that_does_the_same_is_run_once_on_each_input() {
        use Verdict::{Boring, Interesting};
        assert_eq!(compared(&[Interesting, Boring, Boring], &[Interesting, Boring, Boring]), (true, 3));
    }

    #[test]
    fn a_test_that_answers_otherwise_each_time_differs() {
        use Verdict::{Boring, Interesting};
        assert_eq!(compared(&[Boring], &[Interesting]), (false, 3));
        assert!(!compared(&[Interesting, Boring, Boring, Boring], &[Interesting]).0);
    }

    #[test]
    fn a_flaky_test_does_not_differ_from_itself() {
        use Verdict::{Boring, Interesting};
        assert!(compared(&[Interesting, Boring], &[Boring, Interesting]).0);
    }
}

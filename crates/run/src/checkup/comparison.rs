//! Whether a test behaves the same in a sandbox as without one.

use std::sync::LazyLock;

use dwindle_reduce::Document;
use regex::bytes::Regex;

use super::emptied;
use crate::property::{Cancel, Diagnosis, Property, PropertyError};

/// Decimal numbers, and hexadecimal ones such as addresses: they differ between any two runs.
static NUMBERS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?-u)\b0x[0-9a-fA-F]+|[0-9]+").expect("the pattern is right"));

/// Runs of a test each way before its answers count as different: a flaky test differs from itself.
const MAX_RUNS: usize = 3;

/// Compares a test in a sandbox with the same test without one.
///
/// The inputs are the original, the original with all files empty, and the first half of each file.
pub struct Comparison<'a> {
    outside: &'a dyn Property,
    inputs: [Observed; 3],
}

/// An input, and its runs without a sandbox.
struct Observed {
    input: Document,
    runs: Vec<Outcome>,
}

/// The part of a run that is compared.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    /// The verdict, and how the program ended.
    ending: String,
    /// Its outputs. Paths in the directory of the trial and numbers are masked.
    outputs: Vec<Vec<u8>>,
}

impl<'a> Comparison<'a> {
    /// Creates a comparison with a property without a sandbox. `first` is its first run on the
    /// original.
    pub fn new(outside: &'a dyn Property, original: &Document, first: &Diagnosis) -> Comparison<'a> {
        let halved = original.files().iter().map(|file| {
            let half = file.bytes().len() / 2;
            file.with_bytes(file.bytes()[..half].to_vec())
        });
        let not_run = |input| Observed { input, runs: Vec::new() };
        let (empty, half) = (not_run(emptied(original)), not_run(Document::new(halved)));
        let original = Observed { input: original.clone(), runs: vec![Outcome::of(first)] };
        Comparison { outside, inputs: [original, empty, half] }
    }

    /// Whether a property in a sandbox has the same verdicts, endings and outputs. `first` is its
    /// first run on the original. Outputs that differ between runs without a sandbox are not
    /// compared.
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
        for Observed { input, runs } in &mut self.inputs {
            let mut within: Vec<Outcome> = first.take().into_iter().collect();
            for n_runs in 1..=MAX_RUNS {
                if runs.len() < n_runs {
                    runs.push(Outcome::of(&self.outside.diagnose(input, cancel)?));
                }
                if within.len() < n_runs {
                    within.push(Outcome::of(&inside.diagnose(input, cancel)?));
                }
                if is_same(runs, &within) {
                    break;
                }
                if n_runs == MAX_RUNS {
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

/// Whether some run without a sandbox equals some run within one. Only the endings are compared if
/// the outputs of the runs without a sandbox differ among themselves.
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

    /// Returns a property that returns these verdicts in turn.
    fn in_turn(
        verdicts: &'static [Verdict],
        n_asked: &'static AtomicUsize,
    ) -> impl Fn(&Document, &Cancel) -> Result<Verdict, PropertyError> {
        |_, _| Ok(verdicts[n_asked.fetch_add(1, Ordering::SeqCst) % verdicts.len()])
    }

    /// Compares two properties that return these verdicts in turn. Returns whether they count as
    /// the same, and how often the second one was asked.
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
    fn a_test_that_behaves_the_same_is_run_once_on_each_input() {
        use Verdict::{Boring, Interesting};
        assert_eq!(compared(&[Interesting, Boring, Boring], &[Interesting, Boring, Boring]), (true, 3));
    }

    #[test]
    fn a_test_whose_answers_never_match_differs() {
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

//! What a candidate costs in a document of many files.

use std::collections::VecDeque;
use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use dwindle_passes::{PlanOptions, parse_plan};
use dwindle_reduce::{
    Ask, Candidate, Document, Edit, Edits, File, ListOptions, Reducer, ReducerOptions, Verdict,
};

const N_FILES: usize = 10_000;
const N_LINES: usize = 60;
/// How often each figure is measured; the median counts.
const N_TIMES: usize = 2_001;
/// Plans whose candidates are the same in both documents, the second with a syntax gate.
const PLANS: [&str; 3] = ["lines", "line-runs", "hdd"];
const N_UNDER_WAY: usize = 4;
/// How much longer key and cost may take than in a document of one file.
const MOST_MORE: Duration = Duration::from_micros(5);

/// Prints the time for key and cost of a candidate, and for each answer of some plans, of one file
/// and of the same file beside 9,999 empty ones.
///
/// # Errors
/// When key and cost take more than [`MOST_MORE`] longer.
pub fn measure() -> anyhow::Result<()> {
    let [one, many] = [1, N_FILES].map(document);
    println!("one file of {N_LINES} lines, and the same beside {} empty files; medians in µs", N_FILES - 1);
    println!("{:<34} {:>9} {:>12}", "", "1 file", format!("{N_FILES} files"));
    let measured = [key_and_cost(&one), key_and_cost(&many)];
    print("key and cost", measured);
    for plan in PLANS {
        let name = format!("{plan}: an answer, {N_UNDER_WAY} under way");
        print(&name, [answers(&one, plan)?, answers(&many, plan)?]);
    }
    let more = measured[1].saturating_sub(measured[0]);
    anyhow::ensure!(more <= MOST_MORE, "key and cost take {more:?} longer, not at most {MOST_MORE:?}");
    Ok(())
}

fn print(name: &str, measured: [Duration; 2]) {
    let [one, many] = measured.map(|time| time.as_secs_f64() * 1e6);
    println!("{name:<34} {one:>9.1} {many:>12.1}");
}

/// Returns a file of assertions, which is the first one, beside empty ones.
fn document(n_files: usize) -> Document {
    let mut text = String::new();
    for line in 0..N_LINES {
        writeln!(text, "(assert (= x{line} (f y{line} z)))").expect("strings take everything");
    }
    let empty = (1..n_files).map(|n| File::new(format!("b{n:05}.smt2"), Vec::new()));
    Document::new(std::iter::once(File::new("a.smt2", text.into_bytes())).chain(empty))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn key_and_cost(document: &Document) -> Duration {
    // The first call hashes the document.
    document.cost();
    let times = (0..N_TIMES).map(|n| {
        let began = Instant::now();
        let at = n % 100;
        let candidate = Candidate::new("bench", document, Edits::new([Edit::delete(0, at..at + 9)]));
        black_box((candidate.key(), candidate.cost()));
        began.elapsed()
    });
    median(times.collect())
}

/// Returns the time to ask for a trial and to tell that an older one is boring.
fn answers(document: &Document, plan: &str) -> anyhow::Result<Duration> {
    let options = PlanOptions::measured_best(&ListOptions::default()).for_input(document);
    let plan = parse_plan(plan, &options)?;
    let mut times = Vec::new();
    while times.len() < N_TIMES {
        let mut reducer = Reducer::new(document, &plan, ReducerOptions::default());
        let mut under_way = VecDeque::new();
        loop {
            let began = Instant::now();
            let is_full = match reducer.ask() {
                Ask::Run(trial) => {
                    under_way.push_back(trial.id);
                    N_UNDER_WAY <= under_way.len()
                }
                Ask::Wait => true,
                Ask::Hints(_) | Ask::Done => break,
            };
            if is_full && let Some(id) = under_way.pop_front() {
                reducer.tell(id, Verdict::Boring);
                times.push(began.elapsed());
            }
            while let Some(id) = reducer.poll_abandoned() {
                under_way.retain(|other| *other != id);
                reducer.cancelled(id);
            }
            while reducer.poll_event().is_some() {}
        }
        anyhow::ensure!(!times.is_empty(), "there are trials");
    }
    Ok(median(times))
}

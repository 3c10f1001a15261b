//! Whole reductions: passes and plans on documents of any content.

use std::collections::VecDeque;

use dwindle_passes::{PlanOptions, choose};
use dwindle_reduce::{
    Ask, ContentKey, Document, Event, ListOptions, Reducer, ReducerOptions, Trial, Verdict,
};

/// Larger documents only take longer.
const MOST_BYTES: usize = 512;
/// Trials of one reduction.
const MOST_TRIALS: u64 = 200;
/// File names: they determine how a document is read.
const NAMES: [&str; 12] = [
    "a.c", "a.json", "a.py", "a.rs", "a.smt2", "a.wasm", "a.txt", "a.js", "a.xml", "a.cnf", "a.adb", "a.bin",
];

/// The first byte selects the document's name, the second one the property, the rest is the
/// document.
pub(super) fn run(bytes: &[u8]) {
    let [name, property, text @ ..] = bytes else { return };
    let name = NAMES[usize::from(*name) % NAMES.len()];
    let document = Document::single(name, &text[..text.len().min(MOST_BYTES)]);
    let (alone, best) = reduce(&document, *property, 1);
    assert!(best.cost() <= document.cost(), "the result is no larger");
    assert!(best == document || is_interesting(&best, &document, *property), "the result is interesting");
    let (together, _) = reduce(&document, *property, 3);
    assert!(alone == together, "workers change nothing");
}

/// Reduces with this many workers; the one that started last answers first. Returns the keys of the
/// accepted documents, and the result.
fn reduce(document: &Document, property: u8, n_workers: usize) -> (Vec<ContentKey>, Document) {
    let plan = choose(document, &PlanOptions::measured_best(&ListOptions::default())).plan;
    let options = ReducerOptions { max_trials: Some(MOST_TRIALS), ..ReducerOptions::default() };
    let mut reducer = Reducer::new(document, &plan, options);
    let mut under_way: VecDeque<Trial> = VecDeque::new();
    let mut accepted = Vec::new();
    loop {
        let ask = if under_way.len() < n_workers { reducer.ask() } else { Ask::Wait };
        while let Some(event) = reducer.poll_event() {
            if let Event::Accepted { key, .. } = event {
                accepted.push(key);
            }
        }
        while let Some(id) = reducer.poll_abandoned() {
            under_way.retain(|trial| trial.id != id);
            reducer.cancelled(id);
        }
        match ask {
            Ask::Hints(_) => unreachable!("the plan asks for no hints"),
            Ask::Done => return (accepted, reducer.best().clone()),
            Ask::Run(trial) => under_way.push_back(trial),
            Ask::Wait => {
                let trial = under_way.pop_back().expect("there is something to wait for");
                let interesting = is_interesting(trial.candidate.render(), document, property);
                reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
            }
        }
    }
}

/// Whether a document has the property of this number.
fn is_interesting(document: &Document, original: &Document, property: u8) -> bool {
    let text = |document: &Document| document.files().first().map(|file| file.bytes().to_vec());
    match property % 4 {
        // A property that depends on a hash of the document.
        0 => (document.key().0 >> 20).is_multiple_of(3),
        1 => true,
        2 => false,
        // Some bytes, at equal distances, must stay in order.
        _ => {
            let (original, text) = (text(original).unwrap_or_default(), text(document).unwrap_or_default());
            let step = usize::from(property / 4) + 2;
            let mut rest = text.iter();
            let mut wanted = original.iter().filter(|byte| !byte.is_ascii_whitespace()).step_by(step);
            wanted.all(|wanted| rest.any(|byte| byte == wanted))
        }
    }
}

//! Tests that questions and results do not depend on the number of workers, with and without
//! scouts: for every named plan, every pass, and lists of passes whose first one removes what
//! identifies the language for the later ones, on inputs of eleven kinds.

use dwindle_passes::{CATALOGUE, PLANS, PlanOptions, choose, parse_plan};
use dwindle_reduce::{
    Ask, ContentKey, Document, Event, File, ListOptions, LookAhead, Reducer, ReducerOptions, Trial, Verdict,
};

/// Limit of trials, since there are many reductions.
const MOST_TRIALS: u64 = 100;

/// Lists of passes of which the first may remove `#!/bin/sh`.
const LISTS: [&str; 5] =
    ["lines,hdd", "blocks,perses", "tokens,hdd", "lines,perses,words", "chars,treesplit"];

const SHELL: &str = "#!/bin/sh\nset -e\nif test -f a.c; then\n  for x in one two three; do\n    echo \"$x\" | cat\n  done\nelse\n  needle && keep\nfi\nexit 0\n";
const PYTHON: &str = "import os\n\ndef f(a, b=1):\n    if a:\n        return [needle, b]\n    for x in keep:\n        f(x)\n    return 0\n";
const C: &str = "#include <stdio.h>\nstatic int one(int a) { return a + 1; }\nint main(void) {\n  int needle = one(2);\n  if (needle) { keep(needle, 3); } else { one(4); }\n  return 0;\n}\n";

fn inputs() -> Vec<(&'static str, Document)> {
    let single = |name: &'static str, text: &str| (name, Document::single(name, text));
    let several = |name: &'static str, files: &[(&str, &str)]| {
        (name, Document::new(files.iter().map(|(path, text)| File::new(*path, text.as_bytes().to_vec()))))
    };
    let binary: Vec<u8> =
        (0..120u32).map(|at| (at * 37 % 251) as u8).chain(*b"needle\0\0\0keep\0\0").collect();
    vec![
        single("crash.c", C),
        single("prog.py", PYTHON),
        single("configure", SHELL),
        single("data", "[{\"a\": [1, 2, \"needle\"], \"b\": {}}, [3, {\"keep\": null}], 4, \"five\"]\n"),
        single("notes.txt", "one two\n\nthree (four [needle] five)\n\n  six\n  keep \"it is\"\nseven\n"),
        single("page.xml", "<a x=\"1\"><b>one</b><c><d>needle</d><e/></c><f>keep</f><g>two</g></a>\n"),
        single(
            "x.smt2",
            "(set-logic QF_LIA)\n(declare-fun needle () Int)\n(assert (= keep (+ needle 1)))\n(check-sat)\n",
        ),
        ("blob.bin", Document::single("blob.bin", binary)),
        single(
            "values.torrent",
            "d4:keepl3:one3:two5:three4:foure3:numi12e5:usersld2:idi1e4:name6:needleed2:idi2e4:name3:boxee1:z1:\u{1}e",
        ),
        several(
            "scripts",
            &[("build", SHELL), ("run", "#!/usr/bin/env python3\nprint(1)\nif x:\n    print(2)\n")],
        ),
        several("mixed", &[("a.c", C), ("b.py", PYTHON), ("c", "{\"x\": [1, 2]}"), ("d.txt", "a\nb\nc\n")]),
    ]
}

/// Interesting if the text has two words; what else matters depends on a hash.
fn is_interesting(document: &Document) -> bool {
    let all: Vec<u8> = document.files().iter().flat_map(|file| file.bytes().to_vec()).collect();
    let holds = |word: &[u8]| all.windows(word.len()).any(|window| window == word);
    let hash = all.iter().fold(7u32, |hash, &byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)));
    holds(b"needle") && holds(b"keep") && hash % 5 != 0
}

/// The verdicts that a plan learned in order, the accepted documents, and the result.
type History = (Vec<(ContentKey, Verdict)>, Vec<ContentKey>, Document);

/// Runs a reduction whose answers arrive in an order that depends on the number of workers.
fn reduce(plan: &str, original: &Document, n_workers: usize, look_ahead: LookAhead) -> History {
    // Each reduction creates its plan anew: what one has cached must not help the next.
    let options = PlanOptions::measured_best(&ListOptions::default()).for_input(original);
    let plan = match plan {
        "auto" => choose(original, &options).plan,
        plan => parse_plan(plan, &options).expect("the names are in the lists"),
    };
    let limits = ReducerOptions { max_trials: Some(MOST_TRIALS), look_ahead, ..ReducerOptions::default() };
    let mut reducer = Reducer::new(original, &plan, limits);
    let (mut learned, mut accepted, mut under_way) = (Vec::new(), Vec::new(), Vec::<Trial>::new());
    let mut random = n_workers as u64;
    loop {
        let is_done = loop {
            if n_workers <= under_way.len() {
                break false;
            }
            match reducer.ask() {
                Ask::Run(trial) => under_way.push(trial),
                Ask::Hints(_) | Ask::Wait => break false,
                Ask::Done => break true,
            }
        };
        while let Some(event) = reducer.poll_event() {
            match event {
                Event::Learned { key, verdict, .. } => learned.push((key, verdict)),
                Event::Accepted { key, .. } => accepted.push(key),
                _ => {}
            }
        }
        if is_done {
            return (learned, accepted, reducer.best().clone());
        }
        while let Some(id) = reducer.poll_abandoned() {
            if let Some(at) = under_way.iter().position(|trial| trial.id == id) {
                under_way.swap_remove(at);
                reducer.cancelled(id);
            }
        }
        if !under_way.is_empty() {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let trial = under_way.swap_remove((random >> 33) as usize % under_way.len());
            let interesting = is_interesting(trial.candidate.render());
            reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
        }
    }
}

/// Numbers of workers and kinds of look-ahead.
const CREWS: [(usize, LookAhead); 5] = [
    (2, LookAhead::Tree),
    (16, LookAhead::Scouts),
    (64, LookAhead::Tree),
    (16, LookAhead::Tree),
    (64, LookAhead::Scouts),
];

/// Compares the results of every plan and pass on every input with some crews against a single
/// worker. Returns how many candidates were accepted.
fn compare(crews: impl Fn(usize) -> Vec<(usize, LookAhead)>) -> usize {
    let plans = PLANS.iter().map(|plan| plan.name).chain(CATALOGUE.iter().map(|entry| entry.name));
    let plans: Vec<&str> = plans.chain(LISTS).collect();
    let mut n_accepted = 0;
    for (input_idx, (name, original)) in inputs().iter().enumerate() {
        for (plan_idx, plan) in plans.iter().enumerate() {
            let alone = reduce(plan, original, 1, LookAhead::Tree);
            n_accepted += alone.1.len();
            for (n_workers, how) in crews(input_idx + plan_idx) {
                let together = reduce(plan, original, n_workers, how);
                assert_eq!(together.2, alone.2, "{name}, {plan}, {n_workers} workers, {how:?}");
                assert_eq!(together.1, alone.1, "{name}, {plan}, {n_workers} workers, {how:?}");
                assert_eq!(together.0, alone.0, "{name}, {plan}, {n_workers} workers, {how:?}");
            }
        }
    }
    n_accepted
}

/// Each plan is tested with each crew on two of the inputs.
#[test]
fn every_plan_leaves_the_same_at_any_number_of_workers() {
    let n_accepted = compare(|pair| vec![CREWS[pair % CREWS.len()]]);
    assert!(2_000 < n_accepted, "there was something to differ in: {n_accepted}");
}

#[test]
#[ignore = "takes minutes"]
fn every_plan_leaves_the_same_with_every_crew() {
    compare(|_| CREWS.to_vec());
}

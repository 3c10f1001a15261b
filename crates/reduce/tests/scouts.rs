//! Whatever scouts are told, what a search proposes is the same.

use std::sync::Arc;

use dwindle_reduce::{
    ALGORITHMS, Algorithm, Answer, Ask, ContentKey, Document, Edit, Edits, Event, List, ListMethod,
    ListOptions, LookAhead, Order, OverList, Pass, Plan, Reducer, ReducerOptions, Trial, Units, Verdict,
};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn options(order: Order) -> ListOptions {
    ListOptions { order, ..ListOptions::default() }
}

/// Any answer, the same for the same units; most are boring where `salt` is odd.
fn holds(units: &Units, salt: u64) -> bool {
    let hash = units.iter().fold(salt, |hash, unit| {
        (hash ^ u64::from(unit)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31)
    });
    (hash >> 20).is_multiple_of(2 + salt % 2 * 5)
}

/// Returns what a search proposes; `walk` sends copies ahead of it, which skip and are told
/// anything.
fn proposals(algorithm: &Algorithm, list: &List, order: Order, salt: u64, walk: Option<u64>) -> Vec<Units> {
    let mut search = (algorithm.start)(list, &options(order));
    let mut rng = walk.map(ChaCha8Rng::seed_from_u64);
    let mut proposals: Vec<Units> = Vec::new();
    let mut left_out = Units::none();
    while let Some(proposal) = search.propose() {
        if let Some(rng) = &mut rng {
            let mut copy = dyn_clone::clone_box(&*search);
            for _ in 0..rng.random_range(0..20) {
                let Some(ahead) = copy.propose() else { break };
                assert!(left_out.difference(&ahead).is_empty(), "{ahead:?} brings units back");
                assert!(left_out.len() < ahead.len(), "{ahead:?} leaves out nothing more");
                match rng.random_range(0..4) {
                    0 => copy.learn(Answer::Interesting),
                    1 => copy.learn(Answer::Boring),
                    _ => copy.skip(),
                }
            }
        }
        let interesting = holds(&proposal, salt);
        search.learn(interesting.into());
        if interesting {
            left_out = proposal.clone();
        }
        proposals.push(proposal);
    }
    proposals
}

/// A plan over a text whose units are its bytes.
fn plan(algorithm: &'static Algorithm) -> Plan {
    let method = ListMethod { algorithm, options: ListOptions::default() };
    Plan::fixpoint(Plan::pass(Pass::new("bytes", move |document| {
        let list = List::uniform(u32::try_from(document.n_bytes()).ok().filter(|n_units| *n_units != 0)?);
        let edits = |left_out: &Units| {
            Edits::new(
                left_out.runs().iter().map(|run| Edit::delete(0, run.start as usize..run.end as usize)),
            )
        };
        Some(Box::new(OverList::new("bytes", document, method.start(&list), Arc::new(edits))))
    })))
}

/// What the plan learned, and the result.
type History = (Vec<(ContentKey, Verdict)>, Document);

fn reduce(algorithm: &'static Algorithm, needed: &[u8], n_workers: usize, order: u64) -> (History, u64) {
    let text: Vec<u8> = (0..36).collect();
    let options = ReducerOptions { look_ahead: LookAhead::Scouts, ..ReducerOptions::default() };
    let mut reducer = Reducer::new(&Document::single("input", text), &plan(algorithm), options);
    let mut rng = ChaCha8Rng::seed_from_u64(order);
    let mut under_way: Vec<Trial> = Vec::new();
    loop {
        let mut is_done = false;
        while under_way.len() < n_workers && !is_done {
            match reducer.ask() {
                Ask::Run(trial) => under_way.push(trial),
                Ask::Wait | Ask::Hints(_) => break,
                Ask::Done => is_done = true,
            }
        }
        while let Some(id) = reducer.poll_abandoned() {
            under_way.retain(|trial| trial.id != id);
            reducer.cancelled(id);
        }
        if is_done {
            break;
        }
        if !under_way.is_empty() {
            let trial = under_way.swap_remove(rng.random_range(0..under_way.len()));
            let document = trial.candidate.render();
            let has = |byte: &u8| document.files()[0].bytes().contains(byte);
            // Of each three bytes the last needs the first.
            let is_whole = (0..12u8).all(|at| !has(&(3 * at + 2)) || has(&(3 * at)));
            let interesting = needed.iter().all(has) && is_whole;
            reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
        }
    }
    let learned = std::iter::from_fn(|| reducer.poll_event()).filter_map(|event| match event {
        Event::Learned { key, verdict, .. } => Some((key, verdict)),
        _ => None,
    });
    let learned = learned.collect();
    ((learned, reducer.best().clone()), reducer.counts().scouted)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn copies_that_walk_ahead_change_no_proposal(
        n_units in 0u32..48, backward: bool, salt in 0u64..1000, walk: u64
    ) {
        let order = if backward { Order::Backward } else { Order::Forward };
        let list = List::weighted((0..n_units).map(|unit| unit % 5));
        for algorithm in ALGORITHMS {
            let alone = proposals(algorithm, &list, order, salt, None);
            prop_assert_eq!(proposals(algorithm, &list, order, salt, Some(walk)), alone, "{}", algorithm.name);
        }
    }
}

proptest! {
    // Each is a reduction by every algorithm, twice.
    #![proptest_config(ProptestConfig::with_cases(3))]
    #[test]
    fn scouts_change_no_answer_that_is_learned(
        needed in proptest::collection::vec(0u8..36, 0..20), n_workers in 2usize..24, order: u64
    ) {
        for algorithm in ALGORITHMS {
            let (alone, n_scouts) = reduce(algorithm, &needed, 1, 0);
            prop_assert_eq!(n_scouts, 0, "one worker never looks ahead");
            prop_assert_eq!(&reduce(algorithm, &needed, n_workers, order).0, &alone, "{}", algorithm.name);
        }
    }
}

#[test]
fn many_workers_send_scouts() {
    let algorithm = Algorithm::named("split-adaptive-verified").unwrap();
    let needed: Vec<u8> = (0..36).step_by(4).collect();
    assert!(5 < reduce(algorithm, &needed, 16, 1).1);
}

//! How many rounds of trials a reduction takes with many workers, when all trials of a round end
//! together.

use std::sync::Arc;

use dwindle_reduce::{
    Algorithm, Ask, Document, Edit, Edits, List, ListMethod, ListOptions, LookAhead, OverList, Pass, Plan,
    Reducer, ReducerOptions, Trial, Units, Verdict,
};

/// A plan that runs group testing over the two-byte units of a text, once.
fn plan() -> Plan {
    let algorithm = Algorithm::named("split-adaptive").expect("it is in the list");
    let method = ListMethod { algorithm, options: ListOptions::default() };
    Plan::pass(Pass::new("pairs", move |document| {
        let edits = |left_out: &Units| {
            let bytes = |at: u32| 2 * at as usize;
            Edits::new(left_out.runs().iter().map(|run| Edit::delete(0, bytes(run.start)..bytes(run.end))))
        };
        let list = List::uniform(u32::try_from(document.n_bytes() / 2).ok()?);
        Some(Box::new(OverList::new("pairs", document, method.start(&list), Arc::new(edits))))
    }))
}

/// Counts the rounds and the trials that were executed, for 600 units of which every 30th is
/// needed.
fn rounds(n_workers: usize, look_ahead: LookAhead) -> (u32, u64) {
    let text: Vec<u8> = (0..600u16).flat_map(|unit| [(unit % 251) as u8, (unit / 251) as u8]).collect();
    let needed: Vec<[u8; 2]> = text.chunks(2).skip(7).step_by(30).map(|pair| [pair[0], pair[1]]).collect();
    let options = ReducerOptions { look_ahead, ..ReducerOptions::default() };
    let mut reducer = Reducer::new(&Document::single("input", text), &plan(), options);
    let (mut under_way, mut n_rounds): (Vec<Trial>, u32) = (Vec::new(), 0);
    loop {
        while under_way.len() < n_workers
            && let Ask::Run(trial) = reducer.ask()
        {
            under_way.push(trial);
        }
        if under_way.is_empty() {
            return (n_rounds, reducer.counts().executed);
        }
        n_rounds += 1;
        for trial in std::mem::take(&mut under_way) {
            let document = trial.candidate.render();
            let has = |unit: &[u8; 2]| document.files()[0].bytes().chunks(2).any(|pair| pair == unit);
            let interesting = needed.iter().all(has);
            reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
        }
    }
}

/// More workers never take more rounds, a chain of boring answers has soon nothing more to run
/// ahead, and scouts pay where there are many workers. A change that is meant brings new figures.
#[test]
fn rounds_and_trials_are_as_many_as_was_recorded() {
    let of = |n_workers| {
        [LookAhead::Chain, LookAhead::Tree, LookAhead::Scouts].map(|look_ahead| rounds(n_workers, look_ahead))
    };
    assert_eq!(of(1), [(125, 125); 3], "nothing is run ahead");
    assert_eq!(of(8), [(61, 488), (38, 304), (34, 272)]);
    assert_eq!(of(32), [(61, 1912), (24, 768), (12, 384)]);
    assert_eq!(of(200), [(61, 10425), (16, 3200), (5, 846)]);
}

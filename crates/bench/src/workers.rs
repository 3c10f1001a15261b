//! Speed-up with more workers, in virtual time.

use std::env;
use std::time::Duration;

use anyhow::Context;
use dwindle_reduce::{ALGORITHMS, Algorithm, LookAhead};

use crate::list::{Lines, Needs, plan};
use crate::virtual_time::{self, Farm, Lengths, Took};

const N_WORKERS: &[usize] = &[2, 4, 8, 16, 32, 64, 256];
const N_FAR_WORKERS: &[usize] = &[16, 64, 256, 1000];
/// Lists over which times are added up: how well look-ahead works depends on where the needed lines
/// are.
const N_LISTS: u64 = 3;
const TRIAL: Duration = Duration::from_millis(500);
const FARM: Farm =
    Farm { latency: Duration::from_millis(30), one_lost_in: 50, patience: Duration::from_secs(5) };
const DEFAULT: &str = "split-adaptive-verified";

/// Creates the list for a seed.
type MakeLines = Box<dyn Fn(u64) -> Lines>;

/// Prints the speed-up of every list algorithm.
pub fn measure() -> anyhow::Result<()> {
    println!("{N_LISTS} lists of 600 lines, 12 needed; virtual time, trials of equal length");
    for algorithm in ALGORITHMS {
        let lists: Vec<Lines> = (0..N_LISTS).map(|seed| Lines::new(600, 12, seed)).collect();
        curve(algorithm.name, algorithm, &lists, (LookAhead::Scouts, Lengths::Equal(TRIAL)), N_WORKERS);
    }
    Ok(())
}

/// Prints the speed-up of the default search on lists of many kinds, with and without scouts.
/// Arguments are the seed of the first list, and how many lists there are of each kind.
pub fn measure_lists() -> anyhow::Result<()> {
    let Some(algorithm) = Algorithm::named(DEFAULT) else { anyhow::bail!("there is no {DEFAULT}") };
    let arguments: Vec<String> = env::args().skip(2).collect();
    let first: u64 = arguments.first().map_or(Ok(0), |first| first.parse()).context("SEED is a number")?;
    let n_lists: u64 = arguments.get(1).map_or(Ok(N_LISTS), |n| n.parse()).context("LISTS is a number")?;
    println!("{n_lists} lists each, from seed {first} on, {DEFAULT}; virtual time");
    let needed = |n_needed: usize| move |seed| Lines::new(1000, n_needed, seed);
    let needs = |needs: Needs| move |seed| Lines::new(1000, 3, seed).with_needs(needs, seed);
    let kinds: [(&str, MakeLines); 6] = [
        ("10 of 1,000 needed", Box::new(needed(10))),
        ("100 of 1,000 needed", Box::new(needed(100))),
        ("300 of 1,000 needed", Box::new(needed(300))),
        ("lines need later ones", Box::new(needs(Needs::Later))),
        ("lines need earlier ones", Box::new(needs(Needs::Earlier))),
        ("needs both ways", Box::new(needs(Needs::BothWays))),
    ];
    for lengths in [Lengths::Equal(TRIAL), Lengths::LogNormal(TRIAL)] {
        for (name, make) in &kinds {
            let lists: Vec<Lines> = (first..first + n_lists).map(make).collect();
            for look_ahead in [LookAhead::Tree, LookAhead::Scouts] {
                let how = if look_ahead == LookAhead::Tree { "tree alone" } else { "scouts" };
                let what = if matches!(lengths, Lengths::Equal(_)) { "" } else { ", unequal" };
                let name = format!("{name}{what}, {how}");
                curve(&name, algorithm, &lists, (look_ahead, lengths), N_WORKERS);
            }
        }
    }
    Ok(())
}

/// Prints the speed-up of the default search on a remote farm.
pub fn measure_farm() -> anyhow::Result<()> {
    let Some(algorithm) = Algorithm::named(DEFAULT) else { anyhow::bail!("there is no {DEFAULT}") };
    println!(
        "one list each, {DEFAULT}; virtual time, trials of {TRIAL:?} and more, 30 ms there and back, one answer in 50 lost and asked for again after 5 s"
    );
    let lengths = Lengths::Farm(TRIAL, FARM);
    for (n_lines, n_needed) in [(1_000, 100), (1_000, 300), (10_000, 1_000)] {
        let lists = [Lines::new(n_lines, n_needed, 0)];
        let name = format!("{n_needed} of {n_lines} needed, scouts");
        curve(&name, algorithm, &lists, (LookAhead::Scouts, lengths), N_FAR_WORKERS);
    }
    let lists = [Lines::new(1_000, 100, 0)];
    curve("100 of 1000 needed, tree alone", algorithm, &lists, (LookAhead::Tree, lengths), N_FAR_WORKERS);
    Ok(())
}

/// Prints for each number of workers: the speed-up, the number of executed and cancelled trials
/// relative to one worker, and our own time per trial.
fn curve(
    name: &str,
    algorithm: &'static Algorithm,
    lists: &[Lines],
    (look_ahead, lengths): (LookAhead, Lengths),
    n_workers: &[usize],
) {
    let run = |lines: &Lines, n_workers: usize| {
        let verdict = |document: &_| lines.verdict(document);
        let how = (n_workers, look_ahead);
        virtual_time::reduce(&lines.document, &plan(algorithm), verdict, how, (lengths, None))
    };
    let alone: Vec<Took> = lists.iter().map(|lines| run(lines, 1)).collect();
    let sum = |all: &[Took], of: fn(&Took) -> f64| -> f64 { all.iter().map(of).sum() };
    let n_alone = sum(&alone, |took| took.counts.executed as f64);
    println!("{name}: {:.1} trials with one worker", n_alone / lists.len() as f64);
    for &n_workers in n_workers {
        let all: Vec<Took> = lists.iter().map(|lines| run(lines, n_workers)).collect();
        for (one, other) in alone.iter().zip(&all) {
            assert!(one.best == other.best, "the result is the same");
            assert_eq!(one.counts.proposed, other.counts.proposed, "the questions are the same");
        }
        let time = sum(&alone, |took| took.time.as_secs_f64()) / sum(&all, |took| took.time.as_secs_f64());
        let executed = sum(&all, |took| took.counts.executed as f64);
        let cancelled = sum(&all, |took| took.counts.cancelled as f64);
        println!(
            "  {n_workers:4} {time:5.1}x  executed {:5.2} (scouts {:4.2})  cancelled {:5.2}  own {:.2} ms",
            executed / n_alone,
            sum(&all, |took| took.counts.scouted as f64) / n_alone,
            cancelled / n_alone,
            sum(&all, |took| took.thinking.as_secs_f64()) * 1e3 / (executed + cancelled),
        );
    }
}

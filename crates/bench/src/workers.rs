//! How much faster more workers are.

use std::time::Duration;

use dwindle_reduce::{ALGORITHMS, Algorithm};

use crate::list::{Lines, plan};
use crate::virtual_time;

const N_LINES: u32 = 600;
const N_NEEDED: usize = 12;
const TRIAL: Duration = Duration::from_millis(20);
const N_WORKERS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];
/// Lists over which the times are added up: how well one can be looked ahead in depends on where its lines stand.
const N_LISTS: u64 = 10;

/// Prints the curve of every list search in virtual time.
pub fn measure() -> anyhow::Result<()> {
    println!(
        "{N_LISTS} lists of {N_LINES} lines, {N_NEEDED} needed; one trial takes {TRIAL:?}; virtual time"
    );
    print!("{:24} {:>9}", "algorithm", "trials");
    N_WORKERS[1..].iter().for_each(|n_workers| print!(" {n_workers:>6}"));
    println!("   executed at 16, 64");
    for algorithm in ALGORITHMS {
        curve(algorithm);
    }
    Ok(())
}

fn curve(algorithm: &'static Algorithm) {
    let total = |n_workers| {
        let (mut time, mut executed) = (Duration::ZERO, 0);
        for seed in 0..N_LISTS {
            let lines = Lines::new(N_LINES, N_NEEDED, seed);
            let verdict = |document: &_| lines.verdict(document);
            let took = virtual_time::reduce(&lines.document, &plan(algorithm), verdict, n_workers, TRIAL);
            time += took.time;
            executed += took.counts.executed + took.counts.cancelled;
        }
        (time, executed)
    };
    let all = N_WORKERS.map(total);
    let (alone, n_trials) = all[0];
    print!("{:24} {:9.1}", algorithm.name, n_trials as f64 / N_LISTS as f64);
    for (time, _) in &all[1..] {
        print!(" {:5.1}x", alone.as_secs_f64() / time.as_secs_f64());
    }
    let share = |at: usize| all[at].1 as f64 / n_trials as f64;
    println!("   {:.1} {:.1}", share(4), share(6));
}

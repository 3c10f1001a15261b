//! How many tests list algorithms take on generated lists.

use anyhow::Result;
use dwindle_reduce::{ALGORITHMS, Algorithm, ListOptions};
use dwindle_testkit::lists::{Case, Family, count, families};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Prints the mean number of distinct tests; where results may differ, the mean number of kept
/// units stands behind it. Seeds are 0, 1, 2, …, so that each run prints the same.
pub fn measure() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let (names, prefixes): (Vec<&str>, Vec<&str>) =
        arguments.iter().map(String::as_str).partition(|argument| argument.starts_with("alg:"));
    let algorithms: Vec<&Algorithm> = ALGORITHMS
        .iter()
        .filter(|algorithm| names.is_empty() || names.iter().any(|name| &name[4..] == algorithm.name))
        .collect();
    let wanted = |family: &Family| {
        prefixes.is_empty() || prefixes.iter().any(|prefix| family.name.starts_with(prefix))
    };
    print_table(&families().into_iter().filter(wanted).collect::<Vec<_>>(), &algorithms);
    Ok(())
}

fn cases(family: &Family) -> impl Iterator<Item = Case> + '_ {
    (0..family.n_lists).map(|seed| (family.make)(&mut ChaCha8Rng::seed_from_u64(seed)))
}

fn print_table(families: &[Family], algorithms: &[&Algorithm]) {
    print_row("lists", ["needed".to_string(), "log2 C".to_string()].into_iter().chain(names(algorithms)));
    for family in families {
        let n = family.n_lists as f64;
        let needed: Option<Vec<(f64, f64)>> = cases(family)
            .map(|case| case.needed.as_ref().map(|needed| (case.weights.len() as f64, needed.len() as f64)))
            .collect();
        let (mean, bound) = needed.map_or((String::new(), String::new()), |needed| {
            let bound: f64 = needed.iter().map(|(n, k)| log2_choose(*n, *k)).sum();
            let sum: f64 = needed.iter().map(|(_, k)| k).sum();
            (format!("{:.1}", sum / n), format!("{:.1}", bound / n))
        });
        let columns = algorithms.iter().map(|algorithm| {
            let (mut n_tests, mut n_kept) = (0, 0);
            for case in cases(family) {
                let outcome = count(&case, algorithm, &ListOptions::default(), family.until);
                n_tests += outcome.n_tests;
                n_kept += outcome.n_kept;
            }
            let result =
                if mean.is_empty() { format!(" → {:.1}", n_kept as f64 / n) } else { String::new() };
            format!("{:.1}{result}", n_tests as f64 / n)
        });
        print_row(&family.name, [mean.clone(), bound].into_iter().chain(columns));
    }
}

fn names<'a>(algorithms: &'a [&Algorithm]) -> impl Iterator<Item = String> + 'a {
    algorithms.iter().map(|algorithm| algorithm.name.to_string())
}

fn print_row(name: &str, columns: impl Iterator<Item = String>) {
    println!(
        "| {name:26} | {} |",
        columns.map(|column| format!("{column:>9}")).collect::<Vec<_>>().join(" | ")
    );
}

/// Returns log2 of the number of ways to choose k of n: no search can do with fewer tests on
/// average, when every choice is as likely as any other.
fn log2_choose(n: f64, k: f64) -> f64 {
    (0..k as u64).map(|i| ((n - i as f64) / (k - i as f64)).log2()).sum()
}

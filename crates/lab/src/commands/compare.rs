//! Comparison with other reducers.

use std::path::PathBuf;

use clap::Args;
use dwindle_lab::compare::{MatchUp, PeerRecord, PeerStatus, Peers, play as played};
use dwindle_lab::experiment::{Case, ExperimentError, Raw, Roots, spawn};
use dwindle_lab::tables::seconds;

use super::Failure;
use super::run::absolute;

/// Options of `lab compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The directory of cases; each is a directory with case.toml, test.sh and the input
    #[arg(long, value_name = "DIR")]
    cases: PathBuf,
    /// Where the tools of the cases are installed; passed to the directory's `with-tools`
    #[arg(long, value_name = "DIR")]
    tools: Option<PathBuf>,
    /// Only these cases
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// The file with the command templates of the reducers
    #[arg(long, value_name = "FILE")]
    peers: PathBuf,
    /// Only these reducers
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    reducers: Vec<String>,
    /// Trials at once, for reducers that support it
    #[arg(long, value_name = "N", default_value = "2")]
    jobs: usize,
    /// Number of repetitions
    #[arg(long, value_name = "N", default_value = "1")]
    repeat: u32,
    /// Seconds after which a reducer is killed
    #[arg(long, value_name = "SECONDS", default_value = "300")]
    cap: f64,
    /// The file of raw results; measurements that it contains are not repeated
    #[arg(long, value_name = "FILE")]
    raw: PathBuf,
}

/// Options of `lab play`: which reducer runs on which case.
#[derive(Debug, Args)]
pub struct PlayArgs {
    /// The directory of cases
    #[arg(long, value_name = "DIR")]
    cases: PathBuf,
    /// The file with the command templates of the reducers
    #[arg(long, value_name = "FILE")]
    peers: PathBuf,
    /// The match-up, as JSON from the raw results
    #[arg(long, value_name = "JSON", value_parser = match_up)]
    match_up: MatchUp,
}

fn match_up(json: &str) -> Result<MatchUp, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

/// Runs a reducer on a case, and returns the record as a line of JSON.
pub fn play(args: &PlayArgs) -> Result<String, Failure> {
    let roots = Roots { cases: args.cases.clone(), tools: None };
    let case = roots.case(&args.match_up.case)?;
    let peers = Peers::read(&args.peers)?;
    let peer = peers
        .find(&args.match_up.peer, &case.language)
        .ok_or_else(|| format!("`{}` does not take {}", args.match_up.peer, case.language))?;
    let record = played(&case, peer, &args.match_up)?;
    serde_json::to_string(&record).map(|line| line + "\n").map_err(|error| error.to_string().into())
}

/// Measures all missing match-ups. Reports progress, and reducers that are not installed, on
/// stderr.
pub fn compare(args: &CompareArgs) -> Result<String, Failure> {
    let roots =
        Roots { cases: absolute(&args.cases)?, tools: args.tools.as_deref().map(absolute).transpose()? };
    let templates = absolute(&args.peers)?;
    let peers = Peers::read(&templates)?;
    let cases: Vec<Case> = match args.only.is_empty() {
        true => roots.cases()?,
        false => args.only.iter().map(|name| roots.case(name)).collect::<Result<_, _>>()?,
    };
    let names: Vec<&str> = match args.reducers.is_empty() {
        true => peers.names(),
        false => args.reducers.iter().map(String::as_str).collect(),
    };
    for peer in peers.peers.iter().filter(|peer| names.contains(&&*peer.name) && peer.installed().is_none()) {
        eprintln!("{} is skipped: `{}` is not installed", peer.name, peer.program());
    }
    let mut raw = Raw::open(&args.raw, |record: &PeerRecord| record.match_up.key())?;
    for repeat in 1..=args.repeat {
        for case in &cases {
            for &name in &names {
                let Some(peer) = peers.find(name, &case.language) else { continue };
                let match_up = MatchUp {
                    case: case.name.clone(),
                    peer: name.to_owned(),
                    jobs: args.jobs,
                    repeat,
                    cap: args.cap,
                };
                if raw.has(&match_up.key()) || peer.installed().is_none() {
                    continue;
                }
                eprint!("{name} on {}: ", case.name);
                match measured(&roots, &templates, &match_up) {
                    Ok(record) => {
                        raw.add(match_up.key(), &record)?;
                        eprintln!("{}", described(&record));
                    }
                    Err(error) => eprintln!("{error}"),
                }
            }
        }
    }
    Ok(String::new())
}

fn measured(
    roots: &Roots,
    peers: &std::path::Path,
    match_up: &MatchUp,
) -> Result<PeerRecord, ExperimentError> {
    let key = match_up.key();
    let arguments =
        ["play".as_ref(), "--peers".as_ref(), peers.as_os_str(), "--match-up".as_ref(), key.as_ref()];
    spawn(roots, &match_up.case, &arguments)
}

fn described(record: &PeerRecord) -> String {
    let [before, after] = record.tokens;
    let how = match record.status {
        PeerStatus::Finished => "",
        PeerStatus::Capped => ", killed at the cap",
        PeerStatus::Failed => ", failed",
    };
    format!("{before} → {after} tokens, {} trials, {} s{how}", record.trials, seconds(record.seconds))
}

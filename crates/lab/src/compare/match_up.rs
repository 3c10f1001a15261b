//! One run of a reducer on a case.

use std::fs;
use std::path::Path;
use std::time::Duration;

use dwindle_reduce::Document;
use dwindle_run::limits::Limits;
use dwindle_run::process::{End, Job, Launcher, Output};
use dwindle_run::property::Cancel;
use serde::{Deserialize, Serialize};

use super::peer::Peer;
use super::wrapper::Wrapper;
use crate::experiment::{Case, ExperimentError};

/// A combination of the varied parameters. Its JSON form is the key in a raw file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchUp {
    /// The case.
    pub case: String,
    /// The reducer.
    pub peer: String,
    /// Trials at once.
    pub jobs: usize,
    /// The number of the repetition, from 1.
    pub repeat: u32,
    /// Seconds after which the reducer is killed.
    pub cap: f64,
}

impl MatchUp {
    /// Returns the line of JSON that identifies this match-up.
    ///
    /// # Panics
    /// Never: it can be serialized.
    pub fn key(&self) -> String {
        serde_json::to_string(self).expect("a match-up is a flat object")
    }
}

/// The result of a reducer: a line of the raw results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PeerRecord {
    /// What was measured.
    #[serde(flatten)]
    pub match_up: MatchUp,
    /// How the reducer ended.
    pub status: PeerStatus,
    /// Tokens before and after.
    pub tokens: [u64; 2],
    /// Bytes before and after.
    pub bytes: [u64; 2],
    /// Number of times the test was run.
    pub trials: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Processor time in seconds, of the reducer and all children that it waited for.
    pub cpu_seconds: f64,
}

/// How a reducer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PeerStatus {
    /// It ended by itself, and its result is interesting.
    Finished,
    /// It was killed at the cap; the smallest input found so far counts.
    Capped,
    /// It ended by itself, but reported a failure, or its result is missing or not interesting; the
    /// smallest input found so far counts.
    Failed,
}

/// Runs a reducer on a case in a fresh directory, kills all remaining processes, and tests its
/// result again.
///
/// # Errors
/// When the environment fails, or the reducer cannot be started.
pub fn play(case: &Case, peer: &Peer, match_up: &MatchUp) -> Result<PeerRecord, ExperimentError> {
    let subject = case.open()?;
    let original = &subject.document;
    let cancel = Cancel::new();
    let home = tempfile::tempdir().map_err(ExperimentError::file(std::env::temp_dir()))?;
    let [own, place, temporary] = ["own", "place", "tmp"].map(|name| home.path().join(name));
    for folder in [&own, &place, &temporary] {
        fs::create_dir(folder).map_err(ExperimentError::file(folder))?;
    }
    let file = case.input.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let bytes = original.files()[0].bytes();
    fs::write(place.join(&file), bytes).map_err(ExperimentError::file(&place))?;
    let wrapper = Wrapper::new(&own, &case.test, &file).map_err(ExperimentError::file(&own))?;

    let words = peer.words(&wrapper.script().to_string_lossy(), &file, match_up.jobs);
    let job = Job {
        program: words[0].clone().into(),
        arguments: words[1..].iter().map(Into::into).collect(),
        directory: place.clone(),
        environment: vec![("TMPDIR".into(), temporary.clone().into()), ("PWD".into(), place.clone().into())],
        mark: Some(("DWINDLE_LAB".into(), home.path().into())),
        user: None,
        lane: place.clone(),
        limits: Limits::default(),
        timeout: Duration::try_from_secs_f64(match_up.cap).ok(),
        output: Output::Capture { keep: 4 << 10 },
    };
    let ended = Launcher::default()
        .run(&job, &cancel)
        .map_err(|error| ExperimentError::Peer { name: peer.name.clone(), why: error.to_string() })?;

    let is_interesting = |text: &Vec<u8>| -> Result<bool, ExperimentError> {
        let document = Document::single(&*file, text.clone());
        Ok(subject.property().test(&document, &cancel)?.is_interesting())
    };
    let result = fs::read(place.join(peer.result(&file))).ok();
    let result = match result {
        Some(text) if is_interesting(&text)? => Some(text),
        _ => None,
    };
    let status = match (&result, ended.end) {
        (_, End::TimedOut) => PeerStatus::Capped,
        (Some(_), End::Exited(0)) => PeerStatus::Finished,
        _ => PeerStatus::Failed,
    };
    if status == PeerStatus::Failed {
        eprintln!("{} on {}: {}\n{}", peer.name, match_up.case, ended.end, ended.stderr.last_lines(5));
    }
    let found = match (status, result) {
        (PeerStatus::Finished, Some(result)) => result,
        (_, result) => {
            let kept = wrapper.smallest().filter(|text| is_interesting(text).unwrap_or(false));
            let best = [result, kept].into_iter().flatten().min_by_key(Vec::len);
            best.unwrap_or_else(|| bytes.to_vec())
        }
    };
    let (before, after) = (original.cost(), Document::single(Path::new(&file), found).cost());
    Ok(PeerRecord {
        match_up: match_up.clone(),
        status,
        tokens: [before.tokens, after.tokens],
        bytes: [before.bytes, after.bytes],
        trials: wrapper.n_trials(),
        seconds: ended.wall.as_secs_f64(),
        cpu_seconds: ended.cpu.as_secs_f64(),
    })
}

//! The events of a reduction.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::document::ContentKey;
use crate::finding::Finding;
use crate::verdict::Verdict;

/// An event with its time, which the runner of the reduction adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamped {
    /// Time since the reduction began.
    pub at: Duration,
    /// What happened.
    pub event: Event,
}

/// What happened, in the plan's own order: the same at any number of workers. Events own their
/// data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event {
    /// The reduction begins.
    Started {
        /// The cost of the original.
        cost: Cost,
        /// The key of the original.
        key: ContentKey,
    },
    /// A pass starts on the best document so far.
    PassBegan {
        /// The pass's name.
        pass: String,
        /// The cost of the best document.
        cost: Cost,
    },
    /// A pass has nothing more to propose.
    PassEnded {
        /// The pass's name.
        pass: String,
        /// The cost of the best document now.
        cost: Cost,
        /// How many of the pass's proposals were accepted.
        accepted: u64,
        /// How many candidates the pass proposed.
        proposed: u64,
    },
    /// The answer to the plan's current proposal was learned.
    Learned {
        /// The pass that proposed it.
        pass: String,
        /// The candidate's key.
        key: ContentKey,
        /// The cost of the candidate.
        cost: Cost,
        /// The answer.
        verdict: Verdict,
        /// Where the answer came from.
        source: Source,
    },
    /// An interesting candidate is the best document now.
    Accepted {
        /// How many candidates were accepted so far, this one included.
        step: u64,
        /// The pass that proposed it.
        pass: String,
        /// Its key.
        key: ContentKey,
        /// Its cost.
        cost: Cost,
        /// The counts so far.
        counts: Counts,
    },
    /// The pass found something out about the document, or knows more about an earlier finding.
    Finding {
        /// The pass's name.
        pass: String,
        /// The finding, and its state.
        #[serde(flatten)]
        finding: Finding,
    },
    /// The best document proved not to be interesting, or answers proved wrong: the search starts
    /// again from the original. It is answered from memory as long as it proposes the same
    /// candidates.
    Retracted {
        /// The key of the document that was the best one.
        key: ContentKey,
        /// What the original costs.
        cost: Cost,
    },
    /// The reduction ended.
    Finished {
        /// The reason.
        reason: StopReason,
        /// What the best document costs.
        cost: Cost,
        /// The counts.
        counts: Counts,
    },
}

/// Where an answer came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A trial was run for it.
    Trial,
    /// It was known from an earlier trial, of this run or of the one that is resumed.
    Memory,
    /// A gate refused the candidate.
    Gate,
    /// The same change was boring before, or several large ones that are nearly the same: a frugal
    /// fixpoint proposes it again at its end.
    PutOff,
}

/// Counts of candidates and trials. What is counted in different ways has different numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Candidates that the plan proposed and whose answers it learned.
    pub proposed: u64,
    /// Those of them that were answered from memory.
    pub known: u64,
    /// Those of them that a gate refused.
    pub gated: u64,
    /// Those of them that were put off, because the same change or nearly the same was boring
    /// before: a frugal fixpoint proposes them again at its end.
    #[serde(default)]
    pub put_off: u64,
    /// Trials that were run to an answer, including look-ahead that was not needed.
    pub executed: u64,
    /// Those of them that no search had proposed: scouts, which only predict other answers.
    #[serde(default)]
    pub scouted: u64,
    /// Trials that were started and cancelled before they answered.
    pub cancelled: u64,
    /// Candidates that were accepted.
    pub accepted: u64,
}

/// Why a reduction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// The plan has nothing more to propose.
    Complete,
    /// The user's limit of trials is reached.
    Trials,
    /// The user's limit of time is reached.
    Time,
    /// The document is as small as the user asked for.
    Size,
    /// The user interrupted it.
    Interrupted,
    /// The environment failed: trials can no longer be run.
    Environment,
    /// The property's answers differ too much to rely on.
    Flaky,
}

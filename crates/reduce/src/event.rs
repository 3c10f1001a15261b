//! What a reduction tells those who watch it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::document::ContentKey;
use crate::finding::Finding;
use crate::verdict::Verdict;

/// An event with the time at which whoever runs the reduction handed it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamped {
    /// Time since the reduction began.
    pub at: Duration,
    /// What happened.
    pub event: Event,
}

/// Something that happened, in the plan's own order: the same at any number of workers. Events own
/// their data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event {
    /// The reduction begins.
    Started {
        /// What the original costs.
        cost: Cost,
        /// The key of the original.
        key: ContentKey,
    },
    /// A pass starts to work on the best document so far.
    PassBegan {
        /// The pass's name.
        pass: String,
        /// What the best document costs.
        cost: Cost,
    },
    /// A pass has nothing more to propose.
    PassEnded {
        /// The pass's name.
        pass: String,
        /// What the best document costs now.
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
        /// What the candidate costs.
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
        /// What it costs.
        cost: Cost,
        /// What was counted until then.
        counts: Counts,
    },
    /// The pass found out about the document what it works with, or knows more of it now.
    Finding {
        /// The pass's name.
        pass: String,
        /// What it found, and what is known of it.
        #[serde(flatten)]
        finding: Finding,
    },
    /// The best document does not hold, or answers do not: the search begins again from the
    /// original, and is answered from memory as far as it goes the same way.
    Retracted {
        /// The key of what was the best document.
        key: ContentKey,
        /// What the original costs.
        cost: Cost,
    },
    /// The reduction ended.
    Finished {
        /// Why.
        reason: StopReason,
        /// What the best document costs.
        cost: Cost,
        /// What was counted.
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
    /// A change like it was boring before: a frugal fixpoint asks again at its end.
    PutOff,
}

/// The honest figures: different things are different numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Candidates that the plan proposed and whose answers it learned.
    pub proposed: u64,
    /// Those of them that were answered from memory.
    pub known: u64,
    /// Those of them that a gate refused.
    pub gated: u64,
    /// Those of them that a frugal fixpoint put off until its end, because they were boring before.
    #[serde(default)]
    pub put_off: u64,
    /// Trials that were run to an answer, look-ahead that was not needed included.
    pub executed: u64,
    /// Those of them that no search had proposed: they were only looked at to foretell other
    /// answers.
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
    /// The number of trials that the user allowed is used up.
    Trials,
    /// The time that the user allowed is used up.
    Time,
    /// The document is as small as the user wants it.
    Size,
    /// The user interrupted it.
    Interrupted,
    /// The environment failed, and trials can't be run any more.
    Environment,
    /// The property's answers differ too much to rely on.
    Flaky,
}

//! When a job that still runs has to be ended.

use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::family::{descendants, own_memory};
use super::{End, Excess};
use crate::limits::Limits;

/// Time between two looks at what a job uses. Short enough for a fork bomb to stay in the hundreds.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// The deadline of a job and the looks at what it uses.
pub(super) struct Supervision {
    deadline: Option<Instant>,
    next_look: Option<Instant>,
    memory: Option<u64>,
    processes: Option<u32>,
}

impl Supervision {
    /// Starts the clock of a job.
    pub(super) fn new(timeout: Option<Duration>, limits: &Limits) -> Supervision {
        let now = Instant::now();
        let looks = cfg!(target_os = "linux") && (limits.memory.is_some() || limits.processes.is_some());
        Supervision {
            deadline: timeout.and_then(|timeout| now.checked_add(timeout)),
            next_look: looks.then(|| now + BETWEEN_LOOKS),
            memory: limits.memory,
            processes: limits.processes,
        }
    }

    /// Returns the time until [`Supervision::reason_to_end`] wants to be asked again.
    pub(super) fn patience(&self) -> Option<Duration> {
        let next = self.deadline.into_iter().chain(self.next_look).min()?;
        Some(next.saturating_duration_since(Instant::now()))
    }

    /// Returns why the job has to be ended now, if it has to. It consists of the descendants of `ancestor`, and of that
    /// too if it is not our own process.
    pub(super) fn reason_to_end(&mut self, ancestor: Pid) -> Option<End> {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            return Some(End::TimedOut);
        }
        if self.next_look.is_none_or(|next| now < next) {
            return None;
        }
        let excess = self.excess(ancestor);
        // A look at thousands of processes takes milliseconds; it may use a twentieth of the time.
        let took = now.elapsed();
        self.next_look = Some(Instant::now() + BETWEEN_LOOKS.max(20 * took));
        excess.map(End::OverLimit)
    }

    fn excess(&self, ancestor: Pid) -> Option<Excess> {
        let most = self.processes.map_or(usize::MAX, |most| most as usize);
        let mut family = descendants(ancestor, most);
        if ancestor != rustix::process::getpid() {
            family.push(ancestor);
        }
        if family.len() > most {
            return Some(Excess::Processes);
        }
        let memory = self.memory?;
        let used: u64 = family.into_iter().map(own_memory).sum();
        (memory < used).then_some(Excess::Memory)
    }
}

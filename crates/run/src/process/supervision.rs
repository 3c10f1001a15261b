//! When a job that still runs has to be ended.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::family::own_memory;
use super::{End, Excess, Job};

/// Time between two looks at what a job uses. Short enough for a fork bomb to stay in the hundreds.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Time between two looks at the size of its files.
const BETWEEN_MEASURES: Duration = Duration::from_millis(200);
/// Files that are looked at in one such look.
const MOST_MEASURED: usize = 100_000;

/// The deadline of a job and the looks at what it uses.
pub(super) struct Supervision {
    deadline: Option<Instant>,
    next_look: Option<Instant>,
    memory: Option<u64>,
    processes: Option<u32>,
    disk: Option<u64>,
    lane: PathBuf,
    next_measure: Instant,
}

impl Supervision {
    /// Starts the clock of a job.
    pub(super) fn new(job: &Job) -> Supervision {
        let limits = &job.limits;
        let now = Instant::now();
        let looks = cfg!(target_os = "linux")
            && (limits.memory.is_some() || limits.processes.is_some() || limits.disk.is_some());
        Supervision {
            deadline: job.timeout.and_then(|timeout| now.checked_add(timeout)),
            next_look: looks.then(|| now + BETWEEN_LOOKS),
            memory: limits.memory,
            processes: limits.processes,
            disk: limits.disk,
            lane: job.lane.clone(),
            next_measure: now,
        }
    }

    /// Returns the time until [`Supervision::reason_to_end`] wants to be asked again.
    pub(super) fn patience(&self) -> Option<Duration> {
        let next = self.deadline.into_iter().chain(self.next_look).min()?;
        Some(next.saturating_duration_since(Instant::now()))
    }

    /// Returns why the job has to be ended now, if it has to.
    ///
    /// `family` lists its processes, and may stop soon after so many. `n_elsewhere` counts the
    /// bytes of its files that are not in its lane.
    pub(super) fn reason_to_end(
        &mut self,
        family: impl Fn(usize) -> Vec<Pid>,
        n_elsewhere: impl Fn() -> u64,
    ) -> Option<End> {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            return Some(End::TimedOut);
        }
        if self.next_look.is_none_or(|next| now < next) {
            return None;
        }
        let excess = self.excess(family, n_elsewhere);
        // A look at thousands of processes takes milliseconds; it may use a twentieth of the time.
        let took = now.elapsed();
        self.next_look = Some(Instant::now() + BETWEEN_LOOKS.max(20 * took));
        excess.map(End::OverLimit)
    }

    /// Whether the files of the trial take too much room. Looks at them from time to time only.
    fn is_over_disk(&mut self, n_elsewhere: impl Fn() -> u64) -> bool {
        let began = Instant::now();
        let Some(most) = self.disk.filter(|_| self.next_measure <= began) else { return false };
        let n_elsewhere = n_elsewhere();
        let is_over = most < n_elsewhere || most - n_elsewhere < occupied(&self.lane, most - n_elsewhere);
        self.next_measure = began + BETWEEN_MEASURES.max(20 * began.elapsed());
        is_over
    }

    fn excess(
        &mut self,
        family: impl Fn(usize) -> Vec<Pid>,
        n_elsewhere: impl Fn() -> u64,
    ) -> Option<Excess> {
        let most = self.processes.map_or(usize::MAX, |most| most as usize);
        let family = family(most);
        if family.len() > most {
            return Some(Excess::Processes);
        }
        let used = || family.into_iter().map(own_memory).sum::<u64>();
        if self.memory.is_some_and(|memory| memory < used()) {
            return Some(Excess::Memory);
        }
        self.is_over_disk(n_elsewhere).then_some(Excess::Disk)
    }
}

/// Returns how many bytes the files below a directory occupy, or something above `most` as soon as
/// they are more.
fn occupied(directory: &Path, most: u64) -> u64 {
    let mut open = vec![directory.to_owned()];
    let (mut n_bytes, mut n_files) = (0, 0);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            // Of a link itself, not of what it leads to.
            let Ok(metadata) = entry.metadata() else { continue };
            n_bytes += metadata.blocks() * 512;
            n_files += 1;
            if most < n_bytes || MOST_MEASURED < n_files {
                return n_bytes;
            }
            if metadata.is_dir() {
                open.push(entry.path());
            }
        }
    }
    n_bytes
}

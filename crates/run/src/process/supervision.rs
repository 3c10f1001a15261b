//! The limits of a running job: when it must be killed.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::procfs::own_memory;
use super::{End, Excess, Job};

/// Time between two checks of memory and processes. Within it a fork bomb starts only some hundred
/// processes.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Time between two measurements of the job's files.
const DISK_INTERVAL: Duration = Duration::from_millis(200);
/// Most files of one measurement.
const MAX_MEASURED_FILES: usize = 100_000;

/// The deadline of a job, and the checks of its resource limits.
pub(super) struct Supervision {
    deadline: Option<Instant>,
    next_check: Option<Instant>,
    memory: Option<u64>,
    processes: Option<u32>,
    disk: Option<u64>,
    lane: PathBuf,
    next_disk_check: Instant,
}

impl Supervision {
    /// Starts to supervise a job.
    pub(super) fn new(job: &Job) -> Supervision {
        let limits = &job.limits;
        let now = Instant::now();
        let has_checks = cfg!(target_os = "linux")
            && (limits.memory.is_some() || limits.processes.is_some() || limits.disk.is_some());
        Supervision {
            deadline: job.timeout.and_then(|timeout| now.checked_add(timeout)),
            next_check: has_checks.then(|| now + CHECK_INTERVAL),
            memory: limits.memory,
            processes: limits.processes,
            disk: limits.disk,
            lane: job.lane.clone(),
            next_disk_check: now,
        }
    }

    /// Returns the time after which [`Supervision::reason_to_end`] must be called again.
    pub(super) fn max_wait(&self) -> Option<Duration> {
        let next = self.deadline.into_iter().chain(self.next_check).min()?;
        Some(next.saturating_duration_since(Instant::now()))
    }

    /// Returns why the job must be killed now; `None` if it need not.
    ///
    /// `processes` returns the processes of the job; it may stop soon after the given number.
    /// `n_elsewhere` returns the bytes of the job's files outside its lane.
    pub(super) fn reason_to_end(
        &mut self,
        processes: impl Fn(usize) -> Vec<Pid>,
        n_elsewhere: impl Fn() -> u64,
    ) -> Option<End> {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            return Some(End::TimedOut);
        }
        if self.next_check.is_none_or(|next| now < next) {
            return None;
        }
        let excess = self.excess(processes, n_elsewhere);
        // Checking thousands of processes takes milliseconds. Checks use at most a twentieth of the
        // time.
        let took = now.elapsed();
        self.next_check = Some(Instant::now() + CHECK_INTERVAL.max(20 * took));
        excess.map(End::OverLimit)
    }

    /// Whether the files of the job are known to exceed the limit. They are measured at intervals.
    fn is_over_disk(&mut self, n_elsewhere: impl Fn() -> u64) -> bool {
        let began = Instant::now();
        let Some(most) = self.disk.filter(|_| self.next_disk_check <= began) else { return false };
        let n_elsewhere = n_elsewhere();
        let is_over = most < n_elsewhere || most - n_elsewhere < occupied(&self.lane, most - n_elsewhere);
        self.next_disk_check = began + DISK_INTERVAL.max(20 * began.elapsed());
        is_over
    }

    fn excess(
        &mut self,
        processes: impl Fn(usize) -> Vec<Pid>,
        n_elsewhere: impl Fn() -> u64,
    ) -> Option<Excess> {
        let most = self.processes.map_or(usize::MAX, |most| most as usize);
        let processes = processes(most);
        if processes.len() > most {
            return Some(Excess::Processes);
        }
        let used = || processes.into_iter().map(own_memory).sum::<u64>();
        if self.memory.is_some_and(|memory| memory < used()) {
            return Some(Excess::Memory);
        }
        self.is_over_disk(n_elsewhere).then_some(Excess::Disk)
    }
}

/// Returns how many bytes the files below a directory occupy. Stops when they are more than `most`.
fn occupied(directory: &Path, most: u64) -> u64 {
    let mut open = vec![directory.to_owned()];
    let (mut n_bytes, mut n_files) = (0, 0);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            // The metadata of a link itself, not of its target.
            let Ok(metadata) = entry.metadata() else { continue };
            n_bytes += metadata.blocks() * 512;
            n_files += 1;
            if most < n_bytes || MAX_MEASURED_FILES < n_files {
                return n_bytes;
            }
            if metadata.is_dir() {
                open.push(entry.path());
            }
        }
    }
    n_bytes
}

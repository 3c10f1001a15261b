//! What trials used, and what the machine has left.

use std::fs;
use std::sync::Arc;

use crate::trial::{Usage, Used};

/// Measures the use of processors and memory.
pub trait Gauge: Send {
    /// Returns the figures since the last call.
    fn read(&mut self) -> Reading;
}

/// The figures since the last reading.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reading {
    /// What the programs of trials used.
    pub used: Used,
    /// Share of idle time of the processors that this process may use, with all programs counted;
    /// `None` where the system does not tell.
    pub idle: Option<f64>,
    /// Bytes of memory that are free or held by caches; `None` where the system does not tell.
    pub free_memory: Option<u64>,
}

/// Reads the figures of this machine from `/proc`.
#[derive(Debug)]
pub struct MachineGauge {
    usage: Arc<Usage>,
    ticks: Option<Ticks>,
}

/// Processor time, in the kernel's ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ticks {
    idle: u64,
    all: u64,
}

impl MachineGauge {
    /// Creates a gauge of the trials that add to `usage`.
    pub fn new(usage: Arc<Usage>) -> MachineGauge {
        usage.take();
        MachineGauge { usage, ticks: ticks() }
    }
}

impl Gauge for MachineGauge {
    fn read(&mut self) -> Reading {
        let before = std::mem::replace(&mut self.ticks, ticks());
        let idle = before.zip(self.ticks).and_then(|(before, now)| now.idle_since(before));
        Reading { used: self.usage.take(), idle, free_memory: free_memory() }
    }
}

impl Ticks {
    fn idle_since(self, before: Ticks) -> Option<f64> {
        let all = self.all.checked_sub(before.all).filter(|all| 0 < *all)?;
        Some(self.idle.saturating_sub(before.idle) as f64 / all as f64)
    }
}

/// Returns how many bytes of memory are free or held by caches; `None` where the system does not
/// tell.
pub fn free_memory() -> Option<u64> {
    let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let available = available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    // In a container `meminfo` is that of the machine; the limit of the container is here.
    let limit = number("/sys/fs/cgroup/memory.max").zip(number("/sys/fs/cgroup/memory.current"));
    Some(limit.map_or(available, |(most, used)| available.min(most.saturating_sub(used))))
}

fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

fn ticks() -> Option<Ticks> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    ticks_of(&fs::read_to_string("/proc/stat").ok()?, &status)
}

/// Adds up the ticks of those processors that a process with this status may use.
fn ticks_of(stat: &str, status: &str) -> Option<Ticks> {
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?.trim();
    let is_allowed = |number: u64| {
        allowed.split(',').any(|range| {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let bounds = first.parse::<u64>().ok().zip(last.parse::<u64>().ok());
            bounds.is_some_and(|(first, last)| (first..=last).contains(&number))
        })
    };
    let mut sum = Ticks::default();
    for line in stat.lines().filter_map(|line| line.strip_prefix("cpu")) {
        let mut words = line.split_ascii_whitespace();
        // The first line is the sum of all, and has no number.
        let number = words.next().filter(|_| !line.starts_with(' ')).and_then(|word| word.parse().ok());
        if !number.is_some_and(is_allowed) {
            continue;
        }
        // user, nice, system, idle, iowait, irq, softirq, steal; guests are part of user.
        let figures: Vec<u64> = words.take(8).filter_map(|word| word.parse().ok()).collect();
        let [_, _, _, idle, iowait, ..] = figures[..] else { return None };
        sum.idle += idle + iowait;
        sum.all += figures.iter().sum::<u64>();
    }
    (0 < sum.all).then_some(sum)
}

/// Returns how many trials of `peak_memory` bytes fit into memory; at least 1.
pub(super) fn fitting(free_memory: u64, peak_memory: u64) -> usize {
    let n_trials = free_memory / peak_memory.max(1);
    usize::try_from(n_trials).unwrap_or(usize::MAX).max(1)
}

#[cfg(test)]
impl Reading {
    pub(in crate::executor) fn of(wall_ms: u64, cpu_ms: u64, idle: f64) -> Reading {
        let [wall, cpu] = [wall_ms, cpu_ms].map(std::time::Duration::from_millis);
        let used = Used { n_runs: 100, wall, cpu, peak_memory: 1 << 20 };
        Reading { used, idle: Some(idle), free_memory: Some(1 << 40) }
    }
}

#[cfg(test)]
mod readings {
    use super::*;

    const STAT: &str = "cpu  99 99 99 99 99 99 99 99 99 99\ncpu0 10 0 5 80 5 0 0 0 0 0\n\
                        cpu1 90 0 10 0 0 0 0 0 0 0\ncpu2 1 1 1 1 1 1 1 1 0 0\nintr 5\n";

    #[test]
    fn processors_that_the_process_may_not_use_do_not_count() {
        let of = |list: &str| ticks_of(STAT, &format!("Name:\tx\nCpus_allowed_list:\t{list}\n"));
        assert_eq!(of("0"), Some(Ticks { idle: 85, all: 100 }));
        assert_eq!(of("0-1"), Some(Ticks { idle: 85, all: 200 }));
        assert_eq!(of("0,2"), Some(Ticks { idle: 87, all: 108 }));
        assert_eq!(of("7"), None);
        assert_eq!(ticks_of(STAT, "Name:\tx\n"), None);
    }

    #[test]
    fn the_idle_share_is_of_the_time_since_the_last_reading() {
        let [before, now] = [(85, 100), (95, 120)].map(|(idle, all)| Ticks { idle, all });
        assert_eq!(now.idle_since(before), Some(0.5));
        assert_eq!(now.idle_since(now), None);
    }

    #[test]
    fn memory_held_by_caches_counts_as_free() {
        assert_eq!(available("MemTotal: 9 kB\nMemFree: 1 kB\nMemAvailable:   2 kB\n"), Some(2048));
        assert_eq!(available("MemTotal: 9 kB\n"), None);
    }

    #[test]
    fn one_trial_always_fits() {
        assert_eq!(fitting(10, 3), 3);
        assert_eq!(fitting(10, 30), 1);
        assert_eq!(fitting(10, 0), 10);
    }
}

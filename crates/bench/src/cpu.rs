//! How much processor time was used, and how much memory.

use std::fs;
use std::time::Duration;

/// Returns the processor time of this process and of its keepers, without that of the tests they
/// run.
pub fn own() -> Duration {
    let children = fs::read_dir("/proc/self/task").into_iter().flatten().flatten().filter_map(|task| {
        let pids = fs::read_to_string(task.path().join("children")).ok()?;
        Some(pids.split_ascii_whitespace().map(of_process).sum::<Duration>())
    });
    of_process("self") + children.sum::<Duration>()
}

/// Returns the user and system time of a process; none if it is gone.
fn of_process(pid: &str) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name of the program, in brackets, may hold anything.
    let Some((_, fields)) = stat.rsplit_once(')') else { return Duration::ZERO };
    let ticks =
        fields.split_ascii_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok());
    Duration::from_secs_f64(ticks.sum::<u64>() as f64 / rustix::param::clock_ticks_per_second() as f64)
}

/// Returns the most memory that this process ever used, in bytes.
pub fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()).unwrap_or(0) * 1024
}

//! Processor time and memory of this process.

use std::fs;
use std::time::Duration;

/// Returns the processor time of this process and its keepers, without that of the tests they run.
pub fn own() -> Duration {
    let children = fs::read_dir("/proc/self/task").into_iter().flatten().flatten().filter_map(|task| {
        let pids = fs::read_to_string(task.path().join("children")).ok()?;
        Some(pids.split_ascii_whitespace().map(of_process).sum::<Duration>())
    });
    of_process("self") + children.sum::<Duration>()
}

/// Returns the processor time of this process with all its threads, to the microsecond.
pub fn of_threads() -> Duration {
    clock(libc::CLOCK_PROCESS_CPUTIME_ID)
}

/// Returns the processor time of the calling thread, to the microsecond.
pub fn of_this_thread() -> Duration {
    clock(libc::CLOCK_THREAD_CPUTIME_ID)
}

fn clock(which: libc::clockid_t) -> Duration {
    // SAFETY: all zeros is a valid `timespec`.
    let mut time: libc::timespec = unsafe { std::mem::zeroed() };
    // SAFETY: the call writes to `time`, which lives as long as the call.
    let failed = unsafe { libc::clock_gettime(which, &raw mut time) };
    assert_eq!(failed, 0, "Linux has both clocks");
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).expect("less than a second"))
}

/// Returns the user and system time of a process; zero if the process is gone.
fn of_process(pid: &str) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The program's name, in parentheses, may contain anything.
    let Some((_, fields)) = stat.rsplit_once(')') else { return Duration::ZERO };
    let ticks =
        fields.split_ascii_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok());
    Duration::from_secs_f64(ticks.sum::<u64>() as f64 / rustix::param::clock_ticks_per_second() as f64)
}

/// Returns the peak memory of this process, in bytes.
pub fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()).unwrap_or(0) * 1024
}

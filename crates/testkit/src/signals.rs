//! A helper for tests of signals.

/// Whether a signal is ignored in this process (because of `nohup`, or a background job). If so,
/// prints a line that the test is skipped: child processes inherit this, and could not be
/// interrupted. `signal` is the name used in that line, `number` the signal's number.
///
/// Without `/proc`, returns false.
pub fn is_ignored(signal: &str, number: u32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let ignored = mask.is_some_and(|mask| mask >> (number - 1) & 1 == 1);
    if ignored {
        println!("skipped: {signal} is ignored here");
    }
    ignored
}

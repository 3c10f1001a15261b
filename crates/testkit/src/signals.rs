//! Tests of what signals do.

/// Whether the tests were started with a signal ignored (`nohup`, a background job), and prints a
/// line if they were: programs that they start leave it so, and would never be interrupted.
/// `signal` is its name in that line, `number` its number.
///
/// Where there is no `/proc`, no signal is taken to be ignored.
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

//! Processor time.

use std::fs;

/// Returns the processor time of this process and of all children that it waited for, in seconds.
/// `None` if the system does not report it. The resolution is that of the kernel's clock ticks,
/// usually ten milliseconds.
pub fn cpu_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    let ticks = ticks(&text)?;
    Some(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

/// Returns the sum of user and system times, own and children's, in a line of `/proc/self/stat`.
fn ticks(stat: &str) -> Option<u64> {
    // The program's name may contain spaces and parentheses; after it come the state and ten fields
    // that are not needed.
    let (_, fields) = stat.rsplit_once(") ")?;
    let times: Vec<u64> =
        fields.split_ascii_whitespace().skip(11).take(4).map(str::parse).collect::<Result<_, _>>().ok()?;
    (times.len() == 4).then(|| times.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_times_are_added() {
        let line = "12 (a (b) c) S 1 12 12 0 -1 4194560 100 200 0 0 70 30 5 6 20 0 1 0 100";
        assert_eq!(ticks(line), Some(111));
        assert_eq!(ticks("12 (a) S 1 2"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn work_takes_time() {
        let before = cpu_seconds().unwrap();
        let mut sum = 0u64;
        while cpu_seconds().unwrap() < before + 0.03 {
            sum = (0..100_000u64).fold(sum, |sum, i| sum.wrapping_mul(31).wrapping_add(i));
        }
        assert!(before < cpu_seconds().unwrap(), "{sum}");
    }
}

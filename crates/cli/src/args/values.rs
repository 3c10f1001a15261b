//! The values of options: durations, sizes, numbers and names.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::ValueEnum;
use dwindle_run::executor::WorkerOptions;
use dwindle_run::flaky::{Rates, Trust};

/// Reads a duration: `90`, `90s`, `5m`, `2h`, `1h30m`, `1.5h`, `250ms`. A number without unit is
/// seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let explain = || format!("`{text}` is not a duration; write 90s, 5m, 2h or 1h30m");
    let mut seconds = 0.0;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (value, after) = leading_number(rest).ok_or_else(explain)?;
        let unit_len = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let (unit, next) = after.split_at(unit_len);
        seconds += value
            * match unit {
                "ms" => 1e-3,
                "s" | "sec" => 1.0,
                "m" | "min" => 60.0,
                "h" => 3600.0,
                "d" => 86400.0,
                "" if next.is_empty() => 1.0,
                _ => return Err(explain()),
            };
        rest = next;
    }
    let duration = Duration::try_from_secs_f64(seconds).map_err(|_| explain())?;
    if duration.is_zero() { Err("the duration must be greater than 0".to_owned()) } else { Ok(duration) }
}

/// Reads a number of bytes: `500`, `64k`, `512M`, `2G`; k, M and G are powers of 1024.
pub fn bytes(text: &str) -> Result<u64, String> {
    let explain = || format!("`{text}` is not a size; write 500, 64k, 512M or 2G");
    let (value, unit) = leading_number(text.trim()).ok_or_else(explain)?;
    let factor = match unit.to_ascii_lowercase().trim_end_matches("ib").trim_end_matches('b') {
        "" => 1u64,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        _ => return Err(explain()),
    };
    Ok((value * factor as f64).round() as u64)
}

/// The size at which a reduction stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TargetSize {
    /// A number of bytes.
    Bytes(u64),
    /// A percentage of the original.
    Percent(f64),
}

impl TargetSize {
    /// Reads `500`, `64k` or `5%`.
    pub fn parse(text: &str) -> Result<TargetSize, String> {
        let Some(number) = text.trim().strip_suffix('%') else { return bytes(text).map(TargetSize::Bytes) };
        match number.trim().parse() {
            Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(TargetSize::Percent(percent)),
            _ => Err(format!("`{text}` is not a percentage between 0% and 100%")),
        }
    }

    /// Returns the bytes at which to stop, for an original of `original` bytes.
    pub fn of(self, original: u64) -> u64 {
        match self {
            TargetSize::Bytes(bytes) => bytes,
            TargetSize::Percent(percent) => (original as f64 * percent / 100.0).floor() as u64,
        }
    }
}

/// Reads a probability strictly between 0 and 1.
pub fn probability(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(value) if 0.0 < value && value < 1.0 => Ok(value),
        _ => Err(format!("`{text}` is not a probability: it must be greater than 0 and less than 1")),
    }
}

/// Reads whether a single answer of the test is enough.
pub fn trust(text: &str) -> Result<Trust, String> {
    match text {
        "auto" => Ok(Trust::UntilContradicted),
        "off" => Ok(Trust::Always),
        _ => text
            .parse()
            .ok()
            .and_then(|rate| Rates::at_least(rate).ok())
            .map(Trust::Never)
            .ok_or_else(|| format!("`{text}` is not `auto`, `off` or a share of the runs such as 0.5")),
    }
}

/// Reads how many trials may run at once.
pub fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number of trials; write 1 or more"))
}

/// Reads how many trials may run at once on this machine, which may be 0.
pub fn jobs_or_none(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number of trials; write 0 or more"))
}

/// Reads a worker: a command, optionally with a number and a colon in front.
pub fn worker(text: &str) -> Result<WorkerOptions, String> {
    let explain =
        || format!("`{text}` is not a worker; write 'ssh HOST dwindle worker --stdio' or '8:ssh HOST ...'");
    let (n_slots, command) = match text.split_once(':') {
        Some((number, command)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            let number: usize = number.parse().ok().filter(|number| 0 < *number).ok_or_else(explain)?;
            (Some(number), command)
        }
        _ => (None, text),
    };
    match command.trim() {
        "" => Err(explain()),
        command => Ok(WorkerOptions { command: command.to_owned(), n_slots }),
    }
}

/// Reads `NAME=VALUE`. The value may be empty.
#[cfg(feature = "remote")]
pub fn property(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("`{text}` is not NAME=VALUE")),
    }
}

/// What is written to stdout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The path of the result.
    Text,
    /// Events as JSON lines.
    Json,
}

/// The end of a list at which a search begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OrderName {
    /// From the end to the start.
    Backward,
    /// From the start to the end, as in the papers.
    Forward,
}

/// The finest units of a text plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GranularityName {
    /// Stops at lines.
    Line,
    /// Stops at words and single symbols.
    Token,
    /// Goes on to characters.
    Char,
    /// Goes on to bytes, also of text.
    Byte,
}

/// The units of tree passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UnitsName {
    /// One syntax node.
    Nodes,
    /// A syntax node, with everything that uses its definitions.
    Closures,
}

/// How trials are isolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SandboxName {
    /// As far as the system allows and the test answers the same.
    Auto,
    /// Also from the network and from private files; fails if that is not possible.
    Strict,
    /// Not at all.
    Off,
}

/// The verdict of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VerdictName {
    /// The candidate still has the property.
    Interesting,
    /// The candidate lost the property.
    Boring,
    /// No answer.
    Unresolved,
}

/// How the reducer guesses the answers of running trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LookAheadName {
    /// Both answers, the likelier first; if all are unlikely, also trials of what later searches
    /// will remove.
    Scouts,
    /// Both answers, the likelier first.
    Tree,
    /// Always the likelier answer.
    Chain,
    /// Not at all: one trial at a time.
    Off,
}

fn leading_number(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    number.parse().ok().map(|value| (value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_written_with_units() {
        let seconds = |text| duration(text).map(|duration| duration.as_secs_f64());
        for (text, expected) in
            [("90", 90.0), ("90s", 90.0), ("5m", 300.0), ("2h", 7200.0), ("1h30m", 5400.0), ("1.5h", 5400.0)]
        {
            assert_eq!(seconds(text), Ok(expected), "{text}");
        }
        assert_eq!(seconds("250ms"), Ok(0.25));
    }

    #[test]
    fn other_texts_are_not_durations() {
        for text in ["", "0", "0s", "h", "5x", "1h30", "-5s", "1e400s", "5m five", "nan"] {
            let refused = duration(text).is_err();
            assert_eq!(refused, text != "1h30", "{text:?}");
        }
    }

    #[test]
    fn sizes_are_powers_of_1024() {
        assert_eq!(
            ["500", "64k", "512M", "2GiB", "1.5kb"].map(bytes).map(Result::unwrap),
            [500, 65536, 512 << 20, 2 << 30, 1536]
        );
        assert!(bytes("12 parsecs").is_err());
    }

    #[test]
    fn a_target_may_be_a_percentage_of_the_original() {
        assert_eq!(TargetSize::parse("5%").map(|target| target.of(1001)), Ok(50));
        assert_eq!(TargetSize::parse("2k").map(|target| target.of(1001)), Ok(2048));
        assert!(TargetSize::parse("101%").is_err());
    }

    #[test]
    fn a_worker_is_a_command_with_or_without_a_number() {
        let read = |text| worker(text).map(|worker| (worker.n_slots, worker.command));
        assert_eq!(read("8:ssh a run"), Ok((Some(8), "ssh a run".to_owned())));
        assert_eq!(read("ssh a run"), Ok((None, "ssh a run".to_owned())));
        assert_eq!(read("ssh host:1 run"), Ok((None, "ssh host:1 run".to_owned())));
        assert!(["", "8:", "0:ssh a", " "].iter().all(|text| read(text).is_err()));
    }

    #[test]
    fn probabilities_exclude_0_and_1() {
        assert_eq!(probability("0.25"), Ok(0.25));
        assert!(["0", "1", "-0.1", "p"].iter().all(|text| probability(text).is_err()));
    }
}

//! Formatting of figures for people.

use std::path::Path;
use std::time::Duration;

/// Formats a number with thousands separators: `12,345`.
pub fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (idx, digit) in digits.chars().enumerate() {
        if idx != 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number and its noun, in the singular for 1: `1 byte`, `12,345 bytes`.
pub fn counted(value: u64, noun: &str) -> String {
    let plural = if value == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", number(value))
}

/// Formats the removed part of `before`: `90.0 %`. Rounded down, so that 100 % means that nothing
/// is left.
pub fn percent_gone(before: u64, after: u64) -> String {
    let gone = before.saturating_sub(after);
    let tenths = if before == 0 { 0 } else { u128::from(gone) * 1000 / u128::from(before) };
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// Formats a duration with suitable precision: `0.4 s`, `1 min 05 s`, `2 h 03 min`.
pub fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..60 => format!("{}.{} s", seconds, duration.subsec_millis() / 100),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
    }
}

/// Formats a duration that may be very short: `12 ms`, else as [`duration`].
pub fn span(span: Duration) -> String {
    match span.as_millis() {
        0 => "less than 1 ms".to_owned(),
        millis @ 1..1000 => format!("{millis} ms"),
        _ => duration(span),
    }
}

/// Formats a rate: `14.2/s`, `0.05/s`.
pub fn rate(per_second: f64) -> String {
    match per_second {
        r if r < 1.0 => format!("{r:.2}/s"),
        r if r < 100.0 => format!("{r:.1}/s"),
        r => format!("{r:.0}/s"),
    }
}

/// Formats a path on one line: control characters are escaped, invalid UTF-8 is replaced.
pub fn path(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

/// Escapes characters that would move the cursor or change colours.
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    printable
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three_digits() {
        assert_eq!([0, 999, 1000, 1234567].map(number), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(counted(1, "byte"), "1 byte");
        assert_eq!(counted(1200, "token"), "1,200 tokens");
    }

    #[test]
    fn everything_is_gone_only_when_nothing_is_left() {
        assert_eq!(percent_gone(1_000_000, 1), "99.9 %");
        assert_eq!(percent_gone(1_000_000, 0), "100.0 %");
        assert_eq!(percent_gone(200, 200), "0.0 %");
        assert_eq!(percent_gone(0, 0), "0.0 %");
        assert_eq!(percent_gone(u64::MAX, 1), "99.9 %");
    }

    #[test]
    fn durations_get_coarser() {
        let shown = |millis| duration(Duration::from_millis(millis));
        assert_eq!(shown(449), "0.4 s");
        assert_eq!(shown(59_999), "59.9 s");
        assert_eq!(shown(65_000), "1 min 05 s");
        assert_eq!(shown(7_380_000), "2 h 03 min");
        assert_eq!(span(Duration::from_micros(12_700)), "12 ms");
        assert_eq!(span(Duration::from_micros(700)), "less than 1 ms");
        assert_eq!(span(Duration::from_millis(1_200)), "1.2 s");
    }

    #[test]
    fn a_path_stays_on_its_line() {
        assert_eq!(path(Path::new("a\nb\u{1b}[2J c")), "a\\nb\\u{1b}[2J c");
    }
}

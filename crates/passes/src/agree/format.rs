//! How numbers are written that are not whole decimal ones.

use dwindle_reduce::cost::is_word_byte;

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Format {
    /// As a whole decimal number.
    Whole,
    /// With a mark before the last `places` digits: the value counts units of the last digit.
    Fixed {
        /// A point or a comma.
        mark: u8,
        /// The number of digits behind it.
        places: u8,
    },
    /// With at most `places` digits behind a point, without zeros at the end: the value counts the
    /// same units.
    Trimmed {
        /// The most digits behind the point.
        places: u8,
    },
    /// In hexadecimal digits.
    Hex {
        /// Whether `0x` is before the digits.
        is_prefixed: bool,
        /// Whether letters are capital ones.
        is_upper: bool,
    },
}

impl Format {
    /// Returns the number of decimals.
    pub(super) fn places(self) -> u8 {
        match self {
            Format::Fixed { places, .. } | Format::Trimmed { places } => places,
            Format::Whole | Format::Hex { .. } => 0,
        }
    }

    /// Returns the value of a text in this format. O(bytes).
    pub(super) fn read(self, text: &[u8]) -> Option<i64> {
        let text = std::str::from_utf8(text).ok()?;
        match self {
            Format::Whole => text.parse().ok(),
            Format::Fixed { mark, .. } => text.replacen(char::from(mark), "", 1).parse().ok(),
            Format::Trimmed { places } => {
                let (whole, fraction) = text.split_once('.')?;
                format!("{whole}{fraction:0<width$}", width = usize::from(places)).parse().ok()
            }
            Format::Hex { is_prefixed, .. } => {
                i64::from_str_radix(if is_prefixed { text.get(2..)? } else { text }, 16).ok()
            }
        }
    }

    /// Returns the text of a value, of at least `width` bytes where zeros may be before it.
    pub(super) fn written(self, value: i64, width: usize) -> String {
        match self {
            Format::Whole => format!("{value:0width$}"),
            Format::Fixed { mark, places } => {
                let places = usize::from(places);
                let sign = if value < 0 { "-" } else { "" };
                let digits = format!("{:0least$}", value.unsigned_abs(), least = places + 1);
                let digits = format!("{digits:0>width$}", width = width.saturating_sub(sign.len() + 1));
                let (whole, fraction) = digits.split_at(digits.len() - places);
                format!("{sign}{whole}{}{fraction}", char::from(mark))
            }
            Format::Trimmed { places } => {
                let text = Format::Fixed { mark: b'.', places }.written(value, 0);
                let trimmed = text.trim_end_matches('0');
                trimmed.strip_suffix('.').unwrap_or(trimmed).to_owned()
            }
            Format::Hex { is_prefixed, is_upper } => {
                // An address below zero comes from a wrong relation.
                let value = value.max(0);
                let prefix = if is_prefixed { "0x" } else { "" };
                let width = width.saturating_sub(prefix.len());
                match is_upper {
                    true => format!("{prefix}{value:0width$X}"),
                    false => format!("{prefix}{value:0width$x}"),
                }
            }
        }
    }

    /// Returns the length of a text in bytes if zeros before its digits keep it, and 0 otherwise.
    pub(super) fn width(self, text: &[u8]) -> usize {
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        let is_filled = match self {
            Format::Whole => matches!(digits, [b'0', _, ..]),
            Format::Fixed { places, .. } => {
                digits.starts_with(b"0") && usize::from(places) + 2 < digits.len()
            }
            Format::Trimmed { .. } => false,
            Format::Hex { is_prefixed, .. } => !is_prefixed || matches!(digits, [_, _, b'0', _, ..]),
        };
        if is_filled { text.len() } else { 0 }
    }
}

/// The most digits of a number; a longer one is a word.
pub(super) const MOST_DIGITS: usize = 15;
/// What is before the sign of a number.
pub(super) const BEFORE_SIGN: &[u8] = b" \t\n(,[=:;|>\"'";

/// Returns the length of the word that begins at a byte.
pub(super) fn word_len(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().take_while(|&&byte| is_word_byte(byte)).count()
}

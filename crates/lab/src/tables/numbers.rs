//! Formatting of figures in tables.

/// Formats a p-value: three decimals, or its order of magnitude if it is small.
pub fn p_value(p: Option<f64>) -> String {
    match p {
        None => "–".to_owned(),
        Some(p) if p < 1e-300 => "< 1e-300".to_owned(),
        Some(p) if p < 1e-3 => format!("{p:.0e}"),
        Some(p) => format!("{p:.3}"),
    }
}

/// Formats a ratio.
pub fn ratio(ratio: Option<f64>) -> String {
    ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.2}"))
}

/// Formats seconds with three significant digits.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 0.995 => format!("{seconds:.3}"),
        seconds if seconds < 9.95 => format!("{seconds:.2}"),
        seconds if seconds < 99.5 => format!("{seconds:.1}"),
        seconds => format!("{seconds:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_count() {
        assert_eq!([0.1234, 1.234, 12.34, 123.4].map(seconds), ["0.123", "1.23", "12.3", "123"]);
    }

    #[test]
    fn small_p_values_are_orders_of_magnitude() {
        assert_eq!(
            [Some(0.04126), Some(1.8e-83), Some(0.0), None].map(p_value),
            ["0.041", "2e-83", "< 1e-300", "–"]
        );
    }
}

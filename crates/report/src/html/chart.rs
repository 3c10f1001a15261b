//! A curve of sizes, as SVG.

use std::fmt::Write;

use crate::words;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 260.0;
/// Room for the labels at the left and below.
const LEFT: f64 = 70.0;
const BELOW: f64 = 36.0;
const ABOVE: f64 = 10.0;
/// More points could not be distinguished.
const MOST_POINTS: usize = 2000;

/// A step curve of how many tokens are left (at least one is drawn).
pub(super) struct Chart<'a> {
    /// What the horizontal axis shows.
    pub(super) title: &'a str,
    /// From left to right; tokens are drawn on a logarithmic scale.
    pub(super) points: Vec<(f64, u64)>,
    /// Formats a figure of the horizontal axis.
    pub(super) figure: fn(f64) -> String,
}

impl Chart<'_> {
    pub(super) fn svg(&self) -> String {
        let most = self.points.iter().map(|point| point.1).max().unwrap_or(1).max(10) as f64;
        let last = self.points.last().map_or(0.0, |point| point.0);
        let end = if 0.0 < last { last } else { 1.0 };
        let x = |value: f64| LEFT + value / end * (WIDTH - LEFT - 10.0);
        let y =
            |tokens: f64| ABOVE + (1.0 - tokens.max(1.0).log10() / most.log10()) * (HEIGHT - ABOVE - BELOW);
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"tokens left, by {}\">\n",
            self.title
        );
        for power in 0..=most.log10().floor() as u32 {
            let tokens = 10u64.pow(power);
            let at = y(tokens as f64);
            let _ = writeln!(
                svg,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/><text x=\"{:.1}\" \
                 y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - 10.0,
                LEFT - 8.0,
                at + 4.0,
                words::number(tokens)
            );
        }
        for quarter in 0..=4 {
            let value = end * f64::from(quarter) / 4.0;
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                x(value),
                HEIGHT - BELOW + 18.0,
                (self.figure)(value)
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">tokens left, by {}</text>",
            LEFT + (WIDTH - LEFT) / 2.0,
            HEIGHT - 3.0,
            self.title
        );
        let mut path = String::new();
        let stride = self.points.len().div_ceil(MOST_POINTS).max(1);
        let n_points = self.points.len();
        for (idx, &(value, tokens)) in self.points.iter().enumerate() {
            if idx % stride == 0 || idx + 1 == n_points {
                let (x, y) = (x(value), y(tokens as f64));
                let _ = match path.is_empty() {
                    true => write!(path, "M{x:.1} {y:.1}"),
                    false => write!(path, "H{x:.1}V{y:.1}"),
                };
            }
        }
        let _ = writeln!(svg, "<path class=\"curve\" d=\"{path}\"/>\n</svg>");
        svg
    }
}

//! Line charts, with steps or straight lines.

use super::axis::{Axis, shown};
use super::svg::{Anchor, COLOURS, DASHES, Svg};

/// A line with its name.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name.
    pub name: String,
    /// The points from left to right.
    pub points: Vec<(f64, f64)>,
}

/// How points are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// A value holds until the next point.
    Steps,
    /// Straight from one to the next.
    Straight,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 230.0;
const TOP: f64 = 40.0;
const BELOW: f64 = 50.0;
const GREY: &str = "#dddddd";

/// Draws series with a legend on the right, sorted by where the series end.
pub fn lines(title: &str, across: &Axis, upwards: &Axis, join: Join, series: &[Series]) -> String {
    let mut svg = Svg::new(WIDTH, HEIGHT);
    let place = |(x, y): (f64, f64)| {
        let x = LEFT + across.place(x) * (WIDTH - LEFT - RIGHT);
        (x, HEIGHT - BELOW - upwards.place(y) * (HEIGHT - TOP - BELOW))
    };
    svg.text((LEFT, TOP - 18.0), Anchor::Start, title);
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BELOW);
    for tick in across.ticks() {
        let x = LEFT + across.place(tick) * (right - LEFT);
        svg.line((x, TOP), (x, bottom), GREY, 1.0);
        svg.text((x, bottom + 16.0), Anchor::Middle, &shown(tick));
    }
    for tick in upwards.ticks() {
        let y = bottom - upwards.place(tick) * (bottom - TOP);
        svg.line((LEFT, y), (right, y), GREY, 1.0);
        svg.text((LEFT - 6.0, y + 4.0), Anchor::End, &shown(tick));
    }
    svg.path(&[(LEFT, TOP), (LEFT, bottom), (right, bottom)], "#000000", 1.0, "");
    svg.text(((LEFT + right) / 2.0, HEIGHT - 12.0), Anchor::Middle, &across.label);
    svg.text_upwards((18.0, (TOP + bottom) / 2.0), &upwards.label);

    for (idx, one) in series.iter().enumerate() {
        let (colour, dashes) = style(idx);
        let mut steps: Vec<(f64, f64)> = Vec::new();
        for &(x, y) in &one.points {
            if let Some(&(_, before)) = steps.last().filter(|_| join == Join::Steps) {
                steps.push((place((x, 1.0)).0, before));
            }
            steps.push(place((x, y)));
        }
        svg.path(&steps, colour, 1.8, dashes);
        if let Some(&end) = steps.last() {
            svg.dot(end, 3.0, colour);
        }
        let y = TOP + 8.0 + 18.0 * idx as f64;
        svg.path(&[(right + 14.0, y), (right + 40.0, y)], colour, 1.8, dashes);
        svg.text((right + 46.0, y + 4.0), Anchor::Start, &one.name);
    }
    svg.finish()
}

fn style(idx: usize) -> (&'static str, &'static str) {
    (COLOURS[idx % COLOURS.len()], DASHES[idx / COLOURS.len() % DASHES.len()])
}

#[cfg(test)]
mod tests {
    use super::super::axis::Scale;
    use super::*;

    #[test]
    fn every_series_is_drawn_in_a_style_of_its_own() {
        let series: Vec<Series> = (0..20)
            .map(|i| Series {
                name: format!("search {i}"),
                points: vec![(1.0, 100.0), (10.0, f64::from(i + 1))],
            })
            .collect();
        let across = Axis::over("trials", Scale::Log, [1.0, 10.0], 1.0);
        let upwards = Axis::over("tokens", Scale::Log, [1.0, 100.0], 1.0);
        let text = lines("a case", &across, &upwards, Join::Steps, &series);
        let styles: std::collections::HashSet<_> = (0..20).map(style).collect();
        assert_eq!(styles.len(), 20);
        for wanted in ["search 19", ">trials<", ">tokens<", ">a case<"] {
            assert!(text.contains(wanted), "{wanted}");
        }
        assert_eq!(text.matches("stroke-width=\"1.8\"").count(), 40, "a line and its legend for each");
        let straight = lines("a case", &across, &upwards, Join::Straight, &series);
        assert!(straight.len() < text.len(), "no corners");
    }
}

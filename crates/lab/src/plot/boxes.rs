//! Box plots of ratios.

use super::axis::{Axis, shown};
use super::svg::{Anchor, COLOURS, Svg};
use crate::statistics::{median, quantile};

const WIDTH: f64 = 760.0;
const LEFT: f64 = 220.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 40.0;
const BELOW: f64 = 50.0;
const ROW: f64 = 26.0;

/// Draws a row for each group: every value as a dot, a box from the lower to the upper quartile, a
/// line at the median, and whiskers to the extremes. A line at `mark` shows where nothing differs.
pub fn boxes(title: &str, axis: &Axis, mark: f64, groups: &[(String, Vec<f64>)]) -> String {
    let height = TOP + BELOW + ROW * groups.len() as f64;
    let mut svg = Svg::new(WIDTH, height);
    let bottom = height - BELOW;
    let x = |value: f64| LEFT + axis.place(value) * (WIDTH - LEFT - RIGHT);
    svg.text((LEFT, TOP - 18.0), Anchor::Start, title);
    for tick in axis.ticks() {
        svg.line((x(tick), TOP), (x(tick), bottom), "#dddddd", 1.0);
        svg.text((x(tick), bottom + 16.0), Anchor::Middle, &shown(tick));
    }
    svg.path(&[(x(mark), TOP), (x(mark), bottom)], "#000000", 1.0, "4 3");
    svg.line((LEFT, bottom), (WIDTH - RIGHT, bottom), "#000000", 1.0);
    svg.text(((LEFT + WIDTH - RIGHT) / 2.0, height - 12.0), Anchor::Middle, &axis.label);
    for (idx, (name, values)) in groups.iter().enumerate() {
        let y = TOP + ROW * (idx as f64 + 0.5);
        svg.text((LEFT - 8.0, y + 4.0), Anchor::End, name);
        let at = |fraction| quantile(values, fraction).map(&x);
        let (Some(least), Some(lower), Some(upper), Some(most)) = (at(0.0), at(0.25), at(0.75), at(1.0))
        else {
            continue;
        };
        svg.line((least, y), (lower, y), "#000000", 1.0);
        svg.line((upper, y), (most, y), "#000000", 1.0);
        svg.rectangle((lower, y - 8.0), (upper, y + 8.0), COLOURS[0]);
        if let Some(middle) = median(values).map(&x) {
            svg.line((middle, y - 8.0), (middle, y + 8.0), COLOURS[1], 2.5);
        }
        for value in values {
            svg.dot((x(*value), y), 1.6, "#000000");
        }
    }
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::super::axis::Scale;
    use super::*;

    #[test]
    fn a_group_has_a_box_and_its_dots() {
        let groups = [("cdd".to_owned(), vec![0.5, 1.0, 2.0, 4.0]), ("nothing".to_owned(), Vec::new())];
        let axis = Axis::over("ratio", Scale::Log, [0.5, 4.0], 0.01);
        let text = boxes("trials", &axis, 1.0, &groups);
        assert_eq!(text.matches("fill-opacity").count(), 1);
        assert_eq!(text.matches("<circle").count(), 4);
        assert!(text.contains(">nothing<") && text.contains(">ratio<"));
    }
}

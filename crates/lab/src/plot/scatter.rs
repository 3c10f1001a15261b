//! Scatter plots.

use super::axis::{Axis, shown};
use super::svg::{Anchor, COLOURS, Svg};

const SIDE: f64 = 440.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 40.0;
const BELOW: f64 = 50.0;
const GREY: &str = "#dddddd";

/// Draws a dot for each pair, and the line of equal values.
pub fn scatter(title: &str, across: &Axis, upwards: &Axis, pairs: &[(f64, f64)]) -> String {
    let mut svg = Svg::new(LEFT + SIDE + RIGHT, TOP + SIDE + BELOW);
    let (right, bottom) = (LEFT + SIDE, TOP + SIDE);
    let place = |(x, y): (f64, f64)| (LEFT + across.place(x) * SIDE, bottom - upwards.place(y) * SIDE);
    svg.text((LEFT, TOP - 18.0), Anchor::Start, title);
    for tick in across.ticks() {
        let (x, _) = place((tick, 1.0));
        svg.line((x, TOP), (x, bottom), GREY, 1.0);
        svg.text((x, bottom + 16.0), Anchor::Middle, &shown(tick));
    }
    for tick in upwards.ticks() {
        let (_, y) = place((1.0, tick));
        svg.line((LEFT, y), (right, y), GREY, 1.0);
        svg.text((LEFT - 6.0, y + 4.0), Anchor::End, &shown(tick));
    }
    svg.path(&[(LEFT, TOP), (LEFT, bottom), (right, bottom)], "#000000", 1.0, "");
    svg.text(((LEFT + right) / 2.0, bottom + 38.0), Anchor::Middle, &across.label);
    svg.text_upwards((18.0, (TOP + bottom) / 2.0), &upwards.label);
    let (least, most) = (across.least().max(upwards.least()), across.most().min(upwards.most()));
    svg.path(&[place((least, least)), place((most, most))], "#000000", 1.0, "4 3");
    for &pair in pairs {
        svg.dot(place(pair), 1.8, COLOURS[0]);
    }
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::super::axis::Scale;
    use super::*;

    #[test]
    fn every_pair_is_a_dot_and_equal_values_lie_on_a_line() {
        let axis = |label| Axis::over(label, Scale::Log, [1.0, 1000.0], 1.0);
        let text = scatter("a title", &axis("across"), &axis("upwards"), &[(10.0, 10.0), (100.0, 20.0)]);
        assert_eq!(text.matches("<circle").count(), 2);
        assert!(text.contains(">across<") && text.contains(">upwards<"));
        assert!(text.contains("80.0,480.0 520.0,40.0"), "from corner to corner: {text}");
    }
}

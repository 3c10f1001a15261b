//! Axes: from values to positions.

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences have equal lengths.
    Linear,
    /// Equal ratios have equal lengths.
    Log,
}

/// An axis: its label and its scale.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The label, with the unit.
    pub label: String,
    scale: Scale,
    least: f64,
    most: f64,
}

impl Axis {
    /// Creates an axis with room for all values. On a logarithmic axis, values below `floor` are
    /// drawn at it.
    pub fn over(label: &str, scale: Scale, values: impl IntoIterator<Item = f64>, floor: f64) -> Axis {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            let value = if scale == Scale::Log { value.max(floor) } else { value };
            (least, most) = (least.min(value), most.max(value));
        }
        if !least.is_finite() {
            (least, most) = (floor, floor);
        }
        if scale == Scale::Linear {
            least = least.min(0.0);
        }
        if most <= least {
            most = least + least.abs().max(1.0);
        }
        Axis { label: label.to_owned(), scale, least, most }
    }

    /// Returns the value at the start.
    pub fn least(&self) -> f64 {
        self.least
    }

    /// Returns the value at the end.
    pub fn most(&self) -> f64 {
        self.most
    }

    /// Returns the position of a value, from 0 to 1.
    pub fn place(&self, value: f64) -> f64 {
        let value = value.clamp(self.least, self.most);
        match self.scale {
            Scale::Linear => (value - self.least) / (self.most - self.least),
            Scale::Log => (value / self.least).ln() / (self.most / self.least).ln(),
        }
    }

    /// Returns the values of the tick marks: round numbers in ascending order.
    pub fn ticks(&self) -> Vec<f64> {
        match self.scale {
            Scale::Linear => {
                let step = round_step((self.most - self.least) / 5.0);
                let first = (self.least / step).ceil() as i64;
                (first..).map(|i| i as f64 * step).take_while(|tick| *tick <= self.most).collect()
            }
            Scale::Log => {
                let decades = (self.most / self.least).log10();
                let per_decade: &[f64] = if decades < 2.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
                let from = self.least.log10().floor() as i32;
                let until = self.most.log10().ceil() as i32;
                let all = (from..=until)
                    .flat_map(|power| per_decade.iter().map(move |one| one * 10f64.powi(power)));
                all.filter(|tick| (self.least..=self.most).contains(tick)).collect()
            }
        }
    }
}

/// Returns 1, 2 or 5 times a power of ten, at least as large as `step`.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|one| one * power).find(|round| step <= *round).unwrap_or(step)
}

/// Formats the value of a tick mark.
pub fn shown(value: f64) -> String {
    match value.abs() {
        size if 1e6 <= size => format!("{}M", value / 1e6),
        size if 1e4 <= size => format!("{}k", value / 1e3),
        _ => format!("{}", (value * 1e6).round() / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round() {
        let axis = Axis::over("s", Scale::Linear, [3.0, 97.0], 0.0);
        assert_eq!(axis.ticks(), [0.0, 20.0, 40.0, 60.0, 80.0]);
        let axis = Axis::over("n", Scale::Log, [3.0, 20_000.0], 1.0);
        assert_eq!(axis.ticks(), [10.0, 100.0, 1000.0, 10_000.0]);
        let axis = Axis::over("n", Scale::Log, [0.4, 3.0], 0.1);
        assert_eq!(axis.ticks(), [0.5, 1.0, 2.0]);
    }

    #[test]
    fn equal_ratios_are_equally_far_apart_on_a_log_axis() {
        let axis = Axis::over("n", Scale::Log, [1.0, 100.0], 1.0);
        assert_eq!([0.0, 1.0, 10.0, 100.0, 1e6].map(|value| axis.place(value)), [0.0, 0.0, 0.5, 1.0, 1.0]);
    }

    #[test]
    fn one_value_or_none_has_an_axis_too() {
        assert_eq!(Axis::over("n", Scale::Log, [5.0], 1.0).place(5.0), 0.0);
        assert!(!Axis::over("n", Scale::Linear, [], 0.0).ticks().is_empty());
    }
}

//! Figures as SVG and PNG: readable in print, with axes and units; series differ in colour and
//! dashes.

mod axis;
mod boxes;
mod figures;
mod lines;
mod png;
mod scatter;
mod svg;

pub use axis::{Axis, Scale};
pub use boxes::boxes;
pub use figures::{Figure, experiment_figures};
pub use lines::{Join, Series, lines};
pub use png::{PaintError, Painter};
pub use scatter::scatter;
pub use svg::Svg;

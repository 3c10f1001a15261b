//! SVG drawings.

use std::fmt::Write;

/// The colours of Okabe and Ito, which are distinguishable for colour-blind readers; black last.
pub const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#000000"];

/// Dashes for more lines than there are colours.
pub const DASHES: [&str; 3] = ["", "7 3", "2 3"];

/// A drawing, in pixels from the upper left corner.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// Where a text is anchored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// At its start.
    Start,
    /// At its middle.
    Middle,
    /// At its end.
    End,
}

impl Svg {
    /// Begins a drawing.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    /// Draws a line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
        self.path(&[from, to], colour, width, "");
    }

    /// Draws a line through points.
    pub fn path(&mut self, points: &[(f64, f64)], colour: &str, width: f64, dashes: &str) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let dashes =
            if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
        self.add(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>",
            points.join(" ")
        ));
    }

    /// Draws a rectangle.
    pub fn rectangle(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        let (x, y) = (from.0.min(to.0), from.1.min(to.1));
        let (width, height) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        self.add(&format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\" fill-opacity=\"0.35\" \
             stroke=\"{colour}\"/>"
        ));
    }

    /// Draws a dot.
    pub fn dot(&mut self, (x, y): (f64, f64), radius: f64, colour: &str) {
        self.add(&format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{colour}\"/>"));
    }

    /// Writes a text.
    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, text: &str) {
        self.add(&words(at, anchor, text, ""));
    }

    /// Writes a text from bottom to top.
    pub fn text_upwards(&mut self, (x, y): (f64, f64), text: &str) {
        let turned = format!(" transform=\"rotate(-90 {x:.1} {y:.1})\"");
        self.add(&words((x, y), Anchor::Middle, text, &turned));
    }

    fn add(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    /// Returns the SVG file.
    pub fn finish(self) -> String {
        let (width, height) = (self.width, self.height);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{}</svg>\n",
            self.body
        );
        text
    }
}

fn words((x, y): (f64, f64), anchor: Anchor, text: &str, more: &str) -> String {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{more}>{text}</text>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_break_the_drawing() {
        let mut svg = Svg::new(10.0, 20.0);
        svg.text((1.0, 2.0), Anchor::End, "a < b & c");
        let text = svg.finish();
        assert!(text.contains("text-anchor=\"end\">a &lt; b &amp; c</text>"), "{text}");
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    }
}

//! Rendering drawings as PNG.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// Pixels per unit of the drawing: enough for print at the width of a column.
const SCALE: f32 = 2.0;

/// Why a drawing cannot be rendered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PaintError {
    /// It is not a drawing.
    #[error("cannot read the drawing: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// It has no size.
    #[error("the drawing has no size")]
    Empty,
    /// The pixels cannot be encoded.
    #[error("cannot write the picture: {0}")]
    Picture(String),
}

/// Renders drawings with the fonts of this machine, which are looked up once.
pub struct Painter {
    options: Options<'static>,
}

impl Default for Painter {
    fn default() -> Painter {
        let mut fonts = fontdb::Database::new();
        fonts.load_system_fonts();
        let family = ["DejaVu Sans", "Liberation Sans", "Arial"].into_iter().find(|family| {
            let families = [fontdb::Family::Name(family)];
            fonts.query(&fontdb::Query { families: &families, ..fontdb::Query::default() }).is_some()
        });
        if let Some(family) = family {
            fonts.set_sans_serif_family(family);
        }
        Painter { options: Options { fontdb: Arc::new(fonts), ..Options::default() } }
    }
}

impl Painter {
    /// Renders an SVG as PNG on a white background.
    ///
    /// # Errors
    /// When `svg` is not a drawing, or has no size.
    pub fn png(&self, svg: &str) -> Result<Vec<u8>, PaintError> {
        let tree = Tree::from_str(svg, &self.options)?;
        let side = |length: f32| (length * SCALE).ceil() as u32;
        let mut pixels =
            Pixmap::new(side(tree.size().width()), side(tree.size().height())).ok_or(PaintError::Empty)?;
        pixels.fill(resvg::tiny_skia::Color::WHITE);
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| PaintError::Picture(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::svg::{Anchor, Svg};
    use super::*;

    #[test]
    fn a_drawing_becomes_a_picture_of_twice_its_size() {
        let mut svg = Svg::new(30.0, 20.0);
        svg.rectangle((0.0, 0.0), (30.0, 20.0), "#0072b2");
        svg.text((2.0, 12.0), Anchor::Start, "a");
        let picture = Painter::default().png(&svg.finish()).unwrap();
        assert!(picture.starts_with(b"\x89PNG"));
        let [width, height] = [16, 20].map(|at| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap()));
        assert_eq!((width, height), (60, 40));
    }

    #[test]
    fn what_is_no_drawing_is_refused() {
        assert!(matches!(Painter::default().png("<p>"), Err(PaintError::Drawing(_))));
    }
}

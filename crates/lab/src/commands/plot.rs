//! Figures from raw results.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use dwindle_lab::page::Material;
use dwindle_lab::plot::{Figure, Painter, experiment_figures};

use super::Failure;

/// Options of `lab plot`.
#[derive(Debug, Args)]
pub struct PlotArgs {
    /// Files of raw results of `lab run`
    #[arg(value_name = "RAW", required = true)]
    raw: Vec<PathBuf>,
    /// The directory for the figures
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Draws the figures as SVG and PNG. Returns the names of the SVG files.
pub fn plot(args: &PlotArgs) -> Result<String, Failure> {
    let figures = experiment_figures(&Material::read(&args.raw)?.experiments());
    draw(&figures, &args.out, |_| true)?;
    Ok(figures.iter().map(|figure| format!("{}\n", args.out.join(&figure.file).display())).collect())
}

/// Writes figures to a directory as SVG, and the selected ones also as PNG.
pub(super) fn draw(
    figures: &[Figure],
    folder: &Path,
    is_painted: impl Fn(&Figure) -> bool,
) -> Result<(), Failure> {
    let error = |error: std::io::Error| Failure::from(format!("`{}`: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(error)?;
    let painter = Painter::default();
    for figure in figures {
        let path = folder.join(&figure.file);
        fs::write(&path, &figure.svg).map_err(error)?;
        if is_painted(figure) {
            let picture = painter.png(&figure.svg).map_err(|error| Failure::from(error.to_string()))?;
            fs::write(path.with_extension("png"), picture).map_err(error)?;
        }
    }
    Ok(())
}

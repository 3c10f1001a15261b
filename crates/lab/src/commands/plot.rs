//! Figures from raw results.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use dwindle_lab::experiment::Record;
use dwindle_lab::plot::{Figure, experiment_figures};

use super::Failure;
use super::table::read;

/// Which results.
#[derive(Debug, Args)]
pub struct PlotArgs {
    /// Files of raw results of `lab run`
    #[arg(value_name = "RAW", required = true)]
    raw: Vec<PathBuf>,
    /// The folder for the figures
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Draws the figures, and gives the names of their files.
pub fn plot(args: &PlotArgs) -> Result<String, Failure> {
    let (experiment, _) = read(&args.raw)?;
    let figures = draw(&experiment, &args.out)?;
    Ok(figures.iter().map(|figure| format!("{}\n", args.out.join(&figure.file).display())).collect())
}

/// Draws the figures of an experiment into a folder.
pub(super) fn draw(records: &[Record], folder: &Path) -> Result<Vec<Figure>, Failure> {
    let error = |error: std::io::Error| Failure::from(format!("`{}`: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(error)?;
    let figures = experiment_figures(records);
    for figure in &figures {
        fs::write(folder.join(&figure.file), &figure.svg).map_err(error)?;
    }
    Ok(figures)
}

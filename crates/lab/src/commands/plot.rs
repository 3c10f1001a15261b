//! Figures from raw results.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use dwindle_lab::page::Material;
use dwindle_lab::plot::experiment_figures;

use super::Failure;

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
    let figures = experiment_figures(&Material::read(&args.raw)?.experiments());
    let error = |error: std::io::Error| Failure::from(format!("`{}`: {error}", args.out.display()));
    fs::create_dir_all(&args.out).map_err(error)?;
    for figure in &figures {
        fs::write(args.out.join(&figure.file), &figure.svg).map_err(error)?;
    }
    Ok(figures.iter().map(|figure| format!("{}\n", args.out.join(&figure.file).display())).collect())
}

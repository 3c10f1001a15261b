//! The page of results.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use dwindle_lab::page::{Material, page};

use super::Failure;
use super::plot::draw;

/// Options of `lab results`.
#[derive(Debug, Args)]
pub struct ResultsArgs {
    /// Files of raw results of `lab run`, `compare`, `simulate` and `lists`; files ending in `.gz`
    /// are decompressed
    #[arg(value_name = "RAW", required = true)]
    raw: Vec<PathBuf>,
    /// The page; tables and figures go to a directory of the same name next to it
    #[arg(long, value_name = "FILE", default_value = "docs/results.md")]
    out: PathBuf,
}

/// Writes the page, its parts and its figures. `lab plot` also makes PNG files, for print.
pub fn results(args: &ResultsArgs) -> Result<String, Failure> {
    let material = Material::read(&args.raw)?;
    let folder = args.out.with_extension("");
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let made = page(&material, &name);
    let error = |error: std::io::Error| Failure::from(format!("`{}`: {error}", args.out.display()));
    fs::create_dir_all(&folder).map_err(error)?;
    draw(&made.figures, &folder, |_| false)?;
    for part in &made.parts {
        fs::write(folder.join(part.file), &part.text).map_err(error)?;
    }
    fs::write(&args.out, made.text).map_err(error)?;
    Ok(format!("{}\n", args.out.display()))
}

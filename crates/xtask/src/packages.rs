//! The packages that contain grammars, as reported by cargo.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Returns the root directory of the repository.
pub fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// A dependency of the workspace.
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its exact version.
    pub version: String,
    /// The directory of its sources.
    pub folder: PathBuf,
    /// The names of its features.
    pub features: Vec<String>,
}

/// All dependencies of the workspace, as reported by `cargo metadata`.
pub struct Packages(Vec<Package>);

impl Packages {
    /// Runs `cargo metadata`.
    pub fn of_workspace() -> Result<Packages> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["metadata", "--format-version", "1", "--all-features", "--locked"])
            .current_dir(workspace())
            .output()
            .context("cannot run cargo")?;
        if !output.status.success() {
            bail!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr));
        }
        let metadata: Value = serde_json::from_slice(&output.stdout)?;
        let listed = metadata["packages"].as_array().context("cargo metadata lists no packages")?;
        let package = |package: &Value| {
            let manifest = Path::new(package["manifest_path"].as_str()?);
            Some(Package {
                name: package["name"].as_str()?.to_owned(),
                version: package["version"].as_str()?.to_owned(),
                folder: manifest.parent()?.to_owned(),
                features: package["features"].as_object()?.keys().cloned().collect(),
            })
        };
        Ok(Packages(listed.iter().filter_map(package).collect()))
    }

    /// Returns the package with this name.
    pub fn find(&self, name: &str) -> Result<&Package> {
        let found = self.0.iter().find(|package| package.name == name);
        found.with_context(|| format!("the workspace does not depend on {name}"))
    }
}

//! Where the grammars of the languages are found.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Where one language's `grammar.json` is. The tests of `dwindle-syntax` compare this with what its languages say.
pub struct GrammarSource {
    /// The name of the language.
    pub language: &'static str,
    /// The crate of its grammar.
    pub package: &'static str,
    /// The folder in the crate.
    pub folder: &'static str,
}

const fn grammar(language: &'static str, package: &'static str, folder: &'static str) -> GrammarSource {
    GrammarSource { language, package, folder }
}

/// All grammars that facts are made of.
pub const GRAMMARS: &[GrammarSource] = &[
    grammar("c", "tree-sitter-c", "src"),
    grammar("cpp", "tree-sitter-cpp", "src"),
    grammar("objective-c", "tree-sitter-objc", "src"),
    grammar("rust", "tree-sitter-rust", "src"),
    grammar("java", "tree-sitter-java", "src"),
    grammar("javascript", "tree-sitter-javascript", "src"),
    grammar("typescript", "tree-sitter-typescript", "typescript/src"),
    grammar("tsx", "tree-sitter-typescript", "tsx/src"),
    grammar("python", "tree-sitter-python", "src"),
    grammar("go", "tree-sitter-go", "src"),
    grammar("c-sharp", "tree-sitter-c-sharp", "src"),
    grammar("ruby", "tree-sitter-ruby", "src"),
    grammar("php", "tree-sitter-php", "php/src"),
    grammar("swift", "tree-sitter-swift", "src"),
    grammar("kotlin", "tree-sitter-kotlin-sg", "src"),
    grammar("scala", "tree-sitter-scala", "src"),
    grammar("haskell", "tree-sitter-haskell", "src"),
    grammar("ocaml", "tree-sitter-ocaml", "grammars/ocaml/src"),
    grammar("ocaml-interface", "tree-sitter-ocaml", "grammars/interface/src"),
    grammar("lua", "tree-sitter-lua", "src"),
    grammar("bash", "tree-sitter-bash", "src"),
    grammar("json", "tree-sitter-json", "src"),
    grammar("html", "tree-sitter-html", "src"),
    grammar("xml", "tree-sitter-xml", "xml/src"),
    grammar("dtd", "tree-sitter-xml", "dtd/src"),
    grammar("css", "tree-sitter-css", "src"),
    grammar("yaml", "tree-sitter-yaml", "src"),
    grammar("toml", "tree-sitter-toml-ng", "src"),
    grammar("sql", "tree-sitter-sequel", "src"),
    grammar("solidity", "tree-sitter-solidity", "src"),
    grammar("wgsl", "tree-sitter-wesl", "src"),
    grammar("glsl", "tree-sitter-glsl", "src"),
    grammar("llvm", "tree-sitter-llvm", "src"),
    grammar("assembly", "tree-sitter-asm", "src"),
    grammar("cmake", "tree-sitter-cmake", "src"),
    grammar("fortran", "tree-sitter-fortran", "src"),
    grammar("julia", "tree-sitter-julia", "src"),
    grammar("make", "tree-sitter-make", "src"),
    grammar("markdown", "tree-sitter-md", "tree-sitter-markdown/src"),
    grammar("proto", "tree-sitter-proto", "src"),
    grammar("r", "tree-sitter-r", "src"),
    grammar("regex", "tree-sitter-regex", "src"),
    grammar("zig", "tree-sitter-zig", "src"),
];

/// The folder of the whole repository.
pub fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// A crate that the workspace depends on.
pub struct Package {
    name: String,
    /// Its exact version.
    pub version: String,
    /// Where its sources are.
    pub folder: PathBuf,
}

/// All crates that the workspace depends on, as `cargo metadata` tells them.
pub struct Packages(Vec<Package>);

impl Packages {
    /// Asks cargo.
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
            })
        };
        Ok(Packages(listed.iter().filter_map(package).collect()))
    }

    /// Finds a crate by name.
    pub fn find(&self, name: &str) -> Result<&Package> {
        let found = self.0.iter().find(|package| package.name == name);
        found.with_context(|| format!("the workspace does not depend on {name}"))
    }
}

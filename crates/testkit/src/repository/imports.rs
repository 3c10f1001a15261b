//! Which file of a crate imports which.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::modules::Modules;

/// Returns for each file in a crate's source directory the files of that directory whose items it
/// uses. Re-exports (`pub use`) are not uses; test files are left out.
pub fn imports(folder: &Path, files: &[(PathBuf, String)]) -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
    let modules = Modules::of(folder, files);
    let of_module = |(path, module): (&Vec<String>, &super::modules::Module)| {
        let others = module.uses.iter().filter_map(|names| modules.file_of(path, names));
        let others = others.filter(|&other| other != module.file).map(Path::to_owned);
        (module.file.clone(), others.collect())
    };
    modules.all.iter().map(of_module).collect()
}

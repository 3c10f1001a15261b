//! Files that are never replaced.

use std::path::Path;

use dwindle_run::files::{Protected, Shape, backup_path};
use dwindle_run::property::Others;

use super::prepared::Setup;
use crate::args::PropertyArgs;

impl Setup {
    /// Returns the directory for candidates that fail in another way.
    pub fn others(&self) -> Option<&Others> {
        self.others.as_deref()
    }

    /// Returns the paths that no side file may replace or lie in: the inputs, the result, the test
    /// and its files.
    pub fn protected(&self, property: &PropertyArgs, output: &Path) -> Vec<Protected> {
        let is_several = self.input.shape == Shape::Several;
        let files = self.input.document.files().iter().filter(|_| is_several);
        let files = files.map(|file| self.input.origin.join(file.path()));
        let inputs = (!is_several).then(|| self.input.origin.clone()).into_iter().chain(files);
        let mut protected: Vec<Protected> = inputs
            .flat_map(|path| [backup_path(&path), path])
            .map(|path| (path, "the input or a part of it"))
            .collect();
        protected.push((output.to_owned(), "the result or a part of it"));
        protected.extend(self.facts.script.iter().map(|script| (script.clone(), "the test")));
        protected.extend(property.with.iter().map(|path| (path.clone(), "needed by the test (--with)")));
        protected
    }
}

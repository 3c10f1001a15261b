//! What stands beside the input and the result: what is never replaced, where other failures go, what a command says.

use std::path::Path;
use std::sync::Arc;

use dwindle_report::words;
use dwindle_run::files::{Input, Protected, Shape, backup_path};
use dwindle_run::property::{CommandProperty, Others};

use super::Setup;
use crate::args::PropertyArgs;
use crate::failure::Failure;
use crate::subject::Test;

impl Setup {
    /// Returns where candidates go that fail in another way.
    pub fn others(&self) -> Option<&Others> {
        self.others.as_deref()
    }

    /// Lists what no file beside the result may replace or lie in: the inputs, the result, the test and its files.
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
        protected.extend(self.scene.script.iter().map(|script| (script.clone(), "the test")));
        protected.extend(property.with.iter().map(|path| (path.clone(), "needed by the test (--with)")));
        protected
    }
}

/// Takes a directory for other failures, which must be apart from the input.
pub(super) fn others(path: &Path, input: &Input) -> Result<Arc<Others>, Failure> {
    let failed = |why: String| {
        Failure::usage(format!("other failures can't be kept in `{}`: {why}", words::path(path)))
    };
    let absolute = std::path::absolute(path).map_err(|error| failed(error.to_string()))?;
    if input.shape != Shape::Several && absolute.starts_with(&input.origin) {
        return Err(failed("it is in the input".to_owned()).help("name a directory beside the input"));
    }
    Others::new(path).map(Arc::new).map_err(|error| failed(error.to_string()))
}

/// Returns why what a command must keep doing may be too little.
pub(super) fn doubt(command: &CommandProperty) -> Option<String> {
    command.is_weak().map(|probe| {
        format!(
            "the command does the same with {probe}; if that is not the bug, say more with \
             --stderr-contains, --stdout-contains or --matches"
        )
    })
}

/// Returns what a test that is no script says, for people.
pub(super) fn command_text(test: &Test, property: &PropertyArgs) -> Option<String> {
    let words = match test {
        Test::Script(_) => return None,
        Test::Command(words) => words.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
        Test::Server(line) => vec![line.clone()],
    };
    Some(words.into_iter().chain(property.differs_from.clone()).collect::<Vec<String>>().join(" "))
}

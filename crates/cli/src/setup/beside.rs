//! What stands beside the input: where other failures go, files of the test, what a command says.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dwindle_report::words;
use dwindle_run::files::{Input, Shape};
use dwindle_run::property::{CommandProperty, Others};
use dwindle_run::trial::{Extra, Means};

use crate::args::PropertyArgs;
use crate::failure::Failure;
use crate::subject::Test;

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
pub(super) fn doubt_of(command: &CommandProperty) -> Option<String> {
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

/// Describes the files that every trial finds beside its candidate.
pub(super) fn extras(paths: &[PathBuf]) -> Result<Vec<Extra>, Failure> {
    let extras = paths.iter().map(|path| Extra::new(path, Means::default()));
    extras.collect::<Result<_, _>>().map_err(|error| Failure::usage_of(&error))
}

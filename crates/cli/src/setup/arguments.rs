//! Helpers of the setup: the directory for other failures, extra files, the text of a command.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use dwindle_report::words;
use dwindle_run::files::{Input, Shape};
use dwindle_run::property::{CommandProperty, Others};
use dwindle_run::trial::{Extra, ExtraKind};

use crate::args::PropertyArgs;
use crate::failure::Failure;
use crate::subject::Test;

/// Opens the directory for other failures, which must not be in the input.
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

/// Returns a warning if a probe has the signature of a command, too.
pub(super) fn doubt_of(command: &CommandProperty) -> Option<String> {
    command.is_weak().map(|probe| {
        format!(
            "the command does the same with {probe}; if that is not the bug, say more with \
             --stderr-contains, --stdout-contains or --matches"
        )
    })
}

/// Returns the command line of a test that is not a script.
pub(super) fn command_text(test: &Test, property: &PropertyArgs) -> Option<String> {
    let words = match test {
        Test::Script(_) => return None,
        Test::Command(words) => words.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
        Test::Server(line) => vec![line.clone()],
    };
    Some(words.into_iter().chain(property.differs_from.clone()).collect::<Vec<String>>().join(" "))
}

/// Returns the files that are put beside every candidate.
pub(super) fn extras(paths: &[PathBuf]) -> Result<Vec<Extra>, Failure> {
    let extras = paths.iter().map(|path| Extra::new(path, ExtraKind::default()));
    extras.collect::<Result<_, _>>().map_err(|error| Failure::usage_of(&error))
}

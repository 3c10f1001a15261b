//! `dwindle algorithms`: the list algorithms.

use dwindle_reduce::{ALGORITHMS, Algorithm};

use super::table::{nearest, table};
use crate::failure::Failure;

/// Returns the table of list algorithms, or the description of one.
pub fn algorithms(name: Option<&str>) -> Result<String, Failure> {
    let Some(name) = name else {
        let rows = ALGORITHMS.iter().map(|algorithm| (algorithm.name, algorithm.summary));
        return Ok(format!("How a pass minimizes its lists (--algorithm NAME):\n\n{}", table(rows)));
    };
    let algorithm = named(name)?;
    Ok(format!("{}\n\n{}\n", algorithm.name, algorithm.summary))
}

/// Returns the list algorithm with this name.
pub fn named(name: &str) -> Result<&'static Algorithm, Failure> {
    Algorithm::named(name).ok_or_else(|| {
        let failure = Failure::usage(format!("there is no list algorithm `{name}`"));
        match nearest(name, ALGORITHMS.iter().map(|algorithm| algorithm.name)) {
            Some(near) => failure.help(format!("did you mean `{near}`?")),
            None => failure.help("`dwindle algorithms` lists them"),
        }
    })
}

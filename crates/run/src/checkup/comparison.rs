//! Whether a test does the same within a sandbox as without one.

use std::sync::LazyLock;

use dwindle_reduce::Document;
use regex::bytes::Regex;

use crate::property::{Cancel, Diagnosis, Property, PropertyError};

/// Numbers, and addresses and random names in hexadecimal: they differ between any two runs.
static NUMBERS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?-u)\b0x[0-9a-fA-F]+|[0-9]+").expect("the pattern is right"));

/// Whether two properties, one of them asked in a sandbox, agree on these inputs: the same verdict, the same ending and
/// the same output, apart from what differs between two runs without a sandbox, too.
///
/// # Errors
/// When the environment failed.
pub fn agree<'a>(
    inside: &dyn Property,
    outside: &dyn Property,
    inputs: impl IntoIterator<Item = &'a Document>,
    cancel: &Cancel,
) -> Result<bool, PropertyError> {
    for input in inputs {
        let without = outside.diagnose(input, cancel)?;
        let within = inside.diagnose(input, cancel)?;
        if is_same(&without, &within) {
            continue;
        }
        // A test whose runs differ by themselves tells nothing by its output, and perhaps not even by its ending.
        let again = outside.diagnose(input, cancel)?;
        let once_more = inside.diagnose(input, cancel)?;
        if is_same_ending(&without, &again) && !is_same_ending(&without, &once_more) {
            return Ok(false);
        }
        if is_same(&without, &again) && !is_same(&without, &once_more) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the inputs on which properties are compared: the original, one without content, and the first half of each file.
pub fn inputs_to_compare(original: &Document) -> [Document; 3] {
    let halved = original.files().iter().map(|file| {
        let half = file.bytes().len() / 2;
        file.with_bytes(file.bytes()[..half].to_vec())
    });
    [original.clone(), super::emptied(original), Document::new(halved)]
}

fn is_same_ending(a: &Diagnosis, b: &Diagnosis) -> bool {
    let end = |diagnosis: &Diagnosis| diagnosis.run.as_ref().map(|run| run.ended.end);
    a.verdict == b.verdict && end(a) == end(b)
}

fn is_same(a: &Diagnosis, b: &Diagnosis) -> bool {
    is_same_ending(a, b) && outputs(a) == outputs(b)
}

/// Returns the output without what names the directory of the trial, and without numbers.
fn outputs(diagnosis: &Diagnosis) -> Vec<Vec<u8>> {
    let Some(run) = &diagnosis.run else { return Vec::new() };
    let lane = run.directory.parent().unwrap_or(&run.directory).to_string_lossy().into_owned();
    let names = Regex::new(&format!(r#"(?-u){}[^\s"':,;)\]]*"#, regex::escape(&lane)));
    let pieces = run.ended.stdout.pieces().into_iter().chain(run.ended.stderr.pieces());
    let mask = |piece: Vec<u8>| {
        let piece =
            names.as_ref().map_or(piece.clone(), |names| names.replace_all(&piece, &b"@"[..]).into_owned());
        NUMBERS.replace_all(&piece, &b"0"[..]).into_owned()
    };
    pieces.map(mask).collect()
}

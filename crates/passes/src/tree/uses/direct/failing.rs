//! What a language or its library fails with, whatever a program does.

use std::collections::HashSet;

use dwindle_syntax::languages::{Failure, failures};

use super::call::Call;
use super::objects::imports_of;
use super::program::Program;
use crate::tree::expected::Values;

/// The most statements that are tried, and how many of them before any operation of the program.
const MOST: usize = 8;
const AT_ONCE: usize = 2;

/// Returns the statements that fail with a message that the test names, the likeliest first.
/// O(bytes + rows).
pub(super) fn failing(program: Program<'_>, values: &Values) -> Vec<Call> {
    let (rules, tree) = (program.rules, program.tree());
    let has = |needs: &str| memchr::memmem::find(tree.text(), needs.as_bytes()).is_some();
    let mentions = |words: &Vec<&str>| words.iter().any(|&word| values.mention(&[word.to_owned()]));
    let is_meant = |failure: &Failure| failure.words.iter().all(mentions) && has(failure.needs);
    let calls = failures(rules.failures).filter(is_meant).flat_map(|failure| {
        // What needs nothing names what is always there.
        let mut roots = match failure.needs {
            "" => Vec::new(),
            _ => imports_of(program.bindings, failure.statement),
        };
        roots.extend(program.roots());
        statements(&failure, values).into_iter().map(move |statement| Call {
            statement,
            roots: roots.clone(),
            whole: program.start.place,
            namespace: None,
            obstacles: Vec::new(),
            number: 0,
        })
    });
    let mut known: HashSet<String> = HashSet::new();
    let calls = calls.filter(|call| known.insert(call.statement.clone())).take(MOST);
    // Operations of the program come between them.
    (0..).zip(calls).map(|(place, call)| Call { number: place / AT_ONCE, ..call }).collect()
}

/// Returns a statement with each text or number of a message that may stand in it.
fn statements(failure: &Failure, values: &Values) -> Vec<String> {
    let is_name = |text: &&String| text.chars().all(|char| char.is_alphanumeric() || char == '_');
    let with = |sign: &str, text: &String| failure.statement.replace(sign, text);
    match failure.statement {
        statement if statement.contains("$T") => {
            values.texts.iter().filter(is_name).map(|text| with("$T", text)).collect()
        }
        statement if statement.contains("$N") => {
            values.decimals.iter().map(|number| with("$N", number)).collect()
        }
        statement => vec![statement.to_owned()],
    }
}

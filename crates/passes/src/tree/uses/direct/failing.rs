//! What a language or its library fails with, whatever a program does.

use dwindle_syntax::languages::Failure;

use super::call::Call;
use super::objects::imports_of;
use super::program::Program;
use crate::tree::expected::Values;

/// Returns the statements that fail with a message that the test names. O(bytes).
pub(super) fn failing(program: Program<'_>, values: &Values) -> Vec<Call> {
    let (rules, tree, start) = (program.rules, program.tree(), program.start);
    let has = |needs: &str| memchr::memmem::find(tree.text(), needs.as_bytes()).is_some();
    let is_meant = |failure: &&Failure| {
        let mentions = |words: &&[&str]| words.iter().any(|&word| values.mention(&[word.to_owned()]));
        failure.words.iter().all(mentions) && has(failure.needs)
    };
    let text = |failure: &Failure| match failure.statement.split_once("$T") {
        Some((before, behind)) => Some([before, values.texts.first()?, behind].concat()),
        None => Some(failure.statement.to_owned()),
    };
    let call = |failure: &Failure| {
        // What needs nothing names what is always there.
        let roots = match failure.needs {
            "" => Vec::new(),
            _ => imports_of(program.bindings, failure.statement),
        };
        Some(Call {
            statement: text(failure)?,
            roots,
            whole: start.place,
            namespace: None,
            obstacles: Vec::new(),
            number: 0,
        })
    };
    rules.failures.iter().filter(is_meant).filter_map(call).collect()
}

//! `dwindle passes`: the passes and plans, and their manual pages.

use dwindle_passes::{CATALOGUE, Entry, NamedPlan, PLANS};

use super::table::table;
use crate::failure::Failure;
use crate::planning;

/// Returns the table of passes and plans, or the manual page of one.
pub fn passes(name: Option<&str>) -> Result<String, Failure> {
    let Some(name) = name else {
        return Ok(format!(
            "Plans (--plan NAME):\n\n{}\nPasses (--plan NAME,NAME,...):\n\n{}",
            table(PLANS.iter().map(|plan| (plan.name, plan.summary))),
            table(CATALOGUE.iter().map(|entry| (entry.name, entry.summary))),
        ));
    };
    let (name, summary, manual) = match (NamedPlan::named(name), Entry::named(name)) {
        (Some(plan), _) => (plan.name, plan.summary, plan.manual),
        (None, Some(entry)) => (entry.name, entry.summary, entry.manual),
        (None, None) => return Err(planning::unknown(name)),
    };
    Ok(format!("{name}: {summary}\n\n{}\n", wrap(manual, 90)))
}

/// Wraps the paragraphs of a text at `columns` characters. A longer word stays on one line.
fn wrap(text: &str, columns: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && columns < line.chars().count() + 1 + word.chars().count() {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_and_plan_is_listed_and_has_a_page() {
        let list = passes(None).unwrap();
        let entries = CATALOGUE.iter().map(|entry| (entry.name, entry.summary));
        for (name, summary) in entries.chain(PLANS.iter().map(|plan| (plan.name, plan.summary))) {
            assert!(list.contains(summary), "{name}");
            assert!(passes(Some(name)).unwrap().starts_with(name));
        }
    }

    #[test]
    fn an_unknown_pass_gets_a_suggestion() {
        let text = passes(Some("line")).unwrap_err().to_string();
        assert!(text.contains("did you mean `lines`?"), "{text}");
    }

    #[test]
    fn paragraphs_are_wrapped_between_words() {
        assert_eq!(wrap("one two three\n\nfour", 8), "one two\nthree\n\nfour");
        assert_eq!(wrap("unbreakable", 3), "unbreakable");
    }
}

//! Parsing of the plans that users write.

use dwindle_reduce::Plan;

use super::named::{NamedPlan, PLANS};
use super::options::PlanOptions;
use crate::catalogue::CATALOGUE;
use crate::entry::Entry;

/// Why a text is not a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A name is that of neither a pass nor a plan.
    #[error("there is no pass or plan `{name}`; passes: {}; plans: {}", names(CATALOGUE.iter().map(|entry| entry.name)), names(PLANS.iter().map(|plan| plan.name)))]
    UnknownName {
        /// The name.
        name: String,
    },
    /// A name is missing, as in `lines,,tokens`.
    #[error(
        "a plan is one or more names of passes or plans with commas between them, such as `lines,tokens`"
    )]
    EmptyName,
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Parses a plan: names of passes or plans separated by commas, which run in turn to a fixpoint.
///
/// # Errors
/// When a name is empty or unknown.
pub fn parse_plan(written: &str, options: &PlanOptions) -> Result<Plan, PlanError> {
    let mut steps = Vec::new();
    for name in written.split(',').map(str::trim) {
        // In the literature, HDD to a fixpoint is HDD*; a plan always runs to a fixpoint.
        let name = name.strip_suffix('*').unwrap_or(name);
        let own = options.own.iter().find(|pass| pass.name() == name);
        steps.push(match (NamedPlan::named(name), Entry::named(name)) {
            _ if own.is_some() => Plan::sequence(own.cloned().map(Plan::pass)),
            (Some(plan), _) => (plan.make)(options),
            (None, Some(entry)) => Plan::pass(entry.pass(&options.pass)),
            (None, None) if name.is_empty() => return Err(PlanError::EmptyName),
            (None, None) => return Err(PlanError::UnknownName { name: name.to_owned() }),
        });
    }
    // A named plan decides itself what to repeat.
    let is_own = options.own.iter().any(|pass| pass.name() == written.trim());
    let is_one_plan = steps.len() == 1 && NamedPlan::named(written.trim()).is_some() && !is_own;
    let steps = Plan::sequence(steps);
    Ok(if is_one_plan { steps } else { Plan::fixpoint(steps) })
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{ListOptions, Pass};

    use super::*;
    use std::collections::HashSet;

    fn passes(written: &str) -> String {
        let options = PlanOptions::measured_best(&ListOptions::default());
        match parse_plan(written, &options) {
            Ok(plan) => plan.pass_names().join(" "),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_list_of_passes_is_a_plan() {
        assert_eq!(passes("lines"), "lines");
        assert_eq!(passes("lines, tokens,lines"), "lines tokens");
        assert_eq!(passes("hdd*,perses"), "hdd perses");
    }

    #[test]
    fn named_plans_stand_in_lists() {
        assert_eq!(passes("text,chars"), format!("{} chars", passes("text")));
    }

    #[test]
    fn own_passes_stand_in_lists() {
        let mut options = PlanOptions::measured_best(&ListOptions::default());
        options.own = vec![Pass::new("mine", |_| None), Pass::new("words", |_| None)];
        let names = |written| parse_plan(written, &options).map(|plan| plan.pass_names().join(" "));
        assert_eq!(names("lines,mine"), Ok("lines mine".to_owned()));
        assert_eq!(names("mine"), Ok("mine".to_owned()));
        let words = parse_plan("words", &options).expect("both are called so").pass_names();
        assert_eq!(words, ["words"], "the user's own one");
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = passes("lines,tokns");
        assert!(error.starts_with("there is no pass or plan `tokns`; passes: agree, hdd, "), "{error}");
        assert!(error.contains("tokens") && error.contains("; plans: auto, tree, strict, text"), "{error}");
        assert!(passes("lines,").starts_with("a plan is one or more names"));
        assert!(passes("").starts_with("a plan is one or more names"));
    }

    #[test]
    fn names_of_passes_and_plans_are_unique_kebab_case_and_documented() {
        let entries = CATALOGUE.iter().map(|entry| (entry.name, entry.summary, entry.manual));
        let plans = PLANS.iter().map(|plan| (plan.name, plan.summary, plan.manual));
        let mut seen = HashSet::new();
        for (name, summary, manual) in entries.chain(plans) {
            assert!(seen.insert(name), "{name} stands there twice");
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
            assert!(!summary.is_empty() && !summary.contains('\n') && !summary.ends_with('.'), "{name}");
            assert!(summary.len() < manual.len() && manual.ends_with('.'), "{name}");
        }
    }
}

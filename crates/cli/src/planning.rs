//! The plan for the options about the search.

use std::sync::Arc;

use dwindle_passes::{
    CATALOGUE, Choice, Entry, Expected, Granularity, LanguageChoice, NamedPlan, Names, PLANS, PlanError,
    PlanOptions, Switch, SyntaxGating, TreeSource, TreeUnits, choose, hinted, parse_plan,
};
use dwindle_reduce::{Document, ListMethod, ListOptions, LookAhead, Order, Plan};

use crate::args::SearchArgs;
use crate::args::values::{GranularityName, LookAheadName, OrderName, UnitsName};
use crate::commands::{algorithms, languages, table::nearest};
use crate::failure::Failure;

/// A plan, and its description.
pub struct Planned {
    /// The plan.
    pub plan: Plan,
    /// The source of its passes' trees.
    pub trees: Arc<TreeSource>,
    /// The list algorithm of its passes.
    pub algorithm: String,
    /// Why it was chosen, if the user did not choose it.
    pub reason: Option<String>,
}

/// Returns the plan for the options. `expected` are the texts that the test looks for.
pub fn plan(args: &SearchArgs, expected: &Expected, document: &Document) -> Result<Planned, Failure> {
    let list = ListOptions {
        order: match args.order {
            OrderName::Backward => Order::Backward,
            OrderName::Forward => Order::Forward,
        },
        p0: args.p0,
        seed: args.seed,
        ..ListOptions::default()
    };
    let mut options = match &args.algorithm {
        None => PlanOptions::measured_best(&list),
        Some(name) => PlanOptions::new(ListMethod { algorithm: algorithms::named(name)?, options: list }),
    };
    options.granularity = args.granularity.map(granularity);
    options.pass.units = match args.units {
        UnitsName::Nodes => TreeUnits::Nodes,
        UnitsName::Closures => TreeUnits::Closures,
    };
    let algorithm = options.pass.method.algorithm.name.to_owned();
    let choice = match (&args.grammar, args.language.as_deref()) {
        (Some(path), _) => LanguageChoice::Forced(languages::of_grammar(path)?),
        (None, None) => LanguageChoice::Detect,
        (None, Some("none")) => LanguageChoice::None,
        (None, Some(name)) => LanguageChoice::Forced(languages::named(name)?),
    };
    options.pass.trees = Arc::new(TreeSource::new(choice, document));
    if args.no_syntax_gate {
        options.pass.syntax_gate = SyntaxGating::Off;
    }
    if args.keep_names {
        options.pass.names = Names::Kept;
    }
    options.pass.expected = expected.clone();
    if args.no_repair {
        options.repair = Switch::Off;
    }
    let (plan, reason) = own_plan(args, document, &options)?;
    let trees = options.pass.trees.clone();
    Ok(Planned { plan: with_hints(args, &options, plan), trees, algorithm, reason })
}

/// Puts passes of the programs for hints in front of a plan. Everything is repeated up to a
/// fixpoint.
fn with_hints(args: &SearchArgs, options: &PlanOptions, plan: Plan) -> Plan {
    if args.pass_command.is_empty() {
        return plan;
    }
    let pass = |command: &String| Plan::pass(hinted::pass(command, &options.pass.method));
    Plan::fixpoint(Plan::sequence(args.pass_command.iter().map(pass).chain([plan])))
}

/// Returns the plan without hints, and why it was chosen if the user did not choose it.
fn own_plan(
    args: &SearchArgs,
    document: &Document,
    options: &PlanOptions,
) -> Result<(Plan, Option<String>), Failure> {
    if args.plan == "auto" && args.granularity.is_none() {
        let Choice { plan, reason, .. } = choose(document, options);
        return Ok((plan, Some(reason)));
    }
    // With `--granularity line` no part of a line may be removed.
    let is_by_lines = args.plan == "auto" && args.granularity == Some(GranularityName::Line);
    let name = if is_by_lines { "text" } else { &args.plan };
    let plan = parse_plan(name, options).map_err(|error| match error {
        PlanError::UnknownName { name } => unknown(&name),
        PlanError::EmptyName => Failure::usage(error.to_string()),
    })?;
    Ok((plan, None))
}

/// Returns the policy of the look-ahead.
pub fn look_ahead(args: &SearchArgs) -> LookAhead {
    match args.look_ahead {
        LookAheadName::Scouts => LookAhead::Scouts,
        LookAheadName::Tree => LookAhead::Tree,
        LookAheadName::Chain => LookAhead::Chain,
        LookAheadName::Off => LookAhead::Off,
    }
}

/// Returns the failure for an unknown pass or plan, with a suggestion.
pub fn unknown(name: &str) -> Failure {
    let failure = Failure::usage(format!("there is no pass or plan `{name}`"));
    match nearest(name, names()) {
        Some(near) => failure.help(format!("did you mean `{near}`?")),
        None => failure.help("`dwindle passes` lists them"),
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    let passes = CATALOGUE.iter().map(|entry: &Entry| entry.name);
    passes.chain(PLANS.iter().map(|plan: &NamedPlan| plan.name))
}

fn granularity(name: GranularityName) -> Granularity {
    match name {
        GranularityName::Line => Granularity::Line,
        GranularityName::Token => Granularity::Token,
        GranularityName::Char => Granularity::Char,
        GranularityName::Byte => Granularity::Byte,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::Cli;

    fn planned(options: &[&str]) -> Result<String, String> {
        let line = [&["dwindle"], options, &["test", "input"]].concat();
        let args = Cli::parse_from(line).reduce.search;
        plan(&args, &Expected::default(), &Document::single("crash.c", "int x;"))
            .map(|planned| planned.plan.pass_names().join(" "))
            .map_err(|failure| failure.to_string())
    }

    #[test]
    fn a_plan_is_a_name_or_a_list_of_passes() {
        assert_eq!(planned(&["--plan", "lines,bytes"]).unwrap(), "lines bytes");
        assert!(planned(&["--plan", "text"]).unwrap().contains("words"));
        assert!(!planned(&["--plan", "text", "--granularity", "line"]).unwrap().contains("words"));
        assert_eq!(
            planned(&["--granularity", "line"]),
            planned(&["--plan", "text", "--granularity", "line"])
        );
    }

    #[test]
    fn programs_for_hints_come_before_the_plan() {
        let words = ["--plan", "lines", "--pass-command", "one", "--pass-command", "two"];
        assert_eq!(planned(&words).unwrap(), "hints lines");
    }

    #[test]
    fn names_that_do_not_exist_get_a_suggestion() {
        let text = planned(&["--plan", "lines,tokns"]).unwrap_err();
        assert!(text.contains("`tokns`") && text.contains("did you mean `tokens`?"), "{text}");
        let text = planned(&["--algorithm", "dmin"]).unwrap_err();
        assert!(text.contains("did you mean `ddmin`?"), "{text}");
    }

    #[test]
    fn keep_names_leaves_out_passes_that_change_names() {
        assert!(planned(&[]).unwrap().split(' ').any(|pass| pass == "names"));
        let kept = planned(&["--keep-names"]).unwrap();
        assert!(!kept.split(' ').any(|pass| pass == "names" || pass == "shorten"), "{kept}");
    }

    #[test]
    fn the_default_plan_exists() {
        planned(&[]).unwrap();
    }
}

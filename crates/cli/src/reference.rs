//! The reference of the command line, `docs/cli.md`, made from the definitions for clap.

use std::fmt::Write;

use clap::{Arg, Command, CommandFactory};

use crate::args::Cli;
use crate::exit::Exit;

/// Returns the whole reference.
fn reference() -> String {
    let mut command = Cli::command();
    command.build();
    let mut text = String::from(
        "# The command line\n\nMade from the program itself; a test keeps it true. \
         After a change: `UPDATE_DOCS=1 cargo test -p dwindle reference`.\n",
    );
    section(&mut text, &command, "dwindle");
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        section(&mut text, subcommand, &format!("dwindle {}", subcommand.get_name()));
    }
    text.push_str("\n## Exit status\n\n| status | meaning |\n|---|---|\n");
    for (exit, meaning) in Exit::ALL {
        line(&mut text, format_args!("| {} | {meaning} |", exit.status()));
    }
    text
}

fn section(text: &mut String, command: &Command, name: &str) {
    line(text, format_args!("\n## {name}\n"));
    if let Some(about) = command.get_long_about().or(command.get_about()) {
        line(text, format_args!("{about}\n"));
    }
    let usage = command.clone().render_usage().to_string();
    line(text, format_args!("```\n{}\n```", usage.trim_start_matches("Usage: ").replace("\n       ", "\n")));
    let mut headings: Vec<Option<&str>> = Vec::new();
    for arg in shown(command) {
        if !headings.contains(&arg.get_help_heading()) {
            headings.push(arg.get_help_heading());
        }
    }
    for heading in headings {
        line(text, format_args!("\n| {} | |\n|---|---|", heading.unwrap_or("arguments")));
        for arg in shown(command).filter(|arg| arg.get_help_heading() == heading) {
            line(text, format_args!("| `{}` | {} |", spelling(arg), meaning(arg)));
        }
    }
}

fn shown(command: &Command) -> impl Iterator<Item = &Arg> {
    command
        .get_arguments()
        .filter(|arg| !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str()))
}

fn spelling(arg: &Arg) -> String {
    let values: Vec<String> =
        arg.get_value_names().unwrap_or_default().iter().map(ToString::to_string).collect();
    let takes_value = arg.get_action().takes_values();
    let mut names: Vec<String> = Vec::new();
    names.extend(arg.get_short().map(|short| format!("-{short}")));
    names.extend(arg.get_long().map(|long| format!("--{long}")));
    match (names.is_empty(), takes_value) {
        (true, _) => values.join(" "),
        (false, true) => format!("{} {}", names.join(", "), values.join(" ")),
        (false, false) => names.join(", "),
    }
}

fn meaning(arg: &Arg) -> String {
    let mut text = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let takes_value = arg.get_action().takes_values();
    let possible: Vec<String> =
        arg.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect();
    if takes_value && !possible.is_empty() && possible.len() < 8 {
        let _ = write!(text, ": {}", possible.join(", "));
    }
    if takes_value && let [default, ..] = arg.get_default_values() {
        let _ = write!(text, " [default: {}]", default.to_string_lossy());
    }
    text.replace('|', "\\|")
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    writeln!(text, "{arguments}").expect("a string takes everything");
}

#[test]
fn the_reference_in_docs_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    let made = reference();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(made == written, "docs/cli.md is out of date: UPDATE_DOCS=1 cargo test -p dwindle reference");
}

#[test]
fn clap_finds_no_contradiction_in_the_arguments() {
    Cli::command().debug_assert();
}

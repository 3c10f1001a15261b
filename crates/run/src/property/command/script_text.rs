//! A signature as a shell script.

use std::ffi::OsStr;
use std::fmt::Write;
use std::time::Duration;

use super::complaint::Complaint;
use super::difference::Difference;
use super::signature::{Ending, Signature};
use super::template::Template;
use crate::process::End;
use crate::trial::quoted;

/// A shell reports a program killed by a signal with this status plus the signal's number.
const FROM_SHELL: i32 = 128;

/// Returns a POSIX script that exits with 0 if a candidate has the signature.
pub(super) fn script_text(
    signature: &Signature,
    template: &Template,
    other: Option<&Template>,
    time_limit: Option<Duration>,
) -> String {
    let mut text = format!("#!/bin/sh\n# Interesting when: {}.\n", one_line(&signature.to_string()));
    text.push_str("# The candidate is in the current directory, and its path is $1.\n");
    text.push_str("stdin=/dev/null\n[ -f \"$1\" ] && stdin=$1\nout=${TMPDIR:-/tmp}/dwindle-test.$$\nmkdir \"$out\" || exit 1\n");
    text.push_str("trap 'rm -rf \"$out\"' EXIT\ntrap 'exit 1' HUP INT TERM\n\n");
    let is_timeout = signature.ending() == &Ending::Same(End::TimedOut);
    let limit = time_limit.filter(|_| is_timeout);
    run(&mut text, template, "", limit);
    ending(&mut text, signature.ending());
    for pattern in signature.matches() {
        line(
            &mut text,
            format_args!(
                "grep -Eq -e {} \"$out/stdout\" \"$out/stderr\" || exit 1",
                quoted(pattern.as_str())
            ),
        );
    }
    for (texts, name) in [(signature.stdout_contains(), "stdout"), (signature.stderr_contains(), "stderr")] {
        for contained in texts {
            line(&mut text, format_args!("grep -qF -e {} \"$out/{name}\" || exit 1", quoted(contained)));
        }
    }
    complaint(&mut text, signature.complaint(), "");
    if let (Some(template), Some(expected)) = (other, signature.other()) {
        text.push('\n');
        run(&mut text, template, "2", None);
        ending(&mut text, &Ending::Same(expected.end));
        complaint(&mut text, expected.complaint.as_ref(), "2");
        match expected.difference {
            Difference::Unneeded => {}
            Difference::Bytes => text.push_str("cmp -s \"$out/stdout\" \"$out/stdout2\" && exit 1\n"),
            Difference::BeyondSpace => {
                for name in ["stdout", "stdout2"] {
                    line(
                        &mut text,
                        format_args!("tr -d '[:space:]' <\"$out/{name}\" >\"$out/{name}.visible\""),
                    );
                }
                text.push_str("cmp -s \"$out/stdout.visible\" \"$out/stdout2.visible\" && exit 1\n");
            }
        }
    }
    text.push_str("exit 0\n");
    text
}

fn run(text: &mut String, template: &Template, suffix: &str, limit: Option<Duration>) {
    let limit = limit.map(|limit| format!("timeout {} ", limit.as_secs_f64())).unwrap_or_default();
    let command = command_text(template, &limit);
    line(
        text,
        format_args!(
            "( {command}\n) >\"$out/stdout{suffix}\" 2>\"$out/stderr{suffix}\" <\"$stdin\"\nstatus=$?"
        ),
    );
}

fn ending(text: &mut String, ending: &Ending) {
    match ending {
        Ending::Any => {}
        Ending::Failed => text.push_str("[ $status -ne 0 ] || exit 1\n"),
        Ending::Same(end) => {
            let status = match *end {
                End::Exited(status) => status,
                End::Signalled(signal) => FROM_SHELL + signal,
                // The status of `timeout`.
                End::TimedOut | End::OverLimit(_) | End::Cancelled => 124,
            };
            line(text, format_args!("[ $status -eq {status} ] || exit 1"));
        }
    }
}

fn complaint(text: &mut String, complaint: Option<&Complaint>, suffix: &str) {
    let Some(complaint) = complaint else { return };
    for pattern in complaint.patterns() {
        let pattern = quoted(&pattern.as_posix());
        line(
            text,
            format_args!("grep -q -e {pattern} \"$out/stderr{suffix}\" \"$out/stdout{suffix}\" || exit 1"),
        );
    }
    for function in complaint.functions() {
        line(text, format_args!("grep -qF -e {} \"$out/stderr{suffix}\" || exit 1", quoted(function)));
    }
}

/// Returns the command for the shell, in which the script's arguments replace `{}`.
fn command_text(template: &Template, limit: &str) -> String {
    match template {
        Template::Words(words) => {
            let words: Vec<String> = words.iter().map(|word| word_text(word)).collect();
            format!("exec {limit}{}", words.join(" "))
        }
        Template::Line(line) if limit.is_empty() => line.replace("{}", "\"$@\""),
        Template::Line(line) => {
            format!("exec {limit}/bin/sh -c {} sh \"$@\"", quoted(&line.replace("{}", "\"$@\"")))
        }
    }
}

fn word_text(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if word == "{}" {
        return "\"$@\"".to_owned();
    }
    let parts: Vec<String> =
        word.split("{}").map(|part| if part.is_empty() { String::new() } else { quoted(part) }).collect();
    match word.is_empty() {
        true => "''".to_owned(),
        false => parts.join("\"$1\""),
    }
}

fn one_line(text: &str) -> String {
    text.replace(|character: char| character.is_control(), " ")
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    writeln!(text, "{arguments}").expect("a string takes everything");
}

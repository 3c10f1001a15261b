//! The page.

use std::fmt::Write;
use std::time::Duration;

use dwindle_reduce::{Finding, FindingState, StopReason};

use super::chart::Chart;
use super::story::{Story, Yield};
use crate::agreements::Agreements;
use crate::record::Record;
use crate::words;

/// The most bytes shown of all files of one side.
const SHOWN_BYTES: usize = 64 << 10;
/// The most files shown of one side.
const SHOWN_FILES: usize = 20;
/// The most steps listed from the beginning, and from the end.
const SHOWN_STEPS: usize = 250;
/// The most findings that are listed.
const SHOWN_FINDINGS: usize = 250;

/// A file to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample<'a> {
    /// Its name, for people.
    pub name: String,
    /// Its content.
    pub bytes: &'a [u8],
}

/// Whether a file was made by [`page`].
pub fn is_page(content: &[u8]) -> bool {
    let mark = format!(", reduced</title>\n<style>\n{STYLE}");
    content.starts_with(b"<!DOCTYPE html>\n")
        && content.windows(mark.len()).any(|window| window == mark.as_bytes())
}

/// Creates the page of a session: sizes over time and trials, the results of each pass, the input
/// before and after, and the accepted steps. The page loads nothing and runs no scripts.
pub fn page(record: &Record, before: &[Sample<'_>], after: &[Sample<'_>]) -> String {
    let story = Story::of(record);
    let input = escaped(&record.about.input);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width\">\n<title>{input}, reduced</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{input}</h1>\n{}",
        headline(&story)
    );
    if !record.about.command.is_empty() {
        let _ = writeln!(page, "<p><code>{}</code></p>", escaped(&record.about.command.join(" ")));
    }
    if !record.about.output.is_empty() {
        let _ = writeln!(page, "<p>The result is in <code>{}</code>.</p>", escaped(&record.about.output));
    }
    charts(&mut page, &story);
    passes(&mut page, &story.passes);
    findings(&mut page, &story.agreements);
    page.push_str("<h2>Before and after</h2>\n<div class=\"sides\">\n");
    side(&mut page, "Before", before);
    side(&mut page, "After", after);
    page.push_str("</div>\n");
    steps(&mut page, &story);
    page.push_str("</body>\n</html>\n");
    page
}

const STYLE: &str = "\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 90rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
h1, code, pre { font-family: ui-monospace, monospace }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem }
.big { font-size: 1.3rem; margin: .3rem 0 }
.charts, .sides { display: flex; flex-wrap: wrap; gap: 1rem } .charts > *, .sides > * { flex: 1 1 28rem; min-width: 0 }
svg { width: 100%; max-width: 44rem } svg text { font-size: 12px; fill: #555 } .grid { stroke: #e4e4e4 }
.curve { fill: none; stroke: #0b62a8; stroke-width: 2 }
table { border-collapse: collapse } th, td { padding: .15rem .8rem .15rem 0; text-align: right; font-variant-numeric: tabular-nums }
th { border-bottom: 1px solid #bbb; font-weight: 600 } th:first-child, td:first-child, td.name { text-align: left }
pre { background: #f5f5f2; padding: .8rem; overflow: auto; max-height: 36rem; font-size: 13px; line-height: 1.4; margin: .3rem 0 1rem }
summary { cursor: pointer; font-weight: 600 } .note { color: #666 }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #1b1b1b } pre { background: #262626 } .grid { stroke: #333 }
svg text { fill: #aaa } .curve { stroke: #6cb4ee } .note { color: #999 } }
";

fn headline(story: &Story) -> String {
    let (Some(original), Some(now)) = (story.original, story.now()) else {
        return "<p class=\"big\">Nothing was reduced yet.</p>\n".to_owned();
    };
    let counts = &story.counts;
    format!(
        "<p class=\"big\">{} → <b>{}</b>, {} → <b>{}</b> ({} gone)</p>\n<p>{}: {} in {}, {}, {}.</p>\n",
        words::number(original.tokens),
        words::counted(now.tokens, "token"),
        words::number(original.bytes),
        words::counted(now.bytes, "byte"),
        words::percent_gone(original.tokens, now.tokens),
        ending(story.stopped),
        words::counted(counts.executed, "trial"),
        words::duration(story.at),
        format_args!("{} proposed", words::counted(counts.proposed, "candidate")),
        format_args!("{} accepted", words::number(counts.accepted)),
    )
}

fn ending(stopped: Option<StopReason>) -> &'static str {
    match stopped {
        Some(StopReason::Complete) => "Complete, nothing more was found to remove",
        Some(StopReason::Trials) => "Stopped at the limit of trials",
        Some(StopReason::Time) => "Stopped at the time limit",
        Some(StopReason::Size) => "Stopped at the target size",
        Some(StopReason::Interrupted) => "Interrupted",
        Some(StopReason::Environment) => "Stopped because trials could not be run any more",
        Some(StopReason::Flaky) => "Unreliable: the test's answers differ too much",
        None => "Still running, or cut off",
    }
}

fn charts(page: &mut String, story: &Story) {
    let Some(original) = story.original else { return };
    let by_time = story.steps.iter().map(|step| (step.at.as_secs_f64(), step.cost.tokens));
    let by_trials = story.steps.iter().map(|step| (step.executed as f64, step.cost.tokens));
    let left = story.now().map_or(0, |cost| cost.tokens);
    let curve = |steps: Vec<(f64, u64)>, end: f64| -> Vec<(f64, u64)> {
        [(0.0, original.tokens)].into_iter().chain(steps).chain([(end, left)]).collect()
    };
    let charts = [
        Chart {
            title: "time",
            points: curve(by_time.collect(), story.at.as_secs_f64()),
            figure: |seconds| words::duration(Duration::from_secs_f64(seconds)),
        },
        Chart {
            title: "trials",
            points: curve(by_trials.collect(), story.counts.executed as f64),
            figure: |trials| words::number(trials as u64),
        },
    ];
    page.push_str("<div class=\"charts\">\n");
    charts.iter().for_each(|chart| page.push_str(&chart.svg()));
    page.push_str("</div>\n");
}

fn passes(page: &mut String, passes: &[Yield]) {
    page.push_str(
        "<h2>Passes</h2>\n<table>\n<tr><th>pass</th><th>runs</th><th>proposed</th><th>accepted</th>\
         <th>tokens removed</th><th>bytes removed</th><th>time</th></tr>\n",
    );
    for pass in passes {
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(&pass.name),
            words::number(pass.n_runs),
            words::number(pass.proposed),
            words::number(pass.accepted),
            words::number(pass.gone.tokens),
            words::number(pass.gone.bytes),
            words::duration(pass.took),
        );
    }
    page.push_str("</table>\n");
}

fn findings(page: &mut String, agreements: &Agreements) {
    let findings: Vec<&Finding> = agreements.all().collect();
    if findings.is_empty() {
        return;
    }
    page.push_str(
        "<h2>What was found</h2>\n<table>\n<tr><th>relation</th><th>values</th><th>state</th><th>where</th></tr>\n",
    );
    for finding in findings.iter().take(SHOWN_FINDINGS) {
        let state = match finding.state {
            FindingState::Found => "found",
            FindingState::Kept => "kept right",
            FindingState::Dropped => "dropped: not asked for",
            FindingState::Written => "written",
        };
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td>{state}</td><td class=\"name\">{}</td></tr>",
            escaped(&finding.relation),
            words::number(finding.values),
            escaped(&finding.place),
        );
    }
    page.push_str("</table>\n");
    if SHOWN_FINDINGS < findings.len() {
        let n_more = (findings.len() - SHOWN_FINDINGS) as u64;
        let _ = writeln!(page, "<p class=\"note\">… and {} more</p>", words::number(n_more));
    }
}

fn side(page: &mut String, title: &str, files: &[Sample<'_>]) {
    let _ = writeln!(page, "<div>\n<h3>{title}</h3>");
    if files.is_empty() {
        page.push_str("<p class=\"note\">The file no longer exists, or was removed as a whole.</p>\n");
    }
    let mut room = SHOWN_BYTES;
    for file in files.iter().take(SHOWN_FILES) {
        let size = words::counted(file.bytes.len() as u64, "byte");
        let _ = writeln!(page, "<p class=\"note\"><code>{}</code>, {size}</p>", escaped(&file.name));
        if file.bytes.contains(&0) {
            page.push_str("<p class=\"note\">A binary file.</p>\n");
            continue;
        }
        let shown = &file.bytes[..file.bytes.len().min(room)];
        room -= shown.len();
        let _ = writeln!(page, "<pre>\n{}</pre>", escaped(&String::from_utf8_lossy(shown)));
        if shown.len() < file.bytes.len() {
            let _ = writeln!(
                page,
                "<p class=\"note\">… and {} more</p>",
                words::counted((file.bytes.len() - shown.len()) as u64, "byte")
            );
        }
    }
    if SHOWN_FILES < files.len() {
        let n_more = (files.len() - SHOWN_FILES) as u64;
        let _ = writeln!(page, "<p class=\"note\">… and {} more</p>", words::counted(n_more, "file"));
    }
    page.push_str("</div>\n");
}

fn steps(page: &mut String, story: &Story) {
    let n_steps = story.steps.len();
    let _ = writeln!(
        page,
        "<details>\n<summary>{}</summary>\n<table>\n<tr><th>step</th><th>pass</th><th>time</th><th>trials</th>\
         <th>tokens</th><th>bytes</th><th>tokens removed</th></tr>",
        words::counted(n_steps as u64, "accepted step")
    );
    for (idx, step) in story.steps.iter().enumerate() {
        if SHOWN_STEPS <= idx && idx + SHOWN_STEPS < n_steps {
            if idx == SHOWN_STEPS {
                page.push_str("<tr><td>…</td></tr>\n");
            }
            continue;
        }
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"name\">{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            idx + 1,
            escaped(&step.pass),
            words::duration(step.at),
            words::number(step.executed),
            words::number(step.cost.tokens),
            words::number(step.cost.bytes),
            words::number(step.gone.tokens),
        );
    }
    page.push_str("</table>\n</details>\n");
}

/// Escapes a text for HTML.
fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\n' | '\t' => html.push(character),
            // Not allowed in HTML, not even as a reference.
            _ if character.is_control() => html.push('\u{fffd}'),
            _ => html.push(character),
        }
    }
    html
}

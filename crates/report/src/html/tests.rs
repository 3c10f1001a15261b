//! The report, from events to its page.

use dwindle_reduce::{Event, FindingState, Stamped};

use super::story::{Gone, Story};
use super::{Sample, page};
use crate::fixtures::story;
use crate::record::{About, Record};

fn record(events: Vec<Stamped>) -> Record {
    let about = About {
        command: ["dwindle", "test.sh", "a<b>.c"].map(str::to_owned).into(),
        input: "a<b>.c".to_owned(),
        output: "/home/me/a.reduced.c".to_owned(),
        ..About::default()
    };
    Record { about, events }
}

fn sample(bytes: &[u8]) -> [Sample<'_>; 1] {
    [Sample { name: "a<b>.c".to_owned(), bytes }]
}

#[test]
fn the_story_knows_what_each_pass_removed() {
    let told = Story::of(&record(story()));
    let yields: Vec<_> =
        told.passes.iter().map(|pass| (&*pass.name, pass.n_runs, pass.accepted, pass.gone)).collect();
    let expected = [
        ("agree", 1, 0, Gone::default()),
        ("lines", 1, 1, Gone { tokens: 1521, bytes: 6345 }),
        ("tokens", 1, 1, Gone { tokens: 1469, bytes: 5877 }),
    ];
    assert_eq!(yields, expected);
    assert_eq!(told.steps.len(), 2);
    assert_eq!(told.counts.executed, 9);
}

#[test]
fn the_page_shows_what_agrees_and_what_became_of_it() {
    let told = Story::of(&record(story()));
    let states: Vec<_> = told.agreements.all().map(|finding| (&*finding.relation, finding.state)).collect();
    assert_eq!(states, [("byte offset", FindingState::Kept)]);
    let html = page(&record(story()), &[], &[]);
    assert!(html.contains("kept right</td><td class=\"name\">line 192: 0000000009"), "{html}");
    let nothing = story().into_iter().filter(|stamped| !matches!(stamped.event, Event::Finding { .. }));
    assert!(!page(&record(nothing.collect()), &[], &[]).contains("What agrees"));
}

#[test]
fn the_page_needs_nothing_from_outside() {
    let html = page(&record(story()), &sample(b"int main() {}\n"), &sample(b"main"));
    for text in ["http", "src=", "href=", "<script", "<link", "@import", "url("] {
        assert!(!html.contains(text), "{text}");
    }
    for text in
        ["3,021 → <b>31 tokens</b>", "12,345 → <b>123 bytes</b>", "<svg", "2 accepted steps", "int main() {}"]
    {
        assert!(html.contains(text), "{text}: {html}");
    }
}

#[test]
fn what_is_shown_is_never_markup() {
    let html = page(&record(story()), &sample(b"</pre><script>alert(1)</script>\x07\xff"), &sample(b""));
    assert!(!html.contains("<script") && !html.contains("<b>.c") && !html.contains('\x07'), "{html}");
    assert!(html.contains("&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;\u{fffd}\u{fffd}"), "{html}");
}

#[test]
fn large_and_binary_files_are_not_shown_as_a_whole() {
    let large = b"x".repeat(100_000);
    let html = page(&record(story()), &sample(&large), &sample(b"\0asm"));
    assert!(html.contains("… and 34,464 bytes more") && html.contains("A binary file."), "{html}");
    assert!(html.len() < 80_000);
}

#[test]
fn a_record_that_was_cut_off_has_a_page() {
    for n_events in 0..story().len() {
        let html = page(&record(story()[..n_events].to_vec()), &[], &[]);
        assert!(html.ends_with("</html>\n") && !html.contains("NaN") && !html.contains("inf"), "{html}");
    }
    let html = page(&record(Vec::new()), &[], &[]);
    assert!(html.contains("Nothing was reduced yet") && html.contains("no longer exists"), "{html}");
}

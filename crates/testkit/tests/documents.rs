//! Tests of the documents: links have targets, the book has all pages, shell blocks state how they
//! are tested.

use dwindle_testkit::documents::{Page, Role, blocks, broken_links, pages};
use dwindle_testkit::repository::{check, root};

fn all() -> Vec<Page> {
    let pages = pages(&root()).expect("the documents can be read");
    assert!(10 < pages.len(), "the documents are found");
    pages
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    check(broken_links(&root(), &all()));
}

#[test]
fn every_page_of_the_book_is_in_its_summary() {
    let pages = all();
    let summary = pages.iter().find(|page| page.path.ends_with("docs/SUMMARY.md"));
    let summary = &summary.expect("the book has a summary").text;
    check(pages.iter().filter_map(|page| {
        let path = page.path.strip_prefix("docs").ok()?.display().to_string();
        let is_named = path == "SUMMARY.md" || summary.contains(&format!("({path})"));
        (!is_named).then(|| format!("docs/{path}: not in docs/SUMMARY.md"))
    }));
}

#[test]
fn every_shell_block_runs_or_has_a_reason() {
    check(all().iter().flat_map(|page| {
        let undecided = blocks(&page.text).into_iter().filter(|block| block.role == Role::Undecided);
        undecided.map(|block| {
            format!("{}:{}: `sh run`, `sh skip: REASON` or `sh file: NAME`", page.path.display(), block.line)
        })
    }));
}

#[test]
fn a_file_that_a_page_writes_is_named_before_it() {
    check(all().iter().flat_map(|page| {
        let lines: Vec<&str> = page.text.lines().collect();
        blocks(&page.text).into_iter().filter_map(move |block| {
            let Role::File(name) = &block.role else { return None };
            let above = lines[..block.line - 1].iter().rev();
            let is_named = above
                .take_while(|line| !line.starts_with("```"))
                .any(|line| line.contains(&format!("`{name}`")));
            let place = format!("{}:{}", page.path.display(), block.line);
            (!is_named).then(|| format!("{place}: readers can't see that this is `{name}`"))
        })
    }));
}

//! Links between documents.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::pages::Page;

/// Addresses of the repository; links to them are checked as paths.
const REPOSITORY: [&str; 2] = [
    "https://github.com/dwindle-reducer/dwindle/blob/main/",
    "https://github.com/dwindle-reducer/dwindle/tree/main/",
];

/// Returns a complaint for each link that leads to no file, to no heading, or from the book to a
/// file outside of it. Included files are part of the page.
pub fn broken_links(root: &Path, pages: &[Page]) -> Vec<String> {
    let pages: Vec<Page> = pages.iter().map(|page| with_includes(root, page)).collect();
    let anchors: BTreeMap<&Path, Vec<String>> =
        pages.iter().map(|page| (page.path.as_path(), anchors(&page.text))).collect();
    let mut complaints = Vec::new();
    for page in &pages {
        for (line, target) in links(&page.text) {
            if let Err(why) = check(root, page, &target, &anchors) {
                complaints.push(format!("{}:{line}: {target}: {why}", page.path.display()));
            }
        }
    }
    complaints
}

/// Returns a page with the files that it includes (mdBook's syntax); unreadable ones are ignored.
fn with_includes(root: &Path, page: &Page) -> Page {
    let folder = page.path.parent().unwrap_or(Path::new(""));
    let text = page.text.lines().map(|line| {
        let name = line.strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix("}}"));
        let Some(name) = name else { return format!("{line}\n") };
        fs::read_to_string(root.join(flat(&folder.join(name.trim())))).unwrap_or_default()
    });
    Page { path: page.path.clone(), text: text.collect() }
}

fn check(
    root: &Path,
    page: &Page,
    target: &str,
    anchors: &BTreeMap<&Path, Vec<String>>,
) -> Result<(), &'static str> {
    let of_repository = REPOSITORY.iter().find_map(|base| target.strip_prefix(base));
    if of_repository.is_none() && (target.contains("://") || target.starts_with("mailto:")) {
        return Ok(());
    }
    let (file, anchor) = match of_repository.unwrap_or(target).split_once('#') {
        Some((file, anchor)) => (file, Some(anchor)),
        None => (of_repository.unwrap_or(target), None),
    };
    let path = match (of_repository, file) {
        (Some(_), _) => PathBuf::from(file),
        (None, "") => page.path.clone(),
        (None, _) => flat(&page.path.parent().unwrap_or(Path::new("")).join(file)),
    };
    if !root.join(&path).exists() {
        return Err("there is no such file");
    }
    if of_repository.is_none() && page.path.starts_with("docs") && !path.starts_with("docs") {
        return Err("it is outside of the book: link to the repository's page");
    }
    match (anchor, anchors.get(path.as_path())) {
        (Some(anchor), Some(known)) if !known.iter().any(|one| one == anchor) => {
            Err("there is no such heading")
        }
        _ => Ok(()),
    }
}

/// Returns a path without `..`.
fn flat(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::CurDir => {}
            part => parts.push(part),
        }
    }
    parts
}

/// Returns the lines outside of fenced blocks, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_fenced = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence
    })
}

/// Returns the targets of all links of a text, with their line numbers.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        let outside_of_code: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        let mut rest = outside_of_code.as_str();
        while let Some((_, behind)) = rest.split_once("](") {
            let Some((target, behind)) = behind.split_once(')') else { break };
            found.push((number, target.to_owned()));
            rest = behind;
        }
    }
    found
}

/// Returns the anchors of a text's headings, as GitHub and mdBook make them.
fn anchors(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (_, line) in prose(text).filter(|(_, line)| line.starts_with('#')) {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let n_before = found.iter().filter(|one| **one == anchor).count();
        found.push(if n_before == 0 { anchor } else { format!("{anchor}-{n_before}") });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(text: &str) -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let page = |path: &str, text: &str| Page { path: path.into(), text: text.to_owned() };
        let pages = [page("docs/a.md", text), page("src/lib.rs", "# One `two`, three\n")];
        broken_links(root, &pages)
    }

    #[test]
    fn a_link_needs_a_file_and_a_heading() {
        assert_eq!(complaints("[a](https://example.org) `[b](c)`"), Vec::<String>::new());
        assert_eq!(complaints("a\n[a](b.md)"), ["docs/a.md:2: b.md: there is no such file"]);
        let to = |anchor: &str| complaints(&format!("[a]({}src/lib.rs#{anchor})", REPOSITORY[0])).len();
        assert_eq!((to("one-two-three"), to("two")), (0, 1));
    }

    #[test]
    fn the_book_is_left_by_the_address_of_the_repository_only() {
        let found = complaints("[a](../src/lib.rs)");
        assert!(found[0].ends_with("it is outside of the book: link to the repository's page"), "{found:?}");
        assert_eq!(complaints(&format!("[a]({}src/lib.rs)", REPOSITORY[0])), Vec::<String>::new());
    }

    #[test]
    fn links_of_an_included_file_start_at_the_page_that_includes_it() {
        let root = tempfile::tempdir().expect("a folder");
        fs::create_dir(root.path().join("docs")).expect("a folder");
        for name in ["docs/a.md", "docs/b.md"] {
            fs::write(root.path().join(name), "").expect("a file");
        }
        let text = "[from the root](docs/b.md) [from the book](b.md) [here](#head)\n# Head\n";
        fs::write(root.path().join("TOP.md"), text).expect("a file");
        let page = Page { path: "docs/a.md".into(), text: "{{#include ../TOP.md}}\n".to_owned() };
        let found = broken_links(root.path(), &[page]);
        assert_eq!(found, ["docs/a.md:1: docs/b.md: there is no such file"]);
    }

    #[test]
    fn headings_of_the_same_words_are_numbered() {
        assert_eq!(anchors("# A b\n```\n# c\n```\n## A b\n"), ["a-b", "a-b-1"]);
    }
}

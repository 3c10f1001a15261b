//! Tests on packages that need each other.

use dwindle_reduce::{Candidate, Document};

use super::super::closure::Cascade;
use super::super::model::{Choices, Model};
use super::super::unit::Removal;

/// Each of these needs the next one, and the last one the first.
const CIRCLE: [&str; 6] = ["anise", "basil", "borage", "caraway", "chervil", "chive"];
/// Each of these needs the next one.
const CHAIN: [&str; 6] = ["lovage", "mace", "marjoram", "mint", "mustard", "oregano"];

/// Returns packages, of which the first ones of the circle and of the chain are needed from
/// outside. `more` are further packages.
fn packages(more: &[(&str, &str)]) -> String {
    let next = |names: &'static [&'static str]| names.iter().zip(&names[1..]).map(|(by, name)| (*by, *name));
    let circle = next(&CIRCLE).chain([("chive", "anise")]);
    let all: Vec<(&str, &str)> =
        circle.chain(next(&CHAIN)).chain([("oregano", "")]).chain(more.iter().copied()).collect();
    let package = |(n, (name, need)): (usize, &(&str, &str))| {
        let needs = match *need {
            "" => String::new(),
            need => format!(",\n      \"needs\": {{\n        \"{need}\": \"^1\"\n      }}"),
        };
        format!(",\n    \"pool/{name}\": {{\n      \"version\": \"1.{}\"{needs}\n    }}", 20 + 7 * n)
    };
    let packages: String = all.iter().enumerate().map(package).collect();
    let needs = "\"needs\": {\n        \"anise\": \"^1\",\n        \"lovage\": \"^1\"\n      }";
    format!("{{\n  \"packages\": {{\n    \"\": {{\n      {needs}\n    }}{packages}\n  }}\n}}\n")
}

/// Returns what is left without the first line that begins like this, and without what only that
/// needed.
fn left_without(text: &str, beginning: &str) -> String {
    let document = Document::single("input.json", text);
    let model = Model::of(&document);
    let line = text.lines().position(|line| line.trim_start().starts_with(beginning)).unwrap();
    let removal = Removal { spans: vec![model.facts.lines.atoms(line as u32)], ..Removal::default() };
    let choices = Choices::only(&model.relations, &[]);
    let state = model.without(&model.original(), &removal, Cascade::Both, &choices);
    let left = Candidate::new("agree", &document, model.edits(&state));
    String::from_utf8_lossy(left.render().files()[0].bytes()).into_owned()
}

fn names_in(text: &str) -> Vec<&'static str> {
    CIRCLE.into_iter().chain(CHAIN).filter(|name| text.contains(name)).collect()
}

#[test]
fn a_circle_goes_with_its_last_need_from_outside() {
    let text = packages(&[]);
    assert_eq!(names_in(&left_without(&text, "\"anise\": ")), CHAIN);
    assert_eq!(names_in(&left_without(&text, "\"lovage\": ")), CIRCLE);
}

#[test]
fn a_circle_stays_while_a_package_outside_needs_it() {
    let text = packages(&[]).replace(
        "\"pool/mint\": {\n      \"version\": \"1.83\",\n      \"needs\": {\n",
        "\"pool/mint\": {\n      \"version\": \"1.83\",\n      \"needs\": {\n        \"caraway\": \"^1\",\n",
    );
    assert!(text.contains("\"caraway\": \"^1\",\n"));
    let left = left_without(&text, "\"anise\": ");
    assert_eq!(names_in(&left), [CIRCLE, CHAIN].concat());
    assert_eq!(names_in(&left_without(&left, "\"lovage\": ")), [""; 0], "the chain has the last need");
}

#[test]
fn circles_stay_where_some_were_never_needed() {
    let text = packages(&[("savory", "sorrel"), ("sorrel", "savory")]);
    assert_eq!(names_in(&left_without(&text, "\"anise\": ")), [CIRCLE, CHAIN].concat());
}

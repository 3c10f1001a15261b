//! One text for every language, with all of its bindings.

use std::path::{Path, PathBuf};

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::by_name;
use dwindle_syntax::{LANGUAGES, Language};

use crate::shown::show;

/// What stands between the text and its bindings.
const DIVIDER: &str = "=== bindings\n";

fn path(language: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bindings").join(format!("{language}.txt"))
}

/// Returns the text of a language's fixture, and what its bindings are said to be.
#[expect(clippy::disallowed_methods, reason = "tests read their fixtures")]
pub fn fixture(language: &str) -> (String, String) {
    let path = path(language);
    let fixture = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{language} needs a fixture {}: {error}", path.display()));
    let (text, bindings) = fixture.split_once(DIVIDER).expect("the bindings stand behind a divider");
    (text.to_owned(), bindings.to_owned())
}

/// Returns the bindings of a language's fixture.
pub fn bindings(language: &str) -> Bindings {
    let (text, _) = fixture(language);
    let language = by_name(language).expect("queries are for languages that are built in");
    let tree = language.parse(text.as_bytes()).expect("the fixture is short");
    assert!(!tree.has_error(tree.root()), "the fixture of {language:?} parses");
    Bindings::of(language, &tree).expect("the language has a query")
}

/// Returns the languages of this build that have a query.
pub fn with_bindings() -> impl Iterator<Item = &'static Language> {
    LANGUAGES.iter().copied().filter(|language| language.bindings.is_some())
}

#[test]
fn every_fixture_has_the_bindings_it_says() {
    for language in with_bindings() {
        let (_, expected) = fixture(language.name);
        let shown = show(&bindings(language.name));
        assert_eq!(shown, expected, "{language:?}:\n{shown}");
    }
}

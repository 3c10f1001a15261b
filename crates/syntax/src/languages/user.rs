//! Languages whose grammar is loaded at run time.

use super::by_name;
use super::language::{Comments, Language, Nesting, Reader, Spacing};
use super::naming::Names;
use super::source::UserSource;

impl Language {
    /// Creates a language from a grammar. The language is leaked: there is at most one per run.
    ///
    /// If a language of this name is built in, the new grammar replaces its grammar; spacing,
    /// comments and file names are kept.
    pub fn of_user(source: UserSource) -> &'static Language {
        let name: &'static str = Box::leak(source.grammar.name().replace('_', "-").into_boxed_str());
        let known = by_name(name);
        Box::leak(Box::new(Language {
            name,
            aliases: &[],
            extensions: known.map_or(&[], |known| known.extensions),
            file_names: known.map_or(&[], |known| known.file_names),
            first_line: known.map_or(&[], |known| known.first_line),
            marks: known.map_or(&[], |known| known.marks),
            comments: known.map_or(Comments::NONE, |known| known.comments),
            nesting: known.map_or(Nesting::Brackets, |known| known.nesting),
            spacing: known.map_or(Spacing::Free { word_bytes: b"" }, |known| known.spacing),
            names: known.map_or(Names::Exact, |known| known.names),
            bindings: known.and_then(|known| known.bindings),
            filler: known.and_then(|known| known.filler),
            unused: known.and_then(|known| known.unused),
            bodies: known.map_or(&[], |known| known.bodies),
            quiet: None,
            reader: Reader::User(source),
        }))
    }
}

#[cfg(all(test, feature = "c"))]
mod tests {
    use super::*;
    use crate::facts::Facts;
    use crate::grammar::Grammar;

    #[test]
    fn a_grammar_of_the_user_takes_the_place_of_a_built_in_one() {
        let grammar = Grammar::new("c", tree_sitter_c::LANGUAGE.into()).unwrap();
        let kinds = grammar.kinds().clone();
        let language = Language::of_user(UserSource { grammar, json: None });
        assert_eq!(language.comments, Comments::C);
        let tree = language.parse(b"int x;").unwrap();
        assert!(tree.is_of(&kinds));
        assert!(Facts::of(language).unwrap().is_none(), "a grammar without sources has no facts");
    }

    #[test]
    fn a_grammar_of_the_user_may_be_of_any_language() {
        let grammar = Grammar::new("my_own", tree_sitter_c::LANGUAGE.into()).unwrap();
        let language = Language::of_user(UserSource { grammar, json: Some("{".into()) });
        assert_eq!(language.name, "my-own");
        assert!(language.grammar().unwrap().is_some());
        assert!(Facts::of(language).is_err());
    }
}

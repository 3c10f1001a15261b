//! Tests with a grammar of sums, in every form that can be loaded.

use std::fs;

use tempfile::TempDir;

use super::*;

const SUMS: &str = r#"{
  "name": "sums",
  "rules": {
    "source": {"type": "REPEAT", "content": {"type": "SYMBOL", "name": "sum"}},
    "sum": {"type": "SEQ", "members": [
      {"type": "SYMBOL", "name": "number"},
      {"type": "REPEAT", "content": {"type": "SEQ", "members": [
        {"type": "STRING", "value": "+"}, {"type": "SYMBOL", "name": "number"}]}},
      {"type": "STRING", "value": ";"}]},
    "number": {"type": "PATTERN", "value": "[0-9]+"}
  },
  "extras": [{"type": "PATTERN", "value": "\\s"}],
  "conflicts": [], "precedences": [], "externals": [], "inline": [], "supertypes": []
}"#;

/// Loads the grammar and checks its tree of a text.
fn check(loader: &GrammarLoader, path: &Path) -> UserGrammar {
    let grammar = loader.load(path).unwrap();
    assert_eq!(grammar.name, "sums");
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&grammar.language).unwrap();
    let tree = parser.parse("1 + 2; 3;", None).unwrap();
    assert_eq!(tree.root_node().to_sexp(), "(source (sum (number) (number)) (sum (number)))");
    grammar
}

fn folder() -> (TempDir, GrammarLoader) {
    let folder = TempDir::new().unwrap();
    let loader = GrammarLoader::new(folder.path().join("cache"));
    (folder, loader)
}

#[test]
fn a_bare_grammar_is_compiled_once() {
    let (folder, loader) = folder();
    let file = folder.path().join("grammar.json");
    fs::write(&file, SUMS).unwrap();
    let grammar = check(&loader, &file);
    assert!(grammar.json.is_some_and(|json| json.contains("sums")));
    check(&loader, folder.path());
    let made = folder.path().join("cache").read_dir().unwrap().next().unwrap().unwrap().path();
    let parser = made.join("parser.c");
    fs::remove_file(&parser).unwrap();
    check(&loader, &file);
    assert!(!parser.exists(), "nothing is generated again");
    // Another compiler does not use the cached library.
    let missing = loader.with_compiler("no-such-compiler");
    assert!(matches!(missing.load(&file), Err(LoadError::NoCompiler { .. })));
}

#[test]
fn a_loaded_grammar_has_tokens_and_facts() {
    use dwindle_syntax::languages::UserSource;
    use dwindle_syntax::{Grammar, Language, facts::Facts};

    let (folder, loader) = folder();
    fs::write(folder.path().join("grammar.json"), SUMS).unwrap();
    let UserGrammar { name, language, json } = loader.load(folder.path()).unwrap();
    let grammar = Grammar::new(&name, language).unwrap();
    let language = Language::of_user(UserSource { grammar, json });
    let tree = language.parse(b"1 + 2 + 3;").unwrap();
    assert_eq!(tree.n_tokens(tree.root()), 6);
    let facts = Facts::of(language).unwrap().unwrap();
    let number = tree.kind(tree.tokens()[0]);
    assert_eq!(facts.shortest(number), Some("0"));
}

#[test]
fn a_folder_with_a_parser_and_a_library_are_loaded() {
    let (folder, loader) = folder();
    let (_, parser) = tree_sitter_generate::generate_parser_for_grammar(
        SUMS,
        None,
        tree_sitter_generate::OptLevel::default(),
        &mut Vec::new(),
    )
    .unwrap();
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("src/parser.c"), parser).unwrap();
    assert!(check(&loader, folder.path()).json.is_none());
    fs::write(folder.path().join("src/grammar.json"), SUMS).unwrap();
    assert!(check(&loader, folder.path()).json.is_some());

    let made = folder.path().join("cache").read_dir().unwrap().next().unwrap().unwrap().path();
    let library =
        made.read_dir().unwrap().map(|entry| entry.unwrap().path()).find(|file| {
            file.extension().is_some_and(|extension| extension == std::env::consts::DLL_EXTENSION)
        });
    let renamed = folder.path().join("anything").with_extension(std::env::consts::DLL_EXTENSION);
    fs::copy(library.unwrap(), &renamed).unwrap();
    check(&loader, &renamed);
}

#[test]
fn a_scanner_is_compiled_with_its_grammar() {
    let (folder, loader) = folder();
    let with_external = SUMS
        .replace(r#""externals": []"#, r#""externals": [{"type": "SYMBOL", "name": "bang"}]"#)
        .replace(r#"{"type": "STRING", "value": ";"}"#, r#"{"type": "SYMBOL", "name": "bang"}"#);
    fs::create_dir(folder.path().join("src")).unwrap();
    fs::write(folder.path().join("src/grammar.json"), with_external).unwrap();
    fs::write(
        folder.path().join("src/scanner.c"),
        r#"#include "tree_sitter/parser.h"
void *tree_sitter_sums_external_scanner_create(void) { return 0; }
void tree_sitter_sums_external_scanner_destroy(void *s) {}
unsigned tree_sitter_sums_external_scanner_serialize(void *s, char *b) { return 0; }
void tree_sitter_sums_external_scanner_deserialize(void *s, const char *b, unsigned n) {}
bool tree_sitter_sums_external_scanner_scan(void *s, TSLexer *lexer, const bool *valid) {
  if (lexer->lookahead != '!') return false;
  lexer->advance(lexer, false);
  lexer->result_symbol = 0;
  return true;
}
"#,
    )
    .unwrap();
    let grammar = loader.load(folder.path()).unwrap();
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&grammar.language).unwrap();
    let tree = parser.parse("1 + 2!", None).unwrap();
    assert_eq!(tree.root_node().to_sexp(), "(source (sum (number) (number) (bang)))");
}

#[test]
fn each_mistake_has_its_error() {
    let (folder, loader) = folder();
    let load = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        loader.load(&file).unwrap_err()
    };
    assert!(matches!(load("grammar.json", "{"), LoadError::Generate { .. }));
    assert!(matches!(load("parser.c", "int main("), LoadError::Compile { .. }));
    assert!(matches!(load("grammar.txt", ""), LoadError::NoGrammar { .. }));
    assert!(matches!(load("grammar.so", "no library"), LoadError::Library { .. }));
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    assert!(matches!(loader.load(&empty), Err(LoadError::NoGrammar { .. })));
    assert!(matches!(loader.load(&folder.path().join("missing")), Err(LoadError::NoGrammar { .. })));
}

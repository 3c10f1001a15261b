//! What holds of the layout of every language's sample, and how some are laid out.

use std::path::Path;

use dwindle_syntax::languages::{by_name, detect};
use dwindle_syntax::layout::versions;
use dwindle_syntax::{Spacing, Tree};

fn tokens(tree: &Tree) -> Vec<&[u8]> {
    tree.tokens().iter().map(|&token| tree.text_of(token).trim_ascii_end()).collect()
}

/// The first layout of a text.
fn laid_out(language: &str, text: &str) -> String {
    let language = by_name(language).expect("the language is known");
    let first = versions(language, text.as_bytes()).into_iter().next();
    first.map_or_else(|| text.to_owned(), |made| String::from_utf8(made).expect("text stays text"))
}

#[test]
#[expect(clippy::disallowed_methods, reason = "tests read their fixtures")]
fn a_layout_has_the_same_tokens_and_is_laid_out_itself() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/samples");
    let mut n_laid_out = 0;
    for entry in std::fs::read_dir(folder).expect("there are samples") {
        let path = entry.expect("samples can be listed").path();
        let text = std::fs::read_to_string(&path).expect("samples can be read").into_bytes();
        let Some(language) = detect(&path, &text) else { continue };
        let versions_of = |text: &[u8]| versions(language, text);
        let before = language.parse(&text).expect("samples are short");
        let made = versions_of(&text);
        assert!(made.is_empty() || language.spacing != Spacing::Exact, "{}", path.display());
        for made in &made {
            let after = language.parse(made).expect("samples are short");
            assert_eq!(tokens(&before), tokens(&after), "{}", path.display());
        }
        if let Some(first) = made.first() {
            n_laid_out += 1;
            assert!(!first.windows(2).any(|pair| pair == b" \n"), "{}", path.display());
            assert!(versions_of(first).is_empty(), "{}", path.display());
        }
    }
    assert!(25 <= n_laid_out, "{n_laid_out}");
}

#[test]
fn statements_stand_on_lines_of_their_own() {
    let before = "int g ( void);int f(int a){if(a){g();return 1;}for(;;){g();}}";
    let after = "\
int g (void);
int f(int a) {
    if(a) {
        g();
        return 1;
    }
    for(;;) { g(); }
}
";
    assert_eq!(laid_out("c", before), after);
    assert_eq!(laid_out("c", after), after);
}

#[test]
fn what_is_too_long_is_broken_at_its_items() {
    let items: Vec<String> = (0..12).map(|n| format!("\"item {n}\"")).collect();
    let before = format!("{{\"a\":[{}],\"b\":{{\"c\":1}}}}", items.join(","));
    let lines: Vec<String> = items.iter().map(|item| format!("        {item}")).collect();
    let after = format!("{{\n    \"a\":[\n{}\n    ],\n    \"b\":{{\"c\":1}}\n}}\n", lines.join(",\n"));
    assert_eq!(laid_out("json", &before), after);
}

#[test]
fn a_function_as_last_argument_does_not_break_the_others() {
    let before = "f(a,function(){g();h();});";
    assert_eq!(laid_out("javascript", before), "f(a, function() {\n    g();\n    h();\n});\n");
}

#[test]
fn lines_stay_where_they_end_statements() {
    let before = "def f():\n\n        g(1,\n   2)\n\n        if 0:\n            0\n\n\nf()\n";
    assert_eq!(laid_out("python", before), "def f():\n    g(1, 2)\n    if 0:\n        0\nf()\n");
    let before = "if a then\n\n\tb()\n\n\tc()\nend\n";
    assert_eq!(laid_out("lua", before), "if a then\n\tb()\n\tc()\nend\n");
}

#[test]
fn a_string_of_several_lines_stays() {
    let before = "function f(){a=`x\n  y`;b()}";
    assert_eq!(laid_out("javascript", before), "function f() {\n    a=`x\n  y`;\n    b()\n}\n");
}

#[test]
fn text_in_which_white_space_counts_stays() {
    for (language, text) in [("xml", "<a>\n\n <b/></a>"), ("markdown", "a\n\n\n\n    b\n")] {
        assert_eq!(laid_out(language, text), text);
    }
}

#[test]
fn deep_and_large_texts_stay() {
    let deep = format!("int a = {}1{};", "(".repeat(3_000), ")".repeat(3_000));
    assert_eq!(laid_out("c", &deep), deep);
    let large = "int f(void){g();g();}".repeat(20_000);
    assert_eq!(laid_out("c", &large), large);
    let wide = format!("int f(void){{{}}}", "g();".repeat(10_000));
    assert_eq!(laid_out("c", &wide).lines().count(), 10_002);
}

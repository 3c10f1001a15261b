//! Distinguishing code from data.

use dwindle_syntax::languages::{Fallback, Undefined};
use dwindle_syntax::{Language, Tree, bindings};

/// Whether the grammar of a tree has function calls and parameters.
fn has_calls(tree: &Tree) -> bool {
    const CALLS: [&str; 10] = [
        "application_expression",
        "apply",
        "call",
        "call_expression",
        "function_call",
        "function_call_expression",
        "function_call_statement",
        "invocation_expression",
        "method_invocation",
        "tf_call",
    ];
    let knows = |is: &dyn Fn(&str) -> bool| !tree.kinds().named_like(is).is_empty();
    // Some grammars know neither definitions nor their parameters, only calls.
    let has_arguments =
        || knows(&|name| name == "call") && knows(&|name| name == "arguments" || name == "expr_args");
    let has_parameters = || knows(&|name| name.contains("parameter") || name == "patterns");
    knows(&|name| CALLS.contains(&name)) && has_parameters() || has_arguments()
}

/// Whether a tree of a language is one of code: its grammar has calls and parameters, or it defines
/// functions in a language without a grammar.
pub(super) fn is_code(language: &Language, tree: &Tree) -> bool {
    match language.fallback() {
        Some(Fallback::Outline) => bindings::is_code(tree),
        Some(Fallback::Lines) => false,
        None => has_calls(tree),
    }
}

/// Whether definitions and uses are known for a language, and a missing definition is an error.
pub(super) fn uses_bindings(language: &Language) -> bool {
    language.bindings.is_some_and(|rules| rules.undefined != Undefined::MayRun)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use dwindle_reduce::{Ask, Document, ListOptions, Reducer, ReducerOptions, Verdict};
    use dwindle_syntax::languages::by_name;

    use super::*;
    use crate::plan::auto::choose;
    use crate::plan::options::PlanOptions;

    #[test]
    fn numbers_of_code_that_agree_by_chance_cost_few_trials() {
        let mut text = "function f(token) {\n".to_owned();
        for at in 0..8 {
            writeln!(text, "  if (token[{at}] === 'a') {{ g(token[{}]); }}", at * 3 % 8).unwrap();
        }
        text += "}\nvar tokens = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];\nf(tokens);\n";
        let document = Document::single("a.js", text);
        let plan = choose(&document, &PlanOptions::measured_best(&ListOptions::default())).plan;
        let mut reducer = Reducer::new(&document, &plan, ReducerOptions::default());
        let (mut n_trials, mut n_agreeing) = (0, 0);
        while let Ask::Run(trial) = reducer.ask() {
            n_trials += 1;
            n_agreeing += u32::from(trial.candidate.pass() == "agree");
            reducer.tell(trial.id, Verdict::Boring);
        }
        assert!(n_agreeing <= 16 && 16 < n_trials, "{n_agreeing} of {n_trials}");
    }

    #[test]
    fn outlines_with_functions_are_code_and_settings_are_not() {
        let reads_as_code = |text: &str| {
            let outline = by_name("outline").unwrap();
            is_code(outline, &outline.parse(text.as_bytes()).unwrap())
        };
        assert!(reads_as_code("procedure A is\nbegin\nend A;\nfunction B return C is\nbegin\nend B;\n"));
        assert!(reads_as_code("int f(int a)\n{\n  b;\n}\nvoid g() {\n  f(1);\n}\n"));
        assert!(!reads_as_code(
            "upstream a {\n  server b;\n}\nserver {\n  location /c {\n    d e;\n  }\n}\nevents { }\n"
        ));
        assert!(!reads_as_code("resource \"a\" \"b\" {\n  c = 1\n}\nvariable \"d\" {\n  type = string\n}\n"));
        assert!(!reads_as_code("[user]\n  name = A (B)\n[core]\n  editor = vi\n"));
        assert!(!reads_as_code("type A {\n  b(c: D): E\n}\ninput F {\n  g: H\n}\n"));
    }

    #[test]
    fn code_has_calls_and_data_has_none() {
        let is_code =
            |name: &str, text: &str| has_calls(&by_name(name).unwrap().parse(text.as_bytes()).unwrap());
        for name in [
            "c",
            "cpp",
            "elixir",
            "erlang",
            "go",
            "haskell",
            "java",
            "javascript",
            "lua",
            "perl",
            "php",
            "python",
            "ruby",
            "rust",
            "verilog",
            "vhdl",
        ] {
            assert!(is_code(name, "f(1)"), "{name}");
        }
        for name in ["json", "yaml", "toml", "xml", "llvm", "make", "css", "dimacs", "lines"] {
            assert!(!is_code(name, "a"), "{name}");
        }
    }
}

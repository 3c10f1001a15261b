//! Programs that do one thing, such as a call of one of their functions.

use super::members::{self, Members};
use super::objects::Objects;

/// How such a program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectCall {
    /// What stands before and behind the statements of a body; both are empty where a call takes
    /// the place of statements.
    pub body: (&'static str, &'static str),
    /// What stands before and behind a call that is a statement.
    pub statement: (&'static str, &'static str),
    /// What stands before and behind a value that nothing uses, to make it a statement; `None` if
    /// that is the same as for a call.
    pub discarded: Option<(&'static str, &'static str)>,
    /// The same where the type of a value has to be told, which is tried as well.
    pub typed: &'static [(&'static str, &'static str)],
    /// What stands before the name of a variable, between it and its value, and behind it, where it
    /// is defined; `None` if values may stand anywhere.
    pub bound: Option<(&'static str, &'static str, &'static str)>,
    /// Values of several kinds, for what may be any of them: lists, texts, numbers.
    pub plain: &'static [&'static str],
    /// The same in a language that checks types, for what has parts.
    pub holders: &'static [&'static str],
    /// What has a member, by the member's name.
    pub members: &'static [Members],
    /// A function without a name, which takes one value and returns a number.
    pub function: Option<&'static str>,
    /// A statement that defines an array: `$N` is its name and `$L` its length. `None` if that is
    /// a value like others.
    pub array: Option<&'static str>,
    /// What stands for the parameters of the entry point if it has none; `None` if nothing forbids
    /// that they are unused.
    pub no_parameters: Option<&'static str>,
    /// What stands before and behind the value of an expression to print it in a line behind a text
    /// `$L`: the first of which the program has something, such as a header.
    pub printed: &'static [(&'static str, &'static str, &'static str)],
    /// A statement that prints a line `$L`, with what separates it from the next one: the first of
    /// which the program has something. Empty if that is unknown.
    pub line: &'static [(&'static str, &'static str)],
    /// How several things are done with one object; `None` if that is unknown.
    pub objects: Option<Objects>,
    /// A table of what the language or its library fails with, whatever a program does: see
    /// [`failures`](super::failures()).
    pub failures: &'static str,
    /// Whether calls of functions are known here: not of those that are applied to their arguments
    /// one by one.
    pub has_calls: bool,
    /// What stands between the beginning of a loop and the statement in it, and behind that. If it
    /// is a line break, the statement is indented. `None` if that is unknown.
    pub block: Option<(&'static str, &'static str)>,
    /// What else stands behind it in a body that has to return a number.
    pub result: &'static str,
    /// The kinds of statements that run at the start; empty if a program starts in a function.
    pub statements: &'static [&'static str],
    /// How an object is made: `$T` is its type and `$A` what its constructor takes. `None` if it is
    /// made of its fields, as in Rust.
    pub object: Option<&'static str>,
    /// What is no object, where an object of an abstract type is wanted.
    pub nothing: Option<&'static str>,
    /// What stands between an object and its method.
    pub of_object: &'static str,
    /// What stands between a type and its function; `None` if types have no functions.
    pub of_type: Option<&'static str>,
    /// How the names of a namespace are made visible.
    pub namespace: Option<Namespaces>,
    /// Which members may be named outside of their type.
    pub access: Access,
    /// Values of types that have none as a number or by [`Made`](super::Made), or another one. A
    /// type that ends in `<` stands for all that begin so.
    pub values: &'static [(&'static str, &'static str)],
}

/// Namespaces whose names are visible elsewhere only with their path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Namespaces {
    /// The kind of their nodes.
    pub kind: &'static str,
    /// What stands before and behind the path of one to make its names visible.
    pub open: (&'static str, &'static str),
    /// The word before the names that are visible then; `None` if all are.
    pub public: Option<&'static str>,
}

/// Which members may be named outside of their type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Those without the word `private` or `protected`.
    Unmarked,
    /// All within the outermost type around them, and elsewhere those without these words.
    InOutermost,
    /// Those with the word `public` or `internal`.
    Marked,
    /// Those behind `public:` in a class, and of a structure those not behind `private:`.
    Sections,
}

impl DirectCall {
    /// A language with braces, constructors and points.
    pub const BRACES: DirectCall = DirectCall {
        body: ("{ ", " }"),
        statement: ("", ";"),
        discarded: None,
        typed: &[],
        bound: None,
        plain: &["0", "\"\""],
        holders: &[],
        members: &[],
        function: None,
        array: None,
        no_parameters: None,
        printed: &[],
        line: &[],
        objects: None,
        failures: "",
        has_calls: true,
        block: Some((" { ", " }")),
        result: "",
        statements: &[],
        object: Some("new $T($A)"),
        nothing: Some("null"),
        of_object: ".",
        of_type: Some("."),
        namespace: None,
        access: Access::Unmarked,
        values: &[],
    };
    /// A language whose statements run from the beginning of the text.
    const SCRIPT: DirectCall = DirectCall { body: ("", ""), statement: ("", ""), ..DirectCall::BRACES };
    /// TypeScript.
    pub const TYPESCRIPT: DirectCall =
        DirectCall { failures: include_str!("failures/typescript.tsv"), ..DirectCall::ECMASCRIPT };
    /// JavaScript and its dialects.
    pub const ECMASCRIPT: DirectCall = DirectCall {
        statements: &[
            "expression_statement",
            "if_statement",
            "for_statement",
            "for_in_statement",
            "while_statement",
            "do_statement",
            "try_statement",
            "switch_statement",
        ],
        plain: &["[]", "{}", "\"\"", "0", "undefined", "null"],
        members: members::ECMASCRIPT,
        function: Some("x => 0"),
        printed: &[("", "console.log(\"$L\", ", ")")],
        line: &[("", "console.log(\"$L\"); ")],
        objects: Some(Objects::ECMASCRIPT),
        failures: include_str!("failures/javascript.tsv"),
        ..DirectCall::SCRIPT
    };
    /// Python.
    pub const PYTHON: DirectCall = DirectCall {
        statements: &[
            "expression_statement",
            "if_statement",
            "for_statement",
            "while_statement",
            "try_statement",
            "with_statement",
            "match_statement",
        ],
        plain: &["[]", "{\"\": 0}", "\"\"", "0", "None"],
        members: members::PYTHON,
        function: Some("lambda x: 0"),
        printed: &[("", "print(\"$L\", ", ")")],
        line: &[("", "print(\"$L\")\n")],
        objects: Some(Objects::PYTHON),
        block: Some(("\n", "")),
        object: Some("$T($A)"),
        nothing: Some("None"),
        failures: include_str!("failures/python.tsv"),
        ..DirectCall::SCRIPT
    };
    /// PHP.
    pub const PHP: DirectCall = DirectCall {
        body: ("", ""),
        plain: &["[]", "\"\"", "0", "null"],
        statements: &[
            "expression_statement",
            "echo_statement",
            "if_statement",
            "for_statement",
            "foreach_statement",
            "while_statement",
            "do_statement",
            "try_statement",
            "switch_statement",
        ],
        printed: &[("", "echo \"$L \", ", ", \"\\n\";")],
        line: &[("", "echo \"$L\\n\"; ")],
        objects: Some(Objects::PHP),
        object: Some("(new $T($A))"),
        of_object: "->",
        of_type: Some("::"),
        values: &[
            ("array", "[]"),
            ("iterable", "[]"),
            ("Generator", "(fn() => yield)()"),
            ("Iterator", "(fn() => yield)()"),
        ],
        ..DirectCall::BRACES
    };
}

//! The one list of targets.

mod agreements;
mod answers;
mod edits;
mod facts;
mod journal;
mod lexer;
mod record;
mod reduction;
mod trees;

/// A fuzz target.
#[derive(Debug)]
pub struct Target {
    /// The kebab-case name, and the folder of its corpus.
    pub name: &'static str,
    /// The promise, in one line.
    pub promise: &'static str,
    /// Checks the promise for an input.
    ///
    /// # Panics
    /// When it does not hold.
    pub run: fn(&[u8]),
}

impl Target {
    /// Returns the target of this name.
    pub fn named(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }
}

/// All targets.
pub static TARGETS: &[Target] = &[
    Target {
        name: "agreements",
        promise: "any file is taken apart or left alone, and what is proposed keeps its contract",
        run: agreements::run,
    },
    Target {
        name: "answers",
        promise: "the lines of a tester do not depend on how its writes are cut",
        run: answers::run,
    },
    Target {
        name: "edits",
        promise: "a candidate's text, key and cost are those of a naive model",
        run: edits::run,
    },
    Target {
        name: "facts",
        promise: "a grammar.json is read or refused, and what it says of nodes keeps its contract",
        run: facts::run,
    },
    Target {
        name: "journal",
        promise: "a damaged journal is refused or read up to the damage, and goes on from there",
        run: journal::run,
    },
    Target {
        name: "lexer",
        promise: "tokens cover a text, and removing one makes it simpler",
        run: lexer::run,
    },
    Target {
        name: "record",
        promise: "any text is a record or none, and what is read can be shown and written again",
        run: record::run,
    },
    Target {
        name: "reduction",
        promise: "a reduction of any document ends, and its result is interesting and no larger",
        run: reduction::run,
    },
    Target {
        name: "trees",
        promise: "every language makes a tree of any text that prints it back",
        run: trees::run,
    },
];

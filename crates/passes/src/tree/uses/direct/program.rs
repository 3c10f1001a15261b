//! What is known of a program that calls one of its functions.

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::DirectCall;
use dwindle_syntax::uses::Root;
use dwindle_syntax::{Language, NodeId, Tree};

use super::entry::Start;
use super::printing::{Printing, Said, prints};
use super::types::Types;

/// A program, and where a call may stand in it.
#[derive(Clone, Copy)]
pub(super) struct Program<'a> {
    pub(super) bindings: &'a Bindings,
    pub(super) language: &'a Language,
    pub(super) rules: &'a DirectCall,
    pub(super) types: &'a Types<'a>,
    pub(super) start: &'a Start,
    /// How the value of what it does is printed, if the test wants that.
    pub(super) printing: Option<&'a Printing>,
    /// What is printed before, if the test wants that.
    pub(super) said: Option<&'a Said>,
}

impl<'a> Program<'a> {
    /// One that prints nothing.
    pub(super) fn silent(
        bindings: &'a Bindings,
        language: &'a Language,
        rules: &'a DirectCall,
        types: &'a Types<'a>,
        start: &'a Start,
    ) -> Program<'a> {
        Program { bindings, language, rules, types, start, printing: None, said: None }
    }

    /// Returns what stands before and behind an expression that is a statement.
    pub(super) fn statement(&self) -> (&'a str, &'a str) {
        self.printing.map_or(self.rules.statement, |printing| (&*printing.before, printing.behind))
    }

    /// Returns it for calls of a function, which may print something itself.
    pub(super) fn calling(self, whole: NodeId) -> Program<'a> {
        let printing = self.printing.filter(|_| !prints(self.tree(), whole));
        Program { printing, ..self }
    }

    /// Returns what the statements need that print a value, or lines before.
    pub(super) fn roots(&self) -> impl Iterator<Item = Root> + use<'a> {
        let of_value = self.printing.map_or(&[][..], |printing| &printing.roots);
        let of_lines = self.said.map_or(&[][..], |said| &said.roots);
        of_value.iter().chain(of_lines).copied()
    }

    pub(super) fn tree(&self) -> &'a Tree {
        self.bindings.tree()
    }
}

//! What is known of a program that calls one of its functions.

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::DirectCall;
use dwindle_syntax::uses::Root;
use dwindle_syntax::{Language, NodeId, Tree};

use super::entry::Start;
use super::printing::{Printing, prints};
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
}

impl<'a> Program<'a> {
    /// Returns what stands before and behind an expression that is a statement.
    pub(super) fn statement(&self) -> (&'a str, &'a str) {
        self.printing.map_or(self.rules.statement, |printing| (&*printing.before, printing.behind))
    }

    /// Returns it for calls of a function, which may print something itself.
    pub(super) fn calling(self, whole: NodeId) -> Program<'a> {
        let printing = self.printing.filter(|_| !prints(self.tree(), whole));
        Program { printing, ..self }
    }

    /// Returns what a statement needs that prints a value.
    pub(super) fn roots(&self) -> &'a [Root] {
        self.printing.map_or(&[], |printing| &printing.roots)
    }

    pub(super) fn tree(&self) -> &'a Tree {
        self.bindings.tree()
    }
}

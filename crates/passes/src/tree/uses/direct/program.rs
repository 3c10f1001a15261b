//! What is known of a program that calls one of its functions.

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::languages::DirectCall;
use dwindle_syntax::{Language, Tree};

use super::entry::Start;
use super::types::Types;

/// A program, and where a call may stand in it.
#[derive(Clone, Copy)]
pub(super) struct Program<'a> {
    pub(super) bindings: &'a Bindings,
    pub(super) language: &'a Language,
    pub(super) rules: &'a DirectCall,
    pub(super) types: &'a Types<'a>,
    pub(super) start: &'a Start,
}

impl<'a> Program<'a> {
    pub(super) fn tree(&self) -> &'a Tree {
        self.bindings.tree()
    }
}

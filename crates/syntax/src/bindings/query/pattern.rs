//! Patterns, compiled for one language.

use crate::tree::{FieldId, KindId};

/// The index of a capture's name in its query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CaptureId(pub u16);

/// A `#set!` of a pattern: a key, perhaps with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The key.
    pub name: String,
    /// The value; empty if there is none.
    pub value: String,
}

/// One pattern with its predicates.
#[derive(Debug, Default)]
pub(super) struct Pattern {
    pub(super) root: Shape,
    pub(super) follows: Vec<Follow>,
    pub(super) tests: Vec<TextTest>,
    /// Pairs of captures that must have the same text.
    pub(super) same: Vec<(CaptureId, CaptureId)>,
    pub(super) settings: Vec<Setting>,
}

/// What a node must look like.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub(super) test: Test,
    /// Fields that no child may have.
    pub(super) without: Vec<FieldId>,
    /// Patterns for children, in this order, with any others between them.
    pub(super) children: Vec<Child>,
    pub(super) captures: Vec<CaptureId>,
}

#[derive(Debug, Default)]
pub(super) enum Test {
    #[default]
    Any,
    Named,
    Kinds(Vec<KindId>),
    OneOf(Vec<Shape>),
}

#[derive(Debug)]
pub(super) struct Child {
    pub(super) field: Option<FieldId>,
    /// No other named child may come before it, or between it and the previous one.
    pub(super) anchored: bool,
    pub(super) shape: Shape,
}

/// A captured node that is replaced by the leaf that it declares.
#[derive(Debug)]
pub(super) struct Follow {
    pub(super) capture: CaptureId,
    pub(super) field: FieldId,
}

/// What the text of a captured node must be.
#[derive(Debug)]
pub(super) struct TextTest {
    pub(super) capture: CaptureId,
    pub(super) texts: Vec<String>,
    pub(super) part: Part,
    pub(super) wanted: bool,
}

/// How much of a captured text is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    Start,
    /// The text must start with a capital letter; nothing is compared.
    Capital,
}

impl TextTest {
    /// Whether a text satisfies the test.
    pub(super) fn accepts(&self, text: &[u8]) -> bool {
        if self.part == Part::Capital {
            return self.wanted == text.first().is_some_and(u8::is_ascii_uppercase);
        }
        let is_one = |wanted: &String| match self.part {
            Part::Whole => wanted.as_bytes() == text,
            Part::Start | Part::Capital => text.starts_with(wanted.as_bytes()),
        };
        self.wanted == self.texts.iter().any(is_one)
    }
}

impl Test {
    /// Returns the kinds of nodes that can pass; `None` if any kind can.
    pub(super) fn kinds(&self) -> Option<Vec<KindId>> {
        match self {
            Test::Any | Test::Named => None,
            Test::Kinds(kinds) => Some(kinds.clone()),
            Test::OneOf(shapes) => {
                let kinds: Option<Vec<Vec<KindId>>> = shapes.iter().map(|shape| shape.test.kinds()).collect();
                kinds.map(|kinds| kinds.concat())
            }
        }
    }
}

//! The names of kinds and fields.

use std::num::NonZeroU16;

/// The kind of a node: an index into its tree's [`Kinds`]; for a grammar it is tree-sitter's
/// symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u16);

impl KindId {
    /// The kind of error nodes, the same in every grammar.
    pub const ERROR: KindId = KindId(u16::MAX);
    /// The kind of text that the grammar accepts without making a node.
    pub const HIDDEN: KindId = KindId(u16::MAX - 2);
}

/// A field, the role of a node in its parent; for a grammar it is tree-sitter's field id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldId(pub NonZeroU16);

/// Whether a kind is named in the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Naming {
    /// The name of a rule, for example `identifier`.
    Named,
    /// A literal, for example `{` or `while`.
    Anonymous,
}

/// A set of kinds of one language.
#[derive(Clone, Debug)]
pub struct KindSet(Vec<bool>);

impl KindSet {
    /// Whether the set contains a kind. O(1).
    pub fn has(&self, kind: KindId) -> bool {
        self.0.get(usize::from(kind.0)).is_some_and(|&is| is)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        !self.0.contains(&true)
    }
}

/// The names of all kinds and fields of one language.
#[derive(Clone, Debug, Default)]
pub struct Kinds {
    kinds: Vec<(Box<str>, Naming)>,
    fields: Vec<Box<str>>,
}

impl Kinds {
    /// Creates the table of kinds in the order of their ids, and of fields in the order of theirs,
    /// which start at 1.
    pub fn new<'a>(
        kinds: impl IntoIterator<Item = (&'a str, Naming)>,
        fields: impl IntoIterator<Item = &'a str>,
    ) -> Kinds {
        Kinds {
            kinds: kinds.into_iter().map(|(name, naming)| (name.into(), naming)).collect(),
            fields: fields.into_iter().map(Into::into).collect(),
        }
    }

    /// Returns the name of a kind.
    pub fn name(&self, kind: KindId) -> &str {
        match kind {
            KindId::ERROR => "ERROR",
            KindId::HIDDEN => "HIDDEN",
            KindId(index) => self.kinds.get(usize::from(index)).map_or("", |(name, _)| name),
        }
    }

    /// Returns the named kinds for whose name in lower case `is` returns true.
    pub fn named_like(&self, is: impl Fn(&str) -> bool) -> KindSet {
        let holds =
            |(name, naming): &(Box<str>, Naming)| *naming == Naming::Named && is(&name.to_ascii_lowercase());
        KindSet(self.kinds.iter().map(holds).collect())
    }

    /// Whether a kind is named in the grammar.
    pub fn naming(&self, kind: KindId) -> Naming {
        self.kinds.get(usize::from(kind.0)).map_or(Naming::Named, |(_, naming)| *naming)
    }

    /// Returns the first kind with this name; several kinds of a grammar may share one. O(kinds).
    pub fn find(&self, name: &str, naming: Naming) -> Option<KindId> {
        self.find_all(name, naming).next()
    }

    /// Returns every kind with this name.
    pub fn find_all(&self, name: &str, naming: Naming) -> impl Iterator<Item = KindId> {
        let found = (0u16..).zip(&self.kinds).filter(move |(_, (kind, n))| **kind == *name && *n == naming);
        found.map(|(index, _)| KindId(index))
    }

    /// Returns the name of a field.
    pub fn field_name(&self, field: FieldId) -> &str {
        self.fields.get(usize::from(field.0.get()) - 1).map_or("", |name| name)
    }

    /// Returns the field with this name. O(fields).
    pub fn find_field(&self, name: &str) -> Option<FieldId> {
        let index = self.fields.iter().position(|field| **field == *name)?;
        u16::try_from(index + 1).ok().and_then(NonZeroU16::new).map(FieldId)
    }

    /// Returns the number of kinds.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are no kinds.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }
}

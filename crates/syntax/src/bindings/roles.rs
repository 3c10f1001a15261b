//! The meaning of the captures and settings of a query.

use std::collections::HashMap;

use super::query::{CaptureId, Query, Setting};

/// A namespace: names that are looked up together, for example variables and functions, or labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Namespace(pub u8);

/// A set of classes of scopes, for example `function` and `block`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ScopeClasses(u16);

impl ScopeClasses {
    pub(super) fn and(self, other: ScopeClasses) -> ScopeClasses {
        ScopeClasses(self.0 | other.0)
    }

    pub(super) fn meets(self, other: ScopeClasses) -> bool {
        self.0 & other.0 != 0
    }
}

/// The role of a captured node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A scope: names defined within it are not visible outside.
    Scope(ScopeClasses),
    /// Introduces a name.
    Definition(Namespace),
    /// Removed with the definition instead of the whole, if the whole holds several definitions.
    Part,
    /// Removed with the definition.
    Whole,
    /// The part of the match in which the name is visible, instead of a scope around it.
    Visible,
    /// Uses a name.
    Reference(Namespace),
    /// Looks like a name but is not.
    Ignore,
    /// Any word in it may be a use.
    Words,
    /// A function that returns a value.
    Returns,
    /// A return statement.
    Return,
    /// A statement in a sequence.
    Statement,
    /// Removed with the definition directly in it: for example an `export`.
    Wraps,
    /// Hides everything that was defined before it.
    Forgets,
    /// A pattern, at any depth: the uses of this namespace in it are definitions.
    Binds(Namespace),
    /// The uses in it, at any depth, that seem to be of the namespace in `of` are of this one.
    Within(Namespace),
    /// An expression in a pattern: the uses in it remain uses.
    Plain,
    /// Captured for a predicate only.
    Helper,
}

/// The settings of a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Traits {
    /// The name is visible in the innermost scope of one of these classes, or in the whole text if
    /// there is none. By default: in the innermost scope.
    pub(super) scope: Option<ScopeClasses>,
    /// The root of the match is a scope, and the name is visible in it instead of around it.
    pub(super) inside: bool,
    /// The definition cannot be removed alone.
    pub(super) fixed: bool,
    /// The definition is the full one: others of the same name only declare it.
    pub(super) body: bool,
    /// The definition is needed even if nothing uses it.
    pub(super) root: bool,
    /// The definition is a member, found by its name alone: it is needed only if the type around it
    /// is.
    pub(super) member: bool,
    /// The definition accompanies others of the name, and is ignored if there are none; the node is
    /// a use as well.
    pub(super) accompanies: bool,
    /// The definition is ignored if nothing has its name.
    pub(super) used: bool,
    /// The node is this use in addition to a definition, or to a use that an earlier pattern found.
    pub(super) also: bool,
    /// The use does not need a definition.
    pub(super) weak: bool,
    /// The namespace of the uses that `within` and `binds` change.
    pub(super) of: Option<Namespace>,
    /// The namespace to try if the first one does not have the name.
    pub(super) fallback: Option<Namespace>,
}

/// The meaning of all captures and patterns of a query.
#[derive(Debug, Default)]
pub(super) struct Roles {
    captures: Vec<Role>,
    patterns: Vec<Traits>,
    namespaces: Vec<String>,
    classes: Vec<String>,
}

/// A query uses an unknown capture or setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} means nothing to bindings")]
pub struct RolesError(String);

impl Roles {
    pub(super) fn of(query: &Query) -> Result<Roles, RolesError> {
        let mut roles = Roles::default();
        for name in query.captures() {
            let role = roles.role(name)?;
            roles.captures.push(role);
        }
        for settings in query.settings() {
            let mut traits = Traits::default();
            for setting in settings {
                roles.set(&mut traits, setting)?;
            }
            roles.patterns.push(traits);
        }
        Ok(roles)
    }

    fn role(&mut self, name: &str) -> Result<Role, RolesError> {
        let (role, of) = name.split_once('.').unwrap_or((name, ""));
        Ok(match role {
            "scope" => Role::Scope(self.classes(of)),
            "definition" => Role::Definition(self.namespace(of)),
            "reference" => Role::Reference(self.namespace(of)),
            "part" => Role::Part,
            "whole" => Role::Whole,
            "visible" => Role::Visible,
            "ignore" => Role::Ignore,
            "words" => Role::Words,
            "returns" => Role::Returns,
            "return" => Role::Return,
            "statement" => Role::Statement,
            "wraps" => Role::Wraps,
            "forgets" => Role::Forgets,
            "binds" => Role::Binds(self.namespace(of)),
            "within" => Role::Within(self.namespace(of)),
            "plain" => Role::Plain,
            _ if role.starts_with('_') => Role::Helper,
            _ => return Err(RolesError(format!("the capture @{name}"))),
        })
    }

    fn set(&mut self, traits: &mut Traits, setting: &Setting) -> Result<(), RolesError> {
        match setting.name.as_str() {
            "scope" => {
                let known = traits.scope.unwrap_or_default();
                traits.scope = Some(known.and(self.classes(&setting.value)));
            }
            "inside" => traits.inside = true,
            "fixed" => traits.fixed = true,
            "body" => traits.body = true,
            "root" => traits.root = true,
            "member" => traits.member = true,
            "accompanies" => traits.accompanies = true,
            "used" => traits.used = true,
            "also" => traits.also = true,
            "weak" => traits.weak = true,
            "of" => traits.of = Some(self.namespace(&setting.value)),
            "else" => traits.fallback = Some(self.namespace(&setting.value)),
            name => return Err(RolesError(format!("the setting {name}"))),
        }
        Ok(())
    }

    fn namespace(&mut self, name: &str) -> Namespace {
        Namespace(u8::try_from(index_of(&mut self.namespaces, name)).unwrap_or(u8::MAX))
    }

    fn classes(&mut self, name: &str) -> ScopeClasses {
        if name.is_empty() {
            return ScopeClasses::default();
        }
        let index = index_of(&mut self.classes, name);
        ScopeClasses(1u16.checked_shl(u32::try_from(index).unwrap_or(u32::MAX)).unwrap_or(0))
    }

    /// Whether the query says what is a statement.
    pub(super) fn knows_statements(&self) -> bool {
        self.captures.contains(&Role::Statement)
    }

    pub(super) fn role_of(&self, capture: CaptureId) -> Role {
        self.captures[usize::from(capture.0)]
    }

    pub(super) fn traits_of(&self, pattern: usize) -> Traits {
        self.patterns[pattern]
    }

    /// Returns the names of the namespaces, by index.
    pub(super) fn namespaces(&self) -> &[String] {
        &self.namespaces
    }
}

fn index_of(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

/// Interns names: equal names get equal numbers.
#[derive(Default)]
pub(super) struct Symbols<'text> {
    known: HashMap<std::borrow::Cow<'text, [u8]>, u32>,
}

impl<'text> Symbols<'text> {
    pub(super) fn symbol(&mut self, name: std::borrow::Cow<'text, [u8]>) -> u32 {
        let next = u32::try_from(self.known.len()).expect("a text of less than 4 GiB has fewer names");
        *self.known.entry(name).or_insert(next)
    }
}

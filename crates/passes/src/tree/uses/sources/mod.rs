//! The sources of steps, one file each.

mod all;
mod arguments;
mod assigned;
mod calls;
mod constructors;
mod field_elements;
mod function;
mod generics;
mod hoists;
mod inlined;
mod kind;
mod known_hoists;
mod left;
mod made;
mod moved;
mod own;
mod parameters;
mod places;
mod plain;
mod stated;
#[cfg(test)]
mod tests;
mod texts;
mod types;
mod values;
mod variables;
mod visible;
mod wanted;
mod wholes;

pub(super) use all::{Looked, Sources};
pub(super) use calls::{Call, call, is_accessed, is_before_member, is_behind_path, names_object, object};
pub(super) use constructors::{CONSTRUCTORS, constructor, of_constructors};
pub(super) use function::{Body, Meaning, has_brackets, meaning};
pub(super) use inlined::{has_key, is_in_text};
pub(super) use kind::{is_many, kind_has};
pub(super) use left::Left;
pub(super) use own::is_keyword;
pub(super) use stated::{Stated, checks_types, of_word, stated_type};
pub(super) use texts::{is_open, label, largest, needs_brackets};
pub(super) use wanted::WantedTypes;

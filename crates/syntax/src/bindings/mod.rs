//! Bindings: which names a text defines, where they are used, and which uses lose their definition
//! when a part of the text is removed.
//!
//! A language's query (`queries/`) states which nodes define names, which use them and which are
//! scopes. The head of each query lists its approximations. Types are known only as far as the
//! text states them: `T::a`, `T { a }`, `self.a`, and `x.a` of an `x` that is declared with its
//! type. Where that says of all uses of members with one name whose they are, or for fields of
//! most, the members are told apart by type; otherwise a use refers to all of them. A member of a
//! type that the text does not define, such as `Vec::new`, is none of them.
//!
//! ```
//! # #[cfg(feature = "c")] {
//! use dwindle_syntax::bindings::{Bindings, Missing};
//! use dwindle_syntax::languages::by_name;
//!
//! let text = "int a, b; int f(void) { return a; }";
//! let language = by_name("c").expect("C is built in");
//! let bindings = Bindings::of(language, &language.parse(text.as_bytes())?).expect("C has a query");
//! let gone = |part: &str| text.find(part).map(|start| start..start + part.len());
//! assert_eq!(bindings.missing(gone(", b")), vec![]);
//! assert!(matches!(bindings.missing(gone("a, "))[..], [Missing::Definition(_)]));
//! assert!(matches!(bindings.missing(gone("return a;"))[..], [Missing::Return(_)]));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod collect;
mod compiled;
mod dead;
mod entities;
mod families;
mod finding;
mod found;
mod guess;
mod marks;
mod missing;
mod name_rules;
mod named;
mod names;
mod nesting;
mod objects;
mod outlined;
mod owners;
pub mod query;
mod regions;
mod removed;
mod resolve;
mod roles;
mod scopes;
mod wholes;

pub use compiled::BindingsError;
pub use dead::{Dead, Reach};
pub use entities::{Definition, DefinitionId, Entity, EntityId, Need, Use, UseId};
pub use found::Bindings;
pub(crate) use guess::{is_attached, is_import, names_port};
pub use missing::Missing;
pub use outlined::{is_code, is_like_code};
pub use query::{Query, QueryError};
pub use removed::Removed;
pub use roles::{Namespace, RolesError};

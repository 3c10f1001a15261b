//! What a grammar states about its nodes: which children may be removed, which kinds may replace
//! them, and the shortest text of every kind.
//!
//! Each grammar crate ships its `grammar.json`; [`Rules`] keep the relevant part, a few kilobytes
//! per language. A rule becomes an automaton over the kinds of children, and every question about a
//! change is a question about that automaton ([`Shape`]).
//!
//! ```
//! # #[cfg(feature = "c")] {
//! use std::sync::Arc;
//! use dwindle_syntax::facts::{Facts, Role, Shapes};
//! use dwindle_syntax::languages::by_name;
//!
//! let language = by_name("c").expect("C is built in");
//! let tree = language.parse(b"int f(int a, int b) { if (a) b = 1; else b = 2; }")?;
//! let facts = Arc::new(Facts::of(language)?.expect("C has a grammar"));
//! let mut shapes = Shapes::new(facts.clone());
//! let find = |kind: &str| tree.preorder(tree.root()).find(|node| tree.kind_name(*node) == kind).expect("is there");
//!
//! // `(int a, int b)`: two elements, and the comma goes with either.
//! let parameters = shapes.children(&tree, find("parameter_list"));
//! assert_eq!(parameters.role(1), Role::Element(0));
//! assert_eq!(parameters.without(&[3]), Some(vec![2, 3]));
//! assert_eq!(parameters.without(&[1]), Some(vec![1, 2]));
//! assert_eq!(parameters.without(&[1, 3]), Some(vec![1, 2, 3]));
//!
//! // `if (a) … else …`: only the last part may go; a block could stand for the branch.
//! let branches = shapes.children(&tree, find("if_statement"));
//! assert_eq!(branches.role(2), Role::Required);
//! assert_eq!(branches.role(3), Role::Optional);
//! assert!(branches.may_replace(2, tree.kind(find("compound_statement"))));
//! assert_eq!(branches.shortest_at(2), Some(";"));
//! assert_eq!(facts.shortest(tree.kind(find("compound_statement"))), Some("{}"));
//!
//! // `b = 1`: a number needs no definition, as a name would.
//! let assignment = shapes.children(&tree, find("assignment_expression"));
//! assert_eq!((assignment.plain_at(0), assignment.plain_at(2)), (None, Some("0")));
//! // `int a`: neither does a type of the language's own.
//! assert_eq!(shapes.children(&tree, find("parameter_declaration")).plain_at(0), Some("int"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod automata;
mod brackets;
mod children;
mod data;
mod dfa;
mod external;
mod join;
mod json;
mod known;
mod lists;
mod lower;
mod matched;
mod nfa;
mod node_types;
mod pattern;
mod removal;
mod role;
mod rules;
mod shape;
mod shapes;
mod shortest;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;

pub use children::{Children, Elements};
pub use data::FactsError;
pub use known::Facts;
pub use lists::List;
pub use lower::RulesError;
pub use role::Role;
pub use rules::{CodeError, Kind, Origin, Rules};
pub use shape::Shape;
pub use shapes::Shapes;

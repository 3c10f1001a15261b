//! Properties that are answered in this process within milliseconds, so that the papers' whole
//! matrix fits one machine.
//!
//! They are made from the inputs of the papers' C benchmarks, whose own properties need compilers
//! of ten years ago:
//!
//! - the [known answer](KnownAnswer): the tokens of a published reduced version stay, in their
//!   order, and the text parses;
//! - the [crime scene](CrimeScene): a few statements, drawn by lot from nested places, stay in
//!   their functions, the text parses, and every name that is used is still declared.
//!
//! Others are [generated](Scene): JSON, XML and lines, with the same two rules.
//!
//! How they differ from a real bug: what is needed never changes while other things go, there is
//! exactly one way to stay interesting, no test takes longer than another for what it contains, and
//! none is flaky. The known answer has no dependencies between what is kept and what goes, apart
//! from the syntax; the crime scene has those of names and no others: a type error, a missing
//! `return` or a loop without end does not matter to it. So they say how many tests a search needs,
//! not what a compiler would make of it.

mod crime;
mod facts;
mod known;
mod names;
mod parsed;
mod pieces;
mod scene;
mod tokens;

pub use crime::CrimeScene;
pub use known::KnownAnswer;
pub use names::{Name, Names, Namespace, names, undeclared};
pub use parsed::{OracleError, Parser};
pub use pieces::{Look, Pieces, split};
pub use scene::{Format, Rule, Scene};
pub use tokens::{is_subsequence, tokens};

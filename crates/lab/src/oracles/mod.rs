//! Properties evaluated in this process within milliseconds, so that the papers' whole matrix can
//! be run on one machine.
//!
//! They are made from the inputs of the papers' C benchmarks, whose own properties need compilers
//! that are ten years old:
//!
//! - the [known answer](KnownAnswer): the tokens of a published reduced version stay, in their
//!   order, and the text parses;
//! - the [crime scene](CrimeScene): a few statements, drawn by lot from nested places, stay in
//!   their functions, the text parses, and every name that is used is still declared.
//!
//! Other inputs are [generated](Scene): JSON, XML and lines, with the same two rules.
//!
//! They differ from real bugs: the set of needed parts is fixed, there is exactly one way to remain
//! interesting, the duration of a test does not depend on its input, and no test is flaky. The
//! known answer has only syntactic dependencies. The crime scene also has dependencies between
//! names, but ignores type errors, missing `return`s and endless loops. So these oracles measure
//! how many tests a search needs, not how well it does with a compiler.

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
pub use pieces::{Pieces, Seen, split};
pub use scene::{Format, Rule, Scene};
pub use tokens::{is_subsequence, tokens};

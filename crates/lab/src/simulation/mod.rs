//! The simulation of the WDD paper, section IV-D, for every list search.
//!
//! Zhou, Xu, Zhang, Tian, Sun: *WDD: Weighted Delta Debugging*, ICSE 2025. A list has between 2 and
//! 1,000 elements that weigh between 1 and 10 times as many tokens; each token can go with the same
//! probability, and an element can go when all its tokens can. The property holds when every
//! element that cannot go is there.
//!
//! There is also a [contest] in both orders on lists of other [shapes](Shape).

mod bound;
mod contest;
mod count;
mod lists;
mod report;
mod shapes;
mod study;

pub use bound::log2_choose;
pub use contest::{Entry, contest, contest_summary, contest_tables};
pub use count::{Outcome, count, count_with};
pub use lists::{Spread, Synthetic};
pub use report::{Line, Lines, lines, pairs};
pub use shapes::{Instance, Shape};
pub use study::{Study, StudyOptions, study};

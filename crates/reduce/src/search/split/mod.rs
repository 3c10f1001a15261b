//! List minimization as adaptive group testing.
//!
//! "Is the list without this group still interesting?" asks whether the group holds a needed unit, so the classic
//! theory of group testing applies: M. Sobel and P. A. Groll, "Group testing to eliminate efficiently all
//! defectives in a binomial sample", Bell System Technical Journal 38 (1959), for the nested procedure; F. K.
//! Hwang, "A method for detecting all defective members in a population by group testing", Journal of the American
//! Statistical Association 67 (1972), for generalized binary splitting. What they take as given, the rate of
//! needed units, is estimated here as the search goes.
//!
//! - [`splitter`] is the state machine: groups, the binary search in a boring one, the verification at the end.
//! - [`model`] says what the machine asks of an estimate; [`rate`] is the plain one.

mod model;
mod rate;
mod splitter;

use model::Model;
use rate::Rate;
use splitter::{Ending, Splitter};

use crate::list::{List, ListOptions, UnitSearch};

/// Starts `split`: one rate for all units, at first about one in ten.
pub(crate) fn split(list: &List, options: &ListOptions) -> UnitSearch {
    start(list, options, Rate::pessimistic(), Ending::Unverified)
}

/// Starts `split-verified`: `split`, and the result is 1-minimal.
pub(crate) fn split_verified(list: &List, options: &ListOptions) -> UnitSearch {
    start(list, options, Rate::pessimistic(), Ending::Verified)
}

/// Starts `split-optimistic`: the first group is about a quarter of the list.
pub(crate) fn split_optimistic(list: &List, options: &ListOptions) -> UnitSearch {
    start(list, options, Rate::optimistic(list.len()), Ending::Unverified)
}

/// Starts `split-optimistic-verified`: `split-optimistic`, and the result is 1-minimal.
pub(crate) fn split_optimistic_verified(list: &List, options: &ListOptions) -> UnitSearch {
    start(list, options, Rate::optimistic(list.len()), Ending::Verified)
}

fn start(list: &List, options: &ListOptions, model: impl Model, ending: Ending) -> UnitSearch {
    Box::new(Splitter::new(list.len(), options, model, ending))
}

//! List minimization as adaptive group testing.
//!
//! "Is the list without this group still interesting?" asks whether the group holds a needed unit,
//! so the classic theory of group testing applies: M. Sobel and P. A. Groll, "Group testing to
//! eliminate efficiently all defectives in a binomial sample", Bell System Technical Journal 38
//! (1959), for the nested procedure; F. K. Hwang, "A method for detecting all defective members in
//! a population by group testing", Journal of the American Statistical Association 67 (1972), for
//! generalized binary splitting. They assume that the rate of needed units is known; here it is
//! estimated during the search.
//!
//! - [`splitter`] is the state machine: groups, the binary search in a boring one, further sweeps
//!   as verification.
//! - [`model`] is what the machine asks of an estimate: [`rate`] counts; [`adaptive`] mixes
//!   [`expert`]s, each of which has rates of its own near needed units or at either side
//!   ([`hazard`]), of units or of weight ([`mass`]).

mod adaptive;
mod bold;
mod expert;
mod hazard;
mod mass;
mod model;
mod rate;
mod splitter;
mod windows;

use adaptive::Adaptive;
use model::Model;
use rate::Rate;
use splitter::{Ending, Splitter};

use crate::list::{Algorithm, Guarantees, List, ListOptions, UnitSearch};

/// One rate for all units, at first about one in ten.
pub const SPLIT: Algorithm = Algorithm {
    name: "split",
    summary: "Adaptive group testing: groups that are as likely as not free of needed units (Sobel, Groll 1959)",
    guarantees: Guarantees::NONE,
    start: &|list, options| start(list, options, Rate::pessimistic(), Ending::Unverified),
};

/// `split` with a 1-minimal result.
pub const SPLIT_VERIFIED: Algorithm = Algorithm {
    name: "split-verified",
    summary: "split, then tries each kept unit alone until the result is 1-minimal",
    guarantees: Guarantees::ONE_MINIMAL,
    start: &|list, options| start(list, options, Rate::pessimistic(), Ending::Verified),
};

/// `split` whose first group is about a quarter of the list.
pub const SPLIT_OPTIMISTIC: Algorithm = Algorithm {
    name: "split-optimistic",
    summary: "split that expects few needed units and starts with a quarter of the list",
    guarantees: Guarantees::NONE,
    start: &|list, options| start(list, options, Rate::optimistic(list.len()), Ending::Unverified),
};

/// `split-optimistic` with a 1-minimal result.
pub const SPLIT_OPTIMISTIC_VERIFIED: Algorithm = Algorithm {
    name: "split-optimistic-verified",
    summary: "split-optimistic, then tries each kept unit alone until the result is 1-minimal",
    guarantees: Guarantees::ONE_MINIMAL,
    start: &|list, options| start(list, options, Rate::optimistic(list.len()), Ending::Verified),
};

/// One rate, at which a unit of weight w is as likely to be clear as w units of weight 1.
///
/// X. Zhou et al., *WDD: Weighted Delta Debugging*, ICSE 2025, section IV-D, is where the
/// assumption comes from.
pub const WSPLIT: Algorithm = Algorithm {
    name: "wsplit",
    summary: "split by weight: even odds when heavier units are likelier to be needed (WDD 2025, section IV-D)",
    guarantees: Guarantees::NONE,
    start: &|list, options| start(list, options, Adaptive::by_weight(list, options), Ending::Unverified),
};

/// `wsplit` with a 1-minimal result.
pub const WSPLIT_VERIFIED: Algorithm = Algorithm {
    name: "wsplit-verified",
    summary: "wsplit, then sweeps over the kept units until the result is 1-minimal",
    guarantees: Guarantees::ONE_MINIMAL,
    start: &|list, options| start(list, options, Adaptive::by_weight(list, options), Ending::Verified),
};

/// A mixture of the assumptions of `split` and `wsplit`, of clusters, and of sides that differ,
/// weighted by how well each predicts the answers.
pub const SPLIT_ADAPTIVE: Algorithm = Algorithm {
    name: "split-adaptive",
    summary: "split that learns rates near needed units, at both ends and by weight, and from other lists",
    guarantees: Guarantees::NONE,
    start: &|list, options| start(list, options, Adaptive::new(list, options), Ending::Unverified),
};

/// `split-adaptive` with a 1-minimal result.
pub const SPLIT_ADAPTIVE_VERIFIED: Algorithm = Algorithm {
    name: "split-adaptive-verified",
    summary: "split-adaptive, then sweeps over the kept units until the result is 1-minimal",
    guarantees: Guarantees::ONE_MINIMAL,
    start: &|list, options| start(list, options, Adaptive::new(list, options), Ending::Verified),
};

/// `split-adaptive-verified`, which then also tries adjacent units together.
pub const SPLIT_ROBUST: Algorithm = Algorithm {
    name: "split-robust",
    summary: "split-adaptive-verified, then windows of kept units as long as they bring something",
    guarantees: Guarantees::ONE_MINIMAL,
    start: &|list, options| start(list, options, Adaptive::new(list, options), Ending::Windows),
};

fn start(list: &List, options: &ListOptions, model: impl Model, ending: Ending) -> UnitSearch {
    Box::new(Splitter::new(list.len(), options, model, ending))
}

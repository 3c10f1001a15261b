//! The input of every list algorithm: a list and options.

use std::sync::Arc;

use crate::search::Search;
use crate::units::Units;

/// A search that proposes which units of a list to leave out.
///
/// Each proposal names *all* units that the candidate lacks, those of earlier successes included,
/// and is a strict superset of what the last interesting proposal left out.
pub type UnitSearch = Box<dyn Search<Proposal = Units>>;

/// A list of units, numbered from 0 in the order in which they stand in the document.
#[derive(Clone, Debug)]
pub struct List {
    n_units: u32,
    weights: Weights,
}

/// The weights of the units of a list: their numbers of tokens, at least 1 each.
#[derive(Clone, Debug)]
pub enum Weights {
    /// Every unit weighs 1. Nothing is stored, so a list of a hundred million bytes costs nothing.
    Uniform,
    /// One weight for each unit.
    Listed(Arc<[u32]>),
}

impl List {
    /// Creates a list of `n_units` units that weigh 1 each.
    pub fn uniform(n_units: u32) -> List {
        List { n_units, weights: Weights::Uniform }
    }

    /// Creates a list from the weights of its units; a weight of 0 becomes 1.
    ///
    /// # Panics
    /// With 2³² units or more.
    pub fn weighted(weights: impl IntoIterator<Item = u32>) -> List {
        let weights: Arc<[u32]> = weights.into_iter().map(|weight| weight.max(1)).collect();
        let n_units = u32::try_from(weights.len()).expect("a list has fewer than 2^32 units");
        List { n_units, weights: Weights::Listed(weights) }
    }

    /// Returns the number of units.
    pub fn len(&self) -> u32 {
        self.n_units
    }

    /// Whether the list has no units.
    pub fn is_empty(&self) -> bool {
        self.n_units == 0
    }

    /// Returns the weight of a unit.
    pub fn weight(&self, unit: u32) -> u64 {
        match &self.weights {
            Weights::Uniform => 1,
            Weights::Listed(weights) => u64::from(weights[unit as usize]),
        }
    }

    /// Returns the list in reverse order. Uniform weights cost nothing.
    pub fn reversed(&self) -> List {
        let weights = match &self.weights {
            Weights::Uniform => Weights::Uniform,
            Weights::Listed(weights) => Weights::Listed(weights.iter().rev().copied().collect()),
        };
        List { n_units: self.n_units, weights }
    }

    /// Returns the weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }
}

/// The direction in which a search works through a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// From the end to the start: uses come after definitions, so when a unit is decided,
    /// everything that could still need it has been decided.
    #[default]
    Backward,
    /// From the start to the end, as in the papers.
    Forward,
}

/// Whether a search may propose to leave out everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EmptyList {
    /// The empty list is never proposed.
    #[default]
    Never,
    /// The empty list is the first proposal, and is proposed only once.
    First,
}

/// The options of a list algorithm.
#[derive(Clone, Debug)]
pub struct ListOptions {
    /// The direction in which it works.
    pub order: Order,
    /// The prior probability that a unit is needed, in (0, 1), for the probabilistic searches.
    pub p0: f64,
    /// How ties between equal probabilities are broken: `None` by index, else by a seeded shuffle.
    pub seed: Option<u64>,
    /// Whether the empty list is proposed.
    pub empty: EmptyList,
}

impl Default for ListOptions {
    fn default() -> ListOptions {
        ListOptions { order: Order::Backward, p0: 0.1, seed: None, empty: EmptyList::Never }
    }
}

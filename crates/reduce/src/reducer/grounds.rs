//! The maps of the last few base documents.

use std::collections::{HashMap, VecDeque};

use super::ground::{Belief, Ground, Label};
use super::intervals::Intervals;
use super::region::Region;
use crate::document::ContentKey;

/// The last base documents, each with its map.
#[derive(Default)]
pub(super) struct Grounds {
    /// By the key of the base, the latest last.
    all: VecDeque<(ContentKey, Watched)>,
}

/// One base document.
#[derive(Default)]
pub(super) struct Watched {
    pub(super) ground: Ground,
    /// The regions that trials under way leave out, by the number of the trial.
    pub(super) asked: Intervals,
    /// The mass of the region of each of these trials.
    pub(super) masses: HashMap<u32, u64>,
}

/// The number of base documents that are remembered.
const N_GROUNDS: usize = 4;

impl Grounds {
    /// Returns what is known of a base document, if it is remembered.
    pub(super) fn of(&self, base: ContentKey) -> Option<&Watched> {
        self.all.iter().find(|(key, _)| *key == base).map(|(_, watched)| watched)
    }

    /// Returns the map of a base document, and creates it if it is new; the oldest one is dropped.
    pub(super) fn of_mut(&mut self, base: ContentKey) -> &mut Watched {
        let at = self.all.iter().position(|(key, _)| *key == base).unwrap_or_else(|| {
            if self.all.len() == N_GROUNDS {
                self.all.pop_front();
            }
            self.all.push_back((base, Watched::default()));
            self.all.len() - 1
        });
        &mut self.all[at].1
    }

    /// Returns what is known of a region.
    pub(super) fn label(&self, base: ContentKey, region: &Region) -> Label {
        self.of(base).map_or(Label::Open, |watched| watched.ground.label(region))
    }

    /// Returns the probability that a region can be removed.
    pub(super) fn free(&self, base: ContentKey, region: &Region, belief: Belief) -> f64 {
        let known = self.of(base).and_then(|watched| watched.ground.free(region, belief));
        known.unwrap_or_else(|| belief.unknown(region.mass()))
    }

    /// Whether a trial under way leaves out a part of a region or all of it.
    pub(super) fn is_asked(&self, base: ContentKey, region: &Region) -> bool {
        let Some(watched) = self.of(base) else { return false };
        let is_fine = |number: u32| watched.masses.get(&number).is_some_and(|mass| *mass <= region.mass());
        watched.asked.overlaps(region).any(|(_, number)| is_fine(number))
    }
}

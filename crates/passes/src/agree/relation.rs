//! What agrees: values that are computed from what lives.

use std::ops::Range;

use super::state::View;
use crate::bits::Bits;

/// Computes the values of atoms from what lives.
pub(super) trait Rule: Send + Sync {
    /// Passes the values of targets that live to `set`. Pure: depends on the view only.
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64));

    /// Passes the texts of targets that live and are no numbers to `set`. Pure, as
    /// [`evaluate`](Rule::evaluate).
    fn write(&self, _: &View<'_>, _: &mut dyn FnMut(u32, Vec<u8>)) {}

    /// Adds the atoms on whose life the values depend, or returns false if that is not known.
    fn operands(&self, bits: &mut Bits) -> bool;
}

/// The order in which values are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// Numbering and what refers to it.
    Ranks,
    /// Counts, sums and largest values.
    Counts,
    /// Lengths of regions and sizes of files.
    Lengths,
    /// Where something starts.
    Offsets,
    /// Digests of all that.
    Digests,
}

/// Something that has to live, or something else dies.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    /// One atom of these has to live.
    pub(super) needs: Vec<Range<u32>>,
    /// What dies otherwise.
    pub(super) kills: Range<u32>,
}

/// How sure a relation is without being probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    /// Somebody computed these values: that does not happen by chance.
    Strong,
    /// It may be chance, or nobody may check it.
    Weak,
}

/// How the values of a relation are changed to see whether anybody checks them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    /// The first one is moved.
    First,
    /// All are moved: the last one may never be read.
    AllMoved,
    /// All are spread, together with what refers to them.
    AllSpread,
    /// The first one is left out.
    Gone,
}

/// A relation that holds for a class of slots.
pub(super) struct Relation {
    /// What kind of relation it is.
    pub(super) name: &'static str,
    /// What the report shows: where the first value stands.
    pub(super) about: String,
    pub(super) phase: Phase,
    /// What computes the values; the first is used until it turns out to be wrong.
    pub(super) rules: Vec<Box<dyn Rule>>,
    /// The atoms whose values are computed.
    pub(super) targets: Vec<u32>,
    pub(super) demands: Vec<Demand>,
    pub(super) evidence: Evidence,
    pub(super) probe: Probe,
}

impl Relation {
    /// Makes a relation with one rule and nothing that dies with its operands.
    pub(super) fn new(name: &'static str, phase: Phase, targets: Vec<u32>, rule: Box<dyn Rule>) -> Relation {
        Relation {
            name,
            about: String::new(),
            phase,
            rules: vec![rule],
            targets,
            demands: Vec::new(),
            evidence: Evidence::Weak,
            probe: Probe::First,
        }
    }

    /// Returns the same relation with demands.
    pub(super) fn with_demands(mut self, demands: Vec<Demand>) -> Relation {
        self.demands = demands;
        self
    }

    /// Returns the same relation, probed in another way.
    pub(super) fn with_probe(mut self, probe: Probe) -> Relation {
        self.probe = probe;
        self
    }

    /// Returns the same relation with other evidence.
    pub(super) fn with_evidence(mut self, evidence: Evidence) -> Relation {
        self.evidence = evidence;
        self
    }
}

/// Names that are defined in one place and used in others.
pub(super) struct Keys {
    /// What the report shows.
    pub(super) about: String,
    /// The names.
    pub(super) names: Vec<Name>,
    /// Whether a use may be pointed to another definition by writing its name.
    pub(super) are_written: bool,
    /// What stands where others use names and is defined elsewhere.
    pub(super) strays: Vec<u32>,
}

impl Keys {
    /// Returns the first definition of each name; `None` if one has none.
    pub(super) fn definitions(&self) -> Option<Vec<u32>> {
        self.names.iter().map(|name| name.definitions.first().copied()).collect()
    }
}

/// One name.
pub(super) struct Name {
    /// Where it is defined; nowhere, if it is an item of blanks alone.
    pub(super) definitions: Vec<u32>,
    /// What goes with the definition, where that is not its record.
    pub(super) whole: Option<Range<u32>>,
    /// Where it is used.
    pub(super) uses: Vec<u32>,
}

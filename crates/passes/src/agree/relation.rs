//! Relations: values that are computed from what is alive.

use std::ops::Range;

use super::facts::DocumentFacts;
use super::state::View;
use crate::bits::Bits;

/// Computes the values of atoms from what is alive.
pub(super) trait Rule: Send + Sync {
    /// Passes the values of live numeric targets to `set`. Pure: depends on the view only.
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64));

    /// Passes the texts of live targets that are not numbers to `set`. Pure, like
    /// [`evaluate`](Rule::evaluate).
    fn write(&self, _: &View<'_>, _: &mut dyn FnMut(u32, Vec<u8>)) {}

    /// Returns the text of a target that is not a number in a question whether the values matter.
    fn spread(&self, _: &DocumentFacts, _: u32) -> Option<Vec<u8>> {
        None
    }

    /// Adds the atoms whose life the values depend on. Returns false if they are not known.
    fn operands(&self, bits: &mut Bits) -> bool;
}

/// The order in which values are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// Ids, and references to them.
    Ranks,
    /// Counts, sums and maxima.
    Counts,
    /// Lengths of regions and sizes of files.
    Lengths,
    /// Positions.
    Offsets,
    /// Digests of everything above.
    Digests,
}

/// Atoms one of which must live, or others die.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    /// At least one of these atoms must live.
    pub(super) needs: Vec<Range<u32>>,
    /// The atoms that die otherwise.
    pub(super) kills: Range<u32>,
}

/// The evidence for a relation before it is probed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    /// The values were computed: they do not agree by chance.
    Strong,
    /// The values may agree by chance, or may not be checked.
    Weak,
}

/// How the values of a relation are changed to find out whether they are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    /// The first value is changed.
    First,
    /// All values are changed: the last one may never be read.
    AllMoved,
    /// All values are spread out, together with the references to them.
    AllSpread,
    /// The first value is left out.
    Gone,
    /// All values are left out.
    AllGone,
}

/// A relation that holds for a class of slots.
pub(super) struct Relation {
    /// The kind of relation.
    pub(super) name: &'static str,
    /// For the report: where the first value is.
    pub(super) about: String,
    pub(super) phase: Phase,
    /// Alternative ways to compute the values; the first is used until it is refuted.
    pub(super) rules: Vec<Box<dyn Rule>>,
    /// The atoms whose values are computed.
    pub(super) targets: Vec<u32>,
    pub(super) demands: Vec<Demand>,
    pub(super) evidence: Evidence,
    pub(super) probe: Probe,
}

impl Relation {
    /// Creates a relation with one rule and without demands.
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

    /// Adds demands.
    pub(super) fn with_demands(mut self, demands: Vec<Demand>) -> Relation {
        self.demands = demands;
        self
    }

    /// Sets the kind of probe.
    pub(super) fn with_probe(mut self, probe: Probe) -> Relation {
        self.probe = probe;
        self
    }

    /// Sets the evidence.
    pub(super) fn with_evidence(mut self, evidence: Evidence) -> Relation {
        self.evidence = evidence;
        self
    }
}

/// Names that are defined in one place and used in others.
pub(super) struct Keys {
    /// For the report.
    pub(super) about: String,
    /// The names.
    pub(super) names: Vec<Name>,
    /// Whether a use can be redirected to another definition by writing that name.
    pub(super) are_written: bool,
    /// Whether all that is in the record of a definition belongs to its name.
    pub(super) own_records: bool,
    /// Atoms in the position of a use whose definition is elsewhere.
    pub(super) strays: Vec<u32>,
}

impl Keys {
    /// Returns the first definition of each name; `None` if a name has none.
    pub(super) fn first_of_each(&self) -> Option<Vec<u32>> {
        self.names.iter().map(|name| name.definitions.first().copied()).collect()
    }

    /// Returns the different first definitions of all names; `None` if a name has none.
    pub(super) fn definitions(&self) -> Option<Vec<u32>> {
        let mut found = self.first_of_each()?;
        found.dedup();
        Some(found)
    }

    /// Whether each of many names is used: definitions without a use may be refused.
    pub(super) fn are_all_used(&self) -> bool {
        FEWEST_USED <= self.names.len() && self.names.iter().all(Name::is_used)
    }
}

/// The fewest names of which each has a use for a reason.
const FEWEST_USED: usize = 6;

/// One name.
pub(super) struct Name {
    /// Its definitions; empty if only an item of blanks defines it.
    pub(super) definitions: Vec<u32>,
    /// The atoms removed with the definition, if not its record.
    pub(super) whole: Option<Range<u32>>,
    /// Where it is used.
    pub(super) uses: Vec<u32>,
    /// The uses in its own record, which keep nothing alive.
    pub(super) own_uses: Vec<u32>,
}

impl Name {
    /// Creates a name that is removed with the records of its definitions.
    pub(super) fn new(definitions: Vec<u32>, uses: Vec<u32>) -> Name {
        Name { definitions, whole: None, uses, own_uses: Vec::new() }
    }

    /// Finds the uses within the records of its definitions. O(definitions · uses).
    pub(super) fn find_own_uses(&mut self, facts: &DocumentFacts) {
        let records: Vec<Range<u32>> = self.definitions.iter().map(|&at| facts.defining_record(at)).collect();
        let is_own = |at: &u32| records.iter().any(|record| record.contains(at));
        self.own_uses = self.uses.iter().copied().filter(is_own).collect();
    }

    /// Whether it is used outside of its own record.
    fn is_used(&self) -> bool {
        self.own_uses.len() < self.uses.len()
    }
}

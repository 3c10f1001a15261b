//! A repair that extends the removals of every pass by their dependents.

use std::fmt;
use std::sync::{Arc, OnceLock};

use dwindle_reduce::{Answer, Document, Edits, Proposed, Repair};
use dwindle_syntax::uses::CompanionKind;

use super::along::{Takes, companions};
use super::manner::{Manner, Way};
use crate::options::PassOptions;
use crate::tree::from_edits::{FileEdits, joined};
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// Extends a removal by the uses of what is removed, and by everything that becomes unused.
///
/// Whether this is tried, and before or after the removal alone, is learned from the answers
/// ([`Manner`]).
#[derive(Clone)]
pub(crate) struct Companion {
    options: PassOptions,
    known: Arc<Known>,
    manner: Manner,
    /// The variants of the last proposal.
    asked: Vec<Way>,
}

/// The files of a document, analysed on demand.
#[derive(Default)]
struct Known {
    base: Option<Document>,
    subjects: Vec<OnceLock<Option<Subject>>>,
}

/// What goes along with a proposal.
enum Along {
    /// Nothing, or what cannot be removed.
    Nothing,
    /// More than [`MOST_SHARE`] of the text.
    TooMuch,
    /// The proposal with it.
    Edits(Edits),
}

/// Smaller documents are reduced faster without this repair.
const SMALL: u64 = 150;
/// Dependents that make up more than one part in this many of the text are not tried: then
/// everything depends on the removed part, and only what becomes unused goes along.
const MOST_SHARE: u32 = 2;

impl Companion {
    pub(crate) fn new(options: &PassOptions) -> Companion {
        let options = options.clone();
        Companion { options, known: Arc::default(), manner: Manner::default(), asked: Vec::new() }
    }

    fn subject(&self, file: u32) -> Option<&Subject> {
        let base = self.known.base.as_ref()?;
        let subject = self.known.subjects.get(file as usize)?;
        subject.get_or_init(|| Subject::new("companion", &self.options, base, file)).as_ref()
    }

    /// Returns a proposal with its dependents, if they can be removed.
    fn along(&self, proposed: &Edits, accepted: Option<&Edits>, along: CompanionKind) -> Along {
        let mut edits = FileEdits::of(proposed);
        let mut is_more = false;
        for file in edits.files() {
            if proposed.removed_files().contains(file) {
                continue;
            }
            let Some(subject) = self.subject(file) else { continue };
            let Some(cut) = TokenEdits::of_edits(subject.tree(), proposed.of_file(file)) else { continue };
            let before = accepted.map_or(&[][..], |accepted| accepted.of_file(file));
            let before = TokenEdits::of_edits(subject.tree(), before).unwrap_or_default();
            let Some(found) =
                companions(subject, subject.file.uses(), (&before, &cut), Takes::of(along, subject))
            else {
                return Along::Nothing;
            };
            let together = subject.apply(&cut, found.changes.iter());
            let root = subject.tree().root();
            let (n_before, n_alone) = (subject.n_alive(root, &before), subject.n_alive(root, &cut));
            let n_together = subject.n_alive(root, &together);
            if n_together == n_alone {
                continue;
            }
            let is_most = n_together * MOST_SHARE < n_before && n_before < MOST_SHARE * n_alone;
            if is_most && along != CompanionKind::Unused {
                return Along::TooMuch;
            }
            edits.replace(file, subject.bare_candidate(&together).edits());
            is_more = true;
        }
        if is_more { Along::Edits(edits.joined(proposed.removed_files().clone())) } else { Along::Nothing }
    }

    /// Returns a proposal with the dependents of the previously accepted one.
    fn with_accepted(&self, proposed: Proposed<'_>) -> Edits {
        let own = || proposed.edits.clone();
        let Some(accepted) = proposed.accepted.filter(|accepted| accepted.proposed != accepted.repaired)
        else {
            return own();
        };
        let mut edits = FileEdits::of(proposed.edits);
        for file in FileEdits::of(accepted.repaired).files() {
            let (of_file, repaired) = (proposed.edits.of_file(file), accepted.repaired.of_file(file));
            if repaired == accepted.proposed.of_file(file) {
                continue;
            }
            let cuts = self.subject(file).and_then(|subject| {
                let cut = |edits| TokenEdits::of_edits(subject.tree(), edits);
                let before = cut(accepted.proposed.of_file(file))?;
                Some((subject, cut(of_file)?.with_repair(&before, &cut(repaired)?)))
            });
            match cuts {
                Some((subject, together)) => {
                    edits.replace(file, subject.bare_candidate(&together).edits());
                }
                None => match joined(of_file.iter().chain(repaired).cloned().collect()) {
                    Some(together) => edits.set(file, together),
                    None => return own(),
                },
            }
        }
        edits.joined(proposed.edits.removed_files().clone())
    }
}

impl Repair for Companion {
    fn begin(&mut self, base: &Document) {
        if self.known.base.as_ref() != Some(base) {
            let subjects = base.files().iter().map(|_| OnceLock::new()).collect();
            self.known = Arc::new(Known { base: Some(base.clone()), subjects });
        }
    }

    fn variants(&mut self, proposed: Proposed<'_>) -> Vec<Edits> {
        let bare = self.with_accepted(proposed);
        let is_small = proposed.base.cost().tokens < SMALL && !self.manner.has_paid();
        let ways = if is_small { vec![Way::Alone] } else { self.manner.ways() };
        let accepted = proposed.accepted.map(|accepted| accepted.repaired);
        let (mut asked, mut variants) = (Vec::new(), Vec::new());
        for mut way in ways {
            let mut found = match way.along() {
                None => Along::Edits(bare.clone()),
                Some(along) => self.along(&bare, accepted, along),
            };
            if matches!(found, Along::TooMuch) {
                way = Way::WithUnused;
                found = self.along(&bare, accepted, CompanionKind::Unused);
            }
            let variant = match found {
                Along::Edits(edits) => Some(edits),
                Along::Nothing | Along::TooMuch => None,
            };
            if let Some(variant) = variant.filter(|variant| !variants.contains(variant)) {
                asked.push(way);
                variants.push(variant);
            }
        }
        if variants.is_empty() {
            (asked, variants) = (vec![Way::Alone], vec![bare]);
        }
        self.asked = asked;
        variants
    }

    fn learn(&mut self, variant: usize, answer: Answer) {
        self.manner.learn(&self.asked, variant, answer);
    }
}

impl fmt::Debug for Companion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Companion").field("manner", &self.manner).finish()
    }
}

//! A gate with a budget for candidates in which a use lacks its definition.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::mem::{Discriminant, discriminant};
use std::sync::{Arc, OnceLock};

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Document, Edits, Gate, Pass};
use dwindle_syntax::bindings::{Bindings, Missing};
use dwindle_syntax::languages::Undefined;

use super::governed::{Policy, govern};
use crate::tree::source::TreeSource;

/// How many misses candidates with a lack may have before they are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// For candidates with the same lack.
    pub(crate) each: u32,
    /// For candidates with a lack of the same kind.
    pub(crate) in_all: u32,
}

impl Budget {
    /// Never tested.
    pub(crate) const NONE: Budget = Budget { each: 0, in_all: 0 };
    /// Tested until one miss.
    pub(crate) const ONCE: Budget = Budget { each: 1, in_all: 1 };
    /// Always tested.
    pub(crate) const ENDLESS: Budget = Budget { each: u32::MAX, in_all: u32::MAX };
}

/// The budgets of misses, by kind of lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budgets {
    pub(crate) definition: Budget,
    pub(crate) label: Budget,
    pub(crate) body: Budget,
    pub(crate) of_return: Budget,
    /// For definitions in languages that look up names at run time: code that is not run lacks
    /// nothing.
    pub(crate) when_run: Budget,
}

impl Budgets {
    /// For passes that do not use bindings themselves.
    pub(crate) const ONCE: Budgets = Budgets {
        definition: Budget::ONCE,
        label: Budget::ONCE,
        body: Budget::ONCE,
        of_return: Budget::ONCE,
        when_run: Budget::ENDLESS,
    };

    fn with(&self, lack: Missing) -> Budget {
        match lack {
            Missing::Definition(_) => self.definition,
            Missing::Label(_) => self.label,
            Missing::Body(_) => self.body,
            Missing::Return(_) => self.of_return,
        }
    }
}

/// The answers to candidates with a lack.
#[derive(Clone, Debug, Default)]
struct LackHistory {
    each: Arc<HashMap<MissingInFile, Tried>>,
    kinds: Arc<HashMap<Discriminant<Missing>, Tried>>,
}

/// The answers to candidates with one particular lack.
#[derive(Clone, Copy, Debug)]
enum Tried {
    /// This many were not interesting, and none was.
    Missed(u32),
    /// One was interesting.
    Once,
}

impl Tried {
    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        *self = match self {
            Tried::Missed(times) if !interesting => Tried::Missed(*times + 1),
            _ => Tried::Once,
        }
    }

    fn exceeds(self, most: u32) -> bool {
        matches!(self, Tried::Missed(times) if most <= times)
    }
}

impl LackHistory {
    fn refuses(&self, lack: &MissingInFile, budget: Budget) -> bool {
        let never = Tried::Missed(0);
        let each = *self.each.get(lack).unwrap_or(&never);
        let kind = *self.kinds.get(&discriminant(&lack.1)).unwrap_or(&never);
        each.exceeds(budget.each) || (kind.exceeds(budget.in_all) && !matches!(each, Tried::Once))
    }

    /// Records an answer. A boring answer is ignored if there are several lacks: it does not show
    /// which of them mattered.
    fn learn(&mut self, lacks: &[MissingInFile], interesting: bool) {
        if !interesting && 1 < lacks.len() {
            return;
        }
        let each = Arc::make_mut(&mut self.each);
        for lack in lacks {
            each.entry(*lack).or_insert(Tried::Missed(0)).learn(interesting.into());
        }
        let kinds = Arc::make_mut(&mut self.kinds);
        let new: HashSet<_> = lacks.iter().map(|(_, lack)| discriminant(lack)).collect();
        for kind in new {
            kinds.entry(kind).or_insert(Tried::Missed(0)).learn(interesting.into());
        }
    }
}

/// Returns the pass behind a gate for definitions and uses; see [`careful`].
pub(crate) fn careful_pass(pass: Pass, trees: &Arc<TreeSource>, budgets: Budgets) -> Pass {
    let trees = trees.clone();
    pass.wrapped(move |pass, document| Some(careful(pass.begin(document)?, document, &trees, budgets)))
}

/// Returns the search behind a gate for definitions and uses.
///
/// Candidates in which something is missing are tested until the budget of that lack is spent. Once
/// one is interesting, that lack is ignored. Lacks of the first document are ignored, too.
pub(crate) fn careful(
    search: CandidateSearch,
    document: &Document,
    trees: &Arc<TreeSource>,
    budgets: Budgets,
) -> CandidateSearch {
    let known = Arc::new(Known::new(document, trees));
    let (trees, experience) = (trees.clone(), LackHistory::default());
    govern(search, Careful { trees, budgets, known, experience, proposed: None })
}

/// The bindings of the files of a document, computed on demand.
struct Known {
    base: Document,
    trees: Arc<TreeSource>,
    bindings: Vec<OnceLock<Option<Bindings>>>,
}

impl Known {
    fn new(base: &Document, trees: &Arc<TreeSource>) -> Known {
        let bindings = base.files().iter().map(|_| OnceLock::new()).collect();
        Known { base: base.clone(), trees: trees.clone(), bindings }
    }

    fn bindings(&self, file: u32) -> Option<&Bindings> {
        let find = || self.trees.tree(&self.base, file)?.bindings().cloned();
        self.bindings.get(file as usize)?.get_or_init(find).as_ref()
    }

    /// Returns the lacks of each file of a candidate.
    fn missing(&self, candidate: &Candidate) -> Vec<MissingInFile> {
        #[cfg(test)]
        N_CHECKED.set(N_CHECKED.get() + 1);
        let mut lacks = Vec::new();
        for edits in candidate.edits().as_slice().chunk_by(|a, b| a.file == b.file) {
            let file = edits[0].file;
            if let Some(bindings) = self.bindings(file) {
                let of_file = bindings.missing(edits.iter().map(|edit| edit.range.clone()));
                lacks.extend(of_file.into_iter().map(|lack| (file, lack)));
            }
        }
        lacks
    }

    /// Returns the budget of a lack. Without a compiler that resolves names, it is unknown
    /// beforehand whether it matters.
    fn budget(&self, (file, lack): MissingInFile, budgets: &Budgets) -> Budget {
        match (lack, self.bindings(file).map(Bindings::undefined)) {
            (Missing::Definition(_), Some(Undefined::MayRun)) => budgets.when_run,
            (Missing::Definition(_), Some(Undefined::StatementFails)) => Budget::ONCE,
            _ => budgets.with(lack),
        }
    }

    /// Whether the budget of one of the lacks is spent.
    fn refuses(&self, lacks: &[MissingInFile], experience: &LackHistory, budgets: &Budgets) -> bool {
        lacks.iter().any(|lack| experience.refuses(lack, self.budget(*lack, budgets)))
    }
}

#[cfg(test)]
thread_local! {
    /// How often the lacks of a candidate were looked for in this thread.
    pub(crate) static N_CHECKED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// A lack in a file.
type MissingInFile = (u32, Missing);

#[derive(Clone)]
struct Careful {
    trees: Arc<TreeSource>,
    budgets: Budgets,
    known: Arc<Known>,
    experience: LackHistory,
    /// The current proposal, and its gate.
    proposed: Option<(Candidate, Arc<MissingGate>)>,
}

impl Policy for Careful {
    fn propose(&self, _: &CandidateSearch) -> Option<Candidate> {
        self.proposed.as_ref().map(|(candidate, _)| candidate.clone())
    }

    fn learn(&mut self, _: &CandidateSearch, answer: Answer) {
        let (candidate, gate) = self.proposed.take().expect("an answer is learned only for a proposal");
        let lacks = gate.missing(&candidate);
        if !lacks.is_empty() && !gate.refuses(&lacks) {
            self.experience.learn(&lacks, answer.is_interesting());
        }
    }

    fn advance(&mut self, search: &mut CandidateSearch) {
        self.proposed = search.propose().map(|candidate| {
            if candidate.base() != &self.known.base {
                self.known = Arc::new(Known::new(candidate.base(), &self.trees));
                self.experience = LackHistory::default();
            }
            let gate = Arc::new(MissingGate {
                known: self.known.clone(),
                budgets: self.budgets,
                experience: self.experience.clone(),
                lacks: OnceLock::new(),
                then: candidate.gate().cloned(),
            });
            (candidate.with_gate(gate.clone()), gate)
        });
    }
}

/// Refuses candidates with a lack whose budget is spent, and those that another gate refuses.
struct MissingGate {
    known: Arc<Known>,
    budgets: Budgets,
    experience: LackHistory,
    /// The lacks of the first candidate asked about: gate, search and all forks share them.
    lacks: OnceLock<(Edits, Vec<MissingInFile>)>,
    then: Option<Arc<dyn Gate>>,
}

impl MissingGate {
    /// Returns the lacks of a candidate. A repaired candidate may differ from the one that the gate
    /// was made for.
    fn missing(&self, candidate: &Candidate) -> Cow<'_, [MissingInFile]> {
        let edits = candidate.edits();
        let (first, lacks) = self.lacks.get_or_init(|| (edits.clone(), self.known.missing(candidate)));
        if first == edits { Cow::from(lacks) } else { Cow::from(self.known.missing(candidate)) }
    }

    fn refuses(&self, lacks: &[MissingInFile]) -> bool {
        self.known.refuses(lacks, &self.experience, &self.budgets)
    }
}

impl Gate for MissingGate {
    fn admits(&self, candidate: &Candidate) -> bool {
        !self.refuses(&self.missing(candidate))
            && self.then.as_ref().is_none_or(|gate| gate.admits(candidate))
    }
}

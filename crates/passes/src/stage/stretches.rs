//! A search over one list of stretches after the other.

use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::cost::is_word_byte;
use dwindle_reduce::{
    Answer, Candidate, CandidateSearch, Document, Edit, Edits, List, ListMethod, Search, UnitSearch, Units,
};

use crate::options::Scope;

/// A removable stretch of a file, or two of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// The index of the file.
    pub(crate) file: u32,
    /// What goes.
    pub(crate) bytes: Range<u32>,
    /// What goes, or may go, too.
    pub(crate) other: Other,
}

/// The second part of a stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Other {
    /// There is none.
    Nothing,
    /// These bytes go too.
    And(Range<u32>),
    /// The stretch is an element of a row with commas, and these bytes go instead if all elements in front of it
    /// go: the comma behind it in place of the one in front of it.
    Leading(Range<u32>),
}

/// The stretches of one round: none overlaps another one, elements of a row in their order.
pub(crate) type Round = Vec<Stretch>;

/// Returns the stretches from each of these places in a file, which are sorted, to the next one, the last one to the end.
pub(crate) fn up_to_the_next(file: u32, starts: &[u32], n_bytes: u32) -> Round {
    let ends = starts.iter().skip(1).copied().chain([n_bytes]);
    let bytes = starts.iter().zip(ends).map(|(&start, end)| start..end);
    bytes.map(|bytes| Stretch { file, bytes, other: Other::Nothing }).collect()
}

/// Makes the rounds of each file and puts those of the same number together; at most as many stretches as fit.
pub(crate) fn over_files(
    document: &Document,
    scope: Scope,
    rounds_of: impl Fn(u32, &[u8]) -> Vec<Round>,
) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    for (file_idx, file) in (0u32..).zip(document.files()) {
        if u32::try_from(file.bytes().len()).is_err() || !scope.includes(file) {
            continue;
        }
        for (number, round) in rounds_of(file_idx, file.bytes()).into_iter().enumerate() {
            match rounds.get_mut(number) {
                Some(there) => there.extend(round),
                None => rounds.push(round),
            }
        }
    }
    keep_the_longest(&mut rounds);
    rounds
}

/// More stretches than this are not tried at once: a finer pass has to do the rest.
const MAX_STRETCHES: usize = 1 << 20;

fn keep_the_longest(rounds: &mut [Round]) {
    let mut min_len = 1;
    while MAX_STRETCHES < rounds.iter().map(Vec::len).sum() {
        min_len *= 2;
        for round in &mut *rounds {
            round.retain(|Stretch { bytes, .. }| min_len <= bytes.len());
            round.shrink_to_fit();
        }
    }
}

/// What all forks of a search share.
struct Fixed {
    pass: &'static str,
    base: Document,
    method: ListMethod,
    rounds: Arc<[Round]>,
    /// A round ends after so many answers in a row that changed nothing.
    patience: u32,
}

/// Minimizes one round after the other; a round loses what went in those before it.
#[derive(Clone)]
struct Rounds {
    fixed: Arc<Fixed>,
    next_round: usize,
    /// What went in earlier rounds: sorted, merged.
    gone: Arc<[FileRange]>,
    /// The stretches of this round that are still there.
    stretches: Arc<[Stretch]>,
    units: Option<UnitSearch>,
    /// What of this round went so far.
    accepted: Units,
    /// The answers of this round since the last one that changed something.
    n_in_vain: u32,
    /// Whether everything of all rounds is proposed at once, before the first one.
    at_once: bool,
}

/// Bytes of one file.
type FileRange = (u32, Range<u32>);

/// Starts the search, or says that there is nothing to remove.
pub(crate) fn search(
    pass: &'static str,
    document: &Document,
    method: ListMethod,
    rounds: Vec<Round>,
) -> Option<CandidateSearch> {
    search_with_patience(pass, document, method, rounds, u32::MAX)
}

/// Starts a search that ends a round after so many answers in a row that changed nothing, or says that there is nothing to remove.
pub(crate) fn search_with_patience(
    pass: &'static str,
    document: &Document,
    method: ListMethod,
    rounds: Vec<Round>,
    patience: u32,
) -> Option<CandidateSearch> {
    let search = start(pass, document, method, rounds, patience)?;
    Some(Box::new(search))
}

/// Starts a search that tries first to remove everything of all rounds, which ends it if that can go.
pub(crate) fn search_at_once(
    pass: &'static str,
    document: &Document,
    method: ListMethod,
    rounds: Vec<Round>,
) -> Option<CandidateSearch> {
    let n_rounds = rounds.iter().filter(|round| !round.is_empty()).count();
    let search = start(pass, document, method, rounds, u32::MAX)?;
    Some(Box::new(Rounds { at_once: 1 < n_rounds, ..search }))
}

fn start(
    pass: &'static str,
    document: &Document,
    method: ListMethod,
    rounds: Vec<Round>,
    patience: u32,
) -> Option<Rounds> {
    let fixed = Fixed { pass, base: document.clone(), method, rounds: rounds.into(), patience };
    let mut search = Rounds {
        fixed: Arc::new(fixed),
        next_round: 0,
        gone: Arc::default(),
        stretches: Arc::default(),
        units: None,
        accepted: Units::none(),
        n_in_vain: 0,
        at_once: false,
    };
    search.settle();
    search.units.is_some().then_some(search)
}

impl Rounds {
    /// Goes on to the next round as long as this one has nothing to propose.
    fn settle(&mut self) {
        while self.fixed.patience <= self.n_in_vain
            || self.units.as_ref().is_none_or(|units| units.propose().is_none())
        {
            self.n_in_vain = 0;
            if !self.accepted.is_empty() {
                self.gone = self.without(&self.accepted).into();
                self.accepted = Units::none();
            }
            let Some(round) = self.fixed.rounds.get(self.next_round) else {
                self.units = None;
                return;
            };
            self.next_round += 1;
            self.stretches = round.iter().filter(|stretch| !self.is_gone(stretch)).cloned().collect();
            let list = List::weighted(self.stretches.iter().map(|stretch| stretch.bytes.len() as u32));
            self.units = (!list.is_empty()).then(|| self.fixed.method.start(&list));
        }
    }

    /// Whether a stretch went in an earlier round.
    fn is_gone(&self, stretch: &Stretch) -> bool {
        let start = (stretch.file, stretch.bytes.start);
        let after = self.gone.partition_point(|(file, range)| (*file, range.start) <= start);
        let before = after.checked_sub(1).map(|before| &self.gone[before]);
        before.is_some_and(|(file, range)| *file == stretch.file && stretch.bytes.end <= range.end)
    }

    /// Returns all that goes with these stretches of the round, sorted and merged.
    fn without(&self, units: &Units) -> Vec<FileRange> {
        let mut ranges: Vec<FileRange> = self.gone.to_vec();
        let mut leading_up_to = None;
        for unit in units.iter() {
            let Stretch { file, bytes, other } = &self.stretches[unit as usize];
            match other {
                Other::Nothing => ranges.push((*file, bytes.clone())),
                Other::And(more) => ranges.extend([(*file, bytes.clone()), (*file, more.clone())]),
                Other::Leading(leading) => {
                    let first = bytes.start == leading.start;
                    if first || leading_up_to == Some((*file, leading.start)) {
                        leading_up_to = Some((*file, leading.end));
                        ranges.push((*file, leading.clone()));
                    } else {
                        ranges.push((*file, bytes.clone()));
                    }
                }
            }
        }
        merged(ranges)
    }

    /// Returns what goes if everything of all rounds goes.
    fn everything(&self) -> Vec<FileRange> {
        let mut ranges: Vec<FileRange> = Vec::new();
        for Stretch { file, bytes, other } in self.fixed.rounds.iter().flatten() {
            ranges.push((*file, bytes.clone()));
            if let Other::And(more) | Other::Leading(more) = other {
                ranges.push((*file, more.clone()));
            }
        }
        merged(ranges)
    }

    /// Deletes a range; a space goes in where two words would become one.
    fn edit(&self, file: u32, range: &Range<u32>) -> Edit {
        let text = self.fixed.base.files()[file as usize].bytes();
        let bytes = range.start as usize..range.end as usize;
        let is_word = |at: Option<usize>| at.and_then(|at| text.get(at)).copied().is_some_and(is_word_byte);
        let fuses = is_word(bytes.start.checked_sub(1)) && is_word(Some(bytes.end));
        Edit::replace(file, bytes, if fuses { b" " } else { b"" })
    }
}

fn merged(mut ranges: Vec<FileRange>) -> Vec<FileRange> {
    ranges.sort_unstable_by_key(|(file, range)| (*file, range.start));
    ranges.dedup_by(|next, last| {
        let touch = last.0 == next.0 && next.1.start <= last.1.end;
        if touch {
            last.1.end = last.1.end.max(next.1.end);
        }
        touch
    });
    ranges
}

impl Search for Rounds {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        let units = self.units.as_ref()?.propose()?;
        let ranges = if self.at_once { self.everything() } else { self.without(&units) };
        let edits = ranges.into_iter().map(|(file, range)| self.edit(file, &range));
        Some(Candidate::new(self.fixed.pass, &self.fixed.base, Edits::new(edits)))
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        if std::mem::take(&mut self.at_once) {
            if interesting {
                self.units = None;
            }
            return;
        }
        let units = self.units.as_mut().expect("an answer is learned only for a proposal");
        if interesting {
            self.accepted = units.propose().expect("an answer is learned only for a proposal");
        }
        self.n_in_vain = if interesting { 0 } else { self.n_in_vain + 1 };
        units.learn(answer);
        self.settle();
    }

    fn skip(&mut self) {
        match &mut self.units {
            Some(units) if !self.at_once => {
                units.skip();
                self.settle();
            }
            _ => self.learn(Answer::Boring),
        }
    }

    fn likelihood(&self) -> Option<f64> {
        if self.at_once { None } else { self.units.as_ref()?.likelihood() }
    }
}

//! What takes most along goes first.

use std::collections::BTreeSet;
use std::sync::Arc;

use dwindle_reduce::{Answer, CandidateSearch, Document};
use dwindle_syntax::NodeId;
use dwindle_syntax::uses::{Heavy, Uses};

use super::along::{VARIANTS, without};
use super::worth::Worth;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::cut::{Change, Cut};
use crate::tree::rounds::{Round, Rounds, TreeSearch};
use crate::tree::subject::Subject;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "heaviest",
    summary: "removes definitions and statements with all that goes along, the heaviest first",
    manual: "\
Every definition and every statement weighs as much as it has tokens, and as all that nothing needs without it: the functions that only it \
calls, with theirs, and what they import. The heaviest is tried first, together with what uses it, and with what nothing uses then; if \
that is not interesting, with what nothing uses only, then alone. Which of these pays is learned on the way. After four successes in a row two are \
tried at once, then four, and so on; half as many after a failure. Made for code in which something missing or unused is an error. Where a language has a query for definitions and uses, \
that tells which; elsewhere names alone do.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_in_files(ENTRY.name, options, document, |subject| {
        let uses = subject.file.uses();
        uses.has_uses().then(|| ByWeight::new(uses.clone()))
    })
}

/// What weighs less than one part in so many of the text is left to other passes.
const LEAST_SHARE: u32 = 200;
/// What weighs fewer tokens is so, too.
const LEAST: u32 = 4;
/// After so many things in a row that cannot go it is left to other passes: the heaviest hold what
/// is needed, what is lighter is found a few trials later, and finer passes take longer.
const MOST_MISSES: u32 = 48;
/// After so many successes in a row, more are tried at once.
const ROW: u32 = 4;
/// So many at most.
const MOST_AT_ONCE: usize = 64;

/// The variant that takes nothing along.
const BARE: usize = VARIANTS.len() - 1;

/// Tries what is heaviest, until nothing heavy is left.
#[derive(Clone)]
struct ByWeight {
    uses: Uses,
    /// What is left to try, by falling weight; `None` where that has to be found out anew.
    queue: Option<Arc<[Heavy]>>,
    /// What was tried alone in vain.
    done: Arc<BTreeSet<Vec<NodeId>>>,
    asked: Option<Asked>,
    /// How many times it paid in a row.
    row: u32,
    /// How many things could not go since one could.
    misses: u32,
    /// Whether something went along with something.
    is_strict: bool,
    worth: [Worth; VARIANTS.len()],
}

/// What was asked last.
#[derive(Clone)]
struct Asked {
    picked: Arc<[Vec<NodeId>]>,
    /// What was accepted then.
    cut: Cut,
    /// Which variants were tried, and what they made.
    tried: Vec<Cut>,
    variant: usize,
    /// The variant that it amounts to.
    way: usize,
    answer: Answer,
    /// Whether a trial was spent on an earlier variant.
    is_spent: bool,
}

impl Asked {
    fn is_spent(&self) -> bool {
        self.is_spent || self.answer != Answer::Refused
    }
}

impl ByWeight {
    fn new(uses: Uses) -> ByWeight {
        let done = Arc::default();
        ByWeight {
            uses,
            queue: None,
            done,
            asked: None,
            row: 0,
            misses: 0,
            is_strict: false,
            worth: Default::default(),
        }
    }

    /// Takes in what came of what was asked last.
    fn settle(&mut self, subject: &Subject, cut: &Cut) -> Option<Round> {
        let asked = self.asked.take()?;
        let paid = asked.cut != *cut;
        if paid || asked.answer != Answer::Refused {
            self.worth[asked.way].learn(paid);
        }
        if paid {
            self.row += 1;
            self.misses = 0;
            self.is_strict |= asked.way != BARE;
            self.queue = None;
            return None;
        }
        let is_spent = asked.is_spent();
        let picked = asked.picked.clone();
        let round = self.ask_next(subject, cut, Asked { variant: asked.variant + 1, is_spent, ..asked });
        if round.is_none() {
            self.misses += u32::from(is_spent);
            match &*picked {
                [nodes] => {
                    Arc::make_mut(&mut self.done).insert(nodes.clone());
                    self.row = 0;
                }
                // Half as many.
                _ => self.row -= 1,
            }
        }
        round
    }

    /// Asks for a variant, or for the next one that is worth it.
    fn ask_next(&mut self, subject: &Subject, cut: &Cut, mut asked: Asked) -> Option<Round> {
        let nodes: Vec<NodeId> = asked.picked.iter().flatten().copied().collect();
        for (variant, along) in VARIANTS.iter().enumerate().skip(asked.variant) {
            let Some((wanted, changes)) = without(subject, &self.uses, cut, &nodes, *along) else { continue };
            if wanted == *cut || asked.tried.contains(&wanted) || is_most(subject, cut, &wanted) {
                continue;
            }
            // What takes nothing along is the bare removal.
            let way = match is_same(subject, cut, &nodes, &changes) {
                true => BARE,
                false => variant,
            };
            // Whether another way than the first may pay shows when that one did.
            if asked.is_spent && !(self.is_strict && self.worth[way].is_worth()) {
                continue;
            }
            asked.tried.push(wanted);
            self.asked = Some(Asked { variant, way, answer: Answer::Refused, ..asked });
            return Some(Round::Batch(changes));
        }
        None
    }

    /// Asks for the first variant of something.
    fn ask(&mut self, subject: &Subject, cut: &Cut, picked: Arc<[Vec<NodeId>]>) -> Option<Round> {
        let (cut_then, tried, answer) = (cut.clone(), Vec::new(), Answer::Refused);
        let asked = Asked { picked, cut: cut_then, tried, variant: 0, way: 0, answer, is_spent: false };
        self.ask_next(subject, cut, asked)
    }

    /// Returns the heaviest that are tried at once, of which none lies in another.
    fn pick(&mut self, subject: &Subject, cut: &Cut) -> Option<Arc<[Vec<NodeId>]>> {
        let gone: Vec<_> = cut.gone_bytes(subject.tree()).collect();
        let n_tokens = self.uses.n_tokens(&gone);
        let least = LEAST.max(n_tokens / LEAST_SHARE);
        let uses = &self.uses;
        let queue = self.queue.get_or_insert_with(|| uses.heaviest(&gone).into()).clone();
        let at_once = match self.row.checked_sub(ROW) {
            None => 1,
            Some(more) => 2usize.checked_shl(more).map_or(MOST_AT_ONCE, |n| n.min(MOST_AT_ONCE)),
        };
        let mut picked: Vec<Vec<NodeId>> = Vec::new();
        let worth = queue.iter().take_while(|heavy| least <= heavy.weight);
        for heavy in worth.filter(|heavy| !self.done.contains(&heavy.nodes)) {
            let meets = |other: &Vec<NodeId>| {
                let tree = subject.tree();
                other
                    .iter()
                    .any(|&a| heavy.nodes.iter().any(|&b| tree.is_within(a, b) || tree.is_within(b, a)))
            };
            if !picked.iter().any(meets) {
                picked.push(heavy.nodes.clone());
            }
            if picked.len() == at_once {
                break;
            }
        }
        (!picked.is_empty()).then(|| picked.into())
    }
}

/// Whether nearly all would go: that is no question for this pass.
fn is_most(subject: &Subject, cut: &Cut, wanted: &Cut) -> bool {
    let root = subject.tree().root();
    subject.n_alive(root, wanted) <= subject.n_alive(root, cut) / 20
}

/// Whether nothing goes along with some nodes.
fn is_same(subject: &Subject, cut: &Cut, nodes: &[NodeId], changes: &[Change]) -> bool {
    changes.len() <= nodes.iter().filter(|&&node| 0 < subject.n_alive(node, cut)).count()
}

impl Rounds for ByWeight {
    fn next(&mut self, subject: &Subject, cut: &Cut) -> Option<Round> {
        if let Some(round) = self.settle(subject, cut) {
            return Some(round);
        }
        while self.misses < MOST_MISSES {
            let picked = self.pick(subject, cut)?;
            let round = self.ask(subject, cut, picked.clone());
            if round.is_some() {
                return round;
            }
            self.row = 0;
            if let [nodes] = &*picked {
                Arc::make_mut(&mut self.done).insert(nodes.clone());
            }
        }
        None
    }

    fn learn(&mut self, answer: Answer) {
        if let Some(asked) = &mut self.asked {
            asked.answer = answer;
        }
    }
}

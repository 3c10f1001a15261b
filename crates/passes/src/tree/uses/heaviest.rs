//! What is likely to take most along goes first.

use std::collections::BTreeSet;
use std::sync::Arc;

use dwindle_reduce::{Answer, CandidateSearch, Document};
use dwindle_syntax::uses::Uses;

use super::aim::{Aim, Share};
use super::along::{After, VARIANTS, after};
use super::sources::{Left, Looked, Sources};
use super::step::{Step, Weighed};
use super::worth::Worth;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::cut::Cut;
use crate::tree::rounds::{Round, Rounds, TreeSearch};
use crate::tree::subject::Subject;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "heaviest",
    summary: "removes or hoists what is likely to remove most, with everything that depends on it",
    manual: "\
The weight of a definition or statement is the number of its tokens, and of everything that \
nothing else needs: the functions that only it calls, recursively, and their imports. A syntax \
node may also be replaced by a part of its contents that the grammar allows in its place: a call \
by an argument, a condition by what follows it; the weight is that of the removed part, and of \
everything that only this part uses. The step that is likely to remove most is tried first. The \
probability of success for each weight is learned, for each of the two kinds: after a success \
heavier steps are tried, after a miss lighter ones. Each step is tried together with the uses of \
what it removes and everything that becomes unused; if that is not interesting, with only what \
becomes unused, then alone, if that has helped before. After four successes in a row two steps are \
tried at once, then four, and so on; half as many after a failure. Ends when no step is likely to \
remove a thousandth of the text. Made for code in which missing or unused definitions are errors. \
If a language has a query for definitions and uses, these are used; otherwise names alone. \
`print(shown(parse(text)))` becomes `print(text)`, and the functions are removed with it.",
    begin: |options, document| begin(ENTRY.name, Looked::Parts, options, document),
};

/// The catalogue's entry for what gives way to a value.
pub const VALUES: Entry = Entry {
    name: "values",
    summary: "replaces all uses of a name, or one expression, by a plain value, and removes what becomes unused",
    manual: "\
If the value of a call is needed, the call cannot be removed, and neither can the function and \
everything it needs. Therefore every call of a function, and every use of a variable, is replaced \
by one plain value: the shortest number, text or word such as `true` of the file, or the value \
assigned to the variable, if it is used once and contains no names. The definition is removed with \
everything that becomes unused. Single expressions are replaced by plain values, too, together \
with everything that only they use. The step that is likely to remove most is tried first, as in \
the pass `heaviest`; which kind of value fits is learned during the pass. `let n = weigh(a); \
show(n + 1)` becomes `show(0 + 1)`, without `weigh`.",
    begin: |options, document| begin(VALUES.name, Looked::Values, options, document),
};

fn begin(
    pass: &'static str,
    looked: Looked,
    options: &PassOptions,
    document: &Document,
) -> Option<CandidateSearch> {
    TreeSearch::begin_in_files(pass, options, document, move |subject| {
        let uses = subject.file.uses();
        uses.has_uses().then(|| ByWeight::new(uses.clone(), Sources::of(subject, looked)))
    })
}

/// What weighs fewer tokens is left to other passes.
const LEAST: u32 = 4;
/// What is likely to take less than one part in so many of the text is so, too.
const LEAST_SHARE: f64 = 1000.0;

/// The variant that takes nothing along.
const BARE: usize = VARIANTS.len() - 1;

/// Tries what is heaviest, until nothing heavy is left.
#[derive(Clone)]
struct ByWeight {
    uses: Uses,
    sources: Sources,
    /// `None` where they have to be found out anew.
    queues: Option<Queues>,
    /// What was tried alone in vain.
    done: Arc<BTreeSet<Step>>,
    asked: Option<Asked>,
    /// By kind; empty before the first step.
    aims: Vec<Aim>,
    /// By value.
    values: Vec<Share>,
    /// Whether something went along with something.
    is_strict: bool,
    worth: [Worth; VARIANTS.len()],
}

/// What is left to try, as long as nothing succeeds.
#[derive(Clone)]
struct Queues {
    /// By kind, by falling weight.
    steps: Arc<Vec<Vec<Weighed>>>,
    /// How many tokens are left.
    n_tokens: f64,
    /// How many steps were done then; none of them is among these.
    n_done: usize,
}

/// What is tried: one step, or several of which none lies in another.
#[derive(Clone)]
struct Pick {
    kind: usize,
    value: Option<usize>,
    steps: Arc<[Step]>,
}

/// What was asked last.
#[derive(Clone)]
struct Asked {
    pick: Pick,
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
    fn new(uses: Uses, sources: Sources) -> ByWeight {
        let done = Arc::default();
        ByWeight {
            uses,
            queues: None,
            done,
            asked: None,
            aims: Vec::new(),
            values: vec![Share::default(); sources.n_values()],
            sources,
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
            self.learn_from(&asked.pick, true);
            self.is_strict |= asked.way != BARE;
            self.queues = None;
            return None;
        }
        let is_spent = asked.is_spent();
        let pick = asked.pick.clone();
        let round = self.ask_next(subject, cut, Asked { variant: asked.variant + 1, is_spent, ..asked });
        if round.is_none() {
            match &*pick.steps {
                [step] => {
                    Arc::make_mut(&mut self.done).insert(step.clone());
                    if is_spent {
                        self.learn_from(&pick, false);
                    }
                }
                // Half as many.
                _ => self.aims[pick.kind].learn_together(),
            }
        }
        round
    }

    fn learn_from(&mut self, pick: &Pick, paid: bool) {
        self.aims[pick.kind].learn(paid);
        if let Some(value) = pick.value {
            self.values[value].learn(paid);
        }
    }

    /// Asks for a variant, or for the next one that is worth it.
    fn ask_next(&mut self, subject: &Subject, cut: &Cut, mut asked: Asked) -> Option<Round> {
        let picked = asked.pick.steps.clone();
        let moves = picked.iter().any(Step::moves);
        for (variant, along) in VARIANTS.iter().enumerate().skip(asked.variant) {
            if moves && variant != BARE {
                continue;
            }
            let Some(After { cut: wanted, changes, n_along }) =
                after(subject, &self.uses, cut, &picked, *along)
            else {
                continue;
            };
            if wanted == *cut || asked.tried.contains(&wanted) || is_most(subject, cut, &wanted) {
                continue;
            }
            // What takes nothing along is the bare removal.
            let way = if n_along == 0 { BARE } else { variant };
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
    fn ask(&mut self, subject: &Subject, cut: &Cut, pick: &Pick) -> Option<Round> {
        let asked = Asked {
            pick: pick.clone(),
            cut: cut.clone(),
            tried: Vec::new(),
            variant: 0,
            way: 0,
            answer: Answer::Refused,
            is_spent: false,
        };
        self.ask_next(subject, cut, asked)
    }

    /// Returns what is likely to take most.
    fn pick(&mut self, subject: &Subject, cut: &Cut) -> Option<Pick> {
        let (uses, sources) = (&self.uses, &self.sources);
        let done = &self.done;
        let queues = self.queues.get_or_insert_with(|| {
            let gone: Vec<_> = cut.gone_bytes(subject.tree()).collect();
            let weighing = uses.weigh(&gone);
            let mut steps = sources.steps(&Left { subject, uses, cut, weighing: &weighing });
            for steps in &mut steps {
                steps.retain(|weighed| LEAST <= weighed.weight && !done.contains(&weighed.step));
            }
            Queues { steps: Arc::new(steps), n_tokens: f64::from(weighing.n_tokens()), n_done: done.len() }
        });
        if self.aims.is_empty() {
            let shares = sources.shares().iter();
            self.aims = shares.map(|share| Aim::new(queues.n_tokens / share)).collect();
        }
        let is_new = done.len() == queues.n_done;
        let left =
            |kind: usize| queues.steps[kind].iter().filter(|weighed| is_new || !done.contains(&weighed.step));
        let likely = |kind: usize| {
            // A value that was not tried yet is as likely as what puts none.
            let share = |value: usize| 2.0 * self.values[value].chance();
            let gain =
                |weighed: &Weighed| self.aims[kind].gain(weighed.weight) * weighed.value.map_or(1.0, share);
            let best = left(kind).max_by(|a, b| gain(a).total_cmp(&gain(b)).then(a.weight.cmp(&b.weight)))?;
            Some((gain(best), kind, best))
        };
        let (tokens, kind, best) =
            (0..queues.steps.len()).filter_map(likely).max_by(|a, b| a.0.total_cmp(&b.0))?;
        if tokens * LEAST_SHARE < queues.n_tokens {
            return None;
        }
        let at_once = self.aims[kind].at_once();
        let mut picked: Vec<Step> = vec![best.step.clone()];
        let like_it = |other: &&Weighed| other.weight <= best.weight && other.value == best.value;
        for Weighed { step, .. } in left(kind).filter(like_it) {
            if picked.len() == at_once {
                break;
            }
            if !picked.iter().any(|other| step.meets(other, subject.tree())) {
                picked.push(step.clone());
            }
        }
        Some(Pick { kind, value: best.value, steps: picked.into() })
    }
}

/// Whether nearly all would go: that is no question for this pass.
fn is_most(subject: &Subject, cut: &Cut, wanted: &Cut) -> bool {
    let root = subject.tree().root();
    subject.n_alive(root, wanted) <= subject.n_alive(root, cut) / 20
}

impl Rounds for ByWeight {
    fn next(&mut self, subject: &Subject, cut: &Cut) -> Option<Round> {
        if let Some(round) = self.settle(subject, cut) {
            return Some(round);
        }
        loop {
            let pick = self.pick(subject, cut)?;
            let round = self.ask(subject, cut, &pick);
            if round.is_some() {
                return round;
            }
            self.aims[pick.kind].end_row();
            if let [step] = &*pick.steps {
                Arc::make_mut(&mut self.done).insert(step.clone());
            }
        }
    }

    fn learn(&mut self, answer: Answer) {
        if let Some(asked) = &mut self.asked {
            asked.answer = answer;
        }
    }
}

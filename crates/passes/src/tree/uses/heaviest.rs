//! What is likely to take most along goes first.

use std::collections::BTreeMap;
use std::sync::Arc;

use dwindle_reduce::{Answer, CandidateSearch, Document};
use dwindle_syntax::uses::Uses;

use super::along::{After, after};
use super::chances::Chances;
use super::pick::Pick;
use super::queues::Queues;
use super::sources::{Looked, Sources};
use super::step::Step;
use super::ways::{Tried, is_most, takes_of};
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::search::{Framework, Task, TreeSearch};
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "heaviest",
    summary: "removes or hoists what is likely to remove most, with everything that depends on it",
    manual: "\
The weight of a definition or statement is the number of its tokens, and of everything that \
nothing else needs: the functions that only it calls, recursively, and their imports. A syntax \
node may also be replaced by a part of its contents that the grammar allows in its place: a call \
by an argument, a condition by what follows it; the weight is that of the removed part, and of \
everything that only this part uses. The step that is likely to remove most is tried first. A step \
can be tried in several ways: together with the uses of what it removes and everything that becomes \
unused, with only what becomes unused, and alone. Of a statement with a value that becomes unused, \
the call may stay: `f();` of `let a = f();`; what such a call needs stays as it is. A parameter that becomes unused goes with the \
argument in every call; or it stays, renamed where the language has a sign for unused names. A field goes \
with the values at its place in literals that name its type. What counts is how many tokens go, times the \
probability that the result is interesting. That is learned from the answers. It depends on the \
number of tokens, the way, and the kinds of nodes; on whether only elements of lists, arms and \
definitions go along (a field with all places that set it), or also statements; and on whether \
something is left where nothing of that kind stands elsewhere in the text, or a name without its \
call that is called everywhere else, the name of a type where a member of it was, or the name of a member that is not known without its \
object; and on whether something is left that nothing uses any more. What is declared as a number, a \
text or a truth value never takes the place of another one of these. An answer that was expected \
changes little. A step that removes what could not be removed before is less likely to succeed, \
too. A step that failed is tried again once a fifth of the text is gone, as long as it has more than 256 tokens. After four successes in a row two steps are tried at once, then four, and so on, of \
those whose dependents are known; half as many after a failure. Ends when no step is likely to remove one part in 4,000 of the text, or a quarter \
of a token; in a text of at most 256 tokens all removals are tried, until 24 trials in a row were \
misses. Made for code in which missing or unused definitions are errors. If a language has a query for definitions and uses, these are used; otherwise names alone. \
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
by one plain value: the shortest number, text or word such as `true` of the file, or a number or \
text that a message in the test script names, or a text of the length that it names; or by what it \
stands for, as in the pass `inline`. The definition is removed with everything that becomes unused, \
a field with the elements that set it. A parameter, also of a constructor, may be removed with its \
arguments, and its uses replaced by a value; a field, with the values given at its place; a type parameter as in the pass `inline`. \
A type of which no member is used elsewhere becomes a plain one, such as `()` or `int`, and what is \
made of it a plain value. Single expressions are replaced by plain values, too, together \
with everything that only they use. Where a type is declared, for a variable, a parameter, a field, \
or what a function returns, a value is made from it: `make([]T, 1)` of Go, `vec![0]` of Rust, `new T[1]` of \
C# and Java, a call of its constructor; or the nearest variable of this type takes the place. Where the type tells what its values look like, no plain value of another type is tried. Statements that \
assign to the name go along. Where something is declared as a number, a text or a \
truth value, or has parts, values of other types are not tried, if the language checks types. The step that is likely to remove most is tried first, as in \
the pass `heaviest`; which kind of value fits is learned during the pass. `let n = weigh(a); \
show(n + 1)` becomes `show(0 + 1)`, without `weigh`.",
    begin: |options, document| begin(VALUES.name, Looked::Values, options, document),
};

/// The catalogue's entry for what gives way to what it stands for.
pub const INLINE: Entry = Entry {
    name: "inline",
    summary: "replaces all uses of a name by what it stands for: variables by their values, calls by bodies",
    manual: "\
A function that only hands on its arguments, or is called once, is not needed if its body takes \
the place of the call. All uses of a variable are replaced by the value of its definition, or of \
its only assignment; all calls of a function by the expression that it returns, or, where the value \
of the call is not used, by its statements, with the arguments in the place of the parameters; the \
definition is removed. The object of the call takes the place of `this` in the body, of its \
members that are named alone, or of the parameter for it, as in Go, Python and Rust; a body that names \
`super` stays. In JavaScript, Lua and PHP, arguments without a parameter are lost. If the \
value is used and the function returns only at its end, its other statements move before the \
statement with the call, also out of a loop or a condition; in Rust, a block takes the place of the \
call. For `f()?` in Rust, what the function wraps in `Ok` or `Some` is put. \
A parameter that nothing uses, or whose argument is the same in all calls, is removed with its \
arguments, and the argument takes its place. The same is done with parameters of constructors, and \
with fields whose values are given by place: `N{1, 2}`. A type parameter is removed with its arguments, and \
its uses become the type that it is given first, or a plain one such as `int`. Tried only if fewer \
tokens are expected, and if the moved text names nothing that is unknown at its new place. The step \
that is likely to remove most is tried first. The meaning may change: arguments are evaluated once, \
never or several times. With `function f(x) { return g(x, 1); }` `show(f(y));` becomes `show(g(y, \
1));`.",
    begin: |options, document| begin(INLINE.name, Looked::Inline, options, document),
};

/// The catalogue's entry for calls that give way to one of their arguments.
pub const ARGUMENTS: Entry = Entry {
    name: "hoist-arguments",
    summary: "replaces all calls of a function by one of their arguments, and removes the function",
    manual: "\
Functions often hand on what they get: they check, wrap, convert or report it. All calls of a \
function are replaced by the argument at one place, or by the object before the name of a method; \
the function is removed with everything that becomes unused. The step that is likely to remove most \
is tried first, as in the pass `heaviest`. Arguments must not be named, and one that is declared as a \
number, a text or a truth value does not take the place of another one of these. For functions with at \
most 64 calls; in languages of which only brackets are known, too. `show(checked(weigh(a), max));` \
becomes `show(weigh(a));`, without `checked` and `max`.",
    begin: |options, document| begin(ARGUMENTS.name, Looked::Arguments, options, document),
};

fn begin(
    pass: &'static str,
    looked: Looked,
    options: &PassOptions,
    document: &Document,
) -> Option<CandidateSearch> {
    let expected = options.expected.clone();
    TreeSearch::begin_in_files(pass, options, document, move |subject| {
        let uses = subject.file.uses();
        uses.has_uses().then(|| ByWeight::new(uses.clone(), Sources::of(subject, looked, expected.values())))
    })
}

/// Tries the step that is likely to remove most, until none is likely to remove much.
#[derive(Clone)]
struct ByWeight {
    uses: Uses,
    sources: Sources,
    /// The steps for the current cut; `None` after a success.
    queues: Option<Queues>,
    /// The ways in which steps were tried alone without success.
    tried: Arc<BTreeMap<Step, Tried>>,
    asked: Option<Asked>,
    /// `None` before the first step.
    chances: Option<Chances>,
    /// Trials since the last success.
    n_misses: u32,
}

/// The last trial.
#[derive(Clone)]
struct Asked {
    pick: Pick,
    /// The accepted cut at that time.
    cut: TokenEdits,
    answer: Answer,
}

impl ByWeight {
    fn new(uses: Uses, sources: Sources) -> ByWeight {
        ByWeight {
            uses,
            sources,
            queues: None,
            tried: Arc::default(),
            asked: None,
            chances: None,
            n_misses: 0,
        }
    }

    /// Learns the outcome of the last trial.
    fn settle(&mut self, cut: &TokenEdits) {
        let Some(Asked { pick, cut: before, answer }) = self.asked.take() else { return };
        let Some(chances) = &mut self.chances else { return };
        let paid = before != *cut;
        match *pick.steps {
            [_] if paid || answer != Answer::Refused => chances.learn(&pick.traits, paid),
            [_] => {}
            _ if paid => chances.learn(&pick.traits, true),
            _ => chances.learn_together(&pick.traits, pick.steps.len()),
        }
        if paid {
            (self.queues, self.n_misses) = (None, 0);
        } else {
            self.n_misses += u32::from(answer != Answer::Refused);
            self.rule_out(&pick);
        }
    }

    /// Excludes a step from being tried again in the same way. Several steps may succeed alone.
    fn rule_out(&mut self, pick: &Pick) {
        if let [step] = &*pick.steps {
            let Some(queues) = &mut self.queues else { return };
            queues.rule_out(pick);
            let tried = Arc::make_mut(&mut self.tried).entry(step.clone()).or_default();
            tried.learn(pick.traits.way, queues.n_tokens());
        }
    }

    /// Returns the step that is likely to remove most.
    fn pick(&mut self, subject: &Subject, cut: &TokenEdits) -> Option<Pick> {
        let find = || Queues::find(subject, &self.uses, cut, &self.sources, &self.tried);
        let queues = self.queues.get_or_insert_with(find);
        let start = || Chances::new(self.sources.slopes(), &self.sources.places());
        let chances = self.chances.get_or_insert_with(start);
        queues.pick(subject, &self.uses, cut, chances, &self.tried, self.n_misses)
    }

    /// Proposes some steps; `None` if that changes nothing, or is impossible.
    fn ask(&mut self, subject: &Subject, cut: &TokenEdits, pick: Pick) -> Option<Task> {
        let After { cut: wanted, changes, .. } =
            after(subject, &self.uses, cut, &pick.steps, takes_of(pick.traits.way))?;
        if wanted == *cut || is_most(subject, cut, &wanted, &pick.steps) {
            return None;
        }
        self.asked = Some(Asked { pick, cut: cut.clone(), answer: Answer::Refused });
        Some(Task::Batch(changes))
    }
}

impl Framework for ByWeight {
    fn next(&mut self, subject: &Subject, cut: &TokenEdits) -> Option<Task> {
        self.settle(cut);
        loop {
            let pick = self.pick(subject, cut)?;
            let round = self.ask(subject, cut, pick.clone());
            if round.is_some() {
                return round;
            }
            if let Some(chances) = &mut self.chances {
                chances.end_row(&pick.traits);
            }
            self.rule_out(&pick);
        }
    }

    fn learn(&mut self, answer: Answer) {
        if let Some(asked) = &mut self.asked {
            asked.answer = answer;
        }
    }

    fn likelihood(&self) -> Option<f64> {
        Some(self.asked.as_ref()?.pick.likelihood)
    }
}

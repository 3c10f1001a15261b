//! Compiles grammar rules to automata over the visible children of nodes.
//!
//! A hidden rule (one that makes no nodes) is expanded where it is used. If hidden rules are
//! recursive, all calls within one expansion share that copy, as in Mohri and Nederhof, *Regular
//! Approximation of Context-Free Grammars through Transformation* (2001). This is exact for left-
//! and right-recursive lists, which are nearly all cases; otherwise the automaton accepts a
//! superset of the rule.

use std::sync::{Arc, OnceLock};

use super::dfa::Dfa;
use super::nfa::{Nfa, NfaState, TooLarge};
use super::rules::{Expr, Kind, RuleRole, Rules, Token};

/// How hidden text (text that makes no nodes) is treated among children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HiddenText {
    /// It is a child of kind [`Kind::HIDDEN`]. Text that may be blank is optional, because trees do
    /// not show it.
    Shown,
    /// It is ignored.
    Unseen,
}

/// The automata of all kinds. Each is compiled when it is first used.
#[derive(Debug)]
pub(super) struct Automata {
    hidden_text: HiddenText,
    /// By kind: one automaton for every rule whose nodes show this kind.
    bodies: Vec<Vec<Body>>,
    hidden: Vec<OnceLock<Option<Arc<Dfa>>>>,
    /// By rule: the index of its group of mutually recursive hidden rules; `None` if it is not
    /// recursive.
    cycle: Vec<Option<u16>>,
}

/// A rule, or an aliased part of a rule, whose nodes show a kind.
#[derive(Debug)]
struct Body {
    source: BodySource,
    dfa: OnceLock<Option<Arc<Dfa>>>,
}

/// Where the children of a node are described.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum BodySource {
    /// A token, which has no children.
    Leaf,
    /// The body of a rule, by index.
    Rule(u16),
    /// A repetition with a kind of its own, because it is aliased.
    Part(Expr),
}

impl Automata {
    pub(super) fn new(rules: &Rules, hidden_text: HiddenText) -> Automata {
        let bodies = body_sources(rules).into_iter();
        let body = |source| Body { source, dfa: OnceLock::new() };
        Automata {
            hidden_text,
            bodies: bodies.map(|sources| sources.into_iter().map(body).collect()).collect(),
            hidden: rules.rules.iter().map(|_| OnceLock::new()).collect(),
            cycle: cycles(rules),
        }
    }

    /// Uses the given automata, one per kind.
    pub(super) fn given(automata: Vec<Dfa>) -> Automata {
        let body = |dfa| vec![Body { source: BodySource::Leaf, dfa: OnceLock::from(Some(Arc::new(dfa))) }];
        Automata {
            hidden_text: HiddenText::Unseen,
            bodies: automata.into_iter().map(body).collect(),
            hidden: Vec::new(),
            cycle: Vec::new(),
        }
    }

    /// Returns the automata of a kind, one for each rule whose nodes show it. Automata that are too
    /// large are left out.
    pub(super) fn of(&self, rules: &Rules, kind: Kind) -> impl Iterator<Item = Arc<Dfa>> {
        self.bodies[kind.index()].iter().filter_map(|body| {
            body.dfa.get_or_init(|| self.compile_source(rules, &body.source).ok().map(Arc::new)).clone()
        })
    }

    fn compile_source(&self, rules: &Rules, source: &BodySource) -> Result<Dfa, TooLarge> {
        let nothing = Expr::Seq(Vec::new());
        let expr = match source {
            BodySource::Leaf => &nothing,
            BodySource::Rule(rule) => &rules.rules[usize::from(*rule)].body,
            BodySource::Part(expr) => expr,
        };
        let mut compiler = Compiler { automata: self, rules, nfa: Nfa::default(), cycle: Vec::new() };
        let start = compiler.nfa.state();
        let end = compiler.expr(expr, None, start)?;
        compiler.nfa.determinize(start, end)
    }

    /// Returns the automaton of a hidden rule.
    fn hidden(&self, rules: &Rules, rule: u16) -> Result<Arc<Dfa>, TooLarge> {
        let compile = || self.compile_hidden(rules, rule).ok().map(Arc::new);
        self.hidden[usize::from(rule)].get_or_init(compile).clone().ok_or(TooLarge)
    }

    fn compile_hidden(&self, rules: &Rules, rule: u16) -> Result<Dfa, TooLarge> {
        let mut compiler = Compiler { automata: self, rules, nfa: Nfa::default(), cycle: Vec::new() };
        let cycle = self.cycle[usize::from(rule)];
        let together = (0u16..)
            .zip(&self.cycle)
            .filter(|(other, of_other)| *other == rule || (cycle.is_some() && **of_other == cycle));
        for (member, _) in together {
            let copy = (member, compiler.nfa.state(), compiler.nfa.state());
            compiler.cycle.push(copy);
        }
        for (member, entry, exit) in compiler.cycle.clone() {
            let end = compiler.expr(&rules.rules[usize::from(member)].body, None, entry)?;
            compiler.nfa.link(end, exit);
        }
        let own = compiler.cycle.iter().find(|(member, ..)| *member == rule);
        let (start, end) = own.map_or((0, 0), |(_, entry, exit)| (*entry, *exit));
        compiler.nfa.determinize(start, end)
    }
}

/// Compiles expressions into an automaton.
struct Compiler<'a> {
    automata: &'a Automata,
    rules: &'a Rules,
    nfa: Nfa,
    /// The hidden rules shared inside this automaton, with their start and end states.
    cycle: Vec<(u16, NfaState, NfaState)>,
}

impl Compiler<'_> {
    /// Adds an expression after a state and returns the state after it. `alias` applies to every
    /// step inside that has no alias of its own.
    fn expr(&mut self, expr: &Expr, alias: Option<Kind>, from: NfaState) -> Result<NfaState, TooLarge> {
        match expr {
            Expr::Seq(parts) => parts.iter().try_fold(from, |at, part| self.expr(part, alias, at)),
            Expr::Choice(parts) => {
                let end = self.nfa.state();
                for part in parts {
                    let part_end = self.expr(part, alias, from)?;
                    self.nfa.link(part_end, end);
                }
                Ok(end)
            }
            Expr::Repeat(inner) | Expr::Repeat1(inner) => match alias {
                Some(kind) => {
                    let end = self.nfa.step(from, kind);
                    if matches!(expr, Expr::Repeat(_)) {
                        self.nfa.link(from, end);
                    }
                    Ok(end)
                }
                None => self.repeat(inner, matches!(expr, Expr::Repeat(_)), from),
            },
            Expr::Alias(kind, inner) => self.expr(inner, Some(*kind), from),
            Expr::Token(token) => {
                let token = &self.rules.tokens[usize::from(*token)];
                Ok(match alias.or(token.kind) {
                    Some(kind) => self.nfa.step(from, kind),
                    None => self.hidden_token(token, from),
                })
            }
            Expr::Rule(rule) => self.rule(*rule, alias, from),
        }
    }

    fn hidden_token(&mut self, token: &Token, from: NfaState) -> NfaState {
        if self.automata.hidden_text == HiddenText::Unseen {
            return from;
        }
        let end = self.nfa.step(from, Kind::HIDDEN);
        if token.may_be_blank {
            self.nfa.link(from, end);
        }
        end
    }

    fn repeat(&mut self, inner: &Expr, may_be_empty: bool, from: NfaState) -> Result<NfaState, TooLarge> {
        let (start, end) = (self.nfa.state(), self.nfa.state());
        self.nfa.link(from, start);
        let inner_end = self.expr(inner, None, start)?;
        self.nfa.link(inner_end, start);
        self.nfa.link(inner_end, end);
        if may_be_empty {
            self.nfa.link(start, end);
        }
        Ok(end)
    }

    fn rule(&mut self, index: u16, alias: Option<Kind>, from: NfaState) -> Result<NfaState, TooLarge> {
        let rules = self.rules;
        let rule = &rules.rules[usize::from(index)];
        if rule.role == RuleRole::Inlined && alias.is_some() {
            return self.expr(&rule.body, alias, from);
        }
        if let Some(kind) = alias.or(rule.kind) {
            return Ok(self.nfa.step(from, kind));
        }
        if rule.role == RuleRole::Lexical {
            return self.expr(&rule.body, None, from);
        }
        if let Some((_, entry, exit)) = self.cycle.iter().find(|(member, ..)| *member == index).copied() {
            self.nfa.link(from, entry);
            let behind = self.nfa.state();
            self.nfa.link(exit, behind);
            return Ok(behind);
        }
        let dfa = self.automata.hidden(rules, index)?;
        Ok(self.nfa.splice(from, &dfa))
    }
}

/// Returns, by kind, where the children of its nodes are described.
pub(super) fn body_sources(rules: &Rules) -> Vec<Vec<BodySource>> {
    let mut sources: Vec<Vec<BodySource>> = vec![Vec::new(); rules.kinds.len()];
    let add = |sources: &mut Vec<Vec<BodySource>>, kind: Kind, source: BodySource| {
        let list = &mut sources[kind.index()];
        if !list.contains(&source) {
            list.push(source);
        }
    };
    let of_rule = |index: u16| match rules.rules[usize::from(index)].role {
        RuleRole::Lexical => BodySource::Leaf,
        RuleRole::Syntactic | RuleRole::Inlined => BodySource::Rule(index),
    };
    for kind in rules.tokens.iter().filter_map(|token| token.kind) {
        add(&mut sources, kind, BodySource::Leaf);
    }
    for (index, rule) in (0u16..).zip(&rules.rules) {
        if let Some(kind) = rule.kind {
            add(&mut sources, kind, of_rule(index));
        }
        let mut todo = vec![(&rule.body, None)];
        while let Some((expr, alias)) = todo.pop() {
            match (expr, alias) {
                (Expr::Alias(kind, inner), _) => todo.push((inner, Some(*kind))),
                (Expr::Token(_), Some(kind)) => add(&mut sources, kind, BodySource::Leaf),
                (Expr::Rule(used), Some(kind)) => match &rules.rules[usize::from(*used)] {
                    inlined if inlined.role == RuleRole::Inlined => todo.push((&inlined.body, Some(kind))),
                    _ => add(&mut sources, kind, of_rule(*used)),
                },
                (Expr::Repeat(inner) | Expr::Repeat1(inner), Some(kind)) => {
                    add(&mut sources, kind, BodySource::Part(Expr::Repeat1(inner.clone())));
                    todo.push((inner, None));
                }
                (other, alias) => todo.extend(other.inside().iter().map(|part| (part, alias))),
            }
        }
    }
    sources
}

/// Finds the recursive hidden rules: the strongly connected components of the calls between hidden
/// rules.
fn cycles(rules: &Rules) -> Vec<Option<u16>> {
    let n_rules = rules.rules.len();
    let mut calls: Vec<Vec<usize>> = vec![Vec::new(); n_rules];
    for (from, rule) in rules.rules.iter().enumerate() {
        let mut todo = vec![&rule.body];
        while let Some(expr) = todo.pop() {
            match expr {
                Expr::Alias(..) => {}
                Expr::Rule(used) if is_hidden(rules, *used) => calls[from].push(usize::from(*used)),
                other => todo.extend(other.inside()),
            }
        }
    }
    let reached: Vec<Vec<bool>> = (0..n_rules).map(|from| reached_from(&calls, from)).collect();
    let leader = |rule: usize| (0..n_rules).find(|other| reached[rule][*other] && reached[*other][rule]);
    (0..n_rules).map(|rule| leader(rule).and_then(|leader| u16::try_from(leader).ok())).collect()
}

fn reached_from(calls: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut reached = vec![false; calls.len()];
    let mut todo = calls[from].clone();
    while let Some(rule) = todo.pop() {
        if !std::mem::replace(&mut reached[rule], true) {
            todo.extend(&calls[rule]);
        }
    }
    reached
}

fn is_hidden(rules: &Rules, rule: u16) -> bool {
    let rule = &rules.rules[usize::from(rule)];
    rule.kind.is_none() && rule.role != RuleRole::Lexical
}

//! The shortest text of every kind.

use super::automata::{BodySource, body_sources};
use super::join::Piece;
use super::rules::{Expr, Kind, Rules};

/// The shortest text of every kind of a grammar, computed as a fixpoint over its rules.
#[derive(Debug)]
pub(super) struct ShortestTexts {
    texts: Vec<Option<Box<str>>>,
}

impl ShortestTexts {
    /// Computes all texts. O(rules × depth of the deepest one).
    pub(super) fn new(rules: &Rules) -> ShortestTexts {
        let of_rules = rule_texts(rules);
        let solver = Solver { rules, of_rules };
        let sources = body_sources(rules);
        let texts = rules.kinds().map(|kind| {
            if !rules.is_named(kind) && sources[kind.index()].iter().all(|source| *source == BodySource::Leaf)
            {
                return Some(Box::from(rules.name_of(kind)));
            }
            let pieces = sources[kind.index()].iter().filter_map(|source| solver.source(kind, source));
            let piece = solver.own_rule(kind).or_else(|| pieces.min_by_key(rank_piece));
            piece.map(|piece| piece.text.into_boxed_str())
        });
        ShortestTexts { texts: texts.collect() }
    }

    pub(super) fn of(&self, kind: Kind) -> Option<&str> {
        self.texts[kind.index()].as_deref()
    }
}

struct Solver<'a> {
    rules: &'a Rules,
    of_rules: Vec<Option<Piece>>,
}

/// The order of texts: shorter ones first, then those with fewer symbols: `0` and `a` are valid in
/// more places than `*`.
pub(super) fn rank(text: &str) -> (usize, usize, String) {
    let n_signs = text.chars().filter(|c| !c.is_ascii_alphanumeric()).count();
    (text.len(), n_signs, text.to_owned())
}

fn rank_piece(piece: &Piece) -> (usize, usize, String) {
    rank(&piece.text)
}

/// Computes the texts of rules, replacing each by a shorter one until a fixpoint. This takes as
/// many rounds as the deepest text is nested.
fn rule_texts(rules: &Rules) -> Vec<Option<Piece>> {
    let mut solver = Solver { rules, of_rules: vec![None; rules.rules.len()] };
    loop {
        let mut changed = false;
        for (index, rule) in rules.rules.iter().enumerate() {
            let Some(piece) = solver.expr(&rule.body) else { continue };
            let better =
                solver.of_rules[index].as_ref().is_none_or(|known| rank_piece(&piece) < rank_piece(known));
            if better {
                solver.of_rules[index] = Some(piece);
                changed = true;
            }
        }
        if !changed {
            return solver.of_rules;
        }
    }
}

impl Solver<'_> {
    /// Returns the text of the rule that has the name of the kind: it is valid in more places than
    /// a rule aliased to it.
    fn own_rule(&self, kind: Kind) -> Option<Piece> {
        let own = self.rules.rules.iter().position(|rule| rule.kind == Some(kind))?;
        self.of_rules[own].clone()
    }

    fn source(&self, kind: Kind, source: &BodySource) -> Option<Piece> {
        match source {
            BodySource::Leaf => self.leaf(kind),
            BodySource::Rule(rule) => self.of_rules[usize::from(*rule)].clone(),
            BodySource::Part(expr) => self.expr(expr),
        }
    }

    /// Returns the text of a token that shows this kind: by its own name, as a rule, or by an
    /// alias.
    fn leaf(&self, kind: Kind) -> Option<Piece> {
        let mut best: Option<Piece> = None;
        let mut offer = |piece: Option<Piece>| {
            if let Some(piece) = piece
                && best.as_ref().is_none_or(|known| rank_piece(&piece) < rank_piece(known))
            {
                best = Some(piece);
            }
        };
        for token in self.rules.tokens.iter().filter(|token| token.kind == Some(kind)) {
            offer(
                token.sample.as_deref().map(|text| Piece { text: text.into(), immediate: token.immediate }),
            );
        }
        for rule in &self.rules.rules {
            let mut todo = vec![&rule.body];
            while let Some(expr) = todo.pop() {
                match expr {
                    Expr::Alias(alias, inner) if *alias == kind => offer(self.expr(inner)),
                    other => todo.extend(other.inside()),
                }
            }
        }
        best
    }

    fn expr(&self, expr: &Expr) -> Option<Piece> {
        match expr {
            Expr::Seq(parts) => {
                let mut whole = Piece::default();
                for part in parts {
                    whole.push(&self.expr(part)?, self.rules.spaces);
                }
                Some(whole)
            }
            Expr::Choice(parts) => parts.iter().filter_map(|part| self.expr(part)).min_by_key(rank_piece),
            Expr::Repeat(_) => Some(Piece::default()),
            Expr::Repeat1(inner) | Expr::Alias(_, inner) => self.expr(inner),
            Expr::Rule(rule) => self.of_rules[usize::from(*rule)].clone(),
            Expr::Token(token) => {
                let token = &self.rules.tokens[usize::from(*token)];
                let text = token.sample.as_deref()?;
                Some(Piece { text: text.into(), immediate: token.immediate })
            }
        }
    }
}

//! Whether a claim of a paper was reproduced.

use std::fmt;

use crate::tables::{Markdown, p_value};

/// The kind of a claim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Something is smaller by this percentage.
    Saves(f64),
    /// Two things do not differ by more than a few percent.
    SameAs,
    /// A figure is below zero.
    Below,
}

/// A claim of a paper, and our measurement.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The paper.
    pub paper: String,
    /// The claim in words, with its figures.
    pub says: String,
    /// The kind of the claim.
    pub kind: Kind,
    /// The number of cases measured.
    pub n: usize,
    /// The measured percentage saved, or the figure.
    pub measured: Option<f64>,
    /// The p-value: how likely the measurement would be if there were no difference.
    pub p: Option<f64>,
    /// What was measured on which cases.
    pub on: String,
}

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The effect is significant, has the same sign, and at least half the size.
    Reproduced,
    /// The effect has the same sign, but is less than half as large or not significant; or there is
    /// a significant difference below five percent where the paper found none.
    InDirection,
    /// None of these.
    Not,
    /// Not measured, or on too few cases.
    Open,
}

/// The level of significance.
const LEVEL: f64 = 0.05;
/// With fewer cases no difference could be significant.
const FEWEST: usize = 6;
/// A difference below this percentage is small.
const SMALL: f64 = 5.0;

impl Claim {
    /// Returns the verdict, by the rules of [`Verdict`].
    pub fn verdict(&self) -> Verdict {
        let Some(measured) = self.measured.filter(|_| FEWEST <= self.n) else { return Verdict::Open };
        let is_significant = self.p.is_some_and(|p| p < LEVEL);
        match self.kind {
            Kind::Saves(published) if measured * published <= 0.0 => Verdict::Not,
            Kind::Saves(published) if is_significant && published.abs() <= 2.0 * measured.abs() => {
                Verdict::Reproduced
            }
            Kind::SameAs if !is_significant => Verdict::Reproduced,
            Kind::SameAs if measured.abs() < SMALL => Verdict::InDirection,
            Kind::SameAs => Verdict::Not,
            Kind::Below if 0.0 <= measured => Verdict::Not,
            Kind::Below if is_significant => Verdict::Reproduced,
            Kind::Saves(_) | Kind::Below => Verdict::InDirection,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Reproduced => "**reproduced**",
            Verdict::InDirection => "in direction",
            Verdict::Not => "**not**",
            Verdict::Open => "open: too few cases",
        })
    }
}

/// Returns the table of claims with their verdicts.
pub fn claim_table(claims: &[Claim]) -> Markdown {
    let mut table = Markdown::new(2, ["paper", "says", "measured here", "p", "cases", "on", "verdict"]);
    for claim in claims {
        let measured = match (claim.measured, claim.kind) {
            (None, _) => "–".to_owned(),
            (Some(figure), Kind::Below) => format!("{figure:.2}"),
            (Some(saved), _) if saved < 0.0 => format!("{:.1} % more", -saved),
            (Some(saved), _) => format!("{saved:.1} % fewer"),
        };
        table.row([
            claim.paper.clone(),
            claim.says.clone(),
            measured,
            p_value(claim.p),
            claim.n.to_string(),
            claim.on.clone(),
            claim.verdict().to_string(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(kind: Kind, measured: f64, p: Option<f64>) -> Verdict {
        let (says, on) = (String::new(), String::new());
        Claim { paper: "P".to_owned(), says, kind, n: 60, measured: Some(measured), p, on }.verdict()
    }

    #[test]
    fn an_effect_needs_its_sign_its_size_and_significance() {
        assert_eq!(verdict(Kind::Saves(50.0), 30.0, Some(0.001)), Verdict::Reproduced);
        assert_eq!(verdict(Kind::Saves(50.0), 20.0, Some(0.001)), Verdict::InDirection);
        assert_eq!(verdict(Kind::Saves(50.0), 60.0, Some(0.2)), Verdict::InDirection);
        assert_eq!(verdict(Kind::Saves(50.0), -1.0, Some(0.001)), Verdict::Not);
        assert_eq!(verdict(Kind::Saves(50.0), 0.0, None), Verdict::Not);
    }

    #[test]
    fn no_difference_is_reproduced_unless_there_is_one() {
        assert_eq!(verdict(Kind::SameAs, 9.0, Some(0.3)), Verdict::Reproduced);
        assert_eq!(verdict(Kind::SameAs, 0.0, None), Verdict::Reproduced);
        assert_eq!(verdict(Kind::SameAs, -3.0, Some(0.01)), Verdict::InDirection);
        assert_eq!(verdict(Kind::SameAs, 9.0, Some(0.01)), Verdict::Not);
    }

    #[test]
    fn what_was_not_measured_is_open() {
        let claim = Claim {
            paper: "P".to_owned(),
            says: "S".to_owned(),
            kind: Kind::Below,
            n: 0,
            measured: None,
            p: None,
            on: String::new(),
        };
        assert_eq!(claim.verdict(), Verdict::Open);
        assert!(claim_table(&[claim]).to_string().contains("| open: too few cases |"));
    }
}

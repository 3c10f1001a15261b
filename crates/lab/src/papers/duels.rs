//! Claims of the papers that compare two searches.

use serde::Deserialize;

use super::verdict::Kind;

/// A claim that compares two searches in a framework.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duel {
    /// The paper.
    pub paper: String,
    /// The claim in words.
    pub says: String,
    /// The percentage by which the first search needs less; `None` if the claim is that they do not
    /// differ.
    #[serde(default)]
    pub saves: Option<f64>,
    /// The framework.
    pub framework: String,
    /// The search.
    pub search: String,
    /// The search that it is compared with.
    pub with: String,
    /// What is compared.
    pub figure: Figure,
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// The tokens that are left.
    Tokens,
    /// The trials that were run.
    Trials,
    /// Tokens removed for each trial.
    Rate,
}

impl Duel {
    /// Returns the kind of the claim.
    pub fn kind(&self) -> Kind {
        self.saves.map_or(Kind::SameAs, Kind::Saves)
    }
}

/// Returns the claims, paper by paper.
///
/// # Panics
/// Never: they are compiled in, and a test parses them.
pub fn duels() -> Vec<Duel> {
    #[derive(Deserialize)]
    struct All {
        duel: Vec<Duel>,
    }
    let all: All = toml::from_str(include_str!("../../claims.toml")).expect("the claims are well formed");
    all.duel
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Algorithm;

    use super::*;

    #[test]
    fn claims_are_about_searches_that_there_are() {
        for duel in duels() {
            for search in [&duel.search, &duel.with] {
                let name = search.split(' ').next().unwrap_or_default();
                assert!(Algorithm::named(name).is_some(), "{search}");
            }
            assert_ne!(duel.search, duel.with, "{}", duel.says);
        }
    }
}

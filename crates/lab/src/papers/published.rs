//! The figures that the papers have published.

use serde::Deserialize;

/// The published figures, for the inputs that the laboratory has.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Tables 2 and 4 of the ProbDD paper.
    pub probdd: Vec<OfProbdd>,
    /// Table IV of the CDD paper.
    pub cdd: Vec<OfCdd>,
    /// Table I of the WDD paper.
    pub wdd: Vec<OfWdd>,
    /// Tables 2 and 4 of the ProbDD paper, CHISEL.
    pub chisel: Vec<OfProbdd>,
    /// Means over the inputs of a table.
    pub mean: Vec<OfMean>,
}

/// Geometric means over inputs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfMean {
    /// The paper and the table.
    pub of: String,
    /// The kinds of inputs.
    pub inputs: String,
    /// The framework, by our name.
    pub framework: String,
    /// How many inputs.
    pub n: u32,
    /// The searches, by our names.
    pub searches: Vec<String>,
    /// Tokens left, search by search.
    pub tokens: Vec<u32>,
    /// Queries or seconds, search by search.
    pub effort: Vec<u32>,
    /// The unit of `effort`.
    pub unit: String,
}

/// With ddmin, ProbDD and ActiveCoarsen. 0 seconds: not finished within three hours.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfProbdd {
    /// The input.
    pub name: String,
    /// Tokens left.
    pub tokens: [u32; 3],
    /// Seconds.
    pub seconds: [u32; 3],
}

/// With ddmin, ProbDD and CDD in HDD.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfCdd {
    /// The input.
    pub name: String,
    /// Tokens of the input.
    pub before: u32,
    /// Tokens left.
    pub tokens: [u32; 3],
    /// Seconds.
    pub seconds: [u32; 3],
    /// Queries.
    pub queries: [u32; 3],
}

/// With ddmin, W_ddmin, ProbDD and W_ProbDD.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfWdd {
    /// The input.
    pub name: String,
    /// Tokens left in HDD.
    pub hdd_tokens: [u32; 4],
    /// Seconds in HDD.
    pub hdd_seconds: [u32; 4],
    /// Tokens left in Perses.
    pub perses_tokens: [u32; 4],
    /// Seconds in Perses.
    pub perses_seconds: [u32; 4],
}

/// Returns the published figures.
///
/// # Panics
/// Never: they are compiled in, and a test parses them.
pub fn published() -> Published {
    toml::from_str(include_str!("../../papers.toml")).expect("the published figures are well formed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_figures_are_well_formed() {
        let published = published();
        assert_eq!((published.probdd.len(), published.cdd.len(), published.wdd.len()), (10, 10, 11));
        assert_eq!(published.chisel.len(), 10);
        assert!(
            published
                .mean
                .iter()
                .all(|mean| { [mean.tokens.len(), mean.effort.len()] == [mean.searches.len(); 2] })
        );
        let row = published.cdd.iter().find(|row| row.name == "gcc-71626").unwrap();
        assert_eq!((row.before, row.tokens, row.queries), (4397, [184; 3], [1608, 1156, 1220]));
        assert!(published.probdd.iter().any(|row| row.seconds == [0; 3]), "some runs never ended");
    }
}

//! The papers' claims, compared with our measurements.

use super::duels::{Duel, Figure, duels};
use super::verdict::{Claim, Kind};
use crate::experiment::{Record, kind};
use crate::simulation::Lines;
use crate::statistics::{Alternative, Zeros, mean, wilcoxon};
use crate::tables::{Cell, Cells, paired};
use crate::watch::{Class, Lists, Watch};

const CDD: &str = "CDD";
const WDD: &str = "WDD";

/// The measurements by which claims are judged.
pub struct Evidence<'a> {
    /// The measurements without a watch.
    pub cells: &'a Cells,
    /// Those with one.
    pub watched: &'a [Record],
    /// The simulation.
    pub simulation: &'a [Lines],
}

impl Evidence<'_> {
    /// Compares two searches in a framework.
    fn pair(&self, duel: &Duel) -> Measured {
        let Duel { framework, search, with, .. } = duel;
        let (what, of): (&str, fn(&Cell) -> f64) = match duel.figure {
            Figure::Tokens => ("tokens", |cell| cell.tokens),
            Figure::Trials => ("trials", |cell| cell.executed),
            Figure::Rate => ("tokens removed per trial", |cell| {
                (cell.tokens_before - cell.tokens) / cell.executed.max(1.0)
            }),
        };
        let (Some(one), Some(other)) =
            (self.cells.column(framework, search), self.cells.column(framework, with))
        else {
            return Measured { n: 0, saved: None, p: None, on: String::new() };
        };
        let found = paired(self.cells, one, other, of);
        let saved = found.ratio.map(|ratio| 100.0 * (1.0 - ratio));
        Measured { n: found.n, saved, p: found.p, on: format!("{what}, {framework}") }
    }

    fn lists(&self, framework: &str, search: &str, watch: Watch) -> Vec<&Lists> {
        let is_it = |record: &&Record| {
            let setting = &record.setting;
            setting.framework == framework && setting.algorithm == search && setting.watch == Some(watch)
        };
        self.watched.iter().filter(is_it).filter_map(|record| record.lists.as_ref()).collect()
    }
}

struct Measured {
    n: usize,
    saved: Option<f64>,
    p: Option<f64>,
    on: String,
}

/// Measures all claims.
pub fn claims(evidence: &Evidence<'_>) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    for duel in duels() {
        let Measured { n, saved, p, on } = evidence.pair(&duel);
        let kind = duel.kind();
        claims.push(Claim { paper: duel.paper, says: duel.says, kind, n, measured: saved, p, on });
    }
    claims.extend(classes(evidence));
    claims.push(minimality(evidence));
    for (framework, input, published) in
        [("hdd*", "C", -0.41), ("hdd*", "XML", -0.83), ("perses", "C", -0.14), ("perses", "XML", -0.36)]
    {
        claims.push(correlation(evidence, framework, input, published));
    }
    claims.extend(simulation(evidence));
    claims
}

/// Compares the success rate of each class of ddmin's queries with the rest, case by case.
fn classes(evidence: &Evidence<'_>) -> impl Iterator<Item = Claim> {
    let lists = evidence.lists("hdd*", "ddmin", Watch::Queries);
    let rate = |of_case: &Lists, class: Class| {
        let query = of_case.queries[class as usize];
        (0 < query.asked).then(|| query.succeeded as f64 / query.asked as f64)
    };
    let said = [
        (
            Class::Complement,
            "ddmin's complement queries succeed less often (< 0.01 %) than its others (4.98 %)",
        ),
        (Class::Revisit, "ddmin's revisits succeed less often (0.13 %) than its others (4.98 %)"),
    ];
    said.map(|(class, says)| {
        let both = |of_case: &&Lists| {
            Some((rate(of_case, class)?, rate(of_case, Class::Other).filter(|r| 0.0 < *r)?))
        };
        let pairs: Vec<(f64, f64)> = lists.iter().filter_map(both).collect();
        let differences: Vec<f64> = pairs.iter().map(|(one, other)| one - other).collect();
        let (ones, others): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let saved = mean(&ones).zip(mean(&others)).map(|(one, other)| 100.0 * (1.0 - one / other));
        Claim {
            paper: CDD.to_owned(),
            says: says.to_owned(),
            kind: Kind::Saves(97.0),
            n: pairs.len(),
            measured: saved,
            p: wilcoxon(&differences, Alternative::TwoSided, Zeros::LeftOut).map(|test| test.p),
            on: "success rate, hdd*".to_owned(),
        }
    })
    .into_iter()
}

/// Measures how often a result of ProbDD is not 1-minimal.
fn minimality(evidence: &Evidence<'_>) -> Claim {
    let lists = evidence.lists("hdd*", "probdd", Watch::Closure);
    let total = |of: fn(&Lists) -> u64| lists.iter().map(|lists| of(lists)).sum::<u64>() as f64;
    let (all, open) = (total(|lists| lists.n_lists), total(|lists| lists.not_minimal));
    let rates: Vec<f64> = lists
        .iter()
        .filter(|lists| 0 < lists.n_lists)
        .map(|lists| lists.not_minimal as f64 / lists.n_lists as f64 - 0.05)
        .collect();
    Claim {
        paper: CDD.to_owned(),
        says: "few results of ProbDD are not 1-minimal (1.11 %, and 1.49 units then); here: fewer than 5 %"
            .to_owned(),
        kind: Kind::Below,
        n: lists.len(),
        measured: (0.0 < all).then(|| 100.0 * open / all - 5.0),
        p: wilcoxon(&rates, Alternative::TwoSided, Zeros::LeftOut).map(|test| test.p),
        on: "percent of lists, less 5; hdd*".to_owned(),
    }
}

/// Measures whether heavy nodes remain, in one kind of inputs.
fn correlation(
    evidence: &Evidence<'_>,
    framework: &'static str,
    input: &'static str,
    published: f64,
) -> Claim {
    let is_it = |record: &&Record| {
        let setting = &record.setting;
        setting.framework == framework
            && setting.algorithm == "ddmin"
            && setting.watch == Some(Watch::Queries)
            && kind(&setting.case) == input
    };
    let watched = evidence.watched.iter().filter(is_it);
    let rhos: Vec<f64> = watched.filter_map(|record| record.lists.as_ref()?.mean_rho()).collect();
    Claim {
        paper: WDD.to_owned(),
        says: format!("weight and deletion correlate negatively in {input} (Spearman: {published})"),
        kind: Kind::Below,
        n: rhos.len(),
        measured: mean(&rhos),
        p: wilcoxon(&rhos, Alternative::TwoSided, Zeros::LeftOut).map(|test| test.p),
        on: format!("mean rho, {framework}"),
    }
}

fn simulation(evidence: &Evidence<'_>) -> impl Iterator<Item = Claim> {
    evidence.simulation.iter().filter_map(|lines| {
        let line = lines.lines.iter().find(|line| line.name == "W_ddmin")?;
        Some(Claim {
            paper: WDD.to_owned(),
            says: "W_ddmin runs 23 % fewer tests than ddmin in the simulation".to_owned(),
            kind: Kind::Saves(23.0),
            n: lines.n_lists as usize,
            measured: Some(line.saving),
            p: line.p,
            on: format!("tests, tokens spread {}", lines.spread.words()),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::verdict::Verdict;
    use super::*;
    use crate::experiment::tests::{record, setting};
    use crate::watch::Query;

    fn of(case: usize, search: &str, tokens: u64, executed: u64) -> Record {
        let mut setting = setting("hdd*", search);
        setting.case = format!("xml-crime/{case}");
        record(setting, tokens, executed)
    }

    #[test]
    fn a_claim_is_measured_where_both_searches_were() {
        let records: Vec<Record> =
            (0..8).flat_map(|case| [of(case, "ddmin", 20, 1000), of(case, "probdd", 20, 300)]).collect();
        let cells = Cells::of(&records);
        let all = claims(&Evidence { cells: &cells, watched: &[], simulation: &[] });
        let of = |says: &str| all.iter().find(|claim| claim.says.starts_with(says)).unwrap();
        assert_eq!(of("ProbDD asks 52.43 %").verdict(), Verdict::Reproduced);
        assert_eq!(of("ProbDD and ddmin leave").verdict(), Verdict::Reproduced);
        assert_eq!(of("ProbDD leaves 59.48").verdict(), Verdict::Not);
        assert_eq!(of("CDD asks").verdict(), Verdict::Open);
        assert_eq!(of("few results").verdict(), Verdict::Open);
    }

    #[test]
    fn watched_lists_carry_their_claims() {
        let lists = Lists {
            n_lists: 10,
            queries: [(50, 0), (30, 1), (40, 20)].map(Query::from),
            n_correlated: 2,
            sum_rho: -1.0,
            ..Lists::default()
        };
        let watched: Vec<Record> = (0..8)
            .map(|case| {
                let mut record = of(case, "ddmin", 20, 100);
                record.setting.watch = Some(Watch::Queries);
                record.lists = Some(lists.clone());
                record
            })
            .collect();
        let all = claims(&Evidence { cells: &Cells::default(), watched: &watched, simulation: &[] });
        let of = |says: &str| all.iter().find(|claim| claim.says.starts_with(says)).unwrap();
        assert_eq!(of("weight and deletion correlate negatively in C").verdict(), Verdict::Open);
        assert_eq!(of("ddmin's complement").verdict(), Verdict::Reproduced);
        assert_eq!(of("ddmin's complement").measured, Some(100.0));
        assert_eq!(of("weight and deletion correlate negatively in XML").measured, Some(-0.5));
        assert_eq!(of("weight and deletion correlate negatively in XML").verdict(), Verdict::Reproduced);
    }
}

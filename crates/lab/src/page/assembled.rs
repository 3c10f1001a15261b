//! The page as a whole.

use super::material::Material;
use super::sweep::sweep;
use super::watching::{correlations, minimality, queries};
use super::{pictures, prose};
use crate::compare::peer_tables;
use crate::experiment::{Record, kind};
use crate::papers::{Evidence, beside_tables, claim_table, claims};
use crate::plot::{Figure, experiment_figures};
use crate::simulation::{contest_summary, contest_tables};
use crate::tables::{Cells, compared_tables, experiment_tables};

/// A page with its figures.
#[derive(Clone, Debug)]
pub struct Page {
    /// The page in Markdown.
    pub text: String,
    /// The figures, for a folder beside it.
    pub figures: Vec<Figure>,
    /// All tables about lists, for `lists.md` in the same folder.
    pub lists: Option<String>,
}

/// Makes the page; `folder` is the name of the folder of its figures. What there is no material for
/// is left out.
pub fn page(material: &Material, folder: &str) -> Page {
    let mut page = Page { text: prose::HEAD.to_owned(), figures: Vec::new(), lists: None };
    let cells = Cells::of(&material.synthetic);
    let evidence = Evidence { cells: &cells, watched: &material.watched, simulation: &material.simulation };
    page.add(prose::CLAIMS, &format!("{}\n{}", claim_table(&claims(&evidence)), prose::WHY));
    page.add(prose::SYNTHETIC, "");
    page.add(prose::BESIDE, &beside_tables(&cells));
    if !material.watched.is_empty() {
        page.add(prose::QUERIES, &queries(&material.watched).to_string());
        page.show_if(pictures::success_rates(&material.watched), folder);
        page.add(prose::MINIMALITY, &minimality(&material.watched).to_string());
        page.add(prose::CORRELATION, &correlations(&material.watched).to_string());
        page.show_if(pictures::correlations(&material.watched), folder);
    }
    if let Some((table, figure, n_cases)) = sweep(&material.synthetic) {
        page.add(prose::SWEEP, &format!("On {n_cases} cases:\n\n{table}"));
        page.show(figure, folder);
    }
    page.simulation(material);
    page.show_if(pictures::simulated(&material.simulation), folder);
    page.trees(material, &cells, folder);
    if !material.contest.is_empty() {
        let more = format!("All tables: [{folder}/lists.md]({folder}/lists.md).\n");
        page.add(prose::LISTS, &format!("{}\n{more}", contest_summary(&material.contest)));
        page.lists = Some(format!("{}\n{}", prose::ALL_LISTS, contest_tables(&material.contest)));
    }
    if !material.real.is_empty() {
        page.add(prose::REAL, &experiment_tables(&material.real));
        page.real(material, folder);
    }
    if !material.peers.is_empty() {
        page.add(prose::PEERS, &format!("{}\n{}", peer_tables(&material.peers), prose::LOSE));
    }
    page.add(prose::AGAIN, "");
    page
}

/// How many seconds of a reduction are long.
const LONG: f64 = 20.0;

impl Page {
    fn add(&mut self, prose: &str, made: &str) {
        self.text.push_str(&format!("\n{prose}"));
        if !made.is_empty() {
            self.text.push_str(&format!("\n{made}"));
        }
    }

    fn show(&mut self, figure: Figure, folder: &str) {
        self.text.push_str(&format!("\n![{}]({folder}/{})\n", figure.title, figure.file));
        self.figures.push(figure);
    }

    fn show_if(&mut self, figure: Option<Figure>, folder: &str) {
        if let Some(figure) = figure {
            self.show(figure, folder);
        }
    }

    fn simulation(&mut self, material: &Material) {
        if material.simulation.is_empty() {
            return;
        }
        self.add(prose::SIMULATION, "");
        for lines in &material.simulation {
            let said: String = lines.lines.iter().map(|line| format!("- {line}\n")).collect();
            let (n_lists, seed, spread) = (lines.n_lists, lines.seed, lines.spread.words());
            self.text
                .push_str(&format!("\n{n_lists} lists (seed {seed}), tokens spread {spread}:\n\n{said}"));
        }
    }

    /// Shows how sizes fall over time where reductions take long.
    fn real(&mut self, material: &Material, folder: &str) {
        let is_slow = |case: &str| {
            let of_case = material.real.iter().filter(|record| record.setting.case == case);
            of_case.filter(|record| LONG <= record.seconds).count() >= 2
        };
        let slow: Vec<Record> =
            material.real.iter().filter(|record| is_slow(&record.setting.case)).cloned().collect();
        for figure in experiment_figures(&slow) {
            if figure.file.starts_with("time") {
                self.show(figure, folder);
            }
        }
    }

    fn trees(&mut self, material: &Material, cells: &Cells, folder: &str) {
        if material.synthetic.is_empty() {
            return;
        }
        let usual: Vec<Record> =
            material.synthetic.iter().filter(|record| record.setting.p0 == 0.1).cloned().collect();
        self.add(prose::TREES, &compared_tables(&Cells::of(&usual)));
        for figure in experiment_figures(&usual) {
            match figure.file.starts_with("ratio") {
                true => self.show(figure, folder),
                // Sizes over trials of the real inputs; generated ones are too many.
                false
                    if figure.file.starts_with("size")
                        && !figure.title.contains(", chisel:")
                        && cells
                            .cases
                            .iter()
                            .any(|case| kind(case) == "C" && figure.title.starts_with(&**case)) =>
                {
                    self.figures.push(figure);
                }
                false => {}
            }
        }
        self.text.push_str(&format!(
            "\nSizes over trials, a figure for each C input: the folder [{folder}]({folder}).\n"
        ));
        let of_c: Vec<Record> =
            usual.into_iter().filter(|record| kind(&record.setting.case) == "C").collect();
        if !of_c.is_empty() {
            let seconds: f64 = of_c.iter().filter_map(|record| record.cpu_seconds).sum();
            let took = format!(
                "{} reductions, which took {:.0} minutes of processor time.\n",
                of_c.len(),
                seconds / 60.0
            );
            let tables = experiment_tables(&of_c).replace("### ", "#### ");
            self.add("### Case by case, C\n", &format!("{took}\n{tables}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::{record, setting};
    use crate::watch::{Lists, Watch};

    #[test]
    fn a_page_has_what_there_is_material_for() {
        let mut material = Material::default();
        let empty = page(&material, "results").text;
        assert!(empty.contains("## What the papers claim") && !empty.contains("## Other reducers"));
        for search in ["ddmin", "cdd", "split-adaptive"] {
            let mut one = record(setting("hdd*", search), 20, 300);
            one.setting.case = "crime/gcc-71626/1".to_owned();
            material.synthetic.push(one);
        }
        let mut watched = record(setting("hdd*", "ddmin"), 20, 300);
        watched.setting.watch = Some(Watch::Queries);
        watched.lists = Some(Lists::default());
        material.watched.push(watched);
        let Page { text, figures, .. } = page(&material, "results");
        assert!(text.contains("### What ddmin asks") && !text.contains("## Real bugs"), "{text}");
        assert!(text.contains("(results/ratio-trials-hdd.svg)"), "{text}");
        let files: Vec<&str> = figures.iter().map(|figure| &*figure.file).collect();
        assert!(files.contains(&"size-hdd-crime-gcc-71626-1.svg"), "{files:?}");
        assert!(
            text.lines()
                .all(|line| !line.starts_with("![") || figures.iter().any(|one| line.contains(&one.file)))
        );
    }
}

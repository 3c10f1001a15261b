//! The complete page of results.

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

/// The page of conclusions, with its pages of tables and its figures.
#[derive(Clone, Debug)]
pub struct Page {
    /// The page in Markdown.
    pub text: String,
    /// The pages of tables, in a directory next to the page.
    pub parts: Vec<Part>,
    /// The figures, in the same directory.
    pub figures: Vec<Figure>,
}

/// A page of tables.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name of its file.
    pub file: &'static str,
    /// The page in Markdown.
    pub text: String,
}

/// Creates the page; `folder` is the name of the directory of its parts and figures. Sections
/// without material are left out.
pub fn page(material: &Material, folder: &str) -> Page {
    let mut page = Page { text: prose::HEAD.to_owned(), parts: Vec::new(), figures: Vec::new() };
    let cells = Cells::of(&material.synthetic);
    let evidence = Evidence { cells: &cells, watched: &material.watched, simulation: &material.simulation };
    page.add(prose::CLAIMS, &format!("{}\n{}", claim_table(&claims(&evidence)), prose::WHY));
    page.more("papers.md", folder);
    page.add(prose::SYNTHETIC, "");
    page.papers(material, &cells);
    page.trees(material, &cells, folder);
    if !material.contest.is_empty() {
        page.add(prose::LISTS, &contest_summary(&material.contest).to_string());
        page.part("lists.md", prose::ALL_LISTS, &contest_tables(&material.contest));
        page.more("lists.md", folder);
    }
    page.real(material, folder);
    if !material.peers.is_empty() {
        let tables = peer_tables(&material.peers);
        page.add(prose::PEERS, &sections(&tables, &["Compared with", "Where"]));
        page.text.push_str(prose::LOSE);
        page.part("peers.md", prose::ALL_PEERS, &tables);
        page.more("peers.md", folder);
    }
    page.add(prose::AGAIN, "");
    page
}

/// Returns the sections of a text whose headings begin with one of these words.
fn sections(text: &str, wanted: &[&str]) -> String {
    let mut is_wanted = false;
    let mut found = String::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            is_wanted = wanted.iter().any(|words| heading.starts_with(words));
        }
        if is_wanted {
            found.push_str(line);
            found.push('\n');
        }
    }
    found
}

/// Reductions of at least this many seconds count as long.
const LONG: f64 = 20.0;

impl Page {
    fn add(&mut self, prose: &str, made: &str) {
        add(&mut self.text, prose, made);
    }

    fn part(&mut self, file: &'static str, prose: &str, made: &str) {
        self.parts.push(Part { file, text: format!("{prose}\n{made}") });
    }

    /// Adds a line with a link to the page of tables.
    fn more(&mut self, file: &str, folder: &str) {
        self.text.push_str(&format!("\nAll tables: [{folder}/{file}]({folder}/{file}).\n"));
    }

    /// Shows a figure on the last part.
    fn show(&mut self, figure: Figure) {
        if let Some(part) = self.parts.last_mut() {
            part.text.push_str(&format!("\n![{}]({})\n", figure.title, figure.file));
        }
        self.figures.push(figure);
    }

    fn papers(&mut self, material: &Material, cells: &Cells) {
        let mut text = format!("{}\n{}", prose::ALL_PAPERS, prose::BESIDE);
        add(&mut text, "", &beside_tables(cells).replace("#### ", "### "));
        self.parts.push(Part { file: "papers.md", text });
        if !material.watched.is_empty() {
            self.add_to_part(prose::QUERIES, &queries(&material.watched).to_string());
            pictures::success_rates(&material.watched).into_iter().for_each(|figure| self.show(figure));
            self.add_to_part(prose::MINIMALITY, &minimality(&material.watched).to_string());
            self.add_to_part(prose::CORRELATION, &correlations(&material.watched).to_string());
            pictures::correlations(&material.watched).into_iter().for_each(|figure| self.show(figure));
        }
        if let Some((table, figure, n_cases)) = sweep(&material.synthetic) {
            self.add_to_part(prose::SWEEP, &format!("On {n_cases} cases:\n\n{table}"));
            self.show(figure);
        }
        if !material.simulation.is_empty() {
            self.add_to_part(prose::SIMULATION, &simulation(material));
        }
        pictures::simulated(&material.simulation).into_iter().for_each(|figure| self.show(figure));
    }

    fn add_to_part(&mut self, prose: &str, made: &str) {
        if let Some(part) = self.parts.last_mut() {
            add(&mut part.text, prose, made);
        }
    }

    /// Shows how sizes decrease over time in long reductions.
    fn real(&mut self, material: &Material, folder: &str) {
        if material.real.is_empty() {
            return;
        }
        let tables = experiment_tables(&material.real);
        self.add(prose::REAL, &sections(&tables, &["auto: tokens", "auto: trials", "All frameworks"]));
        self.part("real.md", prose::ALL_REAL, &tables);
        self.more("real.md", folder);
        let is_slow = |case: &str| {
            let of_case = material.real.iter().filter(|record| record.setting.case == case);
            of_case.filter(|record| LONG <= record.seconds).count() >= 2
        };
        let slow: Vec<Record> =
            material.real.iter().filter(|record| is_slow(&record.setting.case)).cloned().collect();
        for figure in experiment_figures(&slow) {
            if figure.file.starts_with("time") {
                self.show(figure);
            }
        }
    }

    fn trees(&mut self, material: &Material, cells: &Cells, folder: &str) {
        if material.synthetic.is_empty() {
            return;
        }
        let usual: Vec<Record> =
            material.synthetic.iter().filter(|record| record.setting.p0 == 0.1).cloned().collect();
        let compared = compared_tables(&Cells::of(&usual));
        self.add(prose::TREES, &sections(&compared, &["All frameworks"]));
        self.part("trees.md", prose::ALL_TREES, &compared);
        self.more("trees.md", folder);
        for figure in experiment_figures(&usual) {
            let is_of_c =
                || cells.cases.iter().any(|case| kind(case) == "C" && figure.title.starts_with(&**case));
            if figure.file.starts_with("ratio") {
                self.show(figure);
            } else if figure.file.starts_with("size") && !figure.title.contains(", chisel:") && is_of_c() {
                // Only for real inputs; there are too many generated ones.
                self.figures.push(figure);
            }
        }
        self.add_to_part(
            "Sizes over trials, a figure for each C input, are the files `size-….svg` in this folder.\n",
            "",
        );
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
            self.add_to_part("### Case by case, C\n", &format!("{took}\n{tables}"));
        }
    }
}

/// Adds prose, followed by generated text.
fn add(text: &mut String, prose: &str, made: &str) {
    text.push('\n');
    text.push_str(prose);
    if !made.is_empty() {
        text.push_str(&format!("\n{made}"));
    }
}

/// Returns the results of the simulations.
fn simulation(material: &Material) -> String {
    let lines = material.simulation.iter().map(|lines| {
        let said: String = lines.lines.iter().map(|line| format!("- {line}\n")).collect();
        let (n_lists, seed, spread) = (lines.n_lists, lines.seed, lines.spread.words());
        format!("{n_lists} lists (seed {seed}), tokens spread {spread}:\n\n{said}")
    });
    lines.collect::<Vec<_>>().join("\n")
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
        let Page { text, parts, figures } = page(&material, "results");
        assert!(text.contains("(results/papers.md)") && !text.contains("## Real bugs"), "{text}");
        let part = |file: &str| &parts.iter().find(|part| part.file == file).unwrap().text;
        assert!(part("papers.md").contains("## What ddmin asks"), "{}", part("papers.md"));
        assert!(part("trees.md").contains("(ratio-trials-hdd.svg)"), "{}", part("trees.md"));
        let files: Vec<&str> = figures.iter().map(|figure| &*figure.file).collect();
        assert!(files.contains(&"size-hdd-crime-gcc-71626-1.svg"), "{files:?}");
        for part in &parts {
            let shown = part.text.lines().filter(|line| line.starts_with("!["));
            shown.for_each(|line| assert!(figures.iter().any(|one| line.contains(&one.file)), "{line}"));
        }
    }

    #[test]
    fn a_section_ends_where_the_next_one_begins() {
        let text = "a\n### One: b\nc\n### Two\nd\n### One more\ne\n";
        assert_eq!(sections(text, &["One"]), "### One: b\nc\n### One more\ne\n");
    }
}

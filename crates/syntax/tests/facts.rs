//! What the facts say holds for real texts: children follow their rules, and what may go or be
//! replaced may.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::unwrap_used,
    reason = "a test: samples are files, and what was seen is printed"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dwindle_syntax::facts::{Children, Facts, Role, Shapes};
use dwindle_syntax::languages::{Language, Reader, detect};
use dwindle_syntax::tree::{NodeId, TokenEdit, Tree};
use dwindle_syntax::{Grammar, LANGUAGES, SyntaxGate};

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// A text of a language that has facts.
struct Sample {
    name: String,
    language: &'static Language,
    grammar: Grammar,
    facts: Arc<Facts>,
    tree: Tree,
    gate: SyntaxGate,
}

impl Sample {
    fn read(path: &Path, language: &'static Language) -> Option<Sample> {
        let grammar = language.grammar().unwrap()?;
        let facts = Arc::new(Facts::of(language).unwrap()?);
        let tree = grammar.parse(&std::fs::read(path).unwrap()).unwrap();
        let gate = SyntaxGate::new(grammar.clone(), tree.text().clone()).unwrap();
        Some(Sample {
            name: path.file_name()?.to_string_lossy().into_owned(),
            language,
            grammar,
            facts,
            tree,
            gate,
        })
    }

    /// Reads the sample of every language of this build that has a grammar.
    fn all() -> Vec<Sample> {
        let files = files_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/samples"));
        let of = |path: &PathBuf| {
            let name = path.file_stem()?.to_str()?;
            let language = LANGUAGES.iter().find(|language| language.name == name)?;
            Sample::read(path, language)
        };
        files.iter().filter_map(of).collect()
    }

    /// Whether the text with a change has no more errors than without.
    fn parses_with(&self, edits: Vec<TokenEdit<'_>>) -> bool {
        self.gate.admits(&self.tree.splices(edits, self.language.spacing))
    }
}

/// Counts what was tried and what held, by language, and keeps what did not.
#[derive(Default)]
struct Tally {
    n_tried: usize,
    failed: Vec<String>,
}

impl Tally {
    fn count(&mut self, held: bool, what: impl FnOnce() -> String) {
        self.n_tried += 1;
        if !held {
            self.failed.push(what());
        }
    }

    fn share(&self) -> f64 {
        1.0 - self.failed.len() as f64 / self.n_tried.max(1) as f64
    }

    /// Prints the outcome; returns whether the share is large enough.
    fn is_at_least(&self, name: &str, wanted: f64) -> bool {
        let n_held = self.n_tried - self.failed.len();
        println!("{name}: {n_held} of {} ({:.1} %)", self.n_tried, 100.0 * self.share());
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        self.failed.iter().for_each(|what| *kinds.entry(what).or_default() += 1);
        kinds.iter().for_each(|(what, n)| println!("    {n} times {what}"));
        wanted <= self.share()
    }
}

/// Calls for every node with children that the grammar has no complaint about.
fn for_every_parent(sample: &Sample, mut call: impl FnMut(NodeId, &Children)) {
    let mut shapes = Shapes::new(sample.facts.clone());
    let tree = &sample.tree;
    for node in tree.preorder(tree.root()).filter(|node| !tree.is_leaf(*node) && !tree.is_error(*node)) {
        if !tree.children(node).any(|child| tree.is_error(child) || tree.is_missing(child)) {
            call(node, &shapes.children(tree, node));
        }
    }
}

/// Checks a claim on all samples; `wanted` is the share that must hold in every language but the
/// listed ones.
fn check(wanted: f64, exceptions: &[(&str, f64)], claim: impl Fn(&Sample, &mut Tally)) {
    let samples = Sample::all();
    assert!(!samples.is_empty());
    let mut too_few = Vec::new();
    for sample in &samples {
        let mut tally = Tally::default();
        claim(sample, &mut tally);
        let exception = exceptions.iter().find(|(name, _)| *name == sample.language.name);
        let wanted = exception.map_or(wanted, |(_, wanted)| *wanted);
        if !tally.is_at_least(&sample.name, wanted) || (tally.n_tried == 0 && 0.0 < wanted) {
            too_few.push(format!("{} {:.3}", sample.language.name, tally.share()));
        }
    }
    assert!(too_few.is_empty(), "{too_few:?}");
}

fn match_all(sample: &Sample, tally: &mut Tally) {
    let tree = &sample.tree;
    // What was parsed once more, as an expression.
    let is_injected = |node: NodeId| {
        let mut below = tree.children(node).filter(|_| tree.kind_name(node) == "token_tree");
        below.next().is_some_and(|child| tree.range(child) == tree.range(node))
    };
    for_every_parent(sample, |node, children| {
        tally.count(children.is_known() || is_injected(node), || {
            let kinds: Vec<&str> =
                children.nodes().iter().map(|child| sample.tree.kind_name(*child)).take(20).collect();
            format!("{}: {kinds:?}", sample.tree.kind_name(node))
        });
    });
}

#[test]
fn children_follow_the_rules_of_their_parents() {
    check(1.0, &[], match_all);
}

/// Checks the claim on what lies in the folder that the environment variable `DWINDLE_CORPUS`
/// names.
#[test]
fn children_follow_the_rules_of_their_parents_in_the_corpus() {
    let Some(corpus) = std::env::var_os("DWINDLE_CORPUS") else {
        println!("skipped: DWINDLE_CORPUS names no folder");
        return;
    };
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut folders = vec![PathBuf::from(corpus)];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap());
        folders.extend(entries.filter(|entry| entry.file_type().unwrap().is_dir()).map(|entry| entry.path()));
        for path in files_in(&folder) {
            let Some(language) = std::fs::read(&path).ok().and_then(|text| detect(&path, &text)) else {
                continue;
            };
            if let Some(sample) = Sample::read(&path, language) {
                match_all(&sample, tallies.entry(language.name).or_default());
            }
        }
    }
    let wanted = |name: &str| if name == "c" { 1.0 } else { 0.99 };
    let too_few: Vec<&str> = tallies
        .iter()
        .filter(|(name, tally)| !tally.is_at_least(name, wanted(name)))
        .map(|(name, _)| *name)
        .collect();
    assert!(too_few.is_empty(), "{too_few:?}");
}

#[test]
fn shortest_texts_parse_where_nodes_of_the_kind_stood() {
    // Haskell: layout and names that the scanner reads. XML: the names of a tag's two ends must be
    // the same. YAML: all texts are the scanner's.
    check(0.95, &[("haskell", 0.85), ("xml", 0.7), ("yaml", 0.0)], |sample, tally| {
        let tree = &sample.tree;
        for node in tree.preorder(tree.root()).filter(|node| tree.is_named(*node) && !tree.is_extra(*node)) {
            let Some(text) = sample.facts.shortest(tree.kind(node)) else { continue };
            if text.len() < tree.range(node).len() {
                let held = sample.parses_with(vec![TokenEdit::replace_node(tree, node, text.as_bytes())]);
                tally.count(held, || format!("{} as {text:?}", tree.kind_name(node)));
            }
        }
    });
}

#[test]
fn what_may_go_parses_without_it() {
    // Bash and Perl: a semicolon may go only where a line or a block ends. DTD: white space is part
    // of the rules, and it stays. Zig: what its rules say of declarations without a value is not
    // what its parser does.
    check(0.95, &[("bash", 0.9), ("dtd", 0.9), ("perl", 0.87), ("zig", 0.93)], |sample, tally| {
        for_every_parent(sample, |node, children| {
            for child in 0..children.nodes().len() {
                if matches!(children.role(child), Role::Required | Role::Unknown) {
                    continue;
                }
                let Some(gone) = children.without(&[child]) else { continue };
                let edits = gone
                    .iter()
                    .map(|gone| TokenEdit::delete_node(&sample.tree, children.nodes()[*gone]))
                    .collect();
                tally.count(sample.parses_with(edits), || {
                    let name = |child: &usize| sample.tree.kind_name(children.nodes()[*child]);
                    let gone: Vec<&str> = gone.iter().map(name).collect();
                    format!("{} without {gone:?} as {:?}", sample.tree.kind_name(node), children.role(child))
                });
            }
        });
    });
}

#[test]
fn the_shortest_text_of_a_place_parses_there() {
    // SQL: `0` is a field's name where no number could be read, by the rules only.
    check(0.95, &[("haskell", 0.9), ("sql", 0.93), ("xml", 0.75), ("yaml", 0.0)], |sample, tally| {
        for_every_parent(sample, |node, children| {
            for (index, child) in children.nodes().iter().enumerate() {
                let Some(text) = children.shortest_at(index) else { continue };
                if text.len() < sample.tree.range(*child).len() {
                    let edit = TokenEdit::replace_node(&sample.tree, *child, text.as_bytes());
                    tally.count(sample.parses_with(vec![edit]), || {
                        let kind_name = |node| sample.tree.kind_name(node);
                        format!("{} in {} as {text:?}", kind_name(*child), kind_name(node))
                    });
                }
            }
        });
    });
}

#[test]
fn elements_of_repetitions_go_in_any_combination() {
    // Elixir: a comma after the last keyword is allowed by the rules, and read only in brackets.
    check(0.95, &[("bash", 0.9), ("elixir", 0.94), ("perl", 0.93), ("yaml", 0.0)], |sample, tally| {
        for_every_parent(sample, |node, children| {
            for list in
                children.lists().iter().filter(|list| 1 < list.elements.len() && list.elements.len() < 12)
            {
                let n = list.elements.len();
                let ways: [&dyn Fn(usize) -> bool; 4] =
                    [&|i| i < list.min, &|i| n <= i + list.min, &|i| i % 2 == 0, &|i| i == 1 || i + 1 == n];
                for stays in ways.iter().filter(|stays| list.min <= (0..n).filter(|i| stays(*i)).count()) {
                    let goes = list.elements.iter().enumerate().filter(|(index, _)| !stays(*index));
                    let removed: Vec<usize> = goes.flat_map(|(_, element)| element.clone()).collect();
                    let gone = children.without(&removed);
                    let edits = gone
                        .iter()
                        .flatten()
                        .map(|gone| TokenEdit::delete_node(&sample.tree, children.nodes()[*gone]));
                    let held = gone.is_some() && sample.parses_with(edits.collect());
                    tally.count(held, || {
                        format!(
                            "{} of {n}, at least {}: {removed:?} {gone:?}",
                            sample.tree.kind_name(node),
                            list.min
                        )
                    });
                }
            }
        });
    });
}

#[test]
fn every_grammar_has_facts_of_its_own_crate() {
    let mut n_grammars = 0;
    for language in LANGUAGES {
        if let Reader::Grammar(source) = &language.reader {
            let facts = Facts::of(language).unwrap().unwrap_or_else(|| panic!("{language:?} has no facts"));
            let origin = &facts.rules().origin;
            assert_eq!(
                (origin.package.as_str(), origin.folder.as_str()),
                (source.package.name, source.package.folder)
            );
            n_grammars += 1;
        }
    }
    assert_ne!(n_grammars, 0);
}

#[test]
fn node_types_say_less_but_nothing_else() {
    let (mut n_required, mut n_agreed) = (0, 0);
    for sample in Sample::all() {
        let Reader::Grammar(source) = &sample.language.reader else { continue };
        let types = Arc::new(Facts::from_node_types(source.node_types, sample.grammar.kinds()).unwrap());
        let mut shapes = Shapes::new(types);
        for_every_parent(&sample, |node, children| {
            let loose = shapes.children(&sample.tree, node);
            for child in (0..loose.nodes().len()).filter(|child| loose.role(*child) == Role::Required) {
                n_required += 1;
                // A node that only some of several aliased rules need may be required here and not
                // there.
                n_agreed += usize::from(children.without(&[child]).is_none_or(|gone| 1 < gone.len()));
            }
        });
    }
    println!("{n_agreed} of {n_required} that node types require are required by the rules");
    assert!(1000 < n_required && n_required * 95 < n_agreed * 100);
}

//! Synthetic cases: inputs of the papers' C benchmarks, and generated inputs, with oracles as
//! properties.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use dwindle_reduce::{Document, File};
use dwindle_run::files::Input;
use dwindle_run::property::Property;

use super::error::ExperimentError;
use crate::oracles::{CrimeScene, Format, KnownAnswer, Rule, Scene};

/// The suffix of the published reduced version of an input.
const PUBLISHED: &str = ".golden.c";

/// The number of needed statements in a crime scene.
const N_WANTED: usize = 3;

/// A synthetic case. Its name is `known/INPUT`, `crime/INPUT/SEED`, or `FORMAT-RULE/SEED` for
/// generated cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Synthetic {
    input: String,
    oracle: Oracle,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Oracle {
    Known,
    Crime { seed: u64 },
    Scene { format: Format, rule: Rule, seed: u64 },
}

/// The kinds of generated cases.
pub const GENERATED: [(&str, Format, Rule); 6] = [
    ("json-known", Format::Json, Rule::Known),
    ("json-crime", Format::Json, Rule::Crime),
    ("xml-known", Format::Xml, Rule::Known),
    ("xml-crime", Format::Xml, Rule::Crime),
    ("lines-known", Format::Lines, Rule::Known),
    ("lines-crime", Format::Lines, Rule::Crime),
];

impl Synthetic {
    /// Parses the name of a case; `None` if it is not a synthetic one.
    pub fn named(name: &str) -> Option<Synthetic> {
        let (input, oracle) = match name.split('/').collect::<Vec<_>>()[..] {
            ["known", input] => (input, Oracle::Known),
            ["crime", input, seed] => (input, Oracle::Crime { seed: seed.parse().ok()? }),
            [kind, seed] => {
                let &(_, format, rule) = GENERATED.iter().find(|(name, ..)| *name == kind)?;
                (kind, Oracle::Scene { format, rule, seed: seed.parse().ok()? })
            }
            _ => return None,
        };
        Some(Synthetic { input: input.to_owned(), oracle })
    }

    /// Returns the cases made from a directory of inputs: known answers, and `n_scenes` crime
    /// scenes per input, with seeds from 1.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn all(folder: &Path, n_scenes: u64) -> Result<Vec<Synthetic>, ExperimentError> {
        let (mut known, mut scenes) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(folder).map_err(ExperimentError::file(folder))? {
            let name = entry.map_err(ExperimentError::file(folder))?.file_name();
            let name = name.to_string_lossy();
            if let Some(input) = name.strip_suffix(PUBLISHED) {
                known.push(Synthetic { input: input.to_owned(), oracle: Oracle::Known });
            } else if let Some(input) = name.strip_suffix(".c") {
                let scene = |seed| Synthetic { input: input.to_owned(), oracle: Oracle::Crime { seed } };
                scenes.extend((1..=n_scenes).map(scene));
            }
        }
        let mut all = [known, scenes].concat();
        all.sort_by_key(ToString::to_string);
        Ok(all)
    }

    /// Reads the input and creates the oracle.
    ///
    /// # Errors
    /// When there is no such input, or no oracle can be made from it.
    pub fn open(&self, folder: &Path) -> Result<(Document, Arc<dyn Property>), ExperimentError> {
        if let Oracle::Scene { format, rule, seed } = self.oracle {
            let (file, scene) = Scene::generate(format, rule, seed)?;
            return Ok((Document::new([file]), Arc::new(scene)));
        }
        let document = Input::load(&[folder.join(format!("{}.c", self.input))])?.document;
        let file: &File = &document.files()[0];
        let oracle: Arc<dyn Property> = match self.oracle {
            Oracle::Crime { seed } => Arc::new(CrimeScene::new(file, N_WANTED, seed)?),
            Oracle::Known | Oracle::Scene { .. } => {
                let path = folder.join(format!("{}{PUBLISHED}", self.input));
                let answer = fs::read(&path).map_err(ExperimentError::file(&path))?;
                Arc::new(KnownAnswer::new(file, &answer)?)
            }
        };
        Ok((document, oracle))
    }
}

/// Returns the kind of a case's input, by its name.
pub fn kind(case: &str) -> &'static str {
    match case.split(['/', '-']).next() {
        Some("json") => "JSON",
        Some("xml") => "XML",
        Some("lines") => "lines",
        _ => "C",
    }
}

impl fmt::Display for Synthetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.oracle {
            Oracle::Known => write!(f, "known/{}", self.input),
            Oracle::Crime { seed } => write!(f, "crime/{}/{seed}", self.input),
            Oracle::Scene { seed, .. } => write!(f, "{}/{seed}", self.input),
        }
    }
}

#[cfg(test)]
mod tests {
    use dwindle_run::checkup::{Checkup, Finding};
    use dwindle_run::property::Cancel;

    use super::*;

    const INPUT: &str =
        "int a; int f(int n) { if (n) { a = n + 1; a = n * 2; } while (a) { a = a - 1; } return a; }";

    #[test]
    fn the_cases_of_a_folder_are_fit() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("x.c"), INPUT).unwrap();
        fs::write(folder.path().join("y.c"), INPUT).unwrap();
        fs::write(folder.path().join("y.golden.c"), "int a; int f(int n) { return a; }").unwrap();
        let all = Synthetic::all(folder.path(), 2).unwrap();
        let names: Vec<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["crime/x/1", "crime/x/2", "crime/y/1", "crime/y/2", "known/y"]);
        for (name, case) in names.iter().zip(all) {
            assert_eq!(Synthetic::named(name), Some(case.clone()));
            let (document, oracle) = case.open(folder.path()).unwrap();
            let checkup = Checkup::of(&*oracle, &document, &Cancel::new()).unwrap();
            assert_eq!(checkup.finding(), Finding::Reliable, "{name}");
        }
    }

    #[test]
    fn kinds_are_known_by_names() {
        assert_eq!(
            ["crime/gcc-71626/1", "known/a", "json-crime/2", "xml-known/9", "lines-known/1"].map(kind),
            ["C", "C", "JSON", "XML", "lines"]
        );
    }

    #[test]
    fn other_names_are_not_synthetic() {
        assert_eq!(Synthetic::named("seeds-gcc-71626-tcc"), None);
        assert_eq!(Synthetic::named("crime/x"), None);
        assert_eq!(Synthetic::named("crime/x/y"), None);
        assert_eq!(Synthetic::named("json-strange/1"), None);
    }

    #[test]
    fn generated_cases_are_fit_and_named() {
        for (kind, ..) in GENERATED {
            let name = format!("{kind}/7");
            let case = Synthetic::named(&name).unwrap();
            assert_eq!(case.to_string(), name);
            let (document, oracle) = case.open(Path::new("nowhere")).unwrap();
            let checkup = Checkup::of(&*oracle, &document, &Cancel::new()).unwrap();
            assert_eq!(checkup.finding(), Finding::Reliable, "{name}");
        }
    }
}

//! Cases: inputs with the properties that test them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::Document;
use dwindle_run::files::Input;
use dwindle_run::property::{CandidatePaths, Property, ScriptProperty};
use dwindle_run::trial::{Access, TrialHost, TrialHostOptions};
use serde::Deserialize;

use super::error::ExperimentError;
use super::synthetic::Synthetic;

/// The directories of cases and of their tools.
#[derive(Clone, Debug)]
pub struct Roots {
    /// The directory of cases. Each of its directories contains `case.toml`, `test.sh` and the
    /// input.
    pub cases: PathBuf,
    /// The directory where the tools of the cases are installed; passed to `with-tools`.
    pub tools: Option<PathBuf>,
}

/// A case in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The name of its directory.
    pub name: String,
    /// Its directory.
    pub directory: PathBuf,
    /// Its input.
    pub input: PathBuf,
    /// The script of its property.
    pub test: PathBuf,
    /// The name of the input's language.
    pub language: String,
}

/// An input with its property, ready to use.
pub struct Subject {
    /// The input.
    pub document: Document,
    asked: Asked,
}

enum Asked {
    Script(ScriptProperty),
    Oracle(Arc<dyn Property>),
}

/// The directory of the inputs from which synthetic cases are made.
const SEEDS: &str = "seeds-c";

#[derive(Deserialize)]
struct Description {
    file: PathBuf,
    #[serde(default)]
    language: String,
}

impl Roots {
    /// Returns the cases, sorted by name.
    ///
    /// # Errors
    /// When a directory or a description cannot be read.
    pub fn cases(&self) -> Result<Vec<Case>, ExperimentError> {
        let entries = fs::read_dir(&self.cases).map_err(ExperimentError::file(&self.cases))?;
        let mut cases = Vec::new();
        for entry in entries {
            let directory = entry.map_err(ExperimentError::file(&self.cases))?.path();
            if directory.join("case.toml").is_file() {
                cases.push(Case::read(&directory)?);
            }
        }
        cases.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(cases)
    }

    /// Returns the synthetic cases, with `n_scenes` crime scenes per input.
    ///
    /// # Errors
    /// When the directory of their inputs cannot be read.
    pub fn synthetic(&self, n_scenes: u64) -> Result<Vec<Synthetic>, ExperimentError> {
        Synthetic::all(&self.cases.join(SEEDS), n_scenes)
    }

    /// Reads the input of a case, synthetic or not, and sets up its property.
    ///
    /// # Errors
    /// When there is no such case, the input cannot be read, or the property cannot be created.
    pub fn open(&self, name: &str) -> Result<Subject, ExperimentError> {
        match Synthetic::named(name) {
            Some(synthetic) => {
                let (document, oracle) = synthetic.open(&self.cases.join(SEEDS))?;
                Ok(Subject { document, asked: Asked::Oracle(oracle) })
            }
            None => self.case(name)?.open(),
        }
    }

    /// Returns the case with this name.
    ///
    /// # Errors
    /// When there is none, or its description cannot be read.
    pub fn case(&self, name: &str) -> Result<Case, ExperimentError> {
        let directory = self.cases.join(name);
        match directory.join("case.toml").is_file() {
            true => Case::read(&directory),
            false => Err(ExperimentError::UnknownCase(name.to_owned())),
        }
    }

    /// Returns the start of a command line that runs a command with the tools of a case:
    /// `with-tools TOOLS CASE`.
    pub fn prefix(&self, case: &str) -> Option<(PathBuf, [String; 2])> {
        let program = self.cases.join("with-tools");
        let is_needed = program.is_file() && self.cases.join(case).is_dir();
        let tools = self.tools.as_ref().filter(|_| is_needed)?;
        Some((program, [tools.to_string_lossy().into_owned(), case.to_owned()]))
    }
}

impl Case {
    fn read(directory: &Path) -> Result<Case, ExperimentError> {
        let path = directory.join("case.toml");
        let text = fs::read_to_string(&path).map_err(ExperimentError::file(&path))?;
        let description: Description =
            toml::from_str(&text).map_err(|source| ExperimentError::Description { path, source })?;
        Ok(Case {
            name: directory.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            input: directory.join(description.file),
            test: directory.join("test.sh"),
            language: description.language,
            directory: directory.to_owned(),
        })
    }

    /// Reads the input and sets up the property.
    ///
    /// # Errors
    /// When the input cannot be read, or the script cannot be run.
    pub fn open(&self) -> Result<Subject, ExperimentError> {
        let document = Input::load(&[&self.input])?.document;
        let trial_host = Arc::new(TrialHost::new(TrialHostOptions {
            // Some cases run what they compile as another user.
            access: Access::Enter,
            ..TrialHostOptions::default()
        }));
        let property = ScriptProperty::new(&self.test, CandidatePaths::of(&document), trial_host)?;
        Ok(Subject { document, asked: Asked::Script(property) })
    }
}

impl Subject {
    /// Returns the property without a time limit.
    pub fn property(&self) -> &dyn Property {
        match &self.asked {
            Asked::Script(script) => script,
            Asked::Oracle(oracle) => &**oracle,
        }
    }

    /// Returns the document, and the property with a time limit for each trial.
    pub fn limited(self, limit: Duration) -> (Document, Arc<dyn Property>) {
        let property: Arc<dyn Property> = match self.asked {
            Asked::Script(script) => Arc::new(script.with_time_limit(Some(limit))),
            Asked::Oracle(oracle) => oracle,
        };
        (self.document, property)
    }
}

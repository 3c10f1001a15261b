//! The parameters of one measurement.

use std::fmt;
use std::time::Duration;

use dwindle_passes::{PlanOptions, choose, parse_plan};
use dwindle_reduce::{Algorithm, Document, ListMethod, ListOptions, Order, Plan};
use serde::{Deserialize, Serialize};

use super::error::ExperimentError;
use crate::watch::{Watch, Watched};

/// The varied parameters of an experiment. Its JSON form is the key in a raw file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// The name of the case.
    pub case: String,
    /// A plan as for dwindle's `--plan`, with `+` instead of commas.
    pub framework: String,
    /// The list search inside the passes: `default` is the plan's own choice, `none` is used for
    /// plans without lists.
    pub algorithm: String,
    /// The end of the list at which it starts.
    pub order: OrderName,
    /// The prior of the probabilistic searches.
    pub p0: f64,
    /// The seed of the shuffles that break ties; `None` breaks ties by index.
    pub seed: Option<u64>,
    /// How many trials may run at once.
    pub jobs: usize,
    /// The number of the repetition, from 1.
    pub repeat: u32,
    /// Time limit of the reduction, in seconds.
    pub budget: Option<f64>,
    /// Limit of trials of the reduction: unlike seconds, the same on every machine.
    pub max_trials: Option<u64>,
    /// How the list searches are watched, if at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub watch: Option<Watch>,
}

/// An [`Order`] by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderName {
    /// From the start to the end.
    Forward,
    /// From the end to the start.
    Backward,
}

impl OrderName {
    /// Returns the order.
    pub fn order(self) -> Order {
        match self {
            OrderName::Forward => Order::Forward,
            OrderName::Backward => Order::Backward,
        }
    }
}

/// The passes without lists for a search to work on.
const WITHOUT_LISTS: [&str; 2] = ["treesplit", "treesplit-coarse"];

impl Setting {
    /// Returns the line of JSON that identifies this setting.
    ///
    /// # Panics
    /// Never: settings can be serialized.
    pub fn key(&self) -> String {
        serde_json::to_string(self).expect("a setting is a flat object")
    }

    /// Returns the time limit of the reduction.
    pub fn budget(&self) -> Option<Duration> {
        self.budget.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }

    /// Returns the plan for a document, and the figures of its list searches if they are watched.
    ///
    /// # Errors
    /// When there is no such framework or list search.
    pub fn plan(&self, document: &Document) -> Result<(Plan, Option<Watched>), ExperimentError> {
        let mut watched = None;
        let list =
            ListOptions { order: self.order.order(), p0: self.p0, seed: self.seed, ..ListOptions::default() };
        let mut options = match &*self.algorithm {
            "default" | "none" => PlanOptions::measured_best(&list),
            name => {
                let mut algorithm = Algorithm::named(name)
                    .ok_or_else(|| ExperimentError::UnknownAlgorithm(name.to_owned()))?;
                if let Some(watch) = self.watch {
                    let (wrapped, lists) = Watched::new(algorithm, watch);
                    (algorithm, watched) = (wrapped, Some(lists));
                }
                PlanOptions::new(ListMethod { algorithm, options: list })
            }
        };
        options = options.for_input(document);
        let plan = match &*self.framework {
            "auto" => choose(document, &options).plan,
            framework => parse_plan(&framework.replace('+', ","), &options)?,
        };
        Ok((plan, watched))
    }

    /// Whether the list search matters to the plan.
    ///
    /// # Errors
    /// When there is no such framework or list search.
    pub fn has_lists(&self) -> Result<bool, ExperimentError> {
        let names = self.plan(&Document::new([]))?.0.pass_names();
        Ok(self.framework == "auto" || names.iter().any(|name| !WITHOUT_LISTS.contains(name)))
    }
}

/// Formats the setting for people, on one line.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.case, self.framework)?;
        if self.algorithm != "none" {
            write!(f, " {}", self.algorithm)?;
            if self.order == OrderName::Backward {
                f.write_str(" backward")?;
            }
            if self.p0 != ListOptions::default().p0 {
                write!(f, " p0={}", self.p0)?;
            }
        }
        if let Some(seed) = self.seed {
            write!(f, " seed={seed}")?;
        }
        if 1 < self.jobs {
            write!(f, " -j{}", self.jobs)?;
        }
        if 1 < self.repeat {
            write!(f, " #{}", self.repeat)?;
        }
        match self.watch {
            None => Ok(()),
            Some(Watch::Queries) => f.write_str(" watched"),
            Some(Watch::Closure) => f.write_str(" closed"),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn setting(framework: &str, algorithm: &str) -> Setting {
        Setting {
            case: "c".to_owned(),
            framework: framework.to_owned(),
            algorithm: algorithm.to_owned(),
            order: OrderName::Forward,
            p0: 0.1,
            seed: None,
            jobs: 1,
            repeat: 1,
            budget: Some(1.5),
            max_trials: None,
            watch: None,
        }
    }

    #[test]
    fn a_setting_comes_back_from_its_key() {
        let setting = Setting { seed: Some(7), order: OrderName::Backward, ..setting("hdd*", "cdd") };
        let back: Setting = serde_json::from_str(&setting.key()).unwrap();
        assert_eq!(back, setting);
        assert_eq!(back.key(), setting.key());
        assert_eq!(setting.to_string(), "c hdd* cdd backward seed=7");
    }

    #[test]
    fn a_framework_is_a_plan() {
        let document = Document::single("a.txt", "text");
        let passes =
            |framework| setting(framework, "ddmin").plan(&document).unwrap().0.pass_names().join(" ");
        assert_eq!(passes("hdd*"), "hdd");
        assert_eq!(passes("hdd+perses"), "hdd perses");
        assert!(passes("auto").contains("words") || passes("auto").contains("tokens"), "{}", passes("auto"));
    }

    #[test]
    fn what_does_not_exist_is_named() {
        let document = Document::single("a.txt", "text");
        let error = |framework, algorithm| {
            setting(framework, algorithm).plan(&document).map(|_| ()).unwrap_err().to_string()
        };
        assert!(error("hddd", "ddmin").contains("`hddd`"));
        assert!(error("hdd", "dmin").contains("`dmin`"));
    }

    #[test]
    fn only_group_testing_over_a_whole_tree_has_no_lists() {
        for (framework, expected) in
            [("treesplit", false), ("hdd*", true), ("auto", true), ("treesplit+hdd", true)]
        {
            assert_eq!(setting(framework, "default").has_lists().unwrap(), expected, "{framework}");
        }
    }
}

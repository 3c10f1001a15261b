//! The grid of measurements that make up an experiment.

use super::error::ExperimentError;
use super::setting::{OrderName, Setting};
use crate::watch::Watch;

/// The values to combine, each with each.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Names of cases.
    pub cases: Vec<String>,
    /// Frameworks.
    pub frameworks: Vec<String>,
    /// List searches.
    pub algorithms: Vec<String>,
    /// Orders.
    pub orders: Vec<OrderName>,
    /// Priors.
    pub p0: Vec<f64>,
    /// The seed of the first repetition; each repetition has the next one. `None` breaks ties by
    /// index in all of them.
    pub seed: Option<u64>,
    /// Trials at once.
    pub jobs: usize,
    /// Number of repetitions.
    pub repeat: u32,
    /// Time limit of each reduction, in seconds.
    pub budget: Option<f64>,
    /// Limit of trials of each reduction.
    pub max_trials: Option<u64>,
    /// How the list searches are watched, if at all.
    pub watch: Option<Watch>,
}

impl Grid {
    /// Returns the settings, case by case, so that tables can be made while an experiment runs. A
    /// framework without lists is measured once for all list searches and orders.
    ///
    /// # Errors
    /// When there is no such framework or list search.
    pub fn settings(&self) -> Result<Vec<Setting>, ExperimentError> {
        let mut settings: Vec<Setting> = Vec::new();
        for repeat in 1..=self.repeat {
            for case in &self.cases {
                for framework in &self.frameworks {
                    for setting in self.searches(case, framework, repeat) {
                        let setting = match setting.has_lists()? {
                            true => setting,
                            false => Setting {
                                algorithm: "none".to_owned(),
                                order: OrderName::Backward,
                                p0: 0.1,
                                ..setting
                            },
                        };
                        if !settings.contains(&setting) {
                            settings.push(setting);
                        }
                    }
                }
            }
        }
        Ok(settings)
    }

    fn searches(&self, case: &str, framework: &str, repeat: u32) -> Vec<Setting> {
        let mut settings = Vec::new();
        for algorithm in &self.algorithms {
            for &order in &self.orders {
                for &p0 in &self.p0 {
                    settings.push(Setting {
                        case: case.to_owned(),
                        framework: framework.to_owned(),
                        algorithm: algorithm.clone(),
                        order,
                        p0,
                        seed: self.seed.map(|seed| seed + u64::from(repeat) - 1),
                        jobs: self.jobs,
                        repeat,
                        budget: self.budget,
                        max_trials: self.max_trials,
                        watch: self.watch,
                    });
                }
            }
        }
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn grid(frameworks: &[&str], algorithms: &[&str]) -> Grid {
        Grid {
            cases: names(&["a", "b"]),
            frameworks: names(frameworks),
            algorithms: names(algorithms),
            orders: vec![OrderName::Forward, OrderName::Backward],
            p0: vec![0.1],
            seed: None,
            jobs: 1,
            repeat: 2,
            budget: None,
            max_trials: None,
            watch: None,
        }
    }

    #[test]
    fn everything_is_combined_with_everything() {
        let settings = grid(&["hdd*", "perses"], &["ddmin", "cdd", "split"]).settings().unwrap();
        assert_eq!(settings.len(), 2 * 2 * 2 * 3 * 2);
        assert_eq!(settings[0].to_string(), "a hdd* ddmin");
        assert_eq!(settings[1].to_string(), "a hdd* ddmin backward");
        assert_eq!(settings.last().unwrap().to_string(), "b perses split backward #2");
    }

    #[test]
    fn what_has_no_lists_is_measured_once() {
        let settings = grid(&["treesplit"], &["ddmin", "cdd", "split"]).settings().unwrap();
        assert_eq!(settings.len(), 2 * 2);
        assert!(settings.iter().all(|setting| setting.algorithm == "none"));
    }

    #[test]
    fn each_repetition_has_its_own_seed() {
        let grid = Grid { seed: Some(10), ..grid(&["hdd"], &["probdd"]) };
        let seeds: Vec<Option<u64>> = grid.settings().unwrap().iter().map(|setting| setting.seed).collect();
        assert_eq!(seeds, [Some(10), Some(10), Some(10), Some(10), Some(11), Some(11), Some(11), Some(11)]);
    }

    #[test]
    fn mistakes_are_found_before_anything_is_measured() {
        assert!(grid(&["hdd"], &["nonsense"]).settings().is_err());
        assert!(grid(&["nonsense"], &["cdd"]).settings().is_err());
    }
}

//! Where trials run: on this machine, on workers, on a farm.

use std::io;
use std::sync::Arc;

#[cfg(feature = "remote")]
use dwindle_remote::Farm;
#[cfg(feature = "remote")]
use dwindle_report::words;
use dwindle_run::executor::{Crew, Elastic, ElasticOptions, Executor, MachineGauge, Threads, free_memory};
use dwindle_run::flaky::Repeated;
use dwindle_run::property::{Cancel, Property};
use dwindle_run::trial::Usage;

use crate::args::ReduceArgs;
use crate::failure::Failure;
#[cfg(feature = "remote")]
use crate::setup::figures_of;
use crate::setup::{Checked, Setup, described, physical_cores};

/// So many trials run at once without `-j` where they wait for something else than a core, even on
/// fewer cores. More gain little: nearly all of them would be guesses.
const MOST_WAITING: usize = 16;

/// All that runs trials for one reduction. Dropping it ends what is on other machines.
pub struct Elsewhere {
    n_local: usize,
    /// How many trials may run here at once if they wait.
    most: usize,
    usage: Arc<Usage>,
    crew: Option<Crew>,
    #[cfg(feature = "remote")]
    farm: Option<Farm>,
}

impl Elsewhere {
    /// Looks whether any trial could be run at all.
    pub fn refuse_nowhere(args: &ReduceArgs) -> Result<(), Failure> {
        #[cfg(feature = "remote")]
        let is_remote = args.remote.remote.is_some();
        #[cfg(not(feature = "remote"))]
        let is_remote = false;
        if args.session.jobs != Some(0) || !args.session.workers.is_empty() || is_remote {
            return Ok(());
        }
        let failure = Failure::usage("with -j 0 no trial could be run");
        Err(failure.help("write 1 or more, or name workers on other machines by --workers or --remote"))
    }

    /// Starts the workers that the arguments name, and connects to the server that they name.
    pub fn start(
        setup: &Setup,
        checked: &Checked,
        args: &ReduceArgs,
        cancel: &Cancel,
    ) -> Result<Elsewhere, Failure> {
        let n_usual = fitting(physical_cores(), checked, free_memory());
        let n_local = args.session.jobs.unwrap_or(n_usual);
        let most = args.session.jobs.unwrap_or_else(|| MOST_WAITING.max(n_usual));
        let crew = setup.crew(checked, &args.session, n_local, cancel)?;
        #[cfg(feature = "remote")]
        let farm = setup.farm(checked, args, cancel)?;
        Ok(Elsewhere {
            n_local,
            most,
            usage: setup.usage().clone(),
            crew,
            #[cfg(feature = "remote")]
            farm,
        })
    }

    /// Returns how many trials can run at once.
    pub fn n_slots(&self) -> usize {
        self.n_inside() + self.n_remote()
    }

    /// Returns a line for each worker and for the server.
    pub fn described(&self, sandbox_here: &str) -> Vec<String> {
        let workers = self.crew.as_ref().map(|crew| described(crew.described(), sandbox_here));
        workers.into_iter().chain(self.farm_described()).collect()
    }

    /// Returns what the server did.
    pub fn figures(&self) -> Option<String> {
        #[cfg(feature = "remote")]
        return self.farm.as_ref().map(figures_of);
        #[cfg(not(feature = "remote"))]
        None
    }

    /// Returns what runs trials.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn executor(&self, checked: &Checked) -> io::Result<Box<dyn Executor>> {
        if self.crew.is_none() && self.n_remote() == 0 {
            let options =
                ElasticOptions { n_first: self.n_local, n_cores: physical_cores(), most: self.most };
            let gauge = MachineGauge::new(self.usage.clone());
            return Ok(Box::new(Elastic::new(&checked.property, options, Box::new(gauge))?));
        }
        let inside = match &self.crew {
            Some(crew) => crew.property(checked.single.clone()),
            None => checked.single.clone(),
        };
        let anywhere = self.with_farm(inside);
        let property: Arc<dyn Property> = Arc::new(Repeated::new(anywhere, checked.observations.clone()));
        let executor: Box<dyn Executor> = match &self.crew {
            Some(crew) => Box::new(crew.executor(&property, self.n_slots())?),
            None => Box::new(Threads::new(&property, self.n_slots())?),
        };
        Ok(self.with_news(executor))
    }

    /// Returns how many trials can run at once without the server.
    fn n_inside(&self) -> usize {
        self.crew.as_ref().map_or(self.n_local, Crew::n_slots)
    }
}

/// Returns how many of so many trials fit into memory if each takes what the first one took.
fn fitting(n_trials: usize, checked: &Checked, free_memory: Option<u64>) -> usize {
    let peak = checked.checkup.first.run.as_ref().map_or(0, |run| run.ended.peak_memory);
    let n_fitting = free_memory.and_then(|free| free.checked_div(peak)).unwrap_or(u64::MAX);
    n_trials.min(usize::try_from(n_fitting).unwrap_or(usize::MAX)).max(1)
}

#[cfg(feature = "remote")]
impl Elsewhere {
    fn n_remote(&self) -> usize {
        self.farm.as_ref().map_or(0, Farm::n_slots)
    }

    fn farm_described(&self) -> Option<String> {
        let farm = self.farm.as_ref()?;
        Some(format!("remote {}: {} at once", farm.address(), words::number(farm.n_slots() as u64)))
    }

    fn with_farm(&self, inside: Arc<dyn Property>) -> Arc<dyn Property> {
        match &self.farm {
            Some(farm) => farm.property(inside, self.n_inside()),
            None => inside,
        }
    }

    fn with_news(&self, executor: Box<dyn Executor>) -> Box<dyn Executor> {
        match &self.farm {
            Some(farm) => Box::new(farm.executor(executor)),
            None => executor,
        }
    }
}

#[cfg(not(feature = "remote"))]
impl Elsewhere {
    fn n_remote(&self) -> usize {
        0
    }

    fn farm_described(&self) -> Option<String> {
        None
    }

    fn with_farm(&self, inside: Arc<dyn Property>) -> Arc<dyn Property> {
        inside
    }

    fn with_news(&self, executor: Box<dyn Executor>) -> Box<dyn Executor> {
        executor
    }
}

//! Where trials run: on this machine, on workers, on a build farm.

use std::io;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "remote")]
use dwindle_remote::{Farm, FarmTest, InsideSeat};
#[cfg(feature = "remote")]
use dwindle_report::words;
use dwindle_run::executor::{
    Assignment, Elastic, ElasticOptions, Executor, LocalSeat, MachineGauge, Permit, SharedSlots, Threads,
    WorkerOptions, WorkerPool, free_memory,
};
use dwindle_run::flaky::Repeated;
use dwindle_run::property::{Cancel, Property};
use dwindle_run::trial::Usage;

#[cfg(feature = "remote")]
use crate::args::RemoteArgs;
use crate::args::{BatchArgs, ReduceArgs, SessionArgs};
use crate::failure::Failure;
use crate::setup::{Checked, Setup, physical_cores, start_workers, worker_lines};
#[cfg(feature = "remote")]
use crate::setup::{farm, figures_of};

/// Most trials at once without `-j`, if they wait for something other than a core. More would gain
/// little, because nearly all of them would be guesses.
const MAX_WAITING: usize = 16;

/// Everything that runs trials. Dropping it ends the workers.
pub struct TrialSites {
    n_local: usize,
    /// Slots for something other than a trial, if no trials run here.
    spare_slots: Option<SharedSlots>,
    max_silence: Duration,
    pool: Option<WorkerPool>,
    #[cfg(feature = "remote")]
    farm: Option<Farm>,
}

/// Where the user wants trials to run.
pub struct SiteOptions<'a> {
    /// Trials at once on this machine, if the user gave a number.
    pub jobs: Option<usize>,
    /// Trials at once on this machine by default.
    pub default_jobs: usize,
    /// Workers on other machines.
    pub workers: &'a [WorkerOptions],
    /// How long a worker or a server may be silent.
    pub max_silence: Duration,
    /// A build farm.
    #[cfg(feature = "remote")]
    pub remote: &'a RemoteArgs,
}

/// One test that workers and the build farm have been told.
pub struct Assigned {
    assignment: Option<Arc<Assignment>>,
    #[cfg(feature = "remote")]
    on_farm: Option<Arc<FarmTest>>,
}

/// A slot on this machine for something other than a trial of a session. Dropping it frees the
/// slot.
pub struct LocalSlot {
    _spare: Option<Permit>,
    _pool: Option<LocalSeat>,
    #[cfg(feature = "remote")]
    _farm: Option<InsideSeat>,
}

impl<'a> SiteOptions<'a> {
    /// Reads the arguments of one reduction.
    pub fn of(args: &'a ReduceArgs, default_jobs: usize) -> SiteOptions<'a> {
        let SessionArgs { jobs, workers, worker_timeout: max_silence, .. } = &args.session;
        SiteOptions {
            jobs: *jobs,
            default_jobs,
            workers,
            max_silence: *max_silence,
            #[cfg(feature = "remote")]
            remote: &args.remote,
        }
    }

    /// Reads the arguments of a batch.
    pub fn of_batch(args: &'a BatchArgs) -> SiteOptions<'a> {
        let BatchArgs { jobs, workers, worker_timeout: max_silence, .. } = args;
        SiteOptions {
            jobs: *jobs,
            default_jobs: physical_cores(),
            workers,
            max_silence: *max_silence,
            #[cfg(feature = "remote")]
            remote: &args.remote,
        }
    }

    /// Fails if no trial could run anywhere.
    pub fn check_not_empty(&self) -> Result<(), Failure> {
        #[cfg(feature = "remote")]
        let is_remote = self.remote.remote.is_some();
        #[cfg(not(feature = "remote"))]
        let is_remote = false;
        if self.jobs != Some(0) || !self.workers.is_empty() || is_remote {
            return Ok(());
        }
        let failure = Failure::usage("-j 0 leaves nothing that could run trials");
        Err(failure.help("write 1 or more, or name workers on other machines by --workers or --remote"))
    }
}

impl TrialSites {
    /// Starts the workers, and connects to the server.
    pub fn start(options: &SiteOptions<'_>, cancel: &Cancel) -> Result<TrialSites, Failure> {
        let (n_local, max_silence) = (options.jobs.unwrap_or(options.default_jobs), options.max_silence);
        let pool = start_workers(options.workers, max_silence, n_local, cancel)?;
        #[cfg(feature = "remote")]
        let farm =
            farm(options.remote, max_silence, pool.as_ref().map_or(n_local, WorkerPool::n_slots), cancel)?;
        let spare_slots = (n_local == 0).then(|| SharedSlots::new(physical_cores())).transpose();
        let spare_slots =
            spare_slots.map_err(|error| Failure::environment(format!("can't start a thread: {error}")))?;
        Ok(TrialSites {
            n_local,
            spare_slots,
            max_silence,
            pool,
            #[cfg(feature = "remote")]
            farm,
        })
    }

    /// Tells workers and the server a test.
    pub fn assign(&self, setup: &Setup, checked: &Checked, cancel: &Cancel) -> Result<Assigned, Failure> {
        let to_pool = |pool: &WorkerPool| setup.assigned(checked, self.max_silence, pool, cancel);
        #[cfg(feature = "remote")]
        let to_farm = |farm: &Farm| setup.on_farm(checked, farm, cancel);
        Ok(Assigned {
            assignment: self.pool.as_ref().map(to_pool).transpose()?,
            #[cfg(feature = "remote")]
            on_farm: self.farm.as_ref().map(to_farm).transpose()?,
        })
    }

    /// Returns how many trials can run at once.
    pub fn n_slots(&self) -> usize {
        self.n_inside() + self.n_remote()
    }

    /// Whether all trials run in this process.
    pub fn is_local_only(&self) -> bool {
        self.pool.is_none() && self.n_remote() == 0
    }

    /// Returns a line for each worker and for the server.
    pub fn described(&self, assigned: &Assigned, sandbox_here: &str) -> Vec<String> {
        let both = self.pool.as_ref().zip(assigned.assignment.as_ref());
        let workers = both.map(|(pool, assignment)| worker_lines(pool, assignment, sandbox_here));
        workers.into_iter().flatten().chain(self.farm_described()).collect()
    }

    /// Returns a line about the work of the server.
    pub fn figures(&self) -> Option<String> {
        #[cfg(feature = "remote")]
        return self.farm.as_ref().map(figures_of);
        #[cfg(not(feature = "remote"))]
        None
    }

    /// Returns the property that runs a test wherever a slot is free.
    pub fn property(checked: &Checked, assigned: &Assigned) -> Arc<dyn Property> {
        let inside = match &assigned.assignment {
            Some(assignment) => assignment.property(checked.single.clone()),
            None => checked.single.clone(),
        };
        #[cfg(feature = "remote")]
        let inside = match &assigned.on_farm {
            Some(test) => test.property(inside),
            None => inside,
        };
        Arc::new(Repeated::new(inside, checked.observations.clone()))
    }

    /// Returns the executor of a single session.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn executor(
        &self,
        setup: &Setup,
        checked: &Checked,
        assigned: &Assigned,
        jobs: Option<usize>,
    ) -> io::Result<Box<dyn Executor>> {
        if self.is_local_only() {
            let gauge = MachineGauge::new(setup.usage().clone());
            return Ok(Box::new(Elastic::new(&checked.property, self.elastic(jobs), Box::new(gauge))?));
        }
        let property = TrialSites::property(checked, assigned);
        let executor: Box<dyn Executor> = match &self.pool {
            Some(pool) => Box::new(pool.executor(&property, self.n_slots())?),
            None => Box::new(Threads::new(&property, self.n_slots())?),
        };
        Ok(self.with_news(executor))
    }

    /// Returns the slots that the sessions of a batch share. `usage` is what all of their trials
    /// use; `tell` is called with lines for the user.
    ///
    /// # Errors
    /// When a thread cannot be started.
    pub fn shared_slots(
        &self,
        jobs: Option<usize>,
        usage: &Arc<Usage>,
        tell: impl Fn(String) + Send + Sync + 'static,
    ) -> io::Result<SharedSlots> {
        if !self.is_local_only() {
            return SharedSlots::new(self.n_slots());
        }
        SharedSlots::elastic(self.elastic(jobs), Box::new(MachineGauge::new(usage.clone())), tell)
    }

    /// Calls `tell` with news of workers and the server, such as a lost worker. For callers without
    /// an executor.
    pub fn on_news(&self, tell: impl Fn(String) + Clone + Send + Sync + 'static) {
        #[cfg(feature = "remote")]
        if let Some(farm) = &self.farm {
            farm.on_news(tell.clone());
        }
        if let Some(pool) = &self.pool {
            pool.on_news(tell);
        }
    }

    /// Waits for a slot on this machine: the slot of a trial, or one of the cores if no trials run
    /// here. Returns `None` once `cancel` is cancelled.
    pub fn local_slot(&self, cancel: &Cancel) -> Option<LocalSlot> {
        let pool = self.pool.as_ref().map(|pool| pool.local_seat(cancel));
        #[cfg(feature = "remote")]
        let farm = self.farm.as_ref().filter(|_| self.pool.is_none()).map(|farm| farm.seat_inside(cancel));
        let spare_slots = self.spare_slots.as_ref().map(|spare_slots| spare_slots.permit(cancel));
        Some(LocalSlot {
            _spare: spare_slots.map_or(Some(None), |permit| permit.map(Some))?,
            _pool: pool.map_or(Some(None), |seat| seat.map(Some))?,
            #[cfg(feature = "remote")]
            _farm: farm.map_or(Some(None), |seat| seat.map(Some))?,
        })
    }

    /// Returns how many trials may run at once on this machine. `jobs` is the number that the user
    /// gave.
    fn elastic(&self, jobs: Option<usize>) -> ElasticOptions {
        let most = jobs.unwrap_or_else(|| MAX_WAITING.max(self.n_local));
        ElasticOptions { n_first: self.n_local, n_cores: physical_cores(), most }
    }

    /// Returns how many trials can run at once without the server.
    fn n_inside(&self) -> usize {
        self.pool.as_ref().map_or(self.n_local, WorkerPool::n_slots)
    }
}

/// Returns the default number of trials at once on this machine: the number of cores, or less if
/// they do not fit into memory, each with the memory of the first run.
pub fn default_jobs(checked: &Checked) -> usize {
    let peak = checked.checkup.first.run.as_ref().map_or(0, |run| run.ended.peak_memory);
    let n_fitting = free_memory().and_then(|free| free.checked_div(peak)).unwrap_or(u64::MAX);
    physical_cores().min(usize::try_from(n_fitting).unwrap_or(usize::MAX)).max(1)
}

#[cfg(feature = "remote")]
impl TrialSites {
    fn n_remote(&self) -> usize {
        self.farm.as_ref().map_or(0, Farm::n_slots)
    }

    fn farm_described(&self) -> Option<String> {
        let farm = self.farm.as_ref()?;
        Some(format!("remote {}: {} at once", farm.address(), words::number(farm.n_slots() as u64)))
    }

    fn with_news(&self, executor: Box<dyn Executor>) -> Box<dyn Executor> {
        match &self.farm {
            Some(farm) => Box::new(farm.executor(executor)),
            None => executor,
        }
    }
}

#[cfg(not(feature = "remote"))]
impl TrialSites {
    fn n_remote(&self) -> usize {
        0
    }

    fn farm_described(&self) -> Option<String> {
        None
    }

    fn with_news(&self, executor: Box<dyn Executor>) -> Box<dyn Executor> {
        executor
    }
}

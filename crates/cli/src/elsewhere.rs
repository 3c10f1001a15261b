//! Where trials run: on this machine, on workers, on a farm.

use std::io;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "remote")]
use dwindle_remote::{Farm, FarmTest, InsideSeat};
#[cfg(feature = "remote")]
use dwindle_report::words;
use dwindle_run::executor::{
    Assignment, Crew, Elastic, ElasticOptions, Executor, LocalSeat, MachineGauge, Permit, Slots, Threads,
    WorkerOptions, free_memory,
};
use dwindle_run::flaky::Repeated;
use dwindle_run::property::{Cancel, Property};

#[cfg(feature = "remote")]
use crate::args::RemoteArgs;
use crate::args::{BatchArgs, ReduceArgs, SessionArgs};
use crate::failure::Failure;
use crate::setup::{Checked, Setup, crew, described, physical_cores};
#[cfg(feature = "remote")]
use crate::setup::{farm, figures_of};

/// So many trials run at once without `-j` where they wait for something else than a core, even on
/// fewer cores. More gain little: nearly all of them would be guesses.
const MOST_WAITING: usize = 16;

/// All that runs trials. Dropping it ends what is on other machines.
pub struct Elsewhere {
    n_local: usize,
    /// Room for what is not a trial where no trials run here.
    spare: Option<Slots>,
    patience: Duration,
    crew: Option<Crew>,
    #[cfg(feature = "remote")]
    farm: Option<Farm>,
}

/// Where trials are to run.
pub struct Places<'a> {
    /// Trials at once on this machine, if that was said.
    pub jobs: Option<usize>,
    /// How many run here if it was not.
    pub n_usual: usize,
    /// Workers on other machines.
    pub workers: &'a [WorkerOptions],
    /// How long a worker or a server may be silent.
    pub patience: Duration,
    /// A build farm.
    #[cfg(feature = "remote")]
    pub remote: &'a RemoteArgs,
}

/// One test that is known wherever trials run.
pub struct Assigned {
    assignment: Option<Arc<Assignment>>,
    #[cfg(feature = "remote")]
    on_farm: Option<Arc<FarmTest>>,
}

/// Room on this machine for something that is no trial of a session. Dropping it gives it back.
pub struct Room {
    _spare: Option<Permit>,
    _crew: Option<LocalSeat>,
    #[cfg(feature = "remote")]
    _farm: Option<InsideSeat>,
}

impl<'a> Places<'a> {
    /// Returns those that the arguments of one reduction name.
    pub fn of(args: &'a ReduceArgs, n_usual: usize) -> Places<'a> {
        let SessionArgs { jobs, workers, worker_timeout: patience, .. } = &args.session;
        Places {
            jobs: *jobs,
            n_usual,
            workers,
            patience: *patience,
            #[cfg(feature = "remote")]
            remote: &args.remote,
        }
    }

    /// Returns those that the arguments of a batch name.
    pub fn of_batch(args: &'a BatchArgs) -> Places<'a> {
        let BatchArgs { jobs, workers, worker_timeout: patience, .. } = args;
        Places {
            jobs: *jobs,
            n_usual: physical_cores(),
            workers,
            patience: *patience,
            #[cfg(feature = "remote")]
            remote: &args.remote,
        }
    }

    /// Looks whether any trial could be run at all.
    pub fn refuse_nowhere(&self) -> Result<(), Failure> {
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

impl Elsewhere {
    /// Starts the workers, and connects to the server.
    pub fn start(places: &Places<'_>, cancel: &Cancel) -> Result<Elsewhere, Failure> {
        let (n_local, patience) = (places.jobs.unwrap_or(places.n_usual), places.patience);
        let crew = crew(places.workers, patience, n_local, cancel)?;
        #[cfg(feature = "remote")]
        let farm = farm(places.remote, patience, crew.as_ref().map_or(n_local, Crew::n_slots), cancel)?;
        let spare = (n_local == 0).then(|| Slots::new(physical_cores())).transpose();
        let spare = spare.map_err(|error| Failure::environment(format!("can't start a thread: {error}")))?;
        Ok(Elsewhere {
            n_local,
            spare,
            patience,
            crew,
            #[cfg(feature = "remote")]
            farm,
        })
    }

    /// Makes a test known to workers and the server.
    pub fn assign(&self, setup: &Setup, checked: &Checked, cancel: &Cancel) -> Result<Assigned, Failure> {
        let to_crew = |crew: &Crew| setup.assigned(checked, self.patience, crew, cancel);
        #[cfg(feature = "remote")]
        let to_farm = |farm: &Farm| setup.on_farm(checked, farm, cancel);
        Ok(Assigned {
            assignment: self.crew.as_ref().map(to_crew).transpose()?,
            #[cfg(feature = "remote")]
            on_farm: self.farm.as_ref().map(to_farm).transpose()?,
        })
    }

    /// Returns how many trials can run at once.
    pub fn n_slots(&self) -> usize {
        self.n_inside() + self.n_remote()
    }

    /// Whether all trials run in this process.
    pub fn is_only_here(&self) -> bool {
        self.crew.is_none() && self.n_remote() == 0
    }

    /// Returns a line for each worker and for the server.
    pub fn described(&self, assigned: &Assigned, sandbox_here: &str) -> Vec<String> {
        let both = self.crew.as_ref().zip(assigned.assignment.as_ref());
        let workers = both.map(|(crew, assignment)| described(crew, assignment, sandbox_here));
        workers.into_iter().flatten().chain(self.farm_described()).collect()
    }

    /// Returns what the server did.
    pub fn figures(&self) -> Option<String> {
        #[cfg(feature = "remote")]
        return self.farm.as_ref().map(figures_of);
        #[cfg(not(feature = "remote"))]
        None
    }

    /// Returns the property of a test that is asked wherever there is room.
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

    /// Returns what runs the trials of the only session.
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
        if self.is_only_here() {
            let most = jobs.unwrap_or_else(|| MOST_WAITING.max(self.n_local));
            let options = ElasticOptions { n_first: self.n_local, n_cores: physical_cores(), most };
            let gauge = MachineGauge::new(setup.usage().clone());
            return Ok(Box::new(Elastic::new(&checked.property, options, Box::new(gauge))?));
        }
        let property = Elsewhere::property(checked, assigned);
        let executor: Box<dyn Executor> = match &self.crew {
            Some(crew) => Box::new(crew.executor(&property, self.n_slots())?),
            None => Box::new(Threads::new(&property, self.n_slots())?),
        };
        Ok(self.with_news(executor))
    }

    /// Tells what users should know of workers and the server from now on, to one who has no
    /// executor of this.
    pub fn on_news(&self, tell: impl Fn(String) + Clone + Send + Sync + 'static) {
        #[cfg(feature = "remote")]
        if let Some(farm) = &self.farm {
            farm.on_news(tell.clone());
        }
        if let Some(crew) = &self.crew {
            crew.on_news(tell);
        }
    }

    /// Waits for room on this machine, where trials run here and elsewhere: for the place of a
    /// trial, or for one of the cores where none run here. `None` once it is cancelled.
    pub fn room_here(&self, cancel: &Cancel) -> Option<Room> {
        let crew = self.crew.as_ref().map(|crew| crew.local_seat(cancel));
        #[cfg(feature = "remote")]
        let farm = self.farm.as_ref().filter(|_| self.crew.is_none()).map(|farm| farm.seat_inside(cancel));
        let spare = self.spare.as_ref().map(|spare| spare.permit(cancel));
        Some(Room {
            _spare: spare.map_or(Some(None), |permit| permit.map(Some))?,
            _crew: crew.map_or(Some(None), |seat| seat.map(Some))?,
            #[cfg(feature = "remote")]
            _farm: farm.map_or(Some(None), |seat| seat.map(Some))?,
        })
    }

    /// Returns how many trials can run at once without the server.
    fn n_inside(&self) -> usize {
        self.crew.as_ref().map_or(self.n_local, Crew::n_slots)
    }
}

/// Returns how many trials run here at once if nothing is said: as many as there are cores, if they
/// fit into memory when each takes what the first one took.
pub fn usual_jobs(checked: &Checked) -> usize {
    let peak = checked.checkup.first.run.as_ref().map_or(0, |run| run.ended.peak_memory);
    let n_fitting = free_memory().and_then(|free| free.checked_div(peak)).unwrap_or(u64::MAX);
    physical_cores().min(usize::try_from(n_fitting).unwrap_or(usize::MAX)).max(1)
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

    fn with_news(&self, executor: Box<dyn Executor>) -> Box<dyn Executor> {
        executor
    }
}

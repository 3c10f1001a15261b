//! As many keepers as there are jobs at once.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::client::Keeper;
use super::idle::IdleKeepers;
use super::kept_job::KeptJob;
use crate::process::confinement::Walls;
use crate::process::streams::Streams;
use crate::process::{Job, Sandbox};

/// Keepers that wait for a job. They are started when they are needed and end with the pool.
#[derive(Debug)]
pub(in crate::process) struct Pool {
    program: PathBuf,
    sandbox: Option<Sandbox>,
    idle: Arc<IdleKeepers>,
}

impl Pool {
    /// Makes an empty pool, whose keepers are started from `program`.
    pub(in crate::process) fn new(program: PathBuf, sandbox: Option<Sandbox>) -> Arc<Pool> {
        Arc::new(Pool { program, sandbox, idle: Arc::default() })
    }

    /// Returns the sandbox of the jobs.
    pub(in crate::process) fn sandbox(&self) -> Option<&Sandbox> {
        self.sandbox.as_ref()
    }

    /// Returns the same without keepers, for another sandbox.
    pub(in crate::process) fn with_sandbox(&self, sandbox: Option<Sandbox>) -> Arc<Pool> {
        Pool::new(self.program.clone(), sandbox)
    }

    /// Has a keeper start a job.
    pub(in crate::process) fn start(self: &Arc<Pool>, job: &Job, streams: &Streams) -> io::Result<KeptJob> {
        let walls = self.walls(job);
        loop {
            let idle = self.idle.take(walls.as_ref());
            let is_new = idle.is_none();
            let start = || Keeper::start(&self.program, walls.clone());
            // Files come and go while a view of them is made.
            let mut keeper = idle.map_or_else(|| start().or_else(|_| start()), Ok)?;
            match keeper.send(job, streams) {
                Ok(id) => return Ok(KeptJob::new(keeper, self.idle.clone(), id, job)),
                Err(error) if is_new => return Err(error),
                // It was killed while it had nothing to do.
                Err(_) => {}
            }
        }
    }

    fn walls(&self, job: &Job) -> Option<Walls> {
        let sandbox = self.sandbox.as_ref()?;
        Some(Walls {
            confinement: sandbox.confinement,
            lane: job.lane.clone(),
            shown: sandbox.shown.clone(),
            first_uid: sandbox.first_uid,
        })
    }
}

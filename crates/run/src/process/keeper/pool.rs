//! The keepers of a session, one for each job at a time.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::client::Keeper;
use super::idle::IdleKeepers;
use super::kept_job::KeptJob;
use crate::process::confinement::LaneSandbox;
use crate::process::streams::Streams;
use crate::process::{Job, Sandbox};

/// The keepers of a session. They are started when they are needed and end with the pool.
#[derive(Debug)]
pub(in crate::process) struct KeeperPool {
    program: PathBuf,
    sandbox: Option<Sandbox>,
    idle: Arc<IdleKeepers>,
}

impl KeeperPool {
    /// Creates an empty pool. Its keepers are started from `program`.
    pub(in crate::process) fn new(program: PathBuf, sandbox: Option<Sandbox>) -> Arc<KeeperPool> {
        Arc::new(KeeperPool { program, sandbox, idle: Arc::default() })
    }

    /// Returns the sandbox of the jobs.
    pub(in crate::process) fn sandbox(&self) -> Option<&Sandbox> {
        self.sandbox.as_ref()
    }

    /// Returns an empty pool of the same program for another sandbox.
    pub(in crate::process) fn with_sandbox(&self, sandbox: Option<Sandbox>) -> Arc<KeeperPool> {
        KeeperPool::new(self.program.clone(), sandbox)
    }

    /// Starts a job in an idle keeper or a new one.
    pub(in crate::process) fn start(
        self: &Arc<KeeperPool>,
        job: &Job,
        streams: &Streams,
    ) -> io::Result<KeptJob> {
        let lane_sandbox = self.lane_sandbox(job);
        loop {
            let idle = self.idle.take(lane_sandbox.as_ref());
            let is_new = idle.is_none();
            let start = || Keeper::start(&self.program, lane_sandbox.clone());
            // Started twice: creating a sandbox may fail when files change at the same time.
            let mut keeper = idle.map_or_else(|| start().or_else(|_| start()), Ok)?;
            match keeper.send(job, streams) {
                Ok(id) => return Ok(KeptJob::new(keeper, self.idle.clone(), id, job)),
                Err(error) if is_new => return Err(error),
                // The idle keeper was killed.
                Err(_) => {}
            }
        }
    }

    fn lane_sandbox(&self, job: &Job) -> Option<LaneSandbox> {
        let sandbox = self.sandbox.as_ref()?;
        Some(LaneSandbox {
            confinement: sandbox.confinement,
            lane: job.lane.clone(),
            shown: sandbox.shown.clone(),
            first_uid: sandbox.first_uid,
        })
    }
}

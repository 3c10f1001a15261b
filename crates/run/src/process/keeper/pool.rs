//! As many keepers as there are jobs at once.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::client::{Keeper, KeptJob};
use crate::process::Job;
use crate::process::streams::Streams;

/// Keepers that wait for a job. They are started when they are needed and end with the pool.
#[derive(Debug)]
pub(in crate::process) struct Pool {
    program: PathBuf,
    idle: Mutex<Vec<Keeper>>,
}

impl Pool {
    /// Makes an empty pool, whose keepers are started from `program`.
    pub(in crate::process) fn new(program: PathBuf) -> Arc<Pool> {
        Arc::new(Pool { program, idle: Mutex::default() })
    }

    /// Has a keeper start a job.
    pub(in crate::process) fn start(self: &Arc<Pool>, job: &Job, streams: &Streams) -> io::Result<KeptJob> {
        loop {
            let idle = self.idle().pop();
            let is_new = idle.is_none();
            let mut keeper = idle.map_or_else(|| Keeper::start(&self.program), Ok)?;
            match keeper.send(job, streams) {
                Ok(id) => return Ok(KeptJob::new(keeper, self.clone(), id, job)),
                Err(error) if is_new => return Err(error),
                // It was killed while it had nothing to do.
                Err(_) => {}
            }
        }
    }

    /// Takes a keeper back whose job ended.
    pub(super) fn put_back(&self, keeper: Option<Keeper>) {
        self.idle().extend(keeper);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Keeper>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

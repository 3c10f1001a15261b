//! `dwindle worker`: runs trials for a dwindle on another machine.

use std::io::{self, IsTerminal};

use dwindle_run::property::Cancel;
use dwindle_run::session::Signals;
use dwindle_run::trial::{TempBase, sweep};
use dwindle_run::worker::{ServeOptions, serve};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::setup::physical_cores;

/// Runs trials until standard input ends.
pub fn worker() -> Result<Exit, Failure> {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    if stdin.is_terminal() {
        let failure = Failure::usage("a worker is started by another dwindle, not from a terminal");
        return Err(failure.help("dwindle --workers 'ssh HOST dwindle worker --stdio' TEST INPUT"));
    }
    let interrupt = Cancel::new();
    let _signals = Signals::watch(&interrupt)
        .map_err(|error| Failure::environment(format!("can't watch for signals: {error}")))?;
    sweep(&TempBase::default(), &interrupt);
    let options = ServeOptions { n_cores: physical_cores(), interrupt };
    // Standard output is not locked here, because the threads of trials write to it.
    serve(stdin, stdout, &options).map_err(|error| Failure::environment_of(&error))?;
    Ok(match options.interrupt.is_cancelled() {
        true => Exit::Interrupted,
        false => Exit::Done,
    })
}

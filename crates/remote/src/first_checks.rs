//! The checks before a farm is used: what it can do, and whether tests give the same verdicts
//! there.

use std::sync::Arc;

use bazel_remote_apis::build::bazel::remote::execution::v2::ServerCapabilities;
use bazel_remote_apis::build::bazel::remote::execution::v2::digest_function::Value::Sha256;
use dwindle_reduce::{Document, Verdict};
use dwindle_run::executor::AllClosed;
use dwindle_run::property::{Attempt, Cancel};

use crate::action::Purpose;
use crate::answer::shortened;
use crate::assignment::FarmTest;
use crate::call_error::CallError;
use crate::error::FarmError;
use crate::grpc::Grpc;

/// How many attempts a flaky test has to accept the original.
const ATTEMPTS: u32 = 3;
/// Advice for programs that are missing.
const GIVE_PROGRAMS: &str = "actions see what their workers have: name an image with the programs of the test \
     (--remote-image), workers that have them (--remote-platform), or send them along (--with); \
     buildbox-casd shows directories by --runner-arg=--bind-mount=/usr:/usr, and so on for /bin, /lib, /lib64, /etc";

/// Asks what a server can do. Returns whether it has an action cache.
pub(crate) fn check_server(grpc: &Grpc, cancel: &Cancel) -> Result<bool, FarmError> {
    let failed = |why: String, help: &str| FarmError { why, help: Some(help.to_owned()) };
    let capabilities = grpc.capabilities(cancel).map_err(|error| match error {
        CallError::Refused(said) => failed(
            format!("it refuses to say what it can do: {said}"),
            "look at --remote-header (who calls) and --remote-instance",
        ),
        error => failed(
            format!("it can't be reached: {}", error.into_text()),
            "is it running, and is the address right? grpcs:// is for servers with TLS, grpc:// for those without",
        ),
    })?;
    let Some(ServerCapabilities { cache_capabilities, execution_capabilities, .. }) = capabilities else {
        return Ok(true);
    };
    let execution = execution_capabilities.filter(|execution| execution.exec_enabled);
    let Some(execution) = execution else {
        return Err(failed(
            "it is only a cache, and runs no actions".to_owned(),
            "name a server that runs actions; some have one instance for each: --remote-instance",
        ));
    };
    let functions = cache_capabilities.iter().flat_map(|cache| &cache.digest_functions);
    let functions = functions.chain(&execution.digest_functions).chain([&execution.digest_function]);
    let functions: Vec<i32> = functions.copied().filter(|function| *function != 0).collect();
    if !functions.is_empty() && !functions.contains(&(Sha256 as i32)) {
        return Err(failed("it does not support SHA-256".to_owned(), "name a server that does"));
    }
    Ok(cache_capabilities.is_some())
}

/// Checks that the test gives the same verdicts on the farm as here.
pub(crate) fn check_test(
    test: &FarmTest,
    original: &Document,
    accepts_empty: bool,
    cancel: &Cancel,
) -> Result<(), FarmError> {
    let mut said = Vec::new();
    let mut is_interesting = false;
    for nth in 0..ATTEMPTS {
        let (verdict, output) = run_once(test, original, nth, cancel)?;
        said = output;
        is_interesting = verdict == Verdict::Interesting;
        if is_interesting || verdict == Verdict::Unresolved {
            break;
        }
    }
    if !is_interesting {
        let why = "the test says no to the original there, and yes here";
        let why = match shortened(&said) {
            output if output.is_empty() => format!("{why}; it wrote nothing"),
            output => format!("{why}; it wrote: {output}"),
        };
        return Err(FarmError { why, help: Some(GIVE_PROGRAMS.to_owned()) });
    }
    if accepts_empty || original.n_bytes() == 0 {
        return Ok(());
    }
    let empty = Document::new(original.files().iter().map(|file| file.with_bytes(Vec::new())));
    for nth in 0..ATTEMPTS {
        if run_once(test, &empty, nth, cancel)?.0 != Verdict::Interesting {
            return Ok(());
        }
    }
    let why = "the test says yes to an empty input there, which is not so here".to_owned();
    Err(FarmError { why, help: Some(GIVE_PROGRAMS.to_owned()) })
}

/// Runs the test on the farm once, bypassing the cache, and returns the verdict and the output.
fn run_once(
    test: &FarmTest,
    input: &Document,
    nth: u32,
    cancel: &Cancel,
) -> Result<(Verdict, Vec<u8>), FarmError> {
    let FarmTest { shared, actions } = test;
    let closed = |AllClosed| FarmError { why: "it has no room for trials".to_owned(), help: None };
    let cancelled = || FarmError { why: "it was not waited for".to_owned(), help: None };
    let seat = Arc::new(shared.seats.take(cancel).map_err(closed)?.ok_or_else(cancelled)?);
    let attempt = Attempt { nth, time_limit: None };
    match shared.trial_runner.run(actions, input, attempt, Purpose::Explanation, &seat, cancel) {
        Ok(told) => Ok((told.answered.verdict, told.said)),
        Err(CallError::Cancelled) => Err(cancelled()),
        Err(error) => {
            let why = format!("the test can't be run there: {}", error.into_text());
            Err(FarmError { why, help: Some(GIVE_PROGRAMS.to_owned()) })
        }
    }
}

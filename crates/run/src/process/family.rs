//! The processes that descend from one, as the kernel lists them.

use std::fs;

use rustix::process::Pid;

/// Lists the processes that descend from `ancestor`, itself not included, but stops soon after `most` were found.
///
/// Costs some ten microseconds per process. A process that starts or ends meanwhile may be missed, and what a
/// process without parent left behind is only found below the reaper that inherited it. Empty where there is no
/// `/proc`.
pub(super) fn descendants(ancestor: Pid, most: usize) -> Vec<Pid> {
    let mut found = children(ancestor);
    let mut n_expanded = 0;
    while n_expanded < found.len() && found.len() <= most {
        let pid = found[n_expanded];
        found.extend(children(pid));
        n_expanded += 1;
    }
    found
}

/// Lists the direct children of a process: those of all its threads.
pub(super) fn children(parent: Pid) -> Vec<Pid> {
    let Ok(threads) = fs::read_dir(format!("/proc/{parent}/task")) else { return Vec::new() };
    let lists =
        threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_ascii_whitespace().filter_map(parse).collect::<Vec<_>>()).collect()
}

/// Gives the bytes of memory that only this process occupies: resident and not mapped from a file.
pub(super) fn own_memory(pid: Pid) -> u64 {
    let Ok(text) = fs::read_to_string(format!("/proc/{pid}/statm")) else { return 0 };
    let mut pages = text.split_ascii_whitespace().map(|number| number.parse::<u64>().unwrap_or(0));
    let (resident, shared) = (pages.nth(1).unwrap_or(0), pages.next().unwrap_or(0));
    resident.saturating_sub(shared) * rustix::param::page_size() as u64
}

fn parse(pid: &str) -> Option<Pid> {
    pid.parse().ok().and_then(Pid::from_raw)
}

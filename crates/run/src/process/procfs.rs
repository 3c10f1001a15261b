//! Information about processes from `/proc`.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::time::Duration;

use rustix::process::Pid;

/// Milliseconds that a process may take to begin another program.
const LONGEST_START: usize = 50;
/// Numbers of fields in `/proc/PID/stat`, as its manual page counts them. The first is the one
/// after the name.
const FIRST_FIELD: usize = 3;
const FLAGS: usize = 9;
const START_OF_STACK: usize = 28;
/// The flag of threads of the kernel.
const KERNEL_THREAD: u64 = 0x0020_0000;

/// Returns the descendants of a process. Stops soon after `most` were found.
///
/// Costs some ten microseconds per process. A process that starts or ends during the search may be
/// missed. The children of a process that has ended are found only below their new parent. Empty
/// without `/proc`.
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

/// Returns the direct children of a process, those of all its threads.
pub(super) fn children(parent: Pid) -> Vec<Pid> {
    let Ok(threads) = fs::read_dir(format!("/proc/{parent}/task")) else { return Vec::new() };
    let mut found = Vec::new();
    for thread in threads.flatten() {
        match fs::read_to_string(thread.path().join("children")) {
            Ok(list) => found.extend(list.split_ascii_whitespace().filter_map(parse)),
            // The thread exists but its list does not: a kernel without CONFIG_PROC_CHILDREN.
            Err(error) if error.kind() == io::ErrorKind::NotFound && thread.path().exists() => {
                return children_by_search(parent);
            }
            Err(_) => {}
        }
    }
    found
}

/// Returns the direct children of a process by reading the parent of every process.
fn children_by_search(parent: Pid) -> Vec<Pid> {
    everyone().filter(|pid| parent_of(*pid) == Some(parent)).collect()
}

/// Returns all processes in `/proc`.
pub(super) fn everyone() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| parse(entry.file_name().to_str()?))
}

fn parent_of(pid: Pid) -> Option<Pid> {
    parse(status(pid)?.split_ascii_whitespace().nth(1)?)
}

/// Returns the session of a process; `None` if it has ended.
pub(super) fn session_of(pid: Pid) -> Option<Pid> {
    let status = status(pid)?;
    let mut fields = status.split_ascii_whitespace();
    let state = fields.next()?;
    fields.nth(2).and_then(parse).filter(|_| !has_ended(state))
}

/// Whether a process in this state has ended.
fn has_ended(state: &str) -> bool {
    matches!(state, "Z" | "X")
}

/// Returns the fields of a process after its name: state, parent, process group, session …
fn status(pid: Pid) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name is in parentheses, and may itself contain parentheses.
    Some(stat.rsplit_once(')')?.1.to_owned())
}

/// Returns the processes that were started with this variable in their environment, which is
/// inherited. Reads the environment of every process of this user, which takes milliseconds.
pub(super) fn marked_with(mark: &(OsString, OsString)) -> Vec<Pid> {
    everyone().filter(|pid| is_marked(*pid, mark)).collect()
}

/// Whether a process was started with this variable in its environment.
pub(super) fn is_marked(pid: Pid, (name, value): &(OsString, OsString)) -> bool {
    let environment = environment(pid);
    let is_mark = |entry: &[u8]| {
        let rest = entry.strip_prefix(name.as_bytes()).and_then(|rest| rest.strip_prefix(b"="));
        rest == Some(value.as_bytes())
    };
    environment.split(|byte| *byte == 0).any(is_mark)
}

/// Returns the environment that a process was started with; empty if it can't be read.
///
/// A process that is about to run another program has none until that begins. That is waited for,
/// at most [`LONGEST_START`] milliseconds.
fn environment(pid: Pid) -> Vec<u8> {
    let read = |name: &str| fs::read(format!("/proc/{pid}/{name}")).unwrap_or_default();
    let at_once = read("environ");
    if !at_once.is_empty() {
        return at_once;
    }
    for _ in 0..LONGEST_START {
        let Some(before) = image(pid) else { break };
        let environment = read("environ");
        let is_certain = || !read("cmdline").is_empty() && image(pid) == Some(before);
        if !environment.is_empty() || is_certain() {
            return environment;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Vec::new()
}

/// Returns what differs between two programs that a process runs one after the other: where their
/// stack begins. `None` if the process has ended or is part of the kernel.
fn image(pid: Pid) -> Option<u64> {
    let status = status(pid)?;
    let fields: Vec<&str> = status.split_ascii_whitespace().collect();
    let field = |number: usize| fields.get(number - FIRST_FIELD)?.parse::<u64>().ok();
    let is_of_kernel = field(FLAGS).is_some_and(|flags| flags & KERNEL_THREAD != 0);
    (!has_ended(fields.first()?) && !is_of_kernel).then(|| field(START_OF_STACK).unwrap_or(0))
}

/// Returns the bytes of resident memory of a process that are not shared or mapped from a file.
pub(super) fn own_memory(pid: Pid) -> u64 {
    let Ok(text) = fs::read_to_string(format!("/proc/{pid}/statm")) else { return 0 };
    let mut pages = text.split_ascii_whitespace().map(|number| number.parse::<u64>().unwrap_or(0));
    let (resident, shared) = (pages.nth(1).unwrap_or(0), pages.next().unwrap_or(0));
    resident.saturating_sub(shared) * rustix::param::page_size() as u64
}

fn parse(pid: &str) -> Option<Pid> {
    pid.parse().ok().and_then(Pid::from_raw)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_process_that_begins_one_program_after_the_other_is_always_marked() {
        let mark = (OsString::from("DWINDLE_MARK"), OsString::from("7"));
        let directory = tempfile::tempdir().unwrap();
        let script = directory.path().join("again");
        fs::write(&script, "exec sh $0\n").unwrap();
        let mut command = Command::new("sh");
        let mut child = command.arg(&script).env_clear().env(&mark.0, &mark.1).spawn().unwrap();
        let pid = Pid::from_child(&child);
        let n_found = (0..5000).filter(|_| is_marked(pid, &mark)).count();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(n_found, 5000);
        assert!(!is_marked(pid, &mark));
    }

    #[test]
    fn an_empty_environment_has_no_mark() {
        let mark = (OsString::from("DWINDLE_MARK"), OsString::from("7"));
        let mut child = Command::new("sleep").arg("1000").env_clear().spawn().unwrap();
        assert!(!is_marked(Pid::from_child(&child), &mark));
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn descendants_are_found_by_both_methods() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 1000 & echo $!; wait"]).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let stdout = child.stdout.take().unwrap();
        io::BufRead::read_line(&mut io::BufReader::new(stdout), &mut line).unwrap();
        let (shell, sleep) = (Pid::from_child(&child), parse(line.trim()).unwrap());

        assert_eq!(children(shell), [sleep]);
        assert_eq!(children_by_search(shell), [sleep]);
        let all = descendants(rustix::process::getpid(), 1000);
        assert!(all.contains(&shell) && all.contains(&sleep));
        assert!(0 < own_memory(rustix::process::getpid()));

        rustix::process::kill_process(sleep, rustix::process::Signal::KILL).unwrap();
        child.wait().unwrap();
    }
}

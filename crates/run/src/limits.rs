//! What one trial may use.

use std::fs;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit};

/// Bounds what one trial, with everything that it starts, may use. `None` is no limit.
///
/// Memory, the number of processes and the size of files are watched while the trial runs: they
/// hold for all its processes together, for root too, and for programs that reserve far more
/// address space than they use (sanitizers, virtual machines). The others are resource limits of
/// the kernel and hold for each process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory that all processes of the trial may occupy together.
    pub memory: Option<u64>,
    /// Processes that may exist at once.
    pub processes: Option<u32>,
    /// Bytes that all files of the trial may occupy together.
    pub disk: Option<u64>,
    /// Bytes that one file may grow to.
    pub file_size: Option<u64>,
    /// Bytes of address space of one process; off, because sanitizers and virtual machines reserve
    /// terabytes.
    pub address_space: Option<u64>,
    /// Processor time of one process. A trial with a time limit also gets a generous one of these,
    /// so that it ends even if nobody is left who watches it.
    pub cpu: Option<Duration>,
}

/// Generous limits, which stop an accident before it takes the machine down: three quarters of the
/// memory of the machine or the container, 2000 processes, 16 GiB for files.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: available_memory().map(|bytes| bytes / 4 * 3),
            processes: Some(2000),
            disk: Some(16 << 30),
            file_size: Some(16 << 30),
            address_space: None,
            cpu: None,
        }
    }
}

impl Limits {
    /// Limits nothing.
    pub const NONE: Limits =
        Limits { memory: None, processes: None, disk: None, file_size: None, address_space: None, cpu: None };

    /// Lists the kernel's limits for a trial that may take `timeout`. No core files are written in
    /// any case.
    pub(crate) fn kernel_limits(&self, timeout: Option<Duration>) -> Vec<(Resource, Rlimit)> {
        let backstop = timeout.map(cpu_backstop);
        let cpu = self.cpu.map(seconds).into_iter().chain(backstop).min();
        let wanted = [
            (Resource::Core, Some(0)),
            (Resource::Cpu, cpu),
            (Resource::Fsize, self.file_size),
            (Resource::As, self.address_space),
            (Resource::Nproc, self.processes.and_then(process_backstop)),
        ];
        wanted.into_iter().filter_map(|(which, most)| Some((which, lowered(which, most?)))).collect()
    }
}

/// Returns the default time limit of a trial: ten times the first run, at least five seconds.
pub fn default_time_limit(first_run: Duration) -> Duration {
    first_run.saturating_mul(10).max(Duration::from_secs(5))
}

/// A limit that is never above the one that already holds, which only root may exceed.
fn lowered(which: Resource, most: u64) -> Rlimit {
    let most = getrlimit(which).maximum.map_or(most, |maximum| maximum.min(most));
    Rlimit { current: Some(most), maximum: Some(most) }
}

/// Processor time that no process can use within `timeout`, however many threads it has.
fn cpu_backstop(timeout: Duration) -> u64 {
    // Finding out means reading several files.
    static N_PROCESSORS: LazyLock<u64> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from) as u64);
    let n_processors = *N_PROCESSORS;
    seconds(timeout).saturating_mul(2 * n_processors).saturating_add(10)
}

/// How many processes the user may have at most. The kernel counts all that he has, in and outside
/// of trials, which are at most as many as there are in the machine, which are counted once a
/// second. It does not hold for root.
fn process_backstop(most: u32) -> Option<u64> {
    static COUNTED: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut counted = COUNTED.lock().unwrap_or_else(PoisonError::into_inner);
    let n_all = match *counted {
        Some((at, n_all)) if at.elapsed() < Duration::from_secs(1) => n_all,
        _ => {
            let load = fs::read_to_string("/proc/loadavg").ok()?;
            // The fourth word is "running/all".
            let n_all = load.split_ascii_whitespace().nth(3)?.split_once('/')?.1.parse().ok()?;
            *counted = Some((Instant::now(), n_all));
            n_all
        }
    };
    Some(n_all + 2 * u64::from(most))
}

fn seconds(duration: Duration) -> u64 {
    duration.as_secs() + u64::from(duration.subsec_nanos() > 0)
}

/// The memory of the machine, or of the container if that is less. `None` where it cannot be told.
fn available_memory() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        line.split_ascii_whitespace().nth(1)?.parse::<u64>().ok()
    });
    let container =
        fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    machine.map(|kib| kib * 1024).into_iter().chain(container).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_time_limit_is_ten_runs_but_five_seconds_at_least() {
        assert_eq!(default_time_limit(Duration::from_millis(3)), Duration::from_secs(5));
        assert_eq!(default_time_limit(Duration::from_secs(7)), Duration::from_secs(70));
        assert_eq!(default_time_limit(Duration::MAX), Duration::MAX);
    }

    #[test]
    fn the_tighter_of_two_processor_limits_holds() {
        let cpu_of = |limits: Limits, timeout| {
            let all = limits.kernel_limits(timeout);
            all.iter().find(|(which, _)| matches!(which, Resource::Cpu)).map(|(_, limit)| limit.current)
        };
        let own = Limits { cpu: Some(Duration::from_millis(1500)), ..Limits::NONE };
        assert_eq!(cpu_of(own.clone(), None), Some(Some(2)));
        assert_eq!(cpu_of(own, Some(Duration::from_secs(100))), Some(Some(2)));
        assert!(cpu_of(Limits::NONE, Some(Duration::from_secs(1))) >= Some(Some(12)));
        assert_eq!(cpu_of(Limits::NONE, None), None);
    }

    #[test]
    fn core_files_are_never_written() {
        assert!(Limits::NONE.kernel_limits(None).iter().any(|(which, limit)| {
            matches!(which, Resource::Core) && limit.current == Some(0) && limit.maximum == Some(0)
        }));
    }
}

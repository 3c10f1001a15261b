//! Resource limits of one trial.

use std::fs;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit};

/// The resource limits of one trial. `None` is no limit.
///
/// Memory, the number of processes and the disk space are measured while the trial runs. These
/// limits hold for all its processes together, and for root too. They suit programs that reserve
/// far more address space than they use, such as sanitizers and virtual machines. The other limits
/// are the kernel's and hold for each process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of memory of all processes together.
    pub memory: Option<u64>,
    /// Most processes at once.
    pub processes: Option<u32>,
    /// Most bytes of all files of the trial together.
    pub disk: Option<u64>,
    /// Most bytes of one file.
    pub file_size: Option<u64>,
    /// Most bytes of address space of one process. Off by default, because sanitizers and virtual
    /// machines reserve terabytes.
    pub address_space: Option<u64>,
    /// Most processor time of one process. A trial with a time limit also gets a generous limit of
    /// processor time, so that it ends even if its keeper is gone.
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
    /// No limits.
    pub const NONE: Limits =
        Limits { memory: None, processes: None, disk: None, file_size: None, address_space: None, cpu: None };

    /// Returns the kernel's limits for a trial with this time limit. The size of core files is
    /// always limited to 0.
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

/// Returns a limit that is not above the present hard limit, which only root may exceed.
fn lowered(which: Resource, most: u64) -> Rlimit {
    let most = getrlimit(which).maximum.map_or(most, |maximum| maximum.min(most));
    Rlimit { current: Some(most), maximum: Some(most) }
}

/// Returns more processor time than a process can use within `timeout` on all processors.
fn cpu_backstop(timeout: Duration) -> u64 {
    // Cached: the standard library reads several files for it.
    static N_PROCESSORS: LazyLock<u64> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from) as u64);
    let n_processors = *N_PROCESSORS;
    seconds(timeout).saturating_mul(2 * n_processors).saturating_add(10)
}

/// Returns a limit on the processes of the user, in and outside trials, which is what the kernel
/// counts: all processes of the machine, counted once a second, and twice `most`. The kernel does
/// not apply it to root.
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

/// Returns the memory of the machine, or of the container if that is less; `None` if it is unknown.
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
    fn the_default_time_limit_is_ten_runs_but_at_least_five_seconds() {
        assert_eq!(default_time_limit(Duration::from_millis(3)), Duration::from_secs(5));
        assert_eq!(default_time_limit(Duration::from_secs(7)), Duration::from_secs(70));
        assert_eq!(default_time_limit(Duration::MAX), Duration::MAX);
    }

    #[test]
    fn the_lower_of_two_processor_time_limits_is_used() {
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

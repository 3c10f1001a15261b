//! How many trials run at once.

/// Returns the number of physical cores that this process may use.
pub fn physical_cores() -> usize {
    let allowed = std::thread::available_parallelism().map_or(1, usize::from);
    num_cpus::get_physical().clamp(1, allowed)
}

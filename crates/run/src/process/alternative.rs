//! What a sandbox can be made of where there are no namespaces.

use super::confinement::Confinement;

impl Confinement {
    /// Returns the most that can be kept away without namespaces, if that is anything.
    pub fn without_namespaces() -> Option<Confinement> {
        #[cfg(target_os = "linux")]
        return super::walls::most_by_landlock();
        #[cfg(not(target_os = "linux"))]
        None
    }
}

//! The sandbox on systems without namespaces.

use super::confinement::Confinement;

impl Confinement {
    /// Returns the strongest confinement without namespaces, if there is one.
    pub fn without_namespaces() -> Option<Confinement> {
        #[cfg(target_os = "linux")]
        return super::sandbox::strongest_by_landlock();
        #[cfg(not(target_os = "linux"))]
        None
    }
}

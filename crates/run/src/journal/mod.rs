//! What is known about candidates, kept on disk.

/// The directory beside an input in which its sessions are.
pub const SESSIONS: &str = ".dwindle";

//! Comparison with other reducers. All use the same property, and a wrapper counts its runs.

mod match_up;
mod peer;
mod rivals;
mod wrapper;

pub use match_up::{MatchUp, PeerRecord, PeerStatus, play};
pub use peer::{Peer, Peers};
pub use rivals::peer_tables;
pub use wrapper::Wrapper;

//! Other reducers side by side, each with the same property, counted by a wrapper around it.

mod match_up;
mod peer;
mod rivals;
mod wrapper;

pub use match_up::{MatchUp, PeerRecord, PeerStatus, play};
pub use peer::{Peer, Peers};
pub use rivals::peer_tables;
pub use wrapper::Wrapper;

//! Farms that fail: whatever a server does, no verdict is wrong.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod asked;
mod ends;
mod fake;
mod lies;
mod services;
mod stage;
mod tls;

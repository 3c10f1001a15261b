//! The fault suite: what may go wrong around a run, what the program must say of it, and that
//! nothing is lost.
//!
//! Each family is a table of [`Fault`](fault::Fault)s. `docs/faults.md` is made from them.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod check;
mod disks;
mod fault;
mod inputs;
mod journals;
mod limits;
mod names;
mod page;
mod processes;
mod scene;
mod scripts;
mod servers;
mod sessions;
mod surroundings;
mod users;

use check::check;
use fault::Family;

/// Every family, in the order of the page.
const FAMILIES: [Family; 11] = [
    limits::FAMILY,
    disks::FAMILY,
    processes::FAMILY,
    scripts::FAMILY,
    servers::FAMILY,
    journals::FAMILY,
    sessions::FAMILY,
    inputs::FAMILY,
    names::FAMILY,
    users::FAMILY,
    surroundings::FAMILY,
];

#[test]
fn limits_of_the_shell() {
    check(&limits::FAMILY);
}

#[test]
fn disks_that_are_full_or_closed() {
    check(&disks::FAMILY);
}

#[test]
fn processes_that_are_killed_or_stopped() {
    check(&processes::FAMILY);
}

#[test]
fn scripts_that_misbehave() {
    check(&scripts::FAMILY);
}

#[test]
fn testers_that_misbehave() {
    check(&servers::FAMILY);
}

#[test]
fn damaged_sessions() {
    check(&journals::FAMILY);
}

#[test]
fn results_and_other_runs() {
    check(&sessions::FAMILY);
}

#[test]
fn inputs_that_are_none() {
    check(&inputs::FAMILY);
}

#[test]
fn odd_names() {
    check(&names::FAMILY);
}

#[test]
fn other_users() {
    check(&users::FAMILY);
}

#[test]
fn missing_surroundings() {
    check(&surroundings::FAMILY);
}

//! The command line of dwindle.

fn main() {}

//! The program that libFuzzer drives; `DWINDLE_FUZZ_TARGET` names the target.

#![no_main]

use std::sync::OnceLock;

use dwindle_fuzz::Target;
use libfuzzer_sys::fuzz_target;

static CHOSEN: OnceLock<&'static Target> = OnceLock::new();

fn chosen() -> &'static Target {
    CHOSEN.get_or_init(|| {
        let name = std::env::var("DWINDLE_FUZZ_TARGET").unwrap_or_default();
        Target::named(&name).unwrap_or_else(|| {
            let names: Vec<&str> = dwindle_fuzz::TARGETS.iter().map(|target| target.name).collect();
            eprintln!("DWINDLE_FUZZ_TARGET must be one of: {}", names.join(" "));
            std::process::exit(2);
        })
    })
}

fuzz_target!(init: { chosen(); }, |bytes: &[u8]| (chosen().run)(bytes));

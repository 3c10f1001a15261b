//! A keeper of trials as a program of its own. Programs that use dwindle as a library start it
//! instead of themselves: `Launcher::with_keeper("path/to/dwindle-keeper".into())`.

fn main() {
    dwindle_run::process::serve_if_asked();
}

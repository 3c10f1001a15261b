//! A program that is nothing but a keeper of trials, for programs that use dwindle as a library and
//! do not want to be their own: `Launcher::with_keeper("path/to/dwindle-keeper".into())`.

fn main() {
    dwindle_run::process::serve_if_asked();
}

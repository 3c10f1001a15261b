//! Runs the shell blocks of a page.

use std::env;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use super::blocks::{Block, Role, blocks};
use super::output::missing_line;
use super::pages::Page;

/// The result of running a page.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Ran {
    /// The number of blocks that ran.
    pub n_run: usize,
    /// The blocks that did not run, with reasons.
    pub skipped: Vec<String>,
    /// The errors, with page and line.
    pub complaints: Vec<String>,
}

/// The time limit of a block, in seconds. On an idle machine the longest takes a few.
const LIMIT: &str = "900";

/// Runs the blocks of a page one after the other in `folder`, into which `examples` is copied. The
/// commands `dwindle` and `cargo run --release --` run the program `dwindle`.
///
/// # Errors
/// When files cannot be written, or no shell can be started.
pub fn run_page(page: &Page, root: &Path, folder: &Path, dwindle: &Path) -> io::Result<Ran> {
    let mut ran = Ran::default();
    let tools = folder.join(".tools");
    fs::create_dir(&tools)?;
    std::os::unix::fs::symlink(dwindle, tools.join("dwindle"))?;
    write_program(
        &tools.join("cargo"),
        "#!/bin/sh\ncase \"$1 $2 $3\" in 'run --release --') shift 3; exec dwindle \"$@\";; esac\n\
         echo \"cargo $*: only cargo run --release -- is known here\" >&2; exit 1\n",
    )?;
    copy(&root.join("examples"), &folder.join("examples"))?;
    let mut written = None;
    for block in blocks(&page.text) {
        let place = format!("{}:{}", page.path.display(), block.line);
        match &block.role {
            Role::Shown => continue,
            Role::Undecided => ran.complaints.push(format!(
                "{place}: a shell block says behind its language `run`, `skip: REASON` or `file: NAME`"
            )),
            Role::Skipped(reason) => ran.skipped.push(format!("{place}: {reason}")),
            Role::File(name) => write_program(&folder.join(name), &block.text)?,
            Role::Output => {
                let Some(written) = written.as_deref() else { continue };
                if let Some(line) = missing_line(&block.text, written) {
                    ran.complaints.push(format!(
                        "{place}: the block before did not write `{line}`. It wrote:\n{written}"
                    ));
                }
                continue;
            }
            Role::Run { status, condition } => {
                let is_met =
                    |condition: &String| Ok::<_, io::Error>(shell(condition, folder, &tools)?.0 == Some(0));
                if let Some(condition) = condition.as_ref().filter(|one| !is_met(one).unwrap_or(false)) {
                    ran.skipped.push(format!("{place}: `{condition}` fails"));
                    written = None;
                    continue;
                }
                let (ended, output) = shell(&block.text, folder, &tools)?;
                ran.n_run += 1;
                if ended != Some(*status) {
                    let Block { text, .. } = &block;
                    ran.complaints
                        .push(format!("{place}: status {ended:?} for {status}:\n{text}wrote:\n{output}"));
                }
                written = Some(output);
            }
        }
    }
    Ok(ran)
}

/// Runs a script. Returns its exit status and its output.
fn shell(script: &str, folder: &Path, tools: &Path) -> io::Result<(Option<i32>, String)> {
    let log = tools.join("log");
    let file = File::create(&log)?;
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([tools.to_owned()].into_iter().chain(env::split_paths(&path)))
        .map_err(io::Error::other)?;
    let status = Command::new("timeout")
        .args(["--kill-after=5", LIMIT, "sh", "-e", "-c", script])
        .current_dir(folder)
        .env("PATH", path)
        .env("LC_ALL", "C.UTF-8")
        .stdin(std::process::Stdio::null())
        .stdout(file.try_clone()?)
        .stderr(file)
        .status()?;
    Ok((status.code(), String::from_utf8_lossy(&fs::read(&log)?).into_owned()))
}

fn write_program(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)?;
    fs::set_permissions(path, Permissions::from_mode(0o755))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy(&entry.path(), &target)?,
            false => drop(fs::copy(entry.path(), target)?),
        }
    }
    Ok(())
}

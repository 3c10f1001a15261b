//! Other users of the machine, permissions and sandboxes.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::fixture::Fixture;

const NEEDS_42: &str = "grep -q 'line 42 ' words.txt";

fn is_root() -> bool {
    let is_root =
        fs::metadata("/proc/self").is_ok_and(|metadata| std::os::unix::fs::MetadataExt::uid(&metadata) == 0);
    if !is_root {
        eprintln!("skipped: it needs root");
    }
    is_root
}

fn mode(fixture: &Fixture, name: &str) -> u32 {
    fs::metadata(fixture.path(name)).unwrap().permissions().mode() & 0o777
}

fn set_mode(fixture: &Fixture, name: &str, mode: u32) {
    fs::set_permissions(fixture.path(name), fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_private_input_stays_private() {
    let fixture = Fixture::new("[ $(stat -c %a words.txt) = 600 ] && grep -q 'line 42 ' words.txt");
    set_mode(&fixture, "words.txt", 0o600);
    fixture.run(&["test.sh", "words.txt"]).check(0);
    assert_eq!(mode(&fixture, "words.reduced.txt"), 0o600);
    assert_eq!(mode(&fixture, ".dwindle"), 0o700);
}

#[test]
fn a_journal_that_others_can_write_is_refused() {
    let fixture = Fixture::new(NEEDS_42);
    fixture.run(&["test.sh", "words.txt", "--max-trials", "5"]).check(0);
    set_mode(&fixture, ".dwindle", 0o777);
    fixture
        .run(&["test.sh", "words.txt", "--resume"])
        .check(3)
        .says(&["others can write to it", "chmod go-w"]);
    set_mode(&fixture, ".dwindle", 0o700);
    fixture.run(&["test.sh", "words.txt", "--resume"]).check(0);
}

#[test]
fn a_test_that_changes_to_another_user_needs_a_sandbox_or_share_trials() {
    if !is_root() {
        return;
    }
    let as_nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups";
    let fixture = Fixture::new(&format!("{as_nobody} {NEEDS_42}"));
    let off = ["test.sh", "words.txt", "--sandbox", "off"];
    fixture.run(&off).check(0).says(&["changes to another user"]);
    // In a sandbox, no option is needed: other users cannot reach the directories.
    fixture.run(&["test.sh", "words.txt", "--no-session", "-o", "other.txt"]).check(0);

    let fixture = Fixture::new(&format!("{as_nobody} {NEEDS_42}"));
    set_mode(&fixture, "words.txt", 0o600);
    fixture.run(&off).check(2).says(&["--share-trials"]);
    fixture.run(&["test.sh", "words.txt", "--share-trials", "--sandbox", "off"]).check(0);
    assert_eq!(mode(&fixture, "words.reduced.txt"), 0o600);
}

#[test]
fn trials_run_as_another_user() {
    if !is_root() {
        return;
    }
    let fixture = Fixture::new(&format!("[ $(id -un) = nobody ] && {NEEDS_42}"));
    fs::set_permissions(fixture.path("."), fs::Permissions::from_mode(0o755)).unwrap();
    fixture.run(&["test.sh", "words.txt", "--run-as", "nobody"]).check(0);
    let fixture = Fixture::new(NEEDS_42);
    fixture
        .run(&["test.sh", "words.txt", "--run-as", "nobody-of-that-name"])
        .check(2)
        .says(&["no such user"]);
}

/// Returns the accepted hash of a run with these options.
fn accepted(fixture: &Fixture, options: &[&str]) -> String {
    let name = "summary.json";
    let line = [&["test.sh", "words.txt", "--no-session", "--summary", name], options].concat();
    fixture.run(&line).check(0);
    fs::remove_file(fixture.path("words.reduced.txt")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&fixture.read(name)).unwrap();
    summary["accepted_hash"].as_str().unwrap().to_owned()
}

#[test]
fn the_result_is_the_same_in_every_sandbox() {
    if !is_root() {
        return;
    }
    let fixture = Fixture::new(NEEDS_42);
    fs::set_permissions(fixture.path("."), fs::Permissions::from_mode(0o755)).unwrap();
    let off = accepted(&fixture, &["--sandbox", "off"]);
    assert_eq!(accepted(&fixture, &["--sandbox", "auto"]), off);
    assert_eq!(accepted(&fixture, &["--sandbox", "strict", "-j", "1"]), off);
}

#[test]
fn a_test_that_depends_on_writing_outside_gets_a_weaker_sandbox() {
    // In a sandbox in which other files are read-only, every candidate would be interesting.
    let fixture = Fixture::new("");
    let elsewhere = fixture.path("elsewhere");
    let lines = format!(
        "grep -q 'line 42 ' words.txt || echo x > '{0}'\nif grep -q 'line 42 ' words.txt; then exit 0; fi\n\
         echo x > '{0}' 2>/dev/null && exit 1\nexit 0",
        elsewhere.display()
    );
    fixture.script("test.sh", &lines);
    let off = accepted(&fixture, &["--sandbox", "off"]);
    assert_eq!(accepted(&fixture, &["--sandbox", "auto"]), off);
    let line = ["test.sh", "words.txt", "--no-session", "--sandbox", "auto"];
    fixture.run(&line).check(0).says(&["behaves differently if it can't write"]);
}

/// Returns what is left of a process: directories of trials, keepers, mounts.
fn traces_of(pid: u32) -> Vec<String> {
    let name = format!("dwindle-{pid}-");
    let folders = ["/dev/shm".into(), std::env::temp_dir()];
    let names = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut traces: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
        traces.push(String::from_utf8_lossy(&environment).into_owned());
        let arguments = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        traces.push(String::from_utf8_lossy(&arguments).into_owned());
    }
    traces.push(fs::read_to_string("/proc/self/mounts").unwrap_or_default());
    traces.retain(|trace| trace.contains(&name));
    traces
}

#[test]
fn trials_run_in_a_sandbox_by_default_as_far_as_the_system_allows() {
    let fixture = Fixture::new(NEEDS_42);
    fixture
        .run(&["test.sh", "words.txt"])
        .check(0)
        .says(&["sandbox: files read-only, own /tmp, own processes"]);
    // Without user namespaces.
    let fixture = Fixture::new(NEEDS_42);
    let mut command = std::process::Command::new("unshare");
    command.args(["-Ur", "sh", "-c", "echo 0 >/proc/sys/user/max_user_namespaces && exec \"$0\" \"$@\""]);
    let dwindle = fixture.command(&["test.sh", "words.txt"]);
    command.arg(dwindle.get_program()).args(dwindle.get_args()).current_dir(fixture.path("."));
    let seen = crate::fixture::RunOutput::of(command.output().unwrap()).check(0);
    let ways = ["by Landlock", "no sandbox here"];
    assert!(ways.iter().any(|way| seen.stderr.contains(way)), "{}", seen.stderr);
}

#[test]
fn strict_hides_secrets_in_the_environment() {
    if !is_root() {
        return;
    }
    let fixture = Fixture::new("[ -n \"$MY_TOKEN$SSH_AUTH_SOCK$DATABASE\" ]");
    fs::set_permissions(fixture.path("."), fs::Permissions::from_mode(0o755)).unwrap();
    for (mode, status) in [("off", 0), ("auto", 0), ("strict", 1)] {
        let mut command =
            fixture.command(&["check", "test.sh", "words.txt", "--allow-empty", "--sandbox", mode]);
        command.env("MY_TOKEN", "t").env("SSH_AUTH_SOCK", "/s").env("DATABASE", "db://me:secret@host/x");
        crate::fixture::RunOutput::of(command.output().unwrap()).check(status);
    }
}

#[test]
fn a_test_near_its_time_limit_gets_a_higher_limit() {
    let slow = "sleep 0.$((35 + $(cksum <words.txt | cut -d' ' -f1) % 3 * 15)); grep -q 'line 42 ' words.txt";
    let fixture = Fixture::new(slow);
    let lines: String = (36..=44).map(|number| format!("line {number} has some words\n")).collect();
    fixture.write("words.txt", &lines);
    fixture
        .run(&["test.sh", "words.txt", "--timeout", "0.4"])
        .check(0)
        .says(&["near --timeout", "the limit of trials is raised"]);
    assert_eq!(fixture.read("words.reduced.txt").trim_end(), "line 42");
}

#[test]
fn the_input_can_come_from_stdin_and_the_result_go_to_stdout() {
    use std::io::Write;
    use std::process::Stdio;

    let fixture = Fixture::new("grep -q 'line 42 '");
    let mut command = fixture.command(&["test.sh", "-"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(fixture.read("words.txt").as_bytes()).unwrap();
    let seen = crate::fixture::RunOutput::of(child.wait_with_output().unwrap()).check(0);
    assert_eq!(seen.stdout.trim_end(), "line 42");
    assert_eq!(fixture.names(), ["test.sh", "words.txt"]);

    let seen = fixture.run(&["test.sh", "words.txt", "-o", "-"]).check(0);
    assert_eq!(seen.stdout.trim_end(), "line 42");
    assert_eq!(fixture.names(), ["test.sh", "words.txt"]);
    fixture.run(&["test.sh", "words.txt", "-"]).check(2).says(&["one of several", "./-"]);
}

#[test]
fn tests_find_several_files_under_their_base_names() {
    let fixture = Fixture::new("cat a.txt b.txt >both && grep -q 'line 42 ' both");
    fixture.write("d/a.txt", fixture.read("words.txt"));
    fixture.write("d/b.txt", "something else\n");
    fixture.run(&["test.sh", "d/a.txt", "d/b.txt", "-o", "small"]).check(0);
    assert_eq!(fixture.read("small/d/a.txt").trim_end(), "line 42");
    assert_eq!(fixture.read("small/d/b.txt"), "");
}

/// Waits until nothing is left of a killed process. Its keepers end when they notice that their
/// sockets are closed.
#[track_caller]
fn leaves_nothing(pid: u32, mode: &str) {
    for _ in 0..100 {
        if traces_of(pid).is_empty() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert_eq!(traces_of(pid), Vec::<String>::new(), "{mode}");
}

/// Kills runs in each sandbox after the given numbers of milliseconds and resumes them. Compares
/// the result with that of a complete run.
fn killed_after(moments: impl Fn(&str) -> Vec<u64>) {
    if !is_root() {
        return;
    }
    let whole = accepted(&Fixture::new(NEEDS_42), &[]);
    for mode in ["off", "auto", "strict"] {
        let lines = format!("sleep 0.01\n(setsid sleep 1000 &)\n{NEEDS_42}");
        let new = || {
            let fixture = Fixture::new(&lines);
            fs::set_permissions(fixture.path("."), fs::Permissions::from_mode(0o755)).unwrap();
            fixture
        };
        let line =
            ["test.sh", "words.txt", "--resume", "--sandbox", mode, "-j", "2", "--summary", ".summary"];
        let (mut fixture, mut n_whole, mut n_killed, mut killed) = (new(), 0, 0, Vec::new());
        let finish = |fixture: &Fixture, killed: &mut Vec<u32>| {
            fixture.run(&line).check(0);
            let summary: serde_json::Value = serde_json::from_str(&fixture.read(".summary")).unwrap();
            assert_eq!(summary["accepted_hash"], whole, "{mode}");
            // The next run removed what a killed one had left.
            killed.drain(..).for_each(|pid| leaves_nothing(pid, mode));
        };
        for after in moments(mode) {
            let log = fs::File::create(fixture.path("log")).unwrap();
            let mut child = fixture.command(&line).stderr(log).spawn().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(after));
            match child.try_wait().unwrap() {
                // It ended before it was killed: another run starts.
                Some(status) => {
                    assert!(status.success(), "{mode}: {status}\n{}", fixture.read("log"));
                    finish(&fixture, &mut killed);
                    (fixture, n_whole) = (new(), n_whole + 1);
                }
                None => {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    killed.push(child.id());
                    n_killed += 1;
                }
            }
        }
        finish(&fixture, &mut killed);
        println!("--sandbox {mode}: killed {n_killed} times, {} results, all the same", n_whole + 1);
    }
}

#[test]
fn nothing_is_left_of_a_run_that_was_killed_in_any_sandbox() {
    killed_after(|_| vec![200, 650, 1100, 1550]);
}

/// Prints figures: `cargo test -p dwindle --test cli two_hundred -- --ignored --nocapture`; takes
/// ten minutes.
#[test]
#[ignore = "takes ten minutes"]
fn nothing_is_left_of_two_hundred_runs_that_were_killed_in_any_sandbox() {
    // Pseudo-random moments of a run and of its start.
    killed_after(|mode| {
        let mut state = mode.len() as u64 ^ 0x2545_f491;
        let next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        std::iter::repeat_with(next)
            .map(|random| if random % 2 == 0 { random % 300 } else { random % 3000 })
            .take(200)
            .collect()
    });
}

#[cfg(target_os = "linux")]
#[test]
fn missing_support_for_subreapers_is_reported_once() {
    let line = "does not support subreapers";
    dwindle_testkit::refusal::without_subreaper(|| {
        let fixture = Fixture::new(NEEDS_42);
        let seen = fixture.run(&["test.sh", "words.txt", "--sandbox", "off"]).check(0).says(&[line]);
        assert_eq!(seen.stderr.matches(line).count(), 1, "{}", seen.stderr);
        assert_eq!(fixture.read("words.reduced.txt"), "line 42 \n");
    });
    let seen = Fixture::new(NEEDS_42).run(&["test.sh", "words.txt", "--sandbox", "off"]).check(0);
    assert!(!seen.stderr.contains(line), "{}", seen.stderr);
}

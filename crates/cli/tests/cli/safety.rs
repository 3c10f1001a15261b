//! Other users of the machine, permissions, and sandboxes, from the command line.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::scene::Scene;

const NEEDS_42: &str = "grep -q 'line 42 ' words.txt";

fn is_root() -> bool {
    let is_root =
        fs::metadata("/proc/self").is_ok_and(|metadata| std::os::unix::fs::MetadataExt::uid(&metadata) == 0);
    if !is_root {
        eprintln!("skipped: only root can");
    }
    is_root
}

fn mode(scene: &Scene, name: &str) -> u32 {
    fs::metadata(scene.path(name)).unwrap().permissions().mode() & 0o777
}

fn set_mode(scene: &Scene, name: &str, mode: u32) {
    fs::set_permissions(scene.path(name), fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_private_input_stays_private() {
    let scene = Scene::new("[ $(stat -c %a words.txt) = 600 ] && grep -q 'line 42 ' words.txt");
    set_mode(&scene, "words.txt", 0o600);
    scene.run(&["test.sh", "words.txt"]).check(0);
    assert_eq!(mode(&scene, "words.reduced.txt"), 0o600);
    assert_eq!(mode(&scene, ".dwindle"), 0o700);
}

#[test]
fn a_journal_that_others_can_have_written_is_not_believed() {
    let scene = Scene::new(NEEDS_42);
    scene.run(&["test.sh", "words.txt", "--max-trials", "5"]).check(0);
    set_mode(&scene, ".dwindle", 0o777);
    scene.run(&["test.sh", "words.txt", "--resume"]).check(3).says(&["others can write to it", "chmod go-w"]);
    set_mode(&scene, ".dwindle", 0o700);
    scene.run(&["test.sh", "words.txt", "--resume"]).check(0);
}

#[test]
fn a_test_that_drops_privileges_is_let_in_or_asks_for_it() {
    if !is_root() {
        return;
    }
    let as_nobody = "setpriv --reuid=65534 --regid=65534 --clear-groups";
    let scene = Scene::new(&format!("{as_nobody} {NEEDS_42}"));
    let off = ["test.sh", "words.txt", "--sandbox", "off"];
    scene.run(&off).check(0).says(&["drops to another user"]);
    // In a sandbox it is let in anyway: nobody else is there.
    scene.run(&["test.sh", "words.txt", "--no-session", "-o", "other.txt"]).check(0);

    let scene = Scene::new(&format!("{as_nobody} {NEEDS_42}"));
    set_mode(&scene, "words.txt", 0o600);
    scene.run(&off).check(2).says(&["--share-trials"]);
    scene.run(&["test.sh", "words.txt", "--share-trials", "--sandbox", "off"]).check(0);
    assert_eq!(mode(&scene, "words.reduced.txt"), 0o600);
}

#[test]
fn trials_run_as_another_user() {
    if !is_root() {
        return;
    }
    let scene = Scene::new(&format!("[ $(id -un) = nobody ] && {NEEDS_42}"));
    fs::set_permissions(scene.path("."), fs::Permissions::from_mode(0o755)).unwrap();
    scene.run(&["test.sh", "words.txt", "--run-as", "nobody"]).check(0);
    let scene = Scene::new(NEEDS_42);
    scene.run(&["test.sh", "words.txt", "--run-as", "nobody-of-that-name"]).check(2).says(&["no such user"]);
}

/// Returns the accepted hash of a run with these options.
fn accepted(scene: &Scene, options: &[&str]) -> String {
    let name = "summary.json";
    let line = [&["test.sh", "words.txt", "--no-session", "--summary", name], options].concat();
    scene.run(&line).check(0);
    fs::remove_file(scene.path("words.reduced.txt")).unwrap();
    let summary: serde_json::Value = serde_json::from_str(&scene.read(name)).unwrap();
    summary["accepted_hash"].as_str().unwrap().to_owned()
}

#[test]
fn the_result_is_the_same_in_every_sandbox() {
    if !is_root() {
        return;
    }
    let scene = Scene::new(NEEDS_42);
    fs::set_permissions(scene.path("."), fs::Permissions::from_mode(0o755)).unwrap();
    let off = accepted(&scene, &["--sandbox", "off"]);
    assert_eq!(accepted(&scene, &["--sandbox", "auto"]), off);
    assert_eq!(accepted(&scene, &["--sandbox", "strict", "-j", "1"]), off);
}

#[test]
fn a_property_that_something_fails_is_the_same_in_a_sandbox() {
    // Within a sandbox that forbids to write, every candidate would be interesting.
    let scene = Scene::new("");
    let elsewhere = scene.path("elsewhere");
    let lines = format!(
        "grep -q 'line 42 ' words.txt || echo x > '{0}'\nif grep -q 'line 42 ' words.txt; then exit 0; fi\n\
         echo x > '{0}' 2>/dev/null && exit 1\nexit 0",
        elsewhere.display()
    );
    scene.script("test.sh", &lines);
    let off = accepted(&scene, &["--sandbox", "off"]);
    assert_eq!(accepted(&scene, &["--sandbox", "auto"]), off);
    let line = ["test.sh", "words.txt", "--no-session", "--sandbox", "auto"];
    scene.run(&line).check(0).says(&["behaves differently if it can't write"]);
}

/// Whether something of a process is left: a directory of trials, a keeper, a mount.
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
fn trials_are_kept_apart_by_default_as_far_as_the_system_can() {
    let scene = Scene::new(NEEDS_42);
    scene
        .run(&["test.sh", "words.txt"])
        .check(0)
        .says(&["sandbox: files read-only, own /tmp, own processes"]);
    // Without user namespaces.
    let scene = Scene::new(NEEDS_42);
    let mut command = std::process::Command::new("unshare");
    command.args(["-Ur", "sh", "-c", "echo 0 >/proc/sys/user/max_user_namespaces && exec \"$0\" \"$@\""]);
    let dwindle = scene.command(&["test.sh", "words.txt"]);
    command.arg(dwindle.get_program()).args(dwindle.get_args()).current_dir(scene.path("."));
    let seen = crate::scene::Seen::of(command.output().unwrap()).check(0);
    let ways = ["by Landlock", "no sandbox here"];
    assert!(ways.iter().any(|way| seen.stderr.contains(way)), "{}", seen.stderr);
}

#[test]
fn strict_hides_secrets_in_the_environment() {
    if !is_root() {
        return;
    }
    let scene = Scene::new("[ -n \"$MY_TOKEN$SSH_AUTH_SOCK$DATABASE\" ]");
    fs::set_permissions(scene.path("."), fs::Permissions::from_mode(0o755)).unwrap();
    for (mode, status) in [("off", 0), ("auto", 0), ("strict", 1)] {
        let mut command =
            scene.command(&["check", "test.sh", "words.txt", "--allow-empty", "--sandbox", mode]);
        command.env("MY_TOKEN", "t").env("SSH_AUTH_SOCK", "/s").env("DATABASE", "db://me:secret@host/x");
        crate::scene::Seen::of(command.output().unwrap()).check(status);
    }
}

#[test]
fn a_test_near_its_time_limit_gets_more_time_and_has_one_result() {
    let slow = "sleep 0.$((35 + $(cksum <words.txt | cut -d' ' -f1) % 3 * 15)); grep -q 'line 42 ' words.txt";
    let scene = Scene::new(slow);
    let lines: String = (36..=44).map(|number| format!("line {number} has some words\n")).collect();
    scene.write("words.txt", &lines);
    scene.run(&["test.sh", "words.txt", "--timeout", "0.4"]).check(0).says(&["near", "trials may take"]);
    assert_eq!(scene.read("words.reduced.txt").trim_end(), "line 42");
}

#[test]
fn a_pipe_brings_the_input_and_takes_the_result() {
    use std::io::Write;
    use std::process::Stdio;

    let scene = Scene::new("grep -q 'line 42 '");
    let mut command = scene.command(&["test.sh", "-"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(scene.read("words.txt").as_bytes()).unwrap();
    let seen = crate::scene::Seen::of(child.wait_with_output().unwrap()).check(0);
    assert_eq!(seen.stdout.trim_end(), "line 42");
    assert_eq!(scene.names(), ["test.sh", "words.txt"]);

    let seen = scene.run(&["test.sh", "words.txt", "-o", "-"]).check(0);
    assert_eq!(seen.stdout.trim_end(), "line 42");
    assert_eq!(scene.names(), ["test.sh", "words.txt"]);
    scene.run(&["test.sh", "words.txt", "-"]).check(2).says(&["one of several", "./-"]);
}

#[test]
fn files_in_one_directory_are_found_under_their_last_names_too() {
    let scene = Scene::new("cat a.txt b.txt >both && grep -q 'line 42 ' both");
    scene.write("d/a.txt", scene.read("words.txt"));
    scene.write("d/b.txt", "something else\n");
    scene.run(&["test.sh", "d/a.txt", "d/b.txt", "-o", "small"]).check(0);
    assert_eq!(scene.read("small/d/a.txt").trim_end(), "line 42");
    assert_eq!(scene.read("small/d/b.txt"), "");
}

/// Waits until nothing is left of a process that was killed: a keeper reads the end of its socket
/// when it gets to run.
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

/// Kills runs in each sandbox after these milliseconds, going on each time, and holds the end
/// against a whole run.
fn killed_after(moments: impl Fn(&str) -> Vec<u64>) {
    if !is_root() {
        return;
    }
    let whole = accepted(&Scene::new(NEEDS_42), &[]);
    for mode in ["off", "auto", "strict"] {
        let lines = format!("sleep 0.01\n(setsid sleep 1000 &)\n{NEEDS_42}");
        let new = || {
            let scene = Scene::new(&lines);
            fs::set_permissions(scene.path("."), fs::Permissions::from_mode(0o755)).unwrap();
            scene
        };
        let line =
            ["test.sh", "words.txt", "--resume", "--sandbox", mode, "-j", "2", "--summary", ".summary"];
        let (mut scene, mut n_whole, mut n_killed, mut killed) = (new(), 0, 0, Vec::new());
        let finish = |scene: &Scene, killed: &mut Vec<u32>| {
            scene.run(&line).check(0);
            let summary: serde_json::Value = serde_json::from_str(&scene.read(".summary")).unwrap();
            assert_eq!(summary["accepted_hash"], whole, "{mode}");
            // What a run could not remove, the next one did.
            killed.drain(..).for_each(|pid| leaves_nothing(pid, mode));
        };
        for after in moments(mode) {
            let log = fs::File::create(scene.path("log")).unwrap();
            let mut child = scene.command(&line).stderr(log).spawn().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(after));
            match child.try_wait().unwrap() {
                // It was done before its time came; then another one begins.
                Some(status) => {
                    assert!(status.success(), "{mode}: {status}\n{}", scene.read("log"));
                    finish(&scene, &mut killed);
                    (scene, n_whole) = (new(), n_whole + 1);
                }
                None => {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    killed.push(child.id());
                    n_killed += 1;
                }
            }
        }
        finish(&scene, &mut killed);
        println!("--sandbox {mode}: killed {n_killed} times, {} results, all the same", n_whole + 1);
    }
}

#[test]
fn nothing_is_left_of_a_run_that_was_killed_in_any_sandbox() {
    killed_after(|_| vec![200, 650, 1100, 1550]);
}

/// With figures: `cargo test -p dwindle --test cli two_hundred -- --ignored --nocapture`; takes ten
/// minutes.
#[test]
#[ignore = "takes ten minutes"]
fn nothing_is_left_of_two_hundred_runs_that_were_killed_in_any_sandbox() {
    // Random moments of a run and of its start: a linear congruence.
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
fn it_is_told_once_where_nobody_can_adopt_orphans() {
    let line = "lets no process adopt orphans";
    dwindle_testkit::refusal::without_subreaper(|| {
        let scene = Scene::new(NEEDS_42);
        let seen = scene.run(&["test.sh", "words.txt", "--sandbox", "off"]).check(0).says(&[line]);
        assert_eq!(seen.stderr.matches(line).count(), 1, "{}", seen.stderr);
        assert_eq!(scene.read("words.reduced.txt"), "line 42 \n");
    });
    let seen = Scene::new(NEEDS_42).run(&["test.sh", "words.txt", "--sandbox", "off"]).check(0);
    assert!(!seen.stderr.contains(line), "{}", seen.stderr);
}

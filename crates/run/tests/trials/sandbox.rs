//! What a sandbox keeps away, and that it keeps away nothing else.
//!
//! Every attack succeeds without a sandbox in the same test: else it would prove nothing that it fails with one.

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use crate::scene::{Fixture, crash, is_alive};
use dwindle_reduce::Verdict;
use dwindle_run::limits::Limits;
use dwindle_run::process::{Confinement, Launcher, Sandbox};
use dwindle_run::property::{Cancel, CandidatePaths, Property, ScriptProperty};
use dwindle_run::trial::{Bench, BenchOptions, Place};

fn kept() -> Launcher {
    Launcher::with_keeper(env!("CARGO_BIN_EXE_dwindle-keeper").into())
}

fn within(fixture: &Fixture, confinement: Confinement) -> Launcher {
    let shown = vec![fixture.home().to_owned()];
    kept().sandboxed(Sandbox::new(confinement, shown)).unwrap()
}

/// Runs a script of these lines and returns how it went, with what it wrote.
fn run(fixture: &Fixture, launcher: Launcher, limits: Limits, lines: &str) -> (Verdict, String) {
    let script = fixture.script(&format!("#!/bin/sh\n{lines}\n"));
    let place = Place::Below(fixture.path("trials"));
    let bench = Bench::new(BenchOptions { place, limits, launcher, ..BenchOptions::default() });
    let property = ScriptProperty::new(&script, CandidatePaths::of(&crash()), Arc::new(bench)).unwrap();
    let property = property.with_time_limit(Some(Duration::from_secs(180)));
    let seen = property.diagnose(&crash(), &Cancel::new()).unwrap();
    let ended = seen.run.unwrap().ended;
    (seen.verdict, format!("{}\n{:?}\n{:?}", ended.end, ended.stdout, ended.stderr))
}

/// Fails unless lines work without a sandbox and do not work within this one. `prepare` is called before each.
#[track_caller]
fn stops(confinement: Confinement, fixture: &Fixture, prepare: impl Fn(), lines: &str) {
    prepare();
    let (verdict, text) = run(fixture, kept(), Limits::default(), lines);
    assert_eq!(verdict, Verdict::Interesting, "without a sandbox: {lines}\n{text}");
    prepare();
    let (verdict, text) = run(fixture, within(fixture, confinement), Limits::default(), lines);
    assert_eq!(verdict, Verdict::Boring, "{confinement}: {lines}\n{text}");
}

const BOTH: [Confinement; 2] = [Confinement::USUAL, Confinement::STRICT];

#[test]
fn a_trial_works_within_a_sandbox() {
    let lines = "grep -q main crash.c && echo x > made && mkdir $TMPDIR/a && echo y > $TMPDIR/a/b && cat made $TMPDIR/a/b \
                 && echo z > /tmp/z && cat < /tmp/z > /dev/null && [ -c /dev/zero ] && ps ax > /dev/null";
    for confinement in BOTH {
        let fixture = Fixture::new();
        let (verdict, text) = run(&fixture, within(&fixture, confinement), Limits::default(), lines);
        assert_eq!(verdict, Verdict::Interesting, "{confinement}: {text}");
    }
}

#[test]
fn files_outside_are_not_changed() {
    for confinement in BOTH {
        let fixture = Fixture::new();
        let precious = fixture.path("precious");
        let prepare = || {
            fs::write(&precious, "kept").unwrap();
            fs::set_permissions(&precious, fs::Permissions::from_mode(0o644)).unwrap();
        };
        let path = precious.display();
        for attack in
            ["echo x > ", "rm ", "chmod 600 ", "touch -d 2001-01-01 ", "chown 1:1 ", "mv -f crash.c "]
        {
            stops(confinement, &fixture, prepare, &format!("{attack}'{path}'"));
        }
        // Not even root changes the view back.
        let remount = format!(
            "mount -o remount,rw '{path}' 2>/dev/null; mount -o remount,rw / 2>/dev/null; echo x > '{path}'"
        );
        stops(confinement, &fixture, prepare, &remount);
        assert_eq!(fs::read_to_string(&precious).unwrap(), "kept");
    }
}

#[test]
fn processes_outside_are_not_killed() {
    for confinement in BOTH {
        let fixture = Fixture::new();
        let victim = || Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn().unwrap();
        let mut first = victim();
        let lines = |pid: u32| format!("kill -9 {pid}");
        let (verdict, text) = run(&fixture, kept(), Limits::default(), &lines(first.id()));
        assert_eq!(verdict, Verdict::Interesting, "{text}");
        first.wait().unwrap();
        let mut second = victim();
        // All that it can see is killed, and that does not matter.
        let attack = format!("{}; kill -9 -1; kill -9 $PPID; sleep 1", lines(second.id()));
        run(&fixture, within(&fixture, confinement), Limits::default(), &attack);
        assert!(is_alive(&second.id().to_string()), "{confinement}");
        second.kill().unwrap();
        second.wait().unwrap();
    }
}

#[test]
fn strict_hides_what_only_this_user_may_read() {
    let fixture = Fixture::new();
    let secret = fixture.path("secret");
    fs::write(&secret, "hidden").unwrap();
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).unwrap();
    stops(Confinement::STRICT, &fixture, || {}, &format!("grep -q hidden '{}'", secret.display()));
}

#[test]
fn strict_takes_the_network_away() {
    let fixture = Fixture::new();
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = tcp.local_addr().unwrap().port();
    stops(Confinement::STRICT, &fixture, || {}, &format!("bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}'"));
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    udp.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
    let port = udp.local_addr().unwrap().port();
    let send = format!("bash -c 'echo x > /dev/udp/127.0.0.1/{port}'");
    assert_eq!(run(&fixture, kept(), Limits::default(), &send).0, Verdict::Interesting);
    let mut received = [0; 8];
    assert_eq!(udp.recv(&mut received).unwrap(), 2);
    run(&fixture, within(&fixture, Confinement::STRICT), Limits::default(), &send);
    assert!(udp.recv(&mut received).is_err(), "nothing arrives");
}

#[test]
fn strict_takes_unix_sockets_away() {
    let fixture = Fixture::new();
    let path = fixture.path("socket");
    let _listener = UnixListener::bind(&path).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
    // Perl is on every Debian.
    let lines = format!(
        "perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0) && connect(S, sockaddr_un(\"{}\")) or exit 1'",
        path.display()
    );
    stops(Confinement::STRICT, &fixture, || {}, &lines);
}

#[test]
fn what_a_trial_writes_to_directories_for_all_is_gone_after_it() {
    for confinement in BOTH {
        let fixture = Fixture::new();
        let launcher = within(&fixture, confinement);
        let script = fixture.script("#!/bin/sh\n[ ! -e /tmp/seen-before ] && [ ! -e /dev/shm/seen-before ] && echo x > /tmp/seen-before && mkdir -p /dev/shm/seen-before/a\n");
        let place = Place::Below(fixture.path("trials"));
        let bench = Bench::new(BenchOptions { place, launcher, ..BenchOptions::default() });
        let property = ScriptProperty::new(&script, CandidatePaths::of(&crash()), Arc::new(bench)).unwrap();
        for _ in 0..3 {
            let verdict = property.test(&crash(), &Cancel::new()).unwrap();
            assert_eq!(verdict, Verdict::Interesting, "{confinement}");
        }
        assert!(!fs::exists("/tmp/seen-before").unwrap());
    }
}

#[test]
fn limits_hold_in_every_sandbox() {
    let limits = |change: fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        limits
    };
    let attacks = [
        (limits(|limits| limits.processes = Some(20)), "for i in $(seq 60); do sleep 2 & done; wait"),
        (limits(|limits| limits.memory = Some(50 << 20)), "perl -e '$x = \"x\" x 300000000; sleep 2'"),
        (
            limits(|limits| limits.disk = Some(20 << 20)),
            "for i in 1 2 3 4 5 6; do head -c 10000000 /dev/zero > $i; done; sleep 2",
        ),
        (limits(|limits| limits.file_size = Some(1 << 20)), "head -c 10000000 /dev/zero > big"),
        (
            limits(|limits| limits.cpu = Some(Duration::from_secs(1))),
            "perl -e 'while ((times)[0] < 2.5) { for (1..10000) {} }'",
        ),
    ];
    for (limits, lines) in attacks {
        let fixture = Fixture::new();
        let (verdict, text) = run(&fixture, kept(), Limits::NONE, lines);
        assert_eq!(verdict, Verdict::Interesting, "without limits: {lines}\n{text}");
        for launcher in [kept(), within(&fixture, Confinement::USUAL), within(&fixture, Confinement::STRICT)]
        {
            let (verdict, text) = run(&fixture, launcher, limits.clone(), lines);
            assert_ne!(verdict, Verdict::Interesting, "{lines}\n{text}");
        }
    }
}

#[test]
fn scripts_that_drop_privileges_work_in_a_sandbox() {
    let lines = "t=$(mktemp -d) && chmod 755 $t && mkdir -m 777 $t/w && cp crash.c $t/w && chmod 644 $t/w/crash.c && \
                 setpriv --reuid=65534 --regid=65534 --clear-groups sh -c \"cd $t/w && grep -q main crash.c && echo x > made\"";
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped: only root can drop privileges");
        return;
    }
    for confinement in BOTH {
        let fixture = Fixture::new();
        let (verdict, text) = run(&fixture, within(&fixture, confinement), Limits::default(), lines);
        assert_eq!(verdict, Verdict::Interesting, "{confinement}: {text}");
    }
}

#[test]
fn nothing_is_left_when_dwindle_or_a_keeper_is_killed() {
    for confinement in BOTH {
        let fixture = Fixture::new();
        let launcher = within(&fixture, confinement);
        // The inner keeper, seen from outside: the parent of what it starts.
        let lines = "sleep 1000 & setsid sleep 1001 & wait";
        let script = fixture.script(&format!("#!/bin/sh\n{lines}\n"));
        let place = Place::Below(fixture.path("trials"));
        let bench = Bench::new(BenchOptions { place, launcher, ..BenchOptions::default() });
        let property = ScriptProperty::new(&script, CandidatePaths::of(&crash()), Arc::new(bench)).unwrap();
        let cancel = Cancel::new();
        let (stop, cancelled) = (cancel.clone(), std::time::Instant::now());
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(500));
            stop.cancel();
        });
        let _ = property.test(&crash(), &cancel).unwrap();
        thread.join().unwrap();
        assert!(cancelled.elapsed() < Duration::from_secs(15));
        drop(property);
        assert!(fixture.left_overs().is_empty());
        assert!(!fs::read_to_string("/proc/mounts").unwrap().contains("dwindle-"), "no mount is left");
    }
}

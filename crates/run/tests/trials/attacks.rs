//! Attacks that a sandbox stops. Each test also runs its attack without a sandbox, where it must
//! succeed: otherwise its failure in the sandbox would prove nothing.
//!
//! The attacker is root, or another user who runs dwindle and owns the attacked files.

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use crate::scene::{Fixture, crash, is_alive};
use dwindle_reduce::Verdict;
use dwindle_run::limits::Limits;
use dwindle_run::process::{Confinement, Launcher, Sandbox};
use dwindle_run::property::{Cancel, CandidatePaths, Property, ScriptProperty};
use dwindle_run::trial::{Access, Owner, TempBase, TrialHost, TrialHostOptions};

/// An unused user id, for running dwindle without root.
const OTHER: u32 = 54_322;
/// How long a trial may take.
const LIMIT: Duration = Duration::from_secs(60);

/// The user and the sandbox of an attack.
#[derive(Clone, Copy, Debug)]
struct Attacker {
    is_root: bool,
    confinement: Option<Confinement>,
}

impl Attacker {
    fn in_sandbox(confinement: Confinement) -> Attacker {
        Attacker { is_root: true, confinement: Some(confinement) }
    }

    fn without_root(self) -> Attacker {
        Attacker { is_root: false, ..self }
    }

    fn outside(self) -> Attacker {
        Attacker { confinement: None, ..self }
    }

    /// Returns the path of the keeper, which has the privileges of dwindle.
    fn keeper(self, fixture: &Fixture) -> PathBuf {
        let program = PathBuf::from(env!("CARGO_BIN_EXE_dwindle-keeper"));
        if self.is_root {
            return program;
        }
        let (copy, wrapper) = (fixture.path("keeper"), fixture.path("keeper.sh"));
        if !copy.exists() {
            fs::copy(&program, &copy).unwrap();
            let drop = format!("setpriv --reuid={OTHER} --regid={OTHER} --clear-groups");
            fs::write(&wrapper, format!("#!/bin/sh\nexec {drop} '{}' \"$@\"\n", copy.display())).unwrap();
            fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).unwrap();
        }
        wrapper
    }

    fn launcher(self, fixture: &Fixture) -> Launcher {
        let launcher = Launcher::with_keeper(self.keeper(fixture));
        let Some(confinement) = self.confinement else { return launcher };
        let mut sandbox = Sandbox::new(confinement, vec![fixture.path("test.sh"), fixture.home().to_owned()]);
        if !self.is_root {
            sandbox.first_uid = None;
        }
        launcher.sandboxed(sandbox).unwrap()
    }

    fn property(self, fixture: &Fixture, limits: Limits, time: Duration, lines: &str) -> ScriptProperty {
        let script = fixture.script(&format!("#!/bin/sh\n{lines}\n"));
        let launcher = self.launcher(fixture);
        let access = match self.is_root {
            true => Access::Private,
            false => Access::User(Owner { uid: OTHER, gid: OTHER }),
        };
        let base = TempBase::Below(fixture.path("trials"));
        let trial_host = TrialHost::new(TrialHostOptions {
            base,
            limits,
            launcher,
            access,
            ..TrialHostOptions::default()
        });
        let property =
            ScriptProperty::new(&script, CandidatePaths::of(&crash()), Arc::new(trial_host)).unwrap();
        property.with_time_limit(Some(time))
    }

    /// Runs a script of these lines and returns its verdict, with what it wrote.
    fn run(self, fixture: &Fixture, lines: &str) -> (Verdict, String) {
        let property = self.property(fixture, Limits::default(), LIMIT, lines);
        let seen = property.diagnose(&crash(), &Cancel::new()).unwrap();
        let ended = seen.run.unwrap().ended;
        (seen.verdict, format!("{}\n{:?}\n{:?}", ended.end, ended.stdout, ended.stderr))
    }
}

/// Returns the attackers in all sandboxes.
fn attackers() -> [Attacker; 4] {
    let [usual, strict] = [Confinement::USUAL, Confinement::STRICT].map(Attacker::in_sandbox);
    [usual, strict, usual.without_root(), strict.without_root()]
}

/// Returns the attackers in strict sandboxes.
fn strict_attackers() -> [Attacker; 2] {
    let strict = Attacker::in_sandbox(Confinement::STRICT);
    [strict, strict.without_root()]
}

/// Whether this machine cannot run the attacks: they need root and namespaces.
fn is_skipped() -> bool {
    let is_skipped = !rustix::process::geteuid().is_root();
    if is_skipped {
        eprintln!("skipped: only root can be several users");
    }
    is_skipped
}

/// Fails unless a script succeeds outside the sandbox and fails in it. `prepare` is called before
/// each run.
#[track_caller]
fn stops(attacker: Attacker, fixture: &Fixture, prepare: impl Fn(), lines: &str) {
    for (attacker, expected) in [(attacker.outside(), Verdict::Interesting), (attacker, Verdict::Boring)] {
        prepare();
        let (verdict, text) = attacker.run(fixture, lines);
        assert_eq!(verdict, expected, "{attacker:?}: {lines}\n{text}");
    }
}

/// Makes the attacker the owner of a file.
fn give(attacker: Attacker, path: &PathBuf) {
    if !attacker.is_root {
        chown(path, Some(OTHER), Some(OTHER)).unwrap();
    }
}

#[test]
fn a_sandbox_protects_files_outside() {
    if is_skipped() {
        return;
    }
    let by_landlock = Confinement::without_namespaces().map(Attacker::in_sandbox);
    let by_landlock = by_landlock.into_iter().flat_map(|attacker| [attacker, attacker.without_root()]);
    for attacker in attackers().into_iter().chain(by_landlock) {
        let fixture = Fixture::new();
        let (folder, precious) = (fixture.path("folder"), fixture.path("folder/precious"));
        let prepare = || {
            fs::create_dir_all(&folder).unwrap();
            // An attack may have put a link there.
            let _ = fs::remove_file(&precious);
            let _ = fs::remove_dir(fixture.path("folder/precious.new"));
            fs::write(&precious, "kept").unwrap();
            fs::set_permissions(&precious, fs::Permissions::from_mode(0o644)).unwrap();
            give(attacker, &folder);
            give(attacker, &precious);
        };
        let path = precious.display();
        let mut attacks =
            vec!["echo x > ", "rm ", "truncate -s 1 ", "mv -f crash.c ", "ln -sf /etc ", "mkdir "];
        let is_by_landlock = attacker.confinement != Some(Confinement::USUAL)
            && attacker.confinement != Some(Confinement::STRICT);
        if !is_by_landlock {
            // Landlock has no access right for these.
            attacks.extend(["chmod 600 ", "touch -d 2001-01-01 ", "setfattr -n user.a -v b "]);
        }
        for attack in attacks {
            let new = if attack == "mkdir " { ".new" } else { "" };
            if attack.starts_with("setfattr") && Command::new("setfattr").arg("--version").output().is_err() {
                continue;
            }
            stops(attacker, &fixture, prepare, &format!("{attack}'{path}{new}'"));
        }
        if attacker.is_root && !is_by_landlock {
            stops(attacker, &fixture, prepare, &format!("chown 1:1 '{path}'"));
            // Not even root can undo the mounts, nor in new namespaces.
            let remount = "mount -o remount,rw / 2>/dev/null; mount -o remount,rw,bind / 2>/dev/null";
            stops(
                attacker,
                &fixture,
                prepare,
                &format!("{remount}; umount -l /tmp 2>/dev/null; echo x > '{path}'"),
            );
            let own = format!("unshare -Urm sh -c \"{remount}; echo x > '{path}'\"");
            stops(attacker, &fixture, prepare, &own);
        }
        assert_eq!(fs::read_to_string(&precious).unwrap(), "kept");
    }
}

fn victim(attacker: Attacker) -> Child {
    let mut command = Command::new("sleep");
    command.arg("1000").stdin(Stdio::null());
    if !attacker.is_root {
        command.uid(OTHER).gid(OTHER);
    }
    command.spawn().unwrap()
}

#[test]
fn a_sandbox_protects_processes_outside() {
    if is_skipped() {
        return;
    }
    let by_landlock = Confinement::without_namespaces().filter(|confinement| confinement.processes);
    let by_landlock = by_landlock.map(Attacker::in_sandbox);
    for attacker in attackers().into_iter().chain(by_landlock) {
        let fixture = Fixture::new();
        let lines = |pid: u32| format!("kill -9 {pid}");
        let mut first = victim(attacker);
        let (verdict, text) = attacker.outside().run(&fixture, &lines(first.id()));
        assert_eq!(verdict, Verdict::Interesting, "{text}");
        first.wait().unwrap();
        let mut second = victim(attacker);
        // The attack kills all processes that it can see, which are those of the trial.
        let attack = format!("{}; kill -9 -1; kill -9 $PPID; sleep 1", lines(second.id()));
        attacker.run(&fixture, &attack);
        assert!(is_alive(&second.id().to_string()), "{attacker:?}");
        second.kill().unwrap();
        second.wait().unwrap();
    }
}

#[test]
fn a_strict_sandbox_hides_private_files() {
    if is_skipped() {
        return;
    }
    for attacker in strict_attackers() {
        let fixture = Fixture::new();
        let (secret, folder) = (fixture.path("secret"), fixture.path("private"));
        fs::create_dir(&folder).unwrap();
        for (path, mode) in [(&secret, 0o600), (&folder.join("inner"), 0o644), (&folder, 0o700)] {
            if path != &folder {
                fs::write(path, "hidden").unwrap();
            }
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
            give(attacker, path);
        }
        stops(attacker, &fixture, || {}, &format!("grep -q hidden '{}'", secret.display()));
        stops(attacker, &fixture, || {}, &format!("grep -q hidden '{}/inner'", folder.display()));
        // Open files stay readable.
        fs::write(fixture.path("open"), "shown").unwrap();
        give(attacker, &fixture.path("open"));
        let (verdict, text) =
            attacker.run(&fixture, &format!("grep -q shown '{}'", fixture.path("open").display()));
        assert_eq!(verdict, Verdict::Interesting, "{attacker:?}: {text}");
    }
}

#[test]
fn a_strict_sandbox_has_no_network() {
    if is_skipped() {
        return;
    }
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    udp.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
    for attacker in strict_attackers() {
        let fixture = Fixture::new();
        let port = tcp.local_addr().unwrap().port();
        stops(attacker, &fixture, || {}, &format!("bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}'"));
        let port = udp.local_addr().unwrap().port();
        let send = format!("bash -c 'echo x > /dev/udp/127.0.0.1/{port}'");
        assert_eq!(attacker.outside().run(&fixture, &send).0, Verdict::Interesting);
        let mut received = [0; 8];
        assert_eq!(udp.recv(&mut received).unwrap(), 2);
        attacker.run(&fixture, &send);
        assert!(udp.recv(&mut received).is_err(), "{attacker:?}: nothing arrives");
    }
}

#[test]
fn a_strict_sandbox_reaches_no_unix_sockets() {
    if is_skipped() {
        return;
    }
    for attacker in strict_attackers() {
        let fixture = Fixture::new();
        let path = fixture.path("socket");
        let _listener = UnixListener::bind(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o777)).unwrap();
        // Perl is on every Debian.
        let lines = format!(
            "perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0) && connect(S, sockaddr_un(\"{}\")) or exit 1'",
            path.display()
        );
        stops(attacker, &fixture, || {}, &lines);
    }
}

/// Returns both ends of a new pseudo-terminal, and the path of its terminal end.
fn terminal() -> (OwnedFd, PathBuf) {
    let mut name = [0; 64];
    // SAFETY: the descriptor is checked before it is owned, and the buffer is as long as stated.
    let upper = unsafe {
        let upper = libc::posix_openpt(libc::O_RDWR | libc::O_NOCTTY);
        assert!(0 <= upper && libc::grantpt(upper) == 0 && libc::unlockpt(upper) == 0);
        assert_eq!(libc::ptsname_r(upper, name.as_mut_ptr(), name.len()), 0);
        OwnedFd::from_raw_fd(upper)
    };
    // SAFETY: the call above wrote a string that ends with a zero.
    let name = unsafe { std::ffi::CStr::from_ptr(name.as_ptr()) };
    (upper, PathBuf::from(name.to_str().unwrap()))
}

#[test]
fn a_strict_sandbox_reaches_no_terminals() {
    if is_skipped() {
        return;
    }
    for attacker in strict_attackers() {
        let fixture = Fixture::new();
        let (_upper, lower) = terminal();
        fs::set_permissions(&lower, fs::Permissions::from_mode(0o666)).unwrap();
        // Root inserts text as if it were typed. Another user may not do that, and writes to the
        // terminal.
        let insert = match attacker.is_root {
            true => "my $c = \"x\"; ioctl(T, 0x5412, $c) or exit 1",
            false => "syswrite(T, \"x\") or exit 1",
        };
        let lines = format!("perl -e 'open(T, \"+<\", \"{}\") or exit 1; {insert}'", lower.display());
        stops(attacker, &fixture, || {}, &lines);
    }
}

#[test]
fn limits_hold_in_every_sandbox() {
    if is_skipped() {
        return;
    }
    let limits = |change: fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        limits
    };
    let short = Duration::from_secs(2);
    let attacks = [
        (limits(|limits| limits.processes = Some(20)), LIMIT, "for i in $(seq 60); do sleep 2 & done; wait"),
        (limits(|limits| limits.memory = Some(50 << 20)), LIMIT, "perl -e '$x = \"x\" x 300000000; sleep 2'"),
        (
            limits(|limits| limits.disk = Some(20 << 20)),
            LIMIT,
            "for i in 1 2 3 4 5 6; do head -c 10000000 /dev/zero > $i; done; sleep 2",
        ),
        (
            limits(|limits| limits.disk = Some(20 << 20)),
            LIMIT,
            "for i in 1 2 3 4 5 6; do head -c 10000000 /dev/zero > $TMPDIR/$i; done; sleep 2",
        ),
        (limits(|limits| limits.file_size = Some(1 << 20)), LIMIT, "head -c 10000000 /dev/zero > big"),
        (
            limits(|limits| limits.cpu = Some(Duration::from_secs(1))),
            LIMIT,
            "perl -e 'while ((times)[0] < 2.5) { for (1..10000) {} }'",
        ),
        (Limits::default(), short, "(trap '' TERM INT HUP; setsid sleep 5) & wait; sleep 1"),
    ];
    for (limits, time, lines) in attacks {
        for attacker in attackers() {
            let fixture = Fixture::new();
            let unlimited = attacker.outside().property(&fixture, Limits::NONE, LIMIT, lines);
            assert_eq!(unlimited.test(&crash(), &Cancel::new()).unwrap(), Verdict::Interesting, "{lines}");
            for attacker in [attacker, attacker.outside()] {
                let property = attacker.property(&fixture, limits.clone(), time, lines);
                let verdict = property.test(&crash(), &Cancel::new()).unwrap();
                assert_ne!(verdict, Verdict::Interesting, "{attacker:?} {lines}");
            }
        }
    }
}

#[test]
fn files_in_a_sandbox_are_limited_in_size() {
    if is_skipped() {
        return;
    }
    // Files in `/tmp` are not counted without a sandbox; those in the trial's directories are.
    let lines = "f=/tmp/dwindle-attack-$$; for i in 1 2 3 4 5 6; do head -c 10000000 /dev/zero > $f.$i || exit 1; done; \
                 sleep 1; rm -f $f.*";
    for attacker in attackers() {
        let fixture = Fixture::new();
        let limits = Limits { disk: Some(20 << 20), ..Limits::default() };
        let outside = attacker.outside().property(&fixture, limits.clone(), LIMIT, lines);
        assert_eq!(outside.test(&crash(), &Cancel::new()).unwrap(), Verdict::Interesting);
        let inside = attacker.property(&fixture, limits, LIMIT, lines);
        assert_ne!(inside.test(&crash(), &Cancel::new()).unwrap(), Verdict::Interesting, "{attacker:?}");
    }
}

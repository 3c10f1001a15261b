//! Workers over a real `sshd` on the loopback, with keys made for the test.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::fixture::Fixture;

/// A server that is killed at the end of the test.
struct Sshd {
    process: Child,
    home: tempfile::TempDir,
    port: u16,
}

impl Drop for Sshd {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn found(name: &str) -> Option<PathBuf> {
    let places = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];
    places.iter().map(|place| Path::new(place).join(name)).find(|path| path.is_file())
}

fn key(path: &Path) {
    let mut command = Command::new("ssh-keygen");
    command.args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(path);
    assert!(command.status().unwrap().success());
}

impl Sshd {
    /// Starts a server that accepts only the key of the test. Returns `None` if `sshd` is not
    /// installed or does not run.
    fn start() -> Option<Sshd> {
        let (sshd, _) = (found("sshd")?, found("ssh-keygen")?);
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        key(&path("host"));
        key(&path("user"));
        fs::copy(path("user.pub"), path("authorized")).unwrap();
        fs::set_permissions(path("authorized"), fs::Permissions::from_mode(0o600)).unwrap();
        // A free port. Another program is not likely to take it before the server does.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        // If it is started by root, sshd needs this directory.
        let _ = fs::create_dir_all("/run/sshd");
        let config = format!(
            "ListenAddress 127.0.0.1:{port}\nHostKey {}\nAuthorizedKeysFile {}\nPidFile none\nUsePAM no\n\
             StrictModes no\nPasswordAuthentication no\nPermitRootLogin yes\n",
            path("host").display(),
            path("authorized").display(),
        );
        fs::write(path("config"), config).unwrap();
        let mut command = Command::new(sshd);
        command.args(["-D", "-e", "-f"]).arg(path("config"));
        let process =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
        let sshd = Sshd { process, home, port };
        let answers = (0..100).any(|_| {
            thread::sleep(Duration::from_millis(50));
            let mut command = Command::new("/bin/sh");
            command.args(["-c", &sshd.command("true")]).stdin(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        });
        answers.then_some(sshd)
    }

    /// Returns a command line that runs the command `other` through the server.
    fn command(&self, other: &str) -> String {
        let home = self.home.path().display();
        format!(
            "ssh -F none -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile={home}/known \
             -o IdentitiesOnly=yes -o LogLevel=ERROR -i {home}/user -p {} 127.0.0.1 {other}",
            self.port
        )
    }
}

#[test]
fn a_run_over_ssh_comes_to_the_same_result() {
    let Some(sshd) = Sshd::start() else {
        eprintln!("skipped: there is no sshd that can be started");
        return;
    };
    let fixture = Fixture::new("grep -q 'line 42 ' words.txt && sh needed/inner.sh");
    fixture.write("needed/inner.sh", "grep -q 'line 123 has' words.txt");
    let worker = format!("2:{}", sshd.command(&format!("{} worker --stdio", env!("CARGO_BIN_EXE_dwindle"))));
    let mut seen = Vec::new();
    for arguments in [&["-j", "1"][..], &["-j", "0", "--workers", &worker]] {
        let fixed =
            ["--no-session", "--force", "--summary", ".summary", "--with", "needed", "test.sh", "words.txt"];
        fixture.run(&[arguments, &fixed].concat()).check(0);
        let summary: serde_json::Value = serde_json::from_str(&fixture.read(".summary")).unwrap();
        seen.push((summary["accepted_hash"].clone(), fixture.read("words.reduced.txt")));
    }
    assert_eq!(seen[0], seen[1]);

    let nowhere = sshd.command("no-such-program-here worker --stdio");
    let arguments =
        ["--no-session", "--force", "--workers", &nowhere, "test.sh", "words.txt", "--with", "needed"];
    fixture
        .run(&arguments)
        .check(3)
        .says(&["no-such-program-here", "the command has to run `dwindle worker --stdio`"]);
}

//! Encrypted connections, with a certificate made by `openssl`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use dwindle_reduce::Verdict;
use dwindle_remote::{Address, FarmOptions};

use crate::fake::Fake;
use crate::stage::{BOTH, ask, farm, options, started};

/// Makes a certificate for `localhost`; false if there is no `openssl`.
fn make_certificate(home: &Path) -> bool {
    let mut command = Command::new("openssl");
    command.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]);
    command.args(["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]);
    command.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
    command.arg("-keyout").arg(home.join("key")).arg("-out").arg(home.join("certificate"));
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// A process reads its trusted certificates once: this test runs itself again, with and without
/// ours.
#[test]
fn a_server_with_tls_is_used_if_its_certificate_is_believed() {
    const HOME: &str = "DWINDLE_TEST_TLS";
    if let Some(home) = std::env::var_os(HOME) {
        let given = std::env::var_os("SSL_CERT_FILE");
        return speak(Path::new(&home), given.as_deref().map(Path::new));
    }
    let home = tempfile::tempdir().unwrap();
    if !make_certificate(home.path()) {
        eprintln!("skipped: there is no openssl");
        return;
    }
    fs::write(home.path().join("nothing"), "").unwrap();
    for given in [Some("certificate"), Some("nothing"), None] {
        let mut again = Command::new(std::env::current_exe().unwrap());
        again.args([
            "--exact",
            "tls::a_server_with_tls_is_used_if_its_certificate_is_believed",
            "--nocapture",
        ]);
        again.env(HOME, home.path()).env_remove("SSL_CERT_FILE").env_remove("SSL_CERT_DIR");
        again.envs(given.map(|name| ("SSL_CERT_FILE", home.path().join(name))));
        let output = again.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
    }
}

fn speak(home: &Path, given: Option<&Path>) {
    let [certificate, key] = ["certificate", "key"].map(|name| fs::read(home.join(name)).unwrap());
    let fake = Fake::start_with_tls(BOTH, &certificate, &key);
    let address = Address::parse(&format!("grpcs://localhost:{}", fake.at.port())).unwrap();
    let max_silence = std::time::Duration::from_secs(5);
    let options = FarmOptions { address, max_silence, ..options(&fake) };
    if given == Some(&home.join("certificate")) {
        let (_farm, property) = farm(&options);
        assert_eq!(ask(&property, "ab").unwrap(), Verdict::Interesting);
        return;
    }
    let error = started(&options).err().unwrap();
    if given.is_some() {
        assert_eq!(error.why, "it can't be called: no native certs found");
        assert!(error.help.unwrap().contains("SSL_CERT_FILE"));
    } else {
        assert!(error.why.contains("can't be reached") && error.why.contains("certificate"), "{error}");
    }
}

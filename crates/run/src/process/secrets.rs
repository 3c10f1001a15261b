//! Environment variables that a malicious candidate must not see.

use std::ffi::OsStr;

/// Words in the names of variables that usually hold secrets.
const WORDS: &[&str] = &[
    "TOKEN",
    "SECRET",
    "PASSWORD",
    "PASSWD",
    "PASSPHRASE",
    "CREDENTIAL",
    "APIKEY",
    "API_KEY",
    "ACCESS_KEY",
    "PRIVATE_KEY",
    "COOKIE",
];
/// Starts of the names of variables that lead to secrets, or to sockets of daemons and of the
/// user's session.
const STARTS: &[&str] = &[
    "AWS_",
    "AZURE_",
    "DBUS_",
    "DOCKER_",
    "GPG_",
    "KRB5",
    "KUBE",
    "SSH_",
    "VAULT_",
    "WAYLAND_",
    "XAUTHORITY",
    "XDG_RUNTIME_DIR",
];
/// Whole names of such variables.
const NAMES: &[&str] = &["DISPLAY", "NETRC", "PGPASSFILE", "TMUX", "WINDOWID"];

/// Whether a variable is removed in a strict sandbox: because of its name, or because its value is
/// a URL with a password.
pub(super) fn is_secret(name: &OsStr, value: &OsStr) -> bool {
    let name = name.to_string_lossy().to_ascii_uppercase();
    let value = value.to_string_lossy();
    let has_password = value.split_once("://").is_some_and(|(_, rest)| {
        let authority = rest.split('/').next().unwrap_or_default();
        authority.split_once('@').is_some_and(|(user, _)| user.contains(':'))
    });
    has_password
        || WORDS.iter().any(|word| name.contains(word))
        || STARTS.iter().any(|start| name.starts_with(start))
        || NAMES.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(name: &str, value: &str) -> bool {
        is_secret(OsStr::new(name), OsStr::new(value))
    }

    #[test]
    fn secrets_are_recognized_by_name_and_by_value() {
        for name in ["GITHUB_TOKEN", "npm_config_password", "AWS_PROFILE", "SSH_AUTH_SOCK", "DISPLAY"] {
            assert!(secret(name, "x"), "{name}");
        }
        assert!(secret("DATABASE_URL", "postgres://me:geheim@db/x"));
        for (name, value) in
            [("PATH", "/bin"), ("HOME", "/root"), ("PYTHON", "/usr/bin/python3"), ("URL", "http://a.b/c@d:e")]
        {
            assert!(!secret(name, value), "{name}");
        }
    }
}

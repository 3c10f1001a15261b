//! The test scripts of `--save-script`, and whether they were changed since.

use dwindle_run::journal::hash_of;

/// The start of every saved script.
const HEAD: &[u8] = b"#!/bin/sh\n# Interesting when: ";
/// The start of the last line. The hash of the lines above follows.
const SEAL: &str = "# --save-script replaces this file as long as nothing in it is changed: ";

/// Returns a script with a last line by which later changes are detected.
pub fn sealed(script: &str) -> String {
    format!("{script}{SEAL}{}\n", hash_of(script.as_bytes()))
}

/// Whether a file is a saved script that nobody has changed.
pub fn is_unchanged(content: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(content) else { return false };
    content.starts_with(HEAD) && text.rfind(SEAL).is_some_and(|at| text == sealed(&text[..at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_change_of_a_script_is_detected() {
        let script = sealed("#!/bin/sh\n# Interesting when: it fails.\nfalse || exit 1\nexit 0\n");
        assert!(is_unchanged(script.as_bytes()));
        let changes = [("false", "true"), ("exit 0\n", "exit 0\ngrep -q main \"$1\"\n"), ("it fails", "so")];
        for (from, to) in changes {
            assert!(!is_unchanged(script.replace(from, to).as_bytes()), "{from}");
        }
        assert!(!is_unchanged((script + "# a note\n").as_bytes()));
        assert!(!is_unchanged(sealed("#!/bin/sh\nexit 0\n").as_bytes()), "not written by us");
    }
}

//! The test scripts of `--save-script`, and whether they still are as they were written.

use dwindle_run::journal::hash_of;

/// How every saved script begins.
const HEAD: &[u8] = b"#!/bin/sh\n# Interesting when: ";
/// How the last line begins, which has the hash of the lines above.
const SEAL: &str = "# --save-script replaces this file as long as nothing in it is changed: ";

/// Returns a script with a last line by which changes of a person are recognized.
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
    fn a_script_that_was_changed_anywhere_is_told_from_one_that_was_not() {
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

//! Explanations of a shell's error messages.

/// Messages of shells that do not have the extensions of bash.
const WITHOUT_BASH: &[&str] = &[
    "[[: not found",
    "Illegal option -o pipefail",
    "Bad substitution",
    "Syntax error: \"(\" unexpected",
    "Syntax error: redirection unexpected",
    "source: not found",
    "declare: not found",
];

/// Returns advice about the messages that a script wrote to stderr.
pub fn advice(script: &str, stderr: &str) -> Option<String> {
    let first = script.lines().next().unwrap_or_default();
    if !first.contains("bash") && WITHOUT_BASH.iter().any(|message| stderr.contains(message)) {
        return Some(format!("it is written for bash: let it begin with #!/bin/bash, not {first}"));
    }
    let missing = stderr.lines().find_map(missing_command)?;
    Some(format!("the test runs `{missing}`, which was not found: write its absolute path, or check PATH"))
}

/// Returns the command in a message such as `test.sh: 2: jq: not found` (dash) or
/// `test.sh: line 2: jq: command not found` (bash).
fn missing_command(line: &str) -> Option<&str> {
    let before = line.strip_suffix(": command not found").or_else(|| line.strip_suffix(": not found"))?;
    let (place, command) = before.rsplit_once(": ")?;
    let is_numbered = place.ends_with(|last: char| last.is_ascii_digit());
    (is_numbered && !command.is_empty()).then_some(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_command_is_found_in_messages_of_dash_and_bash() {
        for line in ["/w/test.sh: 2: jq: not found", "test.sh: line 2: jq: command not found"] {
            let told = advice("#!/bin/sh\njq", line).unwrap();
            assert!(told.starts_with("the test runs `jq`"), "{told}");
        }
        for line in ["error: module x: not found", "it was not found", ""] {
            assert_eq!(advice("#!/bin/sh", line), None, "{line}");
        }
    }

    #[test]
    fn a_script_for_bash_is_recognized_unless_bash_runs_it() {
        let said = "/w/test.sh: 3: [[: not found";
        assert!(advice("#!/bin/sh\n[[ a ]]", said).unwrap().contains("#!/bin/bash"));
        let told = advice("#!/bin/bash\nsh x", said).unwrap();
        assert!(!told.contains("#!/bin/bash"), "{told}");
    }
}

//! Fenced blocks of Markdown, and how to test them.

/// A fenced block.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Block {
    /// The line on which it opens, from 1.
    pub line: usize,
    /// How to test it.
    pub role: Role,
    /// Its content, with a line end after each line.
    pub text: String,
}

/// How to test a block.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Role {
    /// Not tested.
    Shown,
    /// Run by the shell if `condition` succeeds; must exit with `status`.
    Run {
        /// The expected exit status.
        status: i32,
        /// A shell command; `None` to run always.
        condition: Option<String>,
    },
    /// Not run, for this reason.
    Skipped(String),
    /// Written to this file.
    File(String),
    /// Lines that the previous block must write.
    Output,
    /// A shell block without a role, which is an error.
    Undecided,
}

/// Returns the fenced blocks of a text, in order.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for (line, number) in text.lines().zip(1..) {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(info), None) => {
                open = Some(Block { line: number, role: role(info.trim()), text: String::new() });
            }
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

fn role(info: &str) -> Role {
    let (language, rest) = info.split_once(' ').unwrap_or((info, ""));
    let rest = rest.trim();
    if let Some(name) = rest.strip_prefix("file:") {
        return Role::File(name.trim().to_owned());
    }
    match (language, rest) {
        ("text", "output") => Role::Output,
        ("sh", _) => shell_role(rest),
        _ => Role::Shown,
    }
}

fn shell_role(rest: &str) -> Role {
    if let Some(reason) = rest.strip_prefix("skip:") {
        return match reason.trim() {
            "" => Role::Undecided,
            reason => Role::Skipped(reason.to_owned()),
        };
    }
    let Some(rest) = rest.strip_prefix("run") else { return Role::Undecided };
    let (rest, condition) = match rest.split_once("if:") {
        Some((rest, condition)) => (rest, Some(condition.trim().to_owned())),
        None => (rest, None),
    };
    let status = match rest.trim().strip_prefix("status:") {
        Some(status) => status.trim().parse().ok(),
        None => rest.trim().is_empty().then_some(0),
    };
    status.map_or(Role::Undecided, |status| Role::Run { status, condition })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(info: &str) -> Role {
        blocks(&format!("text\n```{info}\nls\n```\n"))[0].role.clone()
    }

    #[test]
    fn an_info_string_says_what_becomes_of_a_block() {
        let run = |status, condition: Option<&str>| Role::Run {
            status,
            condition: condition.map(ToOwned::to_owned),
        };
        assert_eq!(roles("sh run"), run(0, None));
        assert_eq!(roles("sh run status: 1"), run(1, None));
        assert_eq!(roles("sh run if: command -v cc"), run(0, Some("command -v cc")));
        assert_eq!(roles("sh skip: takes hours"), Role::Skipped("takes hours".to_owned()));
        assert_eq!(roles("c file: crash.c"), Role::File("crash.c".to_owned()));
        assert_eq!(roles("text output"), Role::Output);
        assert_eq!(roles("json"), Role::Shown);
    }

    #[test]
    fn a_shell_block_has_to_decide() {
        for info in ["sh", "sh skip:", "sh runs", "sh run status: one"] {
            assert_eq!(roles(info), Role::Undecided, "{info}");
        }
    }

    #[test]
    fn a_block_knows_its_line_and_its_text() {
        let found = blocks("a\n\n```sh run\necho 1\n\necho 2\n```\nb\n");
        assert_eq!((found[0].line, found[0].text.as_str()), (3, "echo 1\n\necho 2\n"));
        assert_eq!(found.len(), 1);
    }
}

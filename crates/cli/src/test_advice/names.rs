//! Absolute paths of the original in a test.

use std::path::{Component, Path, PathBuf};

use dwindle_report::words;

/// The absolute paths by which a test may name the input.
pub struct Originals<'a> {
    /// Absolute paths of the input, or of the directory that contains its files.
    pub roots: Vec<PathBuf>,
    /// The paths of the files below a directory; empty for a file.
    pub files: &'a [PathBuf],
    /// Whether a root itself is the input, not a directory that also contains other files.
    pub is_whole: bool,
}

/// Returns the first line of a text that names an original by its absolute path, with its number
/// and the path. Lines that begin with `#` are comments.
pub fn naming_line<'a>(text: &'a str, originals: &Originals<'_>) -> Option<(usize, &'a str, String)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with('#'));
    lines.into_iter().find_map(|(idx, line)| {
        let named = originals.roots.iter().find_map(|root| originals.named_in(line, root))?;
        Some((idx + 1, line, named))
    })
}

impl Originals<'_> {
    fn named_in(&self, line: &str, root: &Path) -> Option<String> {
        let root_text = root.to_str().filter(|root| root.starts_with('/') && 1 < root.len())?;
        line.match_indices(root_text).find_map(|(at, _)| {
            let before = line[..at].chars().next_back();
            if before.is_some_and(|before| is_part(before) || before == '/') {
                return None;
            }
            let rest = &line[at + root_text.len()..];
            let end = rest.find(|character| !is_part(character) && character != '/').unwrap_or(rest.len());
            let mut rest = rest[..end].trim_end_matches(['.', '/']);
            if self.files.is_empty() || !rest.starts_with('/') {
                return (rest.is_empty() && self.is_whole).then(|| words::path(root));
            }
            rest = rest.trim_start_matches('/');
            let below = Path::new(rest);
            let is_plain = below.components().all(|part| matches!(part, Component::Normal(_)));
            let is_original = is_plain && self.files.iter().any(|file| file.starts_with(below));
            is_original.then(|| words::path(&root.join(below)))
        })
    }
}

fn is_part(character: char) -> bool {
    character.is_alphanumeric() || "_-.+~".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str, root: &str, files: &[&str], is_whole: bool) -> Option<String> {
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        let originals = Originals { roots: vec![root.into()], files: &files, is_whole };
        naming_line(text, &originals).map(|(_, _, named)| named)
    }

    #[test]
    fn a_file_is_named_as_a_whole_word() {
        let file = |text| named(text, "/home/me/a.c", &[], true).is_some();
        for text in ["cc /home/me/a.c", "cc '/home/me/a.c'", "x\n  cmp a.c /home/me/a.c.", "in=/home/me/a.c;"]
        {
            assert!(file(text), "{text}");
        }
        for text in
            ["cc a.c", "cc /home/me/a.cc", "/old/home/me/a.c", "/home/me/a.c.orig", "# cc /home/me/a.c"]
        {
            assert!(!file(text), "{text}");
        }
    }

    #[test]
    fn a_directory_is_named_by_its_path_and_by_its_files() {
        let tree = |text| named(text, "/p", &["src/a.c", "Makefile"], true).is_some();
        for text in ["cd /p && make", "make -C /p/", "cc /p/src/a.c", "ls /p/src", "cc /p/$file"] {
            assert!(tree(text), "{text}");
        }
        for text in ["/p/.git/hook", "/p/build/tool", "/pp/src/a.c", "/p/../q"] {
            assert!(!tree(text), "{text}");
        }
    }

    #[test]
    fn the_directory_of_several_files_is_not_the_input() {
        assert!(named("cd /p && tool", "/p", &["a.c", "b.c"], false).is_none());
        assert!(named("cc /p/b.c", "/p", &["a.c", "b.c"], false).is_some());
    }
}

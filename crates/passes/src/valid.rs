//! A gate that admits valid candidates only.

use std::path::PathBuf;

use dwindle_reduce::{Candidate, Document, Gate};
use dwindle_syntax::Language;

use crate::tree::gates::{count_errors, first_error};
use crate::tree::source::TreeSource;

/// Refuses candidates with syntax errors, in those files whose original has none.
#[derive(Debug)]
pub struct ValidGate {
    files: Vec<(PathBuf, &'static Language)>,
}

/// Why validity cannot be ensured.
#[derive(Debug, thiserror::Error)]
pub enum ValidError {
    /// No file has a grammar.
    #[error("no grammar fits {}, so nobody knows what is valid", path.display())]
    NoGrammar {
        /// The first file.
        path: PathBuf,
    },
    /// All files with a grammar have errors.
    #[error("{}:{line}: not valid {language}, so it can't be kept valid", path.display())]
    NotValid {
        /// The first of these files.
        path: PathBuf,
        /// The line of its first error, from 1.
        line: usize,
        /// The language.
        language: &'static str,
    },
}

impl ValidGate {
    /// Finds the files with a grammar and without errors. O(bytes).
    ///
    /// # Errors
    /// When there is no such file.
    pub fn new(original: &Document, trees: &TreeSource) -> Result<ValidGate, ValidError> {
        let mut files = Vec::new();
        let mut error = None;
        for (file_idx, file) in (0u32..).zip(original.files()) {
            let path = || file.path().to_owned();
            match trees.tree(original, file_idx) {
                Some(found) => match first_error(&found.tree) {
                    None => files.push((path(), found.language)),
                    Some(node) => {
                        let before = &file.bytes()[..found.tree.range(node).start];
                        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
                        let language = found.language.name;
                        error.get_or_insert_with(|| ValidError::NotValid { path: path(), line, language });
                    }
                },
                None if file_idx == 0 => error = Some(ValidError::NoGrammar { path: path() }),
                None => {}
            }
        }
        match error {
            Some(error) if files.is_empty() => Err(error),
            _ => Ok(ValidGate { files }),
        }
    }

    fn admits_document(&self, document: &Document) -> bool {
        self.files.iter().all(|(path, language)| {
            let file = document.files().iter().find(|file| file.path() == path);
            file.is_none_or(|file| language.parse(file.bytes()).is_ok_and(|tree| count_errors(&tree) == 0))
        })
    }
}

impl Gate for ValidGate {
    /// Renders and parses the candidate. O(its bytes).
    fn admits(&self, candidate: &Candidate) -> bool {
        self.admits_document(candidate.render())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dwindle_reduce::File;

    fn valid(path: &str, text: &str) -> Result<ValidGate, String> {
        ValidGate::new(&Document::single(path, text), &TreeSource::default())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn what_does_not_parse_is_refused() {
        let valid = valid("a.c", "int f(void) { return 1; }\n").unwrap();
        assert!(valid.admits_document(&Document::single("a.c", "int f(void) { }\n")));
        assert!(!valid.admits_document(&Document::single("a.c", "int f(void) {\n")));
    }

    #[test]
    fn files_that_were_not_valid_may_stay_so_and_others_may_go() {
        let files = |a: &str, b: &str| {
            Document::new([File::new("a.c", a.as_bytes().into()), File::new("b.c", b.as_bytes().into())])
        };
        let valid = ValidGate::new(&files("int a;\n", "int {\n"), &TreeSource::default()).unwrap();
        assert!(valid.admits_document(&files("int a;\n", "}{\n")));
        assert!(!valid.admits_document(&files("int a\n", "")));
        assert!(valid.admits_document(&Document::single("b.c", "{")));
    }

    #[test]
    fn an_original_that_cannot_be_kept_valid_is_named() {
        let error = valid("a.c", "int a;\nint f( {\n").unwrap_err();
        assert!(error.starts_with("a.c:2: not valid c"), "{error}");
        let error = valid("a.unknown", "words").unwrap_err();
        assert_eq!(error, "no grammar fits a.unknown, so nobody knows what is valid");
    }
}

//! What a language or its library fails with, whatever a program does.
//!
//! The tables are files of three columns: words of the message, what the text must have, and the
//! statement. Each statement was run with its compiler. None writes a file, starts a process, waits
//! for long, or uses a network.

/// A statement that fails with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The words of the message, in small letters: one of each group.
    pub words: Vec<Vec<&'static str>>,
    /// What the text must have, such as a header; empty if nothing.
    pub needs: &'static str,
    /// The statement; `$T` is a text that the message has in quotes, and `$N` a number with
    /// decimals.
    pub statement: &'static str,
}

/// Returns the rows of a table. O(bytes).
///
/// ```
/// let table = "# a comment\nnot,no found\tMap\tmap.at(0)\n";
/// let rows: Vec<_> = dwindle_syntax::languages::failures(table).collect();
/// assert_eq!(rows[0].words, [vec!["not", "no"], vec!["found"]]);
/// assert_eq!((rows[0].needs, rows[0].statement), ("Map", "map.at(0)"));
/// ```
pub fn failures(table: &'static str) -> impl Iterator<Item = Failure> {
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| {
        let mut columns = line.splitn(3, '\t');
        let (words, needs, statement) = (columns.next()?, columns.next()?, columns.next()?);
        let words = words.split(' ').map(|group| group.split(',').collect()).collect();
        Some(Failure { words, needs, statement })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::languages::LANGUAGES;

    #[test]
    fn no_statement_does_harm() {
        const HARMFUL: [&str; 9] = [
            "remove_all",
            "rmdir",
            "unlink",
            "subprocess",
            "child_process",
            "system(",
            "\"w\"",
            "for (;;)",
            "while (true)",
        ];
        let rules = LANGUAGES.iter().filter_map(|language| language.bindings?.direct);
        for failure in rules.flat_map(|rules| failures(rules.failures)) {
            assert!(!HARMFUL.iter().any(|word| failure.statement.contains(word)), "{failure:?}");
        }
    }

    #[test]
    fn every_row_has_words_as_messages_are_compared_by() {
        let rules = LANGUAGES.iter().filter_map(|language| language.bindings?.direct);
        let tables: HashSet<&str> = rules.map(|rules| rules.failures).collect();
        for table in tables {
            let lines = table.lines().filter(|line| !line.starts_with('#'));
            for line in lines.clone() {
                assert_eq!(line.split('\t').count(), 3, "{line}");
            }
            let mut known = HashSet::new();
            for failure in failures(table) {
                for word in failure.words.iter().flatten() {
                    let is_small = word.chars().all(|char| char.is_alphanumeric() && !char.is_uppercase());
                    assert!(1 < word.len() && is_small, "{failure:?}");
                }
                assert!(!failure.statement.is_empty() && known.insert((failure.words, failure.statement)));
            }
            assert_eq!(known.len(), lines.count());
        }
    }
}

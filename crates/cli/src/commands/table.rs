//! Tables of names and meanings, and suggestions for misspelt names.

/// Returns one line for each pair, with the second column aligned.
pub fn table<'a>(rows: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let rows: Vec<(&str, &str)> = rows.into_iter().collect();
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    rows.iter().map(|(name, meaning)| format!("  {name:width$}  {meaning}\n")).collect()
}

/// Returns the name nearest to a misspelt one, if it is near enough to be the one that was meant.
pub fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let nearness = |name: &str| (distance(written, name), name.len());
    let name = names.into_iter().min_by_key(|name| nearness(name))?;
    (distance(written, name) <= 1 + written.len() / 4).then_some(name)
}

/// Returns the edit distance of two names: insertions, deletions and replacements. Takes time in
/// the product of their lengths.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (left_idx, left_char) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = left_idx + 1;
        for (right_idx, right_char) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(left_char != *right_char);
            diagonal = row[right_idx + 1];
            row[right_idx + 1] = replaced.min(diagonal + 1).min(row[right_idx] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_nearly_right_are_found() {
        let names = ["ddmin", "probdd", "cdd", "wddmin"];
        assert_eq!(nearest("probd", names), Some("probdd"));
        assert_eq!(nearest("dmin", names), Some("ddmin"));
        assert_eq!(nearest("hierarchical", names), None);
    }

    #[test]
    fn distances_count_edits() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
    }

    #[test]
    fn the_second_column_is_aligned() {
        assert_eq!(table([("a", "one"), ("long", "two")]), "  a     one\n  long  two\n");
    }
}

//! Compares the output of a command with what a document shows.

/// Returns the first line that a document shows and the output lacks; `None` if all are there in
/// order. Numbers and units of time are not compared, and `…` matches anything.
pub fn missing_line<'a>(shown: &'a str, written: &str) -> Option<&'a str> {
    let written: Vec<String> = written.lines().map(plain).collect();
    let mut rest = written.as_slice();
    for line in shown.lines().filter(|line| !line.trim().is_empty()) {
        let wanted = plain(line);
        match rest.iter().position(|line| matches(&wanted, line)) {
            Some(idx) => rest = &rest[idx + 1..],
            None => return Some(line),
        }
    }
    None
}

/// Returns a line without what differs between machines: numbers, units of time, counts of
/// cancelled trials.
fn plain(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line.trim_end().chars().peekable();
    while let Some(c) = rest.next() {
        if !c.is_ascii_digit() {
            text.push(c);
            continue;
        }
        text.push('#');
        let is_inside = |c: &char| c.is_ascii_digit() || ".,".contains(*c);
        let mut last = c;
        while let Some(next) = rest.next_if(is_inside) {
            last = next;
        }
        if !last.is_ascii_digit() {
            text.push(last);
        }
    }
    text.replace(", # cancelled", "").replace("# ms", "# s").replace("# min", "# s")
}

fn matches(wanted: &str, line: &str) -> bool {
    let mut parts = wanted.split('…');
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(idx) = rest.find(part) else { return false };
        rest = &rest[idx + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_not_compared() {
        let written = "a.c: 7,034 bytes\n107 trials run in 0.3 s, 20 cancelled\n";
        assert_eq!(missing_line("a.c: 21 bytes\n99 trials run in 12 ms\n", written), None);
        assert_eq!(missing_line("a.c: 21 tokens\n", written), Some("a.c: 21 tokens"));
    }

    #[test]
    fn lines_come_in_their_order() {
        assert_eq!(missing_line("b\na\n", "a\nb\n"), Some("a"));
        assert_eq!(missing_line("a\n\nb\n", "a\nx\nb\n"), None);
    }

    #[test]
    fn an_ellipsis_stands_for_anything() {
        assert_eq!(missing_line("wrote … to …", "wrote 3 lines to a.txt"), None);
        assert_eq!(missing_line("wrote … from …", "wrote 3 lines to a.txt"), Some("wrote … from …"));
        assert_eq!(missing_line("a…b", "ab"), None);
    }
}

//! A tokenizer for Rust, as far as imports need it: without comments, literals and test modules.

/// Returns the tokens of a source text: words, `::`, and single symbols. Comments, literals and
/// inline modules (tests) are left out.
pub(super) fn tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => skip(bytes, at, |byte| byte == b'\n'),
            b'"' => string(bytes, at),
            b'r' if is_raw(&bytes[at..]) => raw(text, at),
            b'\'' => character(bytes, at),
            byte if is_word(byte) => {
                let end = skip(bytes, at, |byte| !is_word(byte));
                found.push(&text[at..end]);
                end
            }
            b':' if bytes.get(at + 1) == Some(&b':') => {
                found.push("::");
                at + 2
            }
            byte if byte.is_ascii_punctuation() => {
                found.push(&text[at..=at]);
                at + 1
            }
            _ => at + 1,
        };
        at = end;
    }
    without_modules(&found)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Returns the first position from `at` on at whose byte `ends` returns true.
fn skip(bytes: &[u8], at: usize, ends: impl Fn(u8) -> bool) -> usize {
    bytes[at..].iter().position(|&byte| ends(byte)).map_or(bytes.len(), |n_bytes| at + n_bytes)
}

/// Returns the end of the string literal that begins at a quotation mark.
fn string(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while end < bytes.len() && bytes[end] != b'"' {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    end + 1
}

/// Whether a raw string begins here.
fn is_raw(bytes: &[u8]) -> bool {
    let n_marks = bytes[1..].iter().take_while(|&&byte| byte == b'#').count();
    bytes.get(1 + n_marks) == Some(&b'"')
}

/// Returns the end of the raw string that begins here.
fn raw(text: &str, at: usize) -> usize {
    let n_marks = text[at + 1..].bytes().take_while(|&byte| byte == b'#').count();
    let body = at + n_marks + 2;
    let close = format!("\"{}", "#".repeat(n_marks));
    text[body..].find(&close).map_or(text.len(), |n_bytes| body + n_bytes + close.len())
}

/// Returns the end of the character literal at a quotation mark; of a lifetime, only its mark is
/// skipped.
fn character(bytes: &[u8], at: usize) -> usize {
    if bytes.get(at + 1) == Some(&b'\\') {
        return skip(bytes, at + 3, |byte| byte == b'\'') + 1;
    }
    let end = skip(bytes, at + 1, |byte| byte == b'\'');
    let is_one = std::str::from_utf8(&bytes[at + 1..end]).is_ok_and(|inner| inner.chars().count() == 1);
    if is_one { end + 1 } else { at + 1 }
}

/// Returns the tokens without those of inline modules.
fn without_modules<'a>(tokens: &[&'a str]) -> Vec<&'a str> {
    let mut left = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at] == "mod" && tokens.get(at + 2) == Some(&"{") {
            let mut depth = 0_usize;
            at += 2;
            while at < tokens.len() {
                depth = match tokens[at] {
                    "{" => depth + 1,
                    "}" => depth - 1,
                    _ => depth,
                };
                at += 1;
                if depth == 0 {
                    break;
                }
            }
        } else {
            left.push(tokens[at]);
            at += 1;
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_literals_and_test_modules_are_no_tokens() {
        let text = "use a::b; // crate::c\nfn f<'a>(x: &'a str) { '\\''; '\"'; r#\"mod \"x\"#; \"\\\"y\" }\n\
                    mod tests { fn g() {} } mod d;";
        let expected = "use a :: b ; fn f < a > ( x : & a str ) { ; ; ; } mod d ;";
        assert_eq!(tokens(text).join(" "), expected);
    }
}

//! Which lines continue the one before them at the same indentation: `begin`, `else`, `end X;`.

/// What a line begins, as far as it decides which lines continue it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// A function: declarations and a body may follow.
    Function,
    /// A type or a package: sections may follow.
    Type,
    /// A section of a type.
    Section,
    /// What belongs to the next line: an attribute, `generic`.
    Prefix,
    /// A comment: nothing belongs to it.
    Comment,
    /// Anything else.
    Other,
    /// What has reached its `end`.
    Ended,
}

const FUNCTIONS: &[&str] =
    &["procedure", "function", "constructor", "destructor", "operator", "subroutine", "program"];
const TYPES: &[&str] =
    &["class", "object", "record", "interface", "package", "protected", "task", "objcclass"];
const SECTIONS: &[&str] = &["private", "public", "protected", "published", "strict", "automated"];
/// Declarations between the head of a function and its body.
const DECLARATIONS: &[&str] = &["var", "const", "type", "label", "resourcestring", "threadvar", "declare"];
/// Words that continue what is not at its end.
const INNER: &[&str] = &["begin", "is", "then"];
/// Words that do so if they are alone on a line, or before `when`: `sig` below `signature S =`.
const ALONE: &[&str] = &["exception", "sig", "struct"];
/// Words that continue even what seems to be at its end: `end else`.
const OUTER: &[&str] =
    &["else", "elsif", "elif", "elseif", "except", "finally", "catch", "rescue", "ensure", "until"];
/// Words that end something.
const ENDS: &[&str] =
    &["end", "endif", "endfor", "endwhile", "endfunction", "endmodule", "endcase", "fi", "done", "esac"];

/// Returns what a line begins. O(bytes).
pub(super) fn head(line: &[u8]) -> Head {
    if is_comment(line) {
        return Head::Comment;
    }
    if is_prefix(line) {
        return Head::Prefix;
    }
    let words = || words(line);
    let first = words().find(|word| !is_one_of(word, &["class", "static", "overriding", "not", "generic"]));
    let of_type = words().any(|word| is_one_of(word, TYPES)) && !line.contains(&b';');
    match first {
        Some(first) if is_one_of(first, FUNCTIONS) => Head::Function,
        Some(first) if is_one_of(first, SECTIONS) && words().count() <= 2 => Head::Section,
        _ if of_type => Head::Type,
        _ => Head::Other,
    }
}

/// Returns the head of a line after another one continues it; `None` if it does not. O(bytes).
pub(super) fn continued(head: Head, next: &[u8]) -> Option<Head> {
    match head {
        Head::Comment => return None,
        Head::Prefix => return (!is_setting(next)).then(|| self::head(next)),
        _ if next.first() == Some(&b'{') && !is_comment(next) => {
            return (head != Head::Ended).then_some(head);
        }
        _ => {}
    }
    let first = words(next).next().filter(|first| next.starts_with(first))?;
    let is = |list| is_one_of(first, list);
    let is_alone = || next.len() == first.len();
    let is_handler = || words(next).nth(1).is_some_and(|second| is_one_of(second, &["when"]));
    match head {
        Head::Section => None,
        _ if is(ENDS) => (head != Head::Ended).then_some(Head::Ended),
        _ if is(OUTER) => Some(if head == Head::Ended { Head::Other } else { head }),
        Head::Ended => None,
        Head::Function if is(DECLARATIONS) => Some(head),
        Head::Type if is(SECTIONS) && is_alone() => Some(head),
        _ => (is(INNER) || is(ALONE) && (is_alone() || is_handler())).then_some(head),
    }
}

/// Whether a line is nothing but a comment in braces, or from a sign on. O(bytes).
pub fn is_comment(line: &[u8]) -> bool {
    let is_in_braces = line.first() == Some(&b'{')
        && line.iter().position(|&byte| byte == b'}') == Some(line.len() - 1)
        && !line.contains(&b';');
    let is_bracketed = |start: &[u8], end: &[u8]| line.starts_with(start) && line.ends_with(end);
    let is_from_sign = line.starts_with(b"//") || line.starts_with(b"-- ") || line == b"--";
    is_in_braces || is_from_sign || is_bracketed(b"/*", b"*/") || is_bracketed(b"(*", b"*)")
}

/// Whether a line is nothing but attributes of what follows: `@Override`, `[<A>]`, `#[a]`.
fn is_prefix(line: &[u8]) -> bool {
    let is_generic = line.eq_ignore_ascii_case(b"generic");
    let is_attribute = match line {
        [b'@', name @ ..] => !name.iter().any(u8::is_ascii_whitespace),
        [b'#', b'[', .., b']'] | [b'[', .., b']'] => true,
        _ => false,
    };
    is_generic || is_attribute
}

/// Whether a line sets something: `a = 1`. Above it, `[a]` begins a section.
fn is_setting(line: &[u8]) -> bool {
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
    let name = line.iter().take_while(is_of_name).count();
    name != 0 && line[name..].trim_ascii_start().starts_with(b"=") && !line.ends_with(b";")
}

/// Returns the words of a line, in order.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    line.split(move |byte| !is_of_word(byte)).filter(|word| !word.is_empty())
}

fn is_one_of(word: &[u8], list: &[&str]) -> bool {
    list.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joins lines of one indentation as the reader does.
    fn joined(lines: &[&str]) -> Vec<usize> {
        let (mut sizes, mut last): (Vec<usize>, Option<Head>) = (Vec::new(), None);
        for line in lines {
            match last.and_then(|last| continued(last, line.as_bytes())) {
                Some(next) => {
                    last = Some(next);
                    *sizes.last_mut().unwrap() += 1;
                }
                None => {
                    last = Some(head(line.as_bytes()));
                    sizes.push(1);
                }
            }
        }
        sizes
    }

    #[test]
    fn bodies_and_ends_belong_to_their_heads() {
        assert_eq!(joined(&["procedure A", "is", "begin", "end A;", "X : Integer;"]), [4, 1]);
        assert_eq!(joined(&["Procedure A;", "var", "const", "Begin", "End;", "begin", "end."]), [5, 2]);
        assert_eq!(joined(&["if a then", "begin", "end", "else", "begin", "end;", "x;"]), [6, 1]);
        assert_eq!(joined(&["def f(a)", "end", "def g", "rescue", "end"]), [2, 3]);
        assert_eq!(joined(&["begin", "exception", "end;", "type t", "exception E of t"]), [3, 1, 1]);
        assert_eq!(joined(&["begin", "EXCEPTION WHEN OTHERS THEN", "end;"]), [3]);
        assert_eq!(joined(&["structure S =", "struct", "end", "struct s {", "};"]), [3, 1, 1]);
        assert_eq!(joined(&["void f()", "{", "int x;", "var y;"]), [2, 1, 1]);
    }

    #[test]
    fn types_have_sections() {
        assert_eq!(joined(&["TA = class(TB)", "private", "public", "end;", "TC = class", "end;"]), [4, 2]);
        assert_eq!(joined(&["package P is", "private", "end P;"]), [3]);
        assert_eq!(joined(&["private", "public", "end;"]), [1, 1, 1], "the end is of what is around");
        assert_eq!(joined(&["int a;", "private:", "int b;"]), [1, 1, 1]);
    }

    #[test]
    fn attributes_belong_to_the_next_line_and_nothing_to_comments() {
        assert_eq!(joined(&["@a", "@b(c)", "void f()", "{", "x;"]), [4, 1]);
        assert_eq!(joined(&["generic", "function A", "end A;", "[a]", "b;"]), [3, 2]);
        assert_eq!(joined(&["[a]", "b = 1", "[<a>]", "let b = 1"]), [1, 1, 2]);
        assert_eq!(joined(&["{ a }", "begin", "-- a", "is", "// b", "{ x; }", "{ y; }"]), [1, 1, 1, 1, 1, 2]);
    }
}

//! The normal form of names.

use std::borrow::Cow;

use crate::languages::Names;

impl Names {
    /// Returns the normal form of a name: equal for all spellings of one name.
    pub(super) fn plain(self, name: &[u8]) -> Cow<'_, [u8]> {
        match self {
            Names::Exact => Cow::Borrowed(name),
            Names::AnyCase => Cow::Owned(within(name, b"\"`").to_ascii_lowercase()),
            Names::InBars => Cow::Borrowed(within(name, b"|")),
            Names::Paths => Cow::Borrowed(last_part(within(name, b"\"`"))),
            Names::Dotted => Cow::Borrowed(name.rsplit(|&byte| byte == b'.').next().unwrap_or(name)),
            Names::Symbols => Cow::Borrowed(name.strip_prefix(b":").unwrap_or(name)),
            Names::Xml => Cow::Borrowed(xml(within(name, b"\"'"))),
        }
    }
}

/// Returns the text within quotes of one of these kinds, or all of it.
fn within<'a>(name: &'a [u8], quotes: &[u8]) -> &'a [u8] {
    match name {
        [first, inner @ .., last] if first == last && quotes.contains(first) => inner,
        name => name,
    }
}

/// Returns the last part of a path that is not a version such as `v2`.
fn last_part(path: &[u8]) -> &[u8] {
    let is_version = |part: &[u8]| {
        part.strip_prefix(b"v")
            .is_some_and(|digits| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit))
    };
    let mut parts = path.rsplit(|&byte| byte == b'/');
    let last = parts.next().unwrap_or(path);
    if is_version(last) { parts.next().unwrap_or(last) } else { last }
}

fn xml(name: &[u8]) -> &[u8] {
    let name = name.strip_prefix(b"xmlns:").or_else(|| name.strip_prefix(b"#")).unwrap_or(name);
    name.split(|&byte| byte == b':').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_write_a_name_are_one() {
        let check = |names: Names, written: &[&str], plain: &str| {
            for name in written {
                assert_eq!(&*names.plain(name.as_bytes()), plain.as_bytes(), "{name}");
            }
        };
        check(Names::AnyCase, &["Users", "\"users\"", "`USERS`"], "users");
        check(Names::InBars, &["x y", "|x y|"], "x y");
        check(Names::Paths, &["\"math/rand\"", "rand", "`rand/v2`", "a/rand/v2"], "rand");
        check(Names::Paths, &["v2", "\"v2\""], "v2");
        check(Names::Dotted, &["Foo.Bar", "Bar"], "Bar");
        check(Names::Symbols, &[":size", "size"], "size");
        check(Names::Xml, &["xmlns:p", "p:name", "p", "\"p\"", "'#p'"], "p");
    }
}

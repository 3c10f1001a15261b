//! Values that are made from what a type says.

use std::ops::Range;

/// A value for the types that match a pattern.
///
/// Both are words and signs. In the pattern, `$T` and `$U` match any part of a type that may
/// be a type itself, `$A` several with commas between them, `$W` one word, and `$N` the name of a
/// type that the text defines. In the value, they are what was matched, and `%T` and `%U` are
/// values of that type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// The pattern, with blanks between signs and words.
    pub of: &'static str,
    /// The value.
    pub value: &'static str,
    /// The kind of its node.
    pub kind: &'static str,
}

/// A value for a type, and the index of its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeValue {
    /// The index of the rule.
    pub rule: usize,
    /// The value.
    pub text: String,
}

impl Made {
    /// Types that match a pattern have a value, whose node is of a kind.
    pub const fn new(of: &'static str, value: &'static str, kind: &'static str) -> Made {
        Made { of, value, kind }
    }
}

/// How deep types within types are looked at.
const DEEPEST: usize = 3;
/// Types with more words and signs have no values.
const LONGEST: usize = 40;

/// Returns the values of a type by some rules, in their order. `is_type` tells whether the text
/// defines a type of this name. O(rules · length³), and as
/// much for each type within it.
pub fn made_values(rules: &[Made], of: &str, is_type: &dyn Fn(&str) -> bool) -> Vec<MadeValue> {
    values(rules, of, is_type, DEEPEST).collect()
}

fn values<'a>(
    rules: &'a [Made],
    of: &'a str,
    is_type: &'a dyn Fn(&str) -> bool,
    depth: usize,
) -> impl Iterator<Item = MadeValue> + use<'a> {
    let signs = signs(of);
    let is_short = signs.len() <= LONGEST;
    rules.iter().enumerate().filter(move |_| is_short).filter_map(move |(rule, made)| {
        let mut holes = Holes::default();
        let pattern: Vec<&str> = words(made.of).collect();
        let matched = matches(&pattern, (of, &signs), is_type, &mut holes);
        let text = matched.then(|| holes.filled(rules, made.value, is_type, depth)).flatten()?;
        Some(MadeValue { rule, text })
    })
}

/// What the holes of a pattern match.
#[derive(Default)]
struct Holes<'a> {
    by_letter: Vec<(u8, &'a str)>,
}

impl Holes<'_> {
    /// Returns a value with its holes filled; `None` if a type within this one has no value.
    fn filled(
        &self,
        rules: &[Made],
        value: &str,
        is_type: &dyn Fn(&str) -> bool,
        depth: usize,
    ) -> Option<String> {
        let (mut text, mut rest) = (String::new(), value);
        while let Some(at) = rest.find(['$', '%']) {
            let (before, hole) = rest.split_at(at);
            text.push_str(before);
            let letter = *hole.as_bytes().get(1)?;
            let (_, matched) = self.by_letter.iter().find(|(name, _)| *name == letter)?;
            if hole.starts_with('$') {
                text.push_str(matched);
            } else {
                let inner = values(rules, matched, is_type, depth.checked_sub(1)?).next();
                text.push_str(&inner?.text);
            }
            rest = hole.get(2..)?;
        }
        Some(text + rest)
    }
}

/// Whether a pattern matches all of a type, of which some signs are left; what its holes match is
/// added.
fn matches<'a>(
    pattern: &[&str],
    (of, signs): (&'a str, &[Range<usize>]),
    is_type: &dyn Fn(&str) -> bool,
    holes: &mut Holes<'a>,
) -> bool {
    let Some((first, others)) = pattern.split_first() else { return signs.is_empty() };
    let fits_one = |sign: &str| match *first {
        "$W" => is_word(sign),
        "$N" => is_word(sign) && is_type(sign),
        literal => literal == sign,
    };
    let n_holes = holes.by_letter.len();
    let least_left = others.len();
    let longest = match *first {
        "$T" | "$U" | "$A" => signs.len().saturating_sub(least_left),
        _ => usize::from(signs.first().is_some_and(|sign| fits_one(&of[sign.clone()]))),
    };
    for n in 1..=longest {
        let matched = &of[signs[0].start..signs[n - 1].end];
        let is_hole = first.starts_with('$');
        if is_hole && !may_be_type(of, &signs[..n], *first == "$A") {
            continue;
        }
        if is_hole {
            holes.by_letter.push((first.as_bytes()[1], matched));
        }
        if matches(others, (of, &signs[n..]), is_type, holes) {
            return true;
        }
        holes.by_letter.truncate(n_holes);
    }
    false
}

/// Returns the words, signs and holes of a pattern.
fn words(pattern: &str) -> impl Iterator<Item = &str> {
    pattern.split(' ').flat_map(|part| {
        let is_hole = part.starts_with('$');
        let signs = if is_hole { Vec::new() } else { signs(part) };
        let hole = is_hole.then_some(part);
        hole.into_iter().chain(signs.into_iter().map(move |range| &part[range]))
    })
}

/// Returns where the words and signs of a type are.
fn signs(of: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut in_word = false;
    for (at, letter) in of.char_indices() {
        let end = at + letter.len_utf8();
        let is_word = is_letter(letter);
        match found.last_mut().filter(|_| in_word && is_word) {
            Some(word) => word.end = end,
            None if letter.is_whitespace() => {}
            None => found.push(at..end),
        }
        in_word = is_word;
    }
    found
}

/// Whether some signs may be a type: each bracket is closed, and there is a comma only in brackets,
/// unless there may be several types.
fn may_be_type(of: &str, signs: &[Range<usize>], may_be_several: bool) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for sign in signs {
        let is_arrow = || of[..sign.start].ends_with(['-', '=']);
        let opening = match &of[sign.clone()] {
            bracket @ ("(" | "[" | "{" | "<") => {
                open.push(bracket);
                continue;
            }
            ")" => "(",
            "]" => "[",
            "}" => "{",
            ">" if !is_arrow() => "<",
            "," if open.is_empty() && !may_be_several => return false,
            _ => continue,
        };
        if open.pop() != Some(opening) {
            return false;
        }
    }
    open.is_empty()
}

fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn is_word(sign: &str) -> bool {
    sign.starts_with(|first: char| is_letter(first) && !first.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &[Made] = &[
        Made::new("[ ] $T", "make([]$T, 1)", "call"),
        Made::new("List < $T >", "[%T]", "list"),
        Made::new("Map < $T , $U >", "{%T: %U}", "map"),
        Made::new("( $T , $U )", "%T, %U", "list"),
        Made::new("int", "0", "number"),
        Made::new("$N", "$N{}", "literal"),
        Made::new("$W < $A >", "new $W<$A>()", "call"),
    ];

    fn texts(of: &str) -> Vec<String> {
        let is_type = |name: &str| name.starts_with("Own");
        made_values(RULES, of, &is_type).into_iter().map(|value| value.text).collect()
    }

    #[test]
    fn patterns_match_whole_types() {
        assert_eq!(texts("[]Own"), ["make([]Own, 1)"]);
        assert_eq!(texts("[] map[string]int"), ["make([]map[string]int, 1)"]);
        assert_eq!(texts("Own"), ["Own{}"]);
        assert_eq!(texts("Other"), [""; 0]);
        assert_eq!(texts("int, int"), [""; 0]);
        assert_eq!(texts(""), [""; 0]);
    }

    #[test]
    fn types_within_types_have_values() {
        assert_eq!(texts("List<int>"), ["[0]", "new List<int>()"]);
        assert_eq!(texts("List<Map<int, Own>>"), ["[{0: Own{}}]", "new List<Map<int, Own>>()"]);
        assert_eq!(texts("(Own, int)"), ["Own{}, 0"]);
        // What is deeper has none.
        assert_eq!(texts("List<List<List<List<int>>>>")[0], "[[[new List<int>()]]]");
    }

    #[test]
    fn holes_have_closed_brackets() {
        assert_eq!(texts("Map<Map<int, int>, int>")[0], "{{0: 0}: 0}");
        assert_eq!(texts("Set<(int) => int>"), ["new Set<(int) => int>()"]);
        assert_eq!(texts("List<int, Own>"), ["new List<int, Own>()"]);
        assert_eq!(texts("Set<int"), [""; 0]);
        assert_eq!(texts("Set<int>>"), [""; 0]);
    }

    #[test]
    fn no_type_takes_long() {
        let open = "List<".repeat(50_000);
        assert_eq!(texts(&open), [""; 0]);
        assert_eq!(texts("größe < größe >"), ["new größe<größe>()"]);
    }
}

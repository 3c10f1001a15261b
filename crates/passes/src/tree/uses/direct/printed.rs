//! How a program prints the value of an expression.

use super::objects::imports_of;
use super::printing::Printing;
use super::program::Program;
use crate::tree::expected::Values;

/// Returns how a program prints a value; `None` if the test does not look at lines that are
/// printed, or the text has nothing that prints. O(bytes + definitions).
pub(super) fn printed(program: Program<'_>, values: &Values) -> Option<Printing> {
    let label = values.printed.as_deref()?;
    let (rules, tree) = (program.rules, program.tree());
    let is_known = |needs: &str| memchr::memmem::find(tree.text(), needs.as_bytes()).is_some();
    let (_, before, behind) = rules.printed.iter().find(|(needs, ..)| is_known(needs))?;
    let roots = imports_of(program.bindings, before);
    let own = own_format(tree.text(), label).and_then(|format| with_format(before, format));
    let before = own.unwrap_or_else(|| before.replace("$L", label));
    Some(Printing { before, behind, roots })
}

/// Returns the first literal of a text that begins with another text, in its quotes. O(bytes).
fn own_format<'a>(text: &'a [u8], label: &str) -> Option<&'a str> {
    const LONGEST: usize = 200;
    let begin = format!("\"{label}");
    let start = memchr::memmem::find(text, begin.as_bytes()).filter(|_| !label.is_empty())?;
    let rest = &text[start..text.len().min(start + LONGEST)];
    let end = memchr::memchr(b'"', &rest[1..])? + 2;
    std::str::from_utf8(&rest[..end]).ok().filter(|literal| !literal.ends_with("\\\""))
}

/// Returns what prints a value in a format of the program with one place for a value.
fn with_format(before: &str, format: &str) -> Option<String> {
    if before.starts_with("println!") {
        return (format.matches('{').count() == 1).then(|| format!("println!({format}, "));
    }
    let (_, behind) = format.split_once('%').filter(|_| before.starts_with("printf("))?;
    let end = behind.find(|letter: char| letter.is_ascii_alphabetic() && !"hlzjtL".contains(letter))?;
    let (length, letter) = (&behind[..end], &behind[end..=end]);
    let of = match letter {
        "s" | "p" => "const void *",
        "f" | "F" | "e" | "E" | "g" | "G" | "a" | "A" => "double",
        "d" | "i" | "c" if !length.contains(['l', 'z', 'j']) => "int",
        "d" | "i" => "long",
        _ if !length.contains(['l', 'z', 'j']) => "unsigned",
        _ => "unsigned long",
    };
    let is_known = !behind.contains('%') && !length.contains(['*', 'L']) && !length.contains("ll");
    is_known.then(|| format!("printf({format}, ({of})("))
}

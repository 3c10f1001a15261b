//! What a program prints: lines before it fails, or the value of an expression.

use super::objects::imports_of;
use super::operands::quoted;
use super::printing::{Printing, Said};
use super::program::Program;
use crate::tree::expected::{Values, small_words, words_of_texts};

/// What a program prints.
pub(super) struct Output {
    printing: Option<Printing>,
    said: Option<Said>,
}

impl Output {
    /// A program that is to fail prints lines before, or nothing; others print a value.
    /// O(bytes + definitions).
    pub(super) fn of(program: Program<'_>, values: &Values) -> Output {
        let said = said(program, values);
        let printing = if said.is_some() { None } else { printed(program, values) };
        Output { printing, said }
    }

    pub(super) fn of_program<'a>(&'a self, program: Program<'a>) -> Program<'a> {
        Program { printing: self.printing.as_ref(), said: self.said.as_ref(), ..program }
    }
}

/// The most lines that are printed.
const MOST_LINES: usize = 3;
/// Of a line that the program prints, its texts have words with so many tenths of the letters.
const TENTHS_KNOWN: usize = 6;
/// The fewest letters of a message.
const FEWEST_LETTERS: usize = 6;

/// Returns what prints the lines that the test looks for, if it also looks for others, which only a
/// failure prints: these have other words than the texts of the program.
fn said(program: Program<'_>, values: &Values) -> Option<Said> {
    let text = program.tree().text();
    let (_, statement) = {
        let has = |needs: &str| memchr::memmem::find(text, needs.as_bytes()).is_some();
        program.rules.line.iter().find(|(needs, _)| has(needs))?
    };
    let known = words_of_texts(program.tree());
    // Those of all words, and of those that the program has.
    let letters = |line: &str| {
        let letters = |word: String| word.chars().filter(|letter| letter.is_alphabetic()).count();
        let all: usize = small_words(line).map(letters).sum();
        let of_program: usize = small_words(line).filter(|word| known.contains(word)).map(letters).sum();
        (all, of_program)
    };
    let is_known = |(all, of_program): (usize, usize)| TENTHS_KNOWN * all <= 10 * of_program;
    let lines: Vec<&String> = values.lines.iter().filter(|line| is_known(letters(line))).collect();
    let is_message = |line: &String| FEWEST_LETTERS <= letters(line).0 && !is_known(letters(line));
    let is_to_fail = values.lines.iter().chain(&values.messages).any(is_message);
    let language = program.language.name;
    let one = |line: &&String| {
        let literal = quoted(language, line);
        let literal =
            if language == "rust" { literal.replace('{', "{{").replace('}', "}}") } else { literal };
        statement.replace("\"$L\"", &literal).replace("$L", &literal[1..literal.len() - 1])
    };
    let all: String = lines.iter().take(MOST_LINES).map(one).collect();
    let roots = imports_of(program.bindings, statement);
    (!lines.is_empty() && is_to_fail).then_some(Said { text: all, roots })
}

/// Returns how a program prints a value; `None` if the test does not look at lines that are
/// printed, or the text has nothing that prints. O(bytes + definitions).
fn printed(program: Program<'_>, values: &Values) -> Option<Printing> {
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

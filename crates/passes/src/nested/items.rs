//! Splits a text into nested items: statements, elements, fields, arguments.

use std::ops::Range;

use dwindle_reduce::cost::is_word_byte;

use super::forest::levels;
use super::pairs::pairs;
use crate::flat::code::code;
use crate::flat::lexer::is_space;
use crate::stage::stretches::{Other, Stage, Stretch};

/// Words that continue a statement after a closing brace.
const GO_ON: [&[u8]; 6] = [b"else", b"catch", b"finally", b"while", b"elif", b"until"];

/// Starts of lines that continue the line above although they are not indented further.
const LINE_GOES_ON: [&[u8]; 15] = [
    b"{", b"</", b"else", b"elif", b"elsif", b"except", b"catch", b"finally", b"rescue", b"ensure", b"then",
    b"end", b"fi", b"done", b"esac",
];

/// Whether a line continues the line above.
fn goes_on(line: &[u8]) -> bool {
    LINE_GOES_ON.iter().any(|start| {
        let is_word = start[0].is_ascii_alphabetic();
        line.starts_with(start) && !(is_word && line.get(start.len()).copied().is_some_and(is_word_byte))
    })
}

/// The region within a pair of brackets, or the whole text.
struct Region {
    /// The position of the closing bracket, or the end of the text.
    close: u32,
    /// The start of its contents.
    start: u32,
    /// The opening bracket, or a line end for the whole text.
    open: u8,
    /// The index of its first event.
    first_event: usize,
    /// The end of its last token so far.
    end: u32,
}

/// A position in a region at which an item may end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    /// After a `;`.
    Semicolon(u32),
    /// At a `,`.
    Comma(u32),
    /// After a `}` that ends a statement.
    Brace(u32),
    /// At the first token of a line.
    Line {
        /// The end of the token before it.
        after: u32,
        /// The start of the token.
        at: u32,
        indent: u32,
        /// Whether this line or the one before has a preprocessor directive.
        directive: bool,
        /// Whether the line continues a line above that has the same or less indentation.
        goes_on: bool,
    },
}

/// Returns the items of a text, level by level, the outermost first.
///
/// A region (the text, or the contents of brackets) is split after each `;` and closing brace, at
/// its commas, or into lines with the more indented lines below them, whichever fits it best. An
/// item includes the line ends of the lines that it fills. O(bytes · log bytes), without recursion.
pub(crate) fn items(file: u32, text: &[u8]) -> Vec<Stage> {
    let mut found = Vec::new();
    collect(text, &mut |bytes, other| found.push(Stretch { file, bytes, other }));
    levels(found)
}

fn collect(text: &[u8], found: &mut dyn FnMut(Range<u32>, Other)) {
    let mut pairs = pairs(text).into_iter().peekable();
    let mut regions =
        vec![Region { close: text.len() as u32, start: 0, open: b'\n', first_event: 0, end: 0 }];
    let mut events: Vec<Event> = Vec::new();
    let (mut behind_brace, mut behind_directive) = (false, false);
    for token in code(text) {
        let Range { start, end } = token.range;
        let (at, after) = (start as u32, end as u32);
        let spelling = &text[start..end];
        let Some(region) = regions.last_mut() else { break };
        if region.close == at {
            region.cut(text, &events[region.first_event..], found);
            events.truncate(region.first_event);
            regions.pop();
            if let Some(around) = regions.last_mut() {
                around.end = after;
            }
            behind_brace = spelling == b"}";
            continue;
        }
        if std::mem::take(&mut behind_brace) && !GO_ON.contains(&spelling) && is_word_byte(spelling[0]) {
            let touches = region.end == at;
            if token.indent.is_some() || touches {
                events.push(Event::Brace(region.end));
            }
        }
        if let Some(indent) = token.indent {
            let is_directive = spelling == b"#" && text.get(end) != Some(&b'[');
            let directive = std::mem::replace(&mut behind_directive, is_directive) || is_directive;
            let goes_on = goes_on(&text[start..]);
            events.push(Event::Line { after: region.end, at, indent: indent as u32, directive, goes_on });
        }
        match spelling {
            b";" => events.push(Event::Semicolon(after)),
            b"," => events.push(Event::Comma(at)),
            _ => {}
        }
        region.end = after;
        if let Some(pair) = pairs.next_if(|pair| pair.open == at) {
            let first_event = events.len();
            regions.push(Region {
                close: pair.close,
                start: after,
                open: spelling[0],
                first_event,
                end: after,
            });
        }
    }
    let whole = regions.swap_remove(0);
    whole.cut(text, &events[whole.first_event..], found);
}

impl Region {
    fn cut(&self, text: &[u8], events: &[Event], found: &mut dyn FnMut(Range<u32>, Other)) {
        let count = |is: fn(&Event) -> bool| events.iter().filter(|event| is(event)).count();
        let n_semicolons = count(|event| matches!(event, Event::Semicolon(_)));
        let n_commas = count(|event| matches!(event, Event::Comma(_)));
        let n_lines = count(|event| matches!(event, Event::Line { goes_on: false, .. }));
        if 0 < n_semicolons && n_lines <= LINES_PER_SEMICOLON * n_semicolons {
            if self.open != b'(' {
                self.cut_statements(text, events, found);
            }
        } else if self.open != b'\n' && 0 < n_commas && n_lines <= LINES_PER_COMMA * n_commas + 1 {
            self.cut_elements(text, events, found);
        } else if n_lines <= 1 {
            self.cut_statements(text, events, found);
        } else {
            self.cut_lines(text, events, found);
        }
    }

    /// Splits all of the contents, so that every byte from the first line to the last one belongs
    /// to an item. Contents that would be a single item are none: they are removed with their
    /// brackets, or as the contents of their brackets.
    fn cut_statements(&self, text: &[u8], events: &[Event], found: &mut dyn FnMut(Range<u32>, Other)) {
        let mut start = behind_space(text, self.start);
        let mut is_cut = false;
        for event in events {
            let cut = match *event {
                Event::Semicolon(end) | Event::Brace(end) => behind_space(text, end),
                Event::Line { after, at, directive: true, .. } if behind_line(text, after) <= at => {
                    behind_line(text, after)
                }
                _ => continue,
            };
            if start < cut && cut < self.end {
                found(start..cut, Other::Nothing);
                start = cut;
                is_cut = true;
            }
        }
        if is_cut {
            found(start..behind_space(text, self.end), Other::Nothing);
        }
    }

    /// Splits into lines, each with the more indented lines below it, which are items within it.
    fn cut_lines(&self, text: &[u8], events: &[Event], found: &mut dyn FnMut(Range<u32>, Other)) {
        let mut open = vec![(u32::MAX, behind_space(text, self.start))];
        let mut is_cut = false;
        for event in events {
            let Event::Line { after, at, indent, goes_on, .. } = *event else { continue };
            let cut = behind_line(text, after);
            if at < cut {
                open = vec![(indent, behind_space(text, self.start))];
                continue;
            }
            let ended = indent + u32::from(goes_on);
            while let Some((_, start)) = open.pop_if(|(around, _)| ended <= *around) {
                if start < cut {
                    found(start..cut, Other::Nothing);
                    is_cut = true;
                }
            }
            if !goes_on {
                open.push((indent, cut));
            }
        }
        let end = behind_space(text, self.end);
        for (level, (_, start)) in open.into_iter().enumerate() {
            if is_cut || 0 < level {
                found(start..end, Other::Nothing);
            }
        }
    }

    /// Splits at the commas; white space around an element is removed with the element's comma.
    fn cut_elements(&self, text: &[u8], events: &[Event], found: &mut dyn FnMut(Range<u32>, Other)) {
        let mut start = behind_blanks(text, self.start);
        let mut end_in_front = None;
        let commas = events.iter().filter_map(|event| match event {
            Event::Comma(at) => Some(*at),
            _ => None,
        });
        for comma in commas {
            let next = behind_blanks(text, comma + 1).min(self.close);
            found(end_in_front.unwrap_or(start)..comma, Other::Leading(start..next));
            end_in_front = Some(comma);
            start = next;
        }
        if let Some(end_in_front) = end_in_front
            && start < self.end
        {
            found(end_in_front..self.end, Other::Leading(start..self.end));
        }
    }
}

/// With more lines than this per semicolon, items end with lines.
const LINES_PER_SEMICOLON: usize = 4;
/// With more lines than this per comma, items end with lines.
const LINES_PER_COMMA: usize = 2;

/// Returns the start of the next line if only white space follows on this one, else the end of the
/// white space.
fn behind_space(text: &[u8], from: u32) -> u32 {
    let rest = &text[from as usize..];
    let n_space = rest.iter().take_while(|&&byte| is_space(byte) && byte != b'\n').count();
    from + n_space as u32 + u32::from(rest.get(n_space) == Some(&b'\n'))
}

/// Returns the start of the next line.
fn behind_line(text: &[u8], from: u32) -> u32 {
    let n_rest = memchr::memchr(b'\n', &text[from as usize..]);
    n_rest.map_or(text.len() as u32, |n_rest| from + n_rest as u32 + 1)
}

/// Returns the end of the white space that starts here.
fn behind_blanks(text: &[u8], from: u32) -> u32 {
    from + text[from as usize..].iter().take_while(|&&byte| is_space(byte)).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&[&str]]) {
        let texts = |stage: &Stage| -> Vec<String> {
            let bytes = stage.iter().map(|Stretch { bytes, .. }| bytes.start as usize..bytes.end as usize);
            bytes.map(|bytes| text[bytes].to_owned()).collect()
        };
        assert_eq!(items(0, text.as_bytes()).iter().map(texts).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn statements_end_with_semicolons_and_braces() {
        check(
            "int x;\nvoid f()\n{\n  a; b;\n}\nint y;\n",
            &[&["int x;\n", "void f()\n{\n  a; b;\n}\n", "int y;\n"], &["  a; ", "b;\n"]],
        );
    }

    #[test]
    fn a_statement_may_go_on_behind_a_brace() {
        check("if (a) { b; } else { c; }\nx;\n", &[&["if (a) { b; } else { c; }\n", "x;\n"]]);
        check("typedef struct { int a; } T;\nx;\n", &[&["typedef struct { int a; } T;\n", "x;\n"]]);
        check("f(){a;}g(){b;}", &[&["f(){a;}", "g(){b;}"]]);
    }

    #[test]
    fn directives_are_lines() {
        check(
            "#include <a>\n#define b\nint x;\nint y;\n",
            &[&["#include <a>\n", "#define b\n", "int x;\n", "int y;\n"]],
        );
    }

    #[test]
    fn comments_belong_to_what_follows() {
        check("a;\n// about b; and (\nb;\n", &[&["a;\n", "// about b; and (\nb;\n"]]);
    }

    #[test]
    fn elements_go_with_the_comma_in_front_of_them() {
        check("{\"a\": [1, 2], \"b\": 3}", &[&["\"a\": [1, 2]", ", \"b\": 3"], &["1", ", 2"]]);
        check("[1, 2,]", &[&["1", ", 2"]]);
    }

    #[test]
    fn lines_hold_the_lines_that_are_indented_further() {
        check(
            "def f(x):\n    a\n    b\nc = g(\n    1)\nd\n",
            &[&["def f(x):\n    a\n    b\n", "c = g(\n    1)\n", "d\n"], &["    a\n", "    b\n"]],
        );
    }

    #[test]
    fn a_line_that_closes_something_belongs_to_what_it_closes() {
        check(
            "<a>\n  <b>\n    c\n  </b>\n  d\n</a>\n<e>\n",
            &[
                &["<a>\n  <b>\n    c\n  </b>\n  d\n</a>\n", "<e>\n"],
                &["  <b>\n    c\n  </b>\n", "  d\n"],
                &["    c\n"],
            ],
        );
        check(
            "if x\n  y\nelse\n  z\nend\nq\n",
            &[&["if x\n  y\nelse\n  z\nend\n", "q\n"], &["  y\n", "  z\n"]],
        );
    }

    #[test]
    fn loop_headers_are_not_cut() {
        check("for (i = 0; i < n; i++) f();\nx;\n", &[&["for (i = 0; i < n; i++) f();\n", "x;\n"]]);
    }
}

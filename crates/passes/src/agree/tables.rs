//! Tables: runs of lines with the same number of fields.

use std::ops::Range;

use super::atoms::{Atoms, Kind};
use super::lines::{Grouped, Lines};

/// A line of a table and its fields.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// The line.
    pub(super) line: u32,
    /// The atoms of each field, without surrounding blanks.
    pub(super) fields: Vec<Range<u32>>,
}

/// At least [`FEWEST_ROWS`] lines with the same delimiter, number of fields and indentation.
pub(super) struct Table {
    /// The rows; all have the same number of fields.
    pub(super) rows: Vec<Row>,
}

impl Table {
    /// Returns the number of columns.
    pub(super) fn n_columns(&self) -> usize {
        self.rows[0].fields.len()
    }

    /// Returns the atoms to remove with a field of a row: the field and a delimiter.
    pub(super) fn cell(row: &Row, column: usize) -> Range<u32> {
        match row.fields.get(column + 1) {
            Some(next) => row.fields[column].start..next.start,
            None if column == 0 => row.fields[0].clone(),
            None => row.fields[column - 1].end..row.fields[column].end,
        }
    }
}

/// Finds the tables. Runs of lines below equal lines are joined to one table, and so are more than
/// [`MOST_ALIKE`] similar runs.
pub(super) fn tables(atoms: &Atoms, lines: &Lines) -> Vec<Table> {
    let mut runs: Grouped<(u32, u8, usize, u32, u64), Vec<Row>> = Grouped::new();
    let mut run: Vec<Row> = Vec::new();
    let mut key = None;
    for line in 0..=lines.len() {
        let row = (line < lines.len()).then(|| fields(atoms, lines.body(line))).flatten();
        let row = row.map(|(delimiter, fields)| match key {
            // Below a row with as many fields, the last ones are empty.
            Some((file, before, n_fields, indent))
                if before == delimiter
                    && fields.len() < n_fields
                    && (file, indent) == (atoms.file(fields[0].start), lines.indent(line)) =>
            {
                let all = split(atoms, without_indent(atoms, lines.body(line)), delimiter);
                (delimiter, if all.len() == n_fields { all } else { fields })
            }
            _ => (delimiter, fields),
        });
        let found = row.filter(|(_, fields)| 1 < fields.len());
        let is_of = found.as_ref().map(|(delimiter, fields)| {
            let file = atoms.file(fields[0].start);
            (file, *delimiter, fields.len(), lines.indent(line))
        });
        if key != is_of
            && let Some((file, delimiter, n_fields, indent)) = key
        {
            let above = run[0].line.checked_sub(1).map_or(0, |line| exact(atoms, lines.body(line)));
            runs.push((file, delimiter, n_fields, indent, above), std::mem::take(&mut run));
        }
        key = is_of;
        run.extend(found.map(|(_, fields)| Row { line, fields }));
    }
    // First join runs below equal lines, then many similar runs.
    let mut alike: Grouped<(u32, u8, usize, u32), Vec<Row>> = Grouped::new();
    for ((file, delimiter, n_fields, indent, _), runs) in runs.into_groups() {
        alike.push((file, delimiter, n_fields, indent), runs.concat());
    }
    let mut tables: Vec<Table> = Vec::new();
    for (_, runs) in alike.into_groups() {
        let runs = if MOST_ALIKE < runs.len() { vec![runs.concat()] } else { runs };
        tables.extend(runs.into_iter().map(|mut rows| {
            rows.sort_by_key(|row| row.line);
            Table { rows }
        }));
    }
    tables.retain(|table| FEWEST_ROWS <= table.rows.len());
    tables.sort_by_key(|table| table.rows[0].line);
    tables
}

/// More similar runs than this are one table.
const MOST_ALIKE: usize = 6;
/// The fewest rows of a table.
const FEWEST_ROWS: usize = 4;

fn exact(atoms: &Atoms, body: Range<u32>) -> u64 {
    body.fold(1, |seed, at| super::lines::mix(seed, u64::from(atoms.word(at))))
}

/// Splits a line into fields at its delimiter: a tab, a comma, a bar or blanks.
pub(super) fn fields(atoms: &Atoms, body: Range<u32>) -> Option<(u8, Vec<Range<u32>>)> {
    let mut body = without_indent(atoms, body);
    if body.is_empty() {
        return None;
    }
    let has = |mark: u8| body.clone().any(|at| atoms.text(at).first() == Some(&mark));
    let has_within = |mark: u8| body.clone().rev().skip(1).any(|at| atoms.text(at).first() == Some(&mark));
    let delimiter = [b'\t', b',', b'|'].into_iter().find(|&mark| has(mark));
    let delimiter = delimiter.or_else(|| has_within(b';').then_some(b';')).unwrap_or(b' ');
    while body.start + 1 < body.end && (atoms.is(body.end - 1, b',') || atoms.is(body.end - 1, b';')) {
        body.end -= 1;
    }
    Some((delimiter, split(atoms, body, delimiter)))
}

fn without_indent(atoms: &Atoms, mut body: Range<u32>) -> Range<u32> {
    while body.start < body.end && atoms.is_space(body.start) {
        body.start += 1;
    }
    body
}

/// Splits a line without its indentation at a delimiter.
fn split(atoms: &Atoms, mut body: Range<u32>, delimiter: u8) -> Vec<Range<u32>> {
    let is_one_of = |at: u32, marks: &[u8]| atoms.n_bytes(at) == 1 && marks.contains(&atoms.text(at)[0]);
    if delimiter == b',' && body.len() > 2 && is_one_of(body.start, b"([{") && is_one_of(body.end - 1, b")]}")
    {
        body = body.start + 1..body.end - 1;
    }
    let (mut fields, mut start) = (Vec::new(), body.start);
    let (mut quote, mut depth) = (None, 0i32);
    for at in body.clone() {
        let mark = if atoms.n_bytes(at) == 1 { atoms.text(at)[0] } else { 0 };
        if quote.is_some() {
            if quote == Some(mark) {
                quote = None;
            }
            continue;
        }
        match mark {
            b'\'' | b'"' if delimiter == b',' => quote = Some(mark),
            b'(' | b'[' | b'{' if delimiter == b',' => depth += 1,
            b')' | b']' | b'}' if delimiter == b',' => depth -= 1,
            _ if 0 < depth => {}
            _ => {
                let is_cut = match delimiter {
                    b' ' => atoms.kind(at) == Kind::Blank,
                    b'\t' => atoms.kind(at) == Kind::Blank && atoms.text(at).contains(&b'\t'),
                    _ => mark == delimiter,
                };
                if is_cut {
                    fields.push(start..at);
                    start = at + 1;
                }
            }
        }
    }
    fields.push(start..body.end);
    for field in &mut fields {
        while field.start + 1 < field.end && atoms.kind(field.start) == Kind::Blank {
            field.start += 1;
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    fn check(text: &str, expected: &[&[&str]]) {
        let atoms = Atoms::of(&Document::single("a", text));
        let lines = Lines::of(&atoms);
        let text_of = |field: &Range<u32>| -> String {
            field.clone().map(|at| String::from_utf8_lossy(atoms.text(at)).into_owned()).collect()
        };
        let rows: Vec<Vec<String>> = tables(&atoms, &lines)
            .iter()
            .flat_map(|table| table.rows.iter().map(|row| row.fields.iter().map(text_of).collect()))
            .collect();
        assert_eq!(rows, expected);
    }

    #[test]
    fn the_last_fields_of_a_row_may_be_empty() {
        let rows: [&[&str]; 4] = [&["a", "b", "c"], &["1", "2", ""], &["3", "4", "5"], &["6", "", ""]];
        check("a,b,c\n1,2,\n3,4,5\n6,,\n", &rows);
        check("f,\ng,\nh,\ni,\n", &[]);
    }

    #[test]
    fn fields_stand_between_delimiters() {
        check("1,\"a,b\"\n2, c\n3,d\n4,e\n", &[&["1", "\"a,b\""], &["2", "c"], &["3", "d"], &["4", "e"]]);
        check("a b\na  b\nc d\ne f\nx\n", &[&["a", "b"], &["a", "b"], &["c", "d"], &["e", "f"]]);
    }

    #[test]
    fn three_lines_are_no_table() {
        check("a b\nc d\ne f\n", &[]);
    }

    #[test]
    fn runs_under_the_same_line_are_one_table() {
        check("h\n1 2\n3 4\nh\n5 6\n7 8\n", &[&["1", "2"], &["3", "4"], &["5", "6"], &["7", "8"]]);
    }
}

//! Markdown tables.

use std::fmt;

/// A table whose names are left-aligned and figures right-aligned, padded so that its source is
/// readable.
#[derive(Clone, Debug)]
pub struct Markdown {
    n_names: usize,
    rows: Vec<Vec<String>>,
}

impl Markdown {
    /// Creates a table with its header; the first `n_names` columns are names, the others figures.
    pub fn new(n_names: usize, head: impl IntoIterator<Item = impl Into<String>>) -> Markdown {
        Markdown { n_names, rows: vec![head.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// When its length differs from the header's.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let cells: Vec<String> = cells.into_iter().map(|cell| cell.into().replace('|', "\\|")).collect();
        assert_eq!(cells.len(), self.rows[0].len(), "a row has a cell for each column");
        self.rows.push(cells);
    }

    fn line(&self, f: &mut fmt::Formatter<'_>, row: &[String], widths: &[usize]) -> fmt::Result {
        f.write_str("|")?;
        for (column, (cell, &width)) in row.iter().zip(widths).enumerate() {
            match column < self.n_names {
                true => write!(f, " {cell:<width$} |")?,
                false => write!(f, " {cell:>width$} |")?,
            }
        }
        f.write_str("\n")
    }
}

impl fmt::Display for Markdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width =
            |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).max(3);
        let widths: Vec<usize> = (0..self.rows[0].len()).map(width).collect();
        self.line(f, &self.rows[0], &widths)?;
        f.write_str("|")?;
        for (column, &width) in widths.iter().enumerate() {
            match column < self.n_names {
                true => write!(f, "{:-<1$}|", "", width + 2)?,
                false => write!(f, "{:-<1$}:|", "", width + 1)?,
            }
        }
        f.write_str("\n")?;
        self.rows[1..].iter().try_for_each(|row| self.line(f, row, &widths))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stand_on_the_right() {
        let mut table = Markdown::new(1, ["case", "tokens"]);
        table.row(["a|b", "12"]);
        assert_eq!(table.to_string(), "| case | tokens |\n|------|-------:|\n| a\\|b |     12 |\n");
    }
}

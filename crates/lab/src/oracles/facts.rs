//! What a crime scene needs to know about a piece of a program.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::names::{Name, Names, Namespace};

/// Numbers for names.
#[derive(Debug, Default)]
pub struct Numbers {
    known: HashMap<(Namespace, Box<[u8]>), u32>,
}

impl Numbers {
    /// Returns the number of a name.
    pub fn of(&mut self, (namespace, text): Name<'_>) -> u32 {
        let next = self.known.len() as u32;
        *self.known.entry((namespace, text.into())).or_insert(next)
    }
}

/// The facts of a piece: its names as numbers, and which of the chosen statements its statements
/// may be.
#[derive(Debug, Default)]
pub struct Facts {
    exported: Vec<u32>,
    missing: Vec<u32>,
    anywhere: Vec<u32>,
    used_anywhere: Vec<u32>,
    /// For each candidate statement, in order: the indices of the chosen statements that it equals.
    statements: Vec<Vec<usize>>,
}

impl Facts {
    /// Converts what was found in a piece.
    pub fn new(names: &Names<'_>, statements: Vec<Vec<usize>>, numbers: &mut Numbers) -> Facts {
        let mut all = |names: &std::collections::HashSet<Name<'_>>| -> Vec<u32> {
            names.iter().map(|&name| numbers.of(name)).collect()
        };
        Facts {
            exported: all(&names.exported),
            missing: all(&names.missing),
            anywhere: all(&names.anywhere),
            used_anywhere: all(&names.used_anywhere),
            statements,
        }
    }
}

/// The sum of the facts of the pieces so far.
#[derive(Debug)]
pub struct Sum {
    declared: Marks,
    used_anywhere: Vec<u32>,
    n_statements: usize,
}

impl Sum {
    /// Creates an empty sum, with the names that need no declaration.
    pub fn new(free: &[u32]) -> Sum {
        let mut declared = Marks::default();
        free.iter().for_each(|&name| declared.set(name));
        Sum { declared, used_anywhere: Vec::new(), n_statements: 0 }
    }

    /// Adds the next piece. Breaks if the piece uses a name that no earlier piece declares.
    pub fn add(&mut self, facts: &Facts) -> ControlFlow<()> {
        if !facts.missing.iter().all(|&name| self.declared.has(name)) {
            return ControlFlow::Break(());
        }
        facts.exported.iter().chain(&facts.anywhere).for_each(|&name| self.declared.set(name));
        self.used_anywhere.extend(&facts.used_anywhere);
        for could_be in &facts.statements {
            self.n_statements += usize::from(could_be.contains(&self.n_statements));
        }
        ControlFlow::Continue(())
    }

    /// Whether all `n_wanted` statements were found in order, and all members and labels are
    /// declared somewhere.
    pub fn is_interesting(&self, n_wanted: usize) -> bool {
        n_wanted <= self.n_statements && self.used_anywhere.iter().all(|&name| self.declared.has(name))
    }
}

/// A set of small numbers.
#[derive(Debug, Default)]
struct Marks(Vec<bool>);

impl Marks {
    fn set(&mut self, number: u32) {
        let at = number as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, false);
        }
        self.0[at] = true;
    }

    fn has(&self, number: u32) -> bool {
        self.0.get(number as usize).is_some_and(|is_set| *is_set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(exported: &[u32], missing: &[u32], used_anywhere: &[u32], statements: &[&[usize]]) -> Facts {
        let statements = statements.iter().map(|could_be| could_be.to_vec()).collect();
        Facts {
            exported: exported.into(),
            missing: missing.into(),
            anywhere: Vec::new(),
            used_anywhere: used_anywhere.into(),
            statements,
        }
    }

    #[test]
    fn a_name_must_be_declared_by_a_piece_before() {
        let (declares, uses) = (facts(&[4], &[], &[], &[]), facts(&[], &[4], &[], &[]));
        let mut sum = Sum::new(&[]);
        assert!(sum.add(&uses).is_break());
        let mut sum = Sum::new(&[]);
        assert!(sum.add(&declares).is_continue() && sum.add(&uses).is_continue());
        assert!(Sum::new(&[4]).add(&uses).is_continue());
    }

    #[test]
    fn members_may_be_declared_later() {
        let uses = facts(&[], &[], &[7], &[]);
        let declares = Facts { anywhere: vec![7], ..Facts::default() };
        let mut sum = Sum::new(&[]);
        assert!(sum.add(&uses).is_continue());
        assert!(!sum.is_interesting(0));
        assert!(sum.add(&declares).is_continue());
        assert!(sum.is_interesting(0));
    }

    #[test]
    fn statements_count_in_their_order() {
        let mut sum = Sum::new(&[]);
        for statements in [&[&[1][..], &[0]], &[&[0, 1][..], &[0]]] {
            assert!(sum.add(&facts(&[], &[], &[], statements)).is_continue());
        }
        assert!(sum.is_interesting(2) && !sum.is_interesting(3));
    }
}

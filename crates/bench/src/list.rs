//! Documents whose needed lines are known.

use std::sync::Arc;

use dwindle_reduce::{
    Algorithm, Document, Edit, Edits, List, ListMethod, ListOptions, OverList, Pass, Plan, Units, Verdict,
};

use crate::random::{Random, mix};

/// Bytes of a line, including its line end.
const LINE: usize = 8;

/// A document of numbered lines, some of which are needed.
#[derive(Clone)]
pub struct Lines {
    pub document: Document,
    needed: Vec<[u8; LINE]>,
    /// Pairs of lines: if the first is kept, the second is needed.
    needs: Vec<(usize, usize)>,
}

/// Where the lines are that a line needs.
#[derive(Clone, Copy)]
pub enum Needs {
    Later,
    Earlier,
    BothWays,
}

impl Lines {
    /// Creates `n_lines` lines of which `n_needed` are needed, chosen by `seed`.
    pub fn new(n_lines: u32, n_needed: usize, seed: u64) -> Lines {
        let line = |number: u32| -> [u8; LINE] {
            let text = format!("{number:0width$}\n", width = LINE - 1);
            text.into_bytes().try_into().expect("a line number has at most seven digits")
        };
        let mut numbers: Vec<u32> = (0..n_lines).collect();
        numbers.sort_by_key(|number| mix(seed << 32 | u64::from(*number)));
        let needed = numbers[..n_needed].iter().map(|number| line(*number)).collect();
        let bytes: Vec<u8> = (0..n_lines).flat_map(line).collect();
        Lines { document: Document::single("lines.txt", bytes), needed, needs: Vec::new() }
    }

    /// Makes each line need none, one or two others.
    pub fn with_needs(mut self, needs: Needs, seed: u64) -> Lines {
        let mut random = Random::new(seed);
        let n_lines = self.document.n_bytes() / LINE as u64;
        for line in 0..n_lines {
            for _ in 0..random.below(3) {
                let other = match needs {
                    Needs::Later => line + 1 + random.below(n_lines - line - 1),
                    Needs::Earlier => random.below(line),
                    Needs::BothWays => random.below(n_lines),
                };
                if other != line && other < n_lines {
                    self.needs.push((line as usize, other as usize));
                }
            }
        }
        self
    }

    /// Returns the needed lines as the content of a file.
    pub fn needed(&self) -> Vec<u8> {
        self.needed.concat()
    }

    /// Interesting if all needed lines are there.
    pub fn verdict(&self, document: &Document) -> Verdict {
        let lines = document.files()[0].bytes().as_chunks::<LINE>().0;
        let number =
            |line: &[u8; LINE]| -> Option<usize> { str::from_utf8(&line[..LINE - 1]).ok()?.parse().ok() };
        let mut is_there = vec![false; self.document.n_bytes() as usize / LINE];
        lines.iter().filter_map(number).for_each(|line| is_there[line] = true);
        let has_needed = self.needed.iter().filter_map(number).all(|line| is_there[line]);
        let is_whole = self.needs.iter().all(|(line, other)| !is_there[*line] || is_there[*other]);
        if has_needed && is_whole { Verdict::Interesting } else { Verdict::Boring }
    }
}

/// A plan that reduces [`Lines`] by one run of a list algorithm.
pub fn plan(algorithm: &'static Algorithm) -> Plan {
    let method = ListMethod { algorithm, options: ListOptions::default() };
    Plan::pass(Pass::new("lines", move |document| {
        let list = List::uniform(u32::try_from(document.n_bytes() as usize / LINE).ok()?);
        let edits = |left_out: &Units| {
            let bytes = |run: &std::ops::Range<u32>| run.start as usize * LINE..run.end as usize * LINE;
            Edits::new(left_out.runs().iter().map(|run| Edit::delete(0, bytes(run))))
        };
        Some(Box::new(OverList::new("lines", document, method.start(&list), Arc::new(edits))))
    }))
}

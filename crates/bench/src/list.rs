//! Documents of which a known part is needed.

use std::sync::Arc;

use dwindle_reduce::{
    Algorithm, Document, Edit, Edits, List, ListMethod, ListOptions, OverList, Pass, Plan, Units, Verdict,
};

/// The bytes of a line, its end included.
const LINE: usize = 8;

/// A document of numbered lines, some of which are needed.
#[derive(Clone)]
pub struct Lines {
    pub document: Document,
    needed: Vec<[u8; LINE]>,
}

impl Lines {
    /// Makes `n_lines` lines of which `n_needed` are needed; a seed says which.
    pub fn new(n_lines: u32, n_needed: usize, seed: u64) -> Lines {
        let line = |number: u32| -> [u8; LINE] {
            let text = format!("{number:0width$}\n", width = LINE - 1);
            text.into_bytes().try_into().expect("a line number has at most seven digits")
        };
        let mut numbers: Vec<u32> = (0..n_lines).collect();
        numbers.sort_by_key(|number| mix(seed << 32 | u64::from(*number)));
        let needed = numbers[..n_needed].iter().map(|number| line(*number)).collect();
        let bytes: Vec<u8> = (0..n_lines).flat_map(line).collect();
        Lines { document: Document::single("lines.txt", bytes), needed }
    }

    /// Returns the needed lines, as a file.
    pub fn needed(&self) -> Vec<u8> {
        self.needed.concat()
    }

    /// Whether all that is needed is there.
    pub fn verdict(&self, document: &Document) -> Verdict {
        let lines = document.files()[0].bytes().as_chunks::<LINE>().0;
        let is_there = |needed: &[u8; LINE]| lines.contains(needed);
        if self.needed.iter().all(is_there) { Verdict::Interesting } else { Verdict::Boring }
    }
}

/// A plan that reduces [`Lines`] by one run of a list search.
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

/// Scrambles a number (SplitMix64).
fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

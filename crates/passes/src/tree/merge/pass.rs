//! The pass `merge`.

use std::collections::BTreeSet;
use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::bindings::{Bindings, EntityId};

use super::changes::{changes, used_instead};
use super::wishes::{Instead, Wish, wishes};
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::policy::patient::patient;
use crate::tree::search::{Framework, Task, TreeSearch};
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits, outermost};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "merge",
    summary: "removes definitions whose name can be replaced by what it refers to, or by another name",
    manual: "\
For small results, in languages with known definitions and uses. A definition is removed, and all \
its uses are replaced by what they refer to (`typedef char T; T x;` becomes `char x;`, a variable \
is replaced by its value); or by another name, preferably of a similar definition, or one that \
the definition uses; or by a number \
or a built-in type (`0`, `int`), first for all names at once; or what uses the name is removed as \
well. Given up after eight misses in a row.",
    begin: |options, document| Some(patient(begin(options, document)?, MOST_MISSES)),
};

/// Files with more entities are left alone.
const MOST_ENTITIES: usize = 200;
/// Budget of misses in a row for the pass.
const MOST_MISSES: u32 = 8;
fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_with_bindings(ENTRY.name, options, document, |subject, bindings| {
        if MOST_ENTITIES < bindings.entities().len() {
            return None;
        }
        let wishes = wishes(subject, &bindings);
        Some(OneByOne {
            bindings,
            wishes: wishes.into(),
            is_first: true,
            next: 0,
            last: None,
            needed: Arc::default(),
        })
    })
}

/// One wish after the other.
#[derive(Clone)]
struct OneByOne {
    bindings: Bindings,
    wishes: Arc<[Wish]>,
    is_first: bool,
    next: usize,
    /// The last wish, and what was accepted before it.
    last: Option<(Wish, TokenEdits)>,
    /// Entities that inserted texts use: they have to stay until the next run.
    needed: Arc<BTreeSet<EntityId>>,
}

impl Framework for OneByOne {
    fn next(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        if std::mem::take(&mut self.is_first)
            && let Some(changes) = self.all_plain(subject, edits)
        {
            return Some(Task::Batch(changes));
        }
        if let Some((wish, before)) = self.last.take()
            && before != *edits
        {
            Arc::make_mut(&mut self.needed).extend(used_instead(subject, &self.bindings, wish.instead));
        }
        loop {
            let wish = *self.wishes.get(self.next)?;
            self.next += 1;
            if self.needed.contains(&wish.entity) {
                continue;
            }
            if let Some(changes) = changes(subject, &self.bindings, edits, wish) {
                self.last = Some((wish, edits.clone()));
                return Some(Task::Batch(changes));
            }
        }
    }
}

impl OneByOne {
    /// Returns the changes that replace all names by plain texts at once, if there are several: one
    /// may be the type of another.
    fn all_plain(&self, subject: &Subject, edits: &TokenEdits) -> Option<Vec<Change>> {
        let plain = self.wishes.iter().filter(|wish| wish.instead == Instead::Plain);
        let changes: Vec<Vec<Change>> =
            plain.filter_map(|&wish| changes(subject, &self.bindings, edits, wish)).collect();
        (1 < changes.len()).then(|| outermost(subject.tree(), changes.concat(), Change::node))
    }
}

//! The records of a journal and their bytes.

use dwindle_reduce::{ContentKey, Edit, Edits, StopReason, Verdict};
use serde::{Deserialize, Serialize};

use super::identity::Identity;

/// The first bytes of every journal, its version included.
pub(super) const MAGIC: &[u8] = b"dwindle journal 1\n";

/// One entry of a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// A run began; the following records are from it.
    Run(Identity),
    /// The answer of one run of the test. A candidate may have several.
    Verdict(ContentKey, Verdict),
    /// A candidate was accepted.
    Accepted(ContentKey),
    /// The hints of a program about a document.
    Hints(Hints),
    /// The run ended.
    End(StopReason),
    /// The next answer for this candidate took so many milliseconds, which is near the time limit.
    Slow(ContentKey, u64),
    /// The time limit of trials from now on, in milliseconds.
    Limit(u64),
    /// An accepted candidate proved boring, or a verdict before it proved wrong: the search began
    /// again.
    Retracted(ContentKey),
}

/// The hints of a program about a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Hints {
    pub(super) source: String,
    pub(super) key: u128,
    hints: Vec<Vec<Patch>>,
}

/// An edit: file, start, end, text.
type Patch = (u32, usize, usize, Vec<u8>);

impl Hints {
    pub(super) fn new(source: &str, key: ContentKey, hints: &[Edits]) -> Hints {
        let patch = |edit: &Edit| (edit.file, edit.range.start, edit.range.end, edit.text().to_vec());
        let hints = hints.iter().map(|hint| hint.as_slice().iter().map(patch).collect()).collect();
        Hints { source: source.to_owned(), key: key.0, hints }
    }

    pub(super) fn edits(&self) -> Vec<Edits> {
        let edit = |(file, start, end, text): &Patch| Edit::replace(*file, *start..*end, text);
        self.hints.iter().map(|hint| Edits::new(hint.iter().map(edit))).collect()
    }
}

/// Kind, length of the payload.
const N_HEAD: usize = 1 + 4;
const N_CHECKSUM: usize = 8;

/// The result of reading a record.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// A record and the offset of its end. The record is `None` if it is of a kind that only a
    /// later version knows.
    Record(Option<Record>, usize),
    /// No whole record: the end of the journal, or a record that a kill or a power failure cut.
    Torn,
}

impl Record {
    /// Returns the bytes of the record at `offset` of the journal.
    ///
    /// The checksum covers the offset. So an old block of the disk is never mistaken for a record.
    pub(super) fn encode(&self, offset: u64) -> Vec<u8> {
        let (kind, payload) = self.parts();
        sealed(kind, &payload, offset)
    }

    fn parts(&self) -> (u8, Vec<u8>) {
        match self {
            Record::Run(identity) => {
                (1, serde_json::to_vec(identity).expect("an identity consists of strings"))
            }
            Record::Verdict(key, verdict) => {
                let mut payload = key.0.to_le_bytes().to_vec();
                payload.push(verdict_code(*verdict));
                (2, payload)
            }
            Record::Accepted(key) => (3, key.0.to_le_bytes().to_vec()),
            Record::Hints(hints) => (6, serde_json::to_vec(hints).expect("hints are numbers and texts")),
            Record::End(reason) => (4, serde_json::to_vec(reason).expect("a reason is a string")),
            Record::Retracted(key) => (5, key.0.to_le_bytes().to_vec()),
            Record::Slow(key, millis) => (7, [&key.0.to_le_bytes()[..], &millis.to_le_bytes()[..]].concat()),
            Record::Limit(millis) => (8, millis.to_le_bytes().to_vec()),
        }
    }

    fn from_parts(kind: u8, payload: &[u8]) -> Option<Record> {
        match kind {
            1 => Some(Record::Run(serde_json::from_slice(payload).ok()?)),
            2 => {
                let (&code, key) = payload.split_last()?;
                Some(Record::Verdict(key_of(key)?, verdict_of(code)?))
            }
            3 => Some(Record::Accepted(key_of(payload)?)),
            6 => Some(Record::Hints(serde_json::from_slice(payload).ok()?)),
            4 => Some(Record::End(serde_json::from_slice(payload).ok()?)),
            5 => Some(Record::Retracted(key_of(payload)?)),
            7 => {
                let (key, millis) = payload.split_at_checked(size_of::<ContentKey>())?;
                Some(Record::Slow(key_of(key)?, number_of(millis)?))
            }
            8 => Some(Record::Limit(number_of(payload)?)),
            _ => None,
        }
    }
}

pub(super) fn sealed(kind: u8, payload: &[u8], offset: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(N_HEAD + payload.len() + N_CHECKSUM);
    bytes.push(kind);
    let n_payload = u32::try_from(payload.len()).expect("a payload is short");
    bytes.extend_from_slice(&n_payload.to_le_bytes());
    bytes.extend_from_slice(payload);
    bytes.extend_from_slice(&checksum(offset, &bytes));
    bytes
}

/// Reads the record at `offset` of a journal.
pub(super) fn read(journal: &[u8], offset: usize) -> Read {
    let rest = &journal[offset..];
    let Some((&[kind, ref n_payload @ ..], _)) = rest.split_first_chunk::<N_HEAD>() else {
        return Read::Torn;
    };
    let n_covered = N_HEAD + u32::from_le_bytes(*n_payload) as usize;
    let Some((covered, sum)) = rest.split_at_checked(n_covered) else { return Read::Torn };
    if !sum.starts_with(&checksum(offset as u64, covered)) {
        return Read::Torn;
    }
    Read::Record(Record::from_parts(kind, &covered[N_HEAD..]), offset + n_covered + N_CHECKSUM)
}

/// Whether the journal has as many bytes at `offset` as the head of the record there states.
pub(super) fn is_complete(journal: &[u8], offset: usize) -> bool {
    let rest = journal.get(offset..).unwrap_or_default();
    let Some((&[_, ref n_payload @ ..], rest)) = rest.split_first_chunk::<N_HEAD>() else { return false };
    u32::from_le_bytes(*n_payload) as usize + N_CHECKSUM <= rest.len()
}

fn checksum(offset: u64, covered: &[u8]) -> [u8; N_CHECKSUM] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&offset.to_le_bytes()).update(covered);
    let mut sum = [0; N_CHECKSUM];
    hasher.finalize_xof().fill(&mut sum);
    sum
}

fn key_of(bytes: &[u8]) -> Option<ContentKey> {
    Some(ContentKey(u128::from_le_bytes(bytes.try_into().ok()?)))
}

fn number_of(bytes: &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

fn verdict_code(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Interesting => 1,
        Verdict::Boring => 2,
        Verdict::Unresolved => 3,
    }
}

fn verdict_of(code: u8) -> Option<Verdict> {
    [Verdict::Interesting, Verdict::Boring, Verdict::Unresolved]
        .into_iter()
        .find(|verdict| verdict_code(*verdict) == code)
}

//! Tests on files with strict readers.

mod digits;
mod places;
mod values;

use dwindle_reduce::{Ask, Document, Event, FindingState, Plan, Reducer, ReducerOptions, Verdict};

use super::pass::ENTRY;
use crate::testing::best_options;

/// Runs the pass until it finds nothing more. Returns the result and the number of trials.
fn reduce(bytes: &[u8], is_interesting: impl Fn(&[u8]) -> Option<bool>) -> (Vec<u8>, u32) {
    assert_eq!(is_interesting(bytes), Some(true), "the input is interesting");
    let plan = Plan::fixpoint(Plan::pass(ENTRY.pass(&best_options())));
    let mut reducer =
        Reducer::new(&Document::single("input", bytes.to_vec()), &plan, ReducerOptions::default());
    let bytes_of = |document: &Document| document.files()[0].bytes().to_vec();
    let mut n_trials = 0;
    while let Ask::Run(trial) = reducer.ask() {
        n_trials += 1;
        let interesting = is_interesting(&bytes_of(trial.candidate.render())) == Some(true);
        reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
    }
    (bytes_of(reducer.best()), n_trials)
}

fn has(bytes: &[u8], needed: &[u8]) -> bool {
    bytes.windows(needed.len()).any(|part| part == needed)
}

/// Deterministic bytes that look random.
fn noise(seed: u32, n_bytes: u32) -> Vec<u8> {
    (0..n_bytes).map(|at| (at.wrapping_mul(40_503).wrapping_add(seed * 977) >> 7) as u8 | 1).collect()
}

fn chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let body = [&kind[..], content].concat();
    let len = (content.len() as u32).to_be_bytes();
    [&len[..], &body, &crc32fast::hash(&body).to_be_bytes()].concat()
}

/// Parses a header with the number of chunks. Returns the chunks.
fn chunks(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let (head, mut rest) = bytes.split_at_checked(8)?;
    let mut found = Vec::new();
    while !rest.is_empty() {
        let len = u32::from_be_bytes(*rest.first_chunk()?) as usize;
        let body = rest.get(4..8 + len)?;
        let sum = rest.get(8 + len..12 + len)?;
        if sum != crc32fast::hash(body).to_be_bytes() {
            return None;
        }
        found.push(body);
        rest = &rest[12 + len..];
    }
    (head == [&b"HEAD"[..], &(found.len() as u32).to_be_bytes()].concat()).then_some(found)
}

#[test]
fn what_is_kept_right_is_shown() {
    let parts: Vec<Vec<u8>> = (0..12).map(|n| chunk(b"DATA", &noise(n, 9 + n))).collect();
    let bytes = [b"HEAD".to_vec(), 12u32.to_be_bytes().to_vec(), parts.concat()].concat();
    let plan = Plan::pass(ENTRY.pass(&best_options()));
    let mut reducer = Reducer::new(&Document::single("input", bytes), &plan, ReducerOptions::default());
    while let Ask::Run(trial) = reducer.ask() {
        let left = chunks(trial.candidate.render().files()[0].bytes());
        let interesting = left.is_some_and(|left| 2 < left.len());
        reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
    }
    let mut found: Vec<(String, u64, FindingState)> = Vec::new();
    while let Some(event) = reducer.poll_event() {
        if let Event::Finding { finding, .. } = event {
            found.push((finding.relation, finding.values, finding.state));
        }
    }
    for (relation, values) in [("length", 12), ("checksum", 12), ("number of items", 1)] {
        for state in [FindingState::Found, FindingState::Kept] {
            assert!(found.contains(&(relation.to_owned(), values, state)), "{relation} {state:?}: {found:?}");
        }
    }
}

#[test]
fn chunks_go_with_their_checksums_and_their_count() {
    let content = |n: u32| [noise(n, 20 + n), if n == 9 { b"boom".to_vec() } else { Vec::new() }].concat();
    let all: Vec<Vec<u8>> = (0..30).map(|n| chunk(b"dAtA", &content(n))).collect();
    let bytes = [b"HEAD".to_vec(), 30u32.to_be_bytes().to_vec(), all.concat()].concat();
    let (left, n_trials) = reduce(&bytes, |bytes| Some(chunks(bytes)?.iter().any(|body| has(body, b"boom"))));
    // One more byte may mean one token less.
    assert!(chunks(&left).unwrap().len() == 1 && left.len() <= 25, "{left:?}");
    assert!(n_trials < 120, "{n_trials}");
}

/// Returns whether a MessagePack value fills a text and has the key `boom`; `None` if invalid.
fn packed(bytes: &[u8]) -> Option<bool> {
    fn value(bytes: &[u8]) -> Option<(bool, &[u8])> {
        let (&code, mut rest) = bytes.split_first()?;
        let n = usize::from(code & 0xf);
        let mut has_boom = false;
        match code {
            0..0x80 | 0xc0 => {}
            0x80..0x90 => {
                for _ in 0..n {
                    has_boom |= rest.starts_with(b"\xa4boom");
                    let (_, behind) = value(rest)?;
                    let (inner, behind) = value(behind)?;
                    (has_boom, rest) = (has_boom | inner, behind);
                }
            }
            0x90..0xa0 => {
                for _ in 0..n {
                    let (inner, behind) = value(rest)?;
                    (has_boom, rest) = (has_boom | inner, behind);
                }
            }
            0xa0..0xb0 => rest = rest.get(n..)?,
            _ => return None,
        }
        Some((has_boom, rest))
    }
    let (has_boom, rest) = value(bytes)?;
    rest.is_empty().then_some(has_boom)
}

#[test]
fn a_value_takes_the_place_of_what_it_lies_in() {
    let record = |n: u8| {
        let last =
            if n == 11 { b"\xa4boom\x92\x01\x02".to_vec() } else { b"\xa4tags\x93\xa1x\xa1y\x05".to_vec() };
        [&b"\x83\xa2id"[..], &[n], b"\xa4name\xa6abcdef", &last].concat()
    };
    let row = |row: u8| [vec![0x95], (0..5).flat_map(|n| record(5 * row + n)).collect()].concat();
    let bytes = [b"\x82\xa1v\x03\xa4rows\x94".to_vec(), (0..4).flat_map(row).collect()].concat();
    let (left, _) = reduce(&bytes, packed);
    assert!(left.starts_with(b"\x81\xa4boom") && left.len() == 7, "{left:?}");
}

#[test]
fn records_within_padded_records_are_found() {
    let record = |kind: &[u8; 4], content: &[u8]| {
        let len = (content.len() as u32).to_le_bytes();
        [&kind[..], &len, content, &vec![0; content.len() % 2]].concat()
    };
    fn is_right(mut bytes: &[u8], has_boom: &mut bool) -> Option<()> {
        while !bytes.is_empty() {
            let len = u32::from_le_bytes(*bytes.get(4..)?.first_chunk()?) as usize;
            let content = bytes.get(8..8 + len)?;
            match bytes.starts_with(b"LIST") {
                true => is_right(content.get(4..)?, has_boom)?,
                false => *has_boom |= has(content, b"boom!"),
            }
            bytes = bytes.get(8 + len + len % 2..)?;
        }
        Some(())
    }
    let note = |n: u32| {
        let content = if n == 14 { [b"boom!".to_vec(), noise(n, 4)].concat() } else { noise(n, 3 + n) };
        record(b"note", &content)
    };
    let list = |n: u32| {
        record(b"LIST", &[b"some".to_vec(), (0..6).flat_map(|m| note(6 * n + m)).collect()].concat())
    };
    let bytes = record(b"LIST", &[b"form".to_vec(), (0..5).flat_map(list).collect()].concat());
    let (left, _) = reduce(&bytes, |bytes| {
        let mut has_boom = false;
        is_right(bytes, &mut has_boom)?;
        Some(has_boom)
    });
    assert!(left.starts_with(b"note") && left.len() == 14, "{left:?}");
}

#[test]
fn a_directory_loses_what_the_archive_loses() {
    let archive = |members: &[(Vec<u8>, Vec<u8>)]| {
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for (name, data) in members {
            let len = (data.len() as u32).to_le_bytes();
            let sum = crc32fast::hash(data).to_le_bytes();
            let n_name = [name.len() as u8, 0, 0, 0];
            let shared = [&[20, 0, 0, 0, 0, 0, 0, 0, 33, 0][..], &sum, &len, &len, &n_name].concat();
            let at = (front.len() as u32).to_le_bytes();
            back.extend([&b"PK\x01\x02\x14\0"[..], &shared, &[0; 10], &at, name].concat());
            front.extend([&b"PK\x03\x04"[..], &shared, name, data].concat());
        }
        let n = [members.len() as u8, 0];
        let [size, start] = [back.len() as u32, front.len() as u32].map(u32::to_le_bytes);
        let end = [&b"PK\x05\x06\0\0\0\0"[..], &n, &n, &size, &start, &[0, 0]].concat();
        [front, back, end].concat()
    };
    let member = |n: u32| {
        let data = [noise(n, 30), if n == 6 { b"boom".to_vec() } else { Vec::new() }].concat();
        (format!("file{n}").into_bytes(), data)
    };
    let members: Vec<_> = (0..12).map(member).collect();
    // Archiving the names and contents that are read must reproduce the file.
    let read = |bytes: &[u8]| -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
        let (mut rest, mut members) = (bytes, Vec::new());
        while rest.starts_with(b"PK\x03\x04") {
            let len = u32::from_le_bytes(*rest.get(18..)?.first_chunk()?) as usize;
            let data = 30 + usize::from(*rest.get(26)?);
            members.push((rest.get(30..data)?.to_vec(), rest.get(data..data + len)?.to_vec()));
            rest = &rest[data + len..];
        }
        Some(members)
    };
    let (left, _) = reduce(&archive(&members), |bytes| {
        let members = read(bytes)?;
        (archive(&members) == bytes).then(|| members.iter().any(|(_, data)| has(data, b"boom")))
    });
    let [(name, data)] = &read(&left).unwrap()[..] else { panic!("{left:?}") };
    assert!(name == b"f" && data.len() <= 5, "{data:?}");
}

#[test]
fn noise_and_text_are_no_containers() {
    for file in [noise(3, 4000), vec![0; 4096], b"int main(void) { return 0; }\n".repeat(40)] {
        assert!((ENTRY.begin)(&best_options(), &Document::single("input", file)).is_none());
    }
}

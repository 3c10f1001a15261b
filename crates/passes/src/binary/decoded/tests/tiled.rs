//! Records whose length stands anywhere in them, and their texts.

use sha1::Digest;

use crate::binary::decoded::read::read;
use crate::binary::decoded::write::{Names, write};
use crate::binary::decoded::{assembly, records};

/// Returns the text of a file, and checks that it is encoded as the file.
fn text(bytes: &[u8]) -> Option<String> {
    assert!(records::decode(bytes).is_none(), "it begins with its lengths");
    let text = write(&records::decode_tiled(bytes)?, Names::Paths);
    assert_eq!(encoded(&text).as_deref(), Some(bytes), "{text}");
    Some(text)
}

fn encoded(text: &str) -> Option<Vec<u8>> {
    read(text.as_bytes()).and_then(|root| assembly::encode(&root))
}

/// Returns bytes that seem random.
fn noise(seed: u64, n: usize) -> Vec<u8> {
    let mut state = seed.wrapping_add(1);
    let next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    std::iter::repeat_with(next).take(n).collect()
}

/// An index of files as that of Git: a header with their number, records of 40 random bytes, two
/// bytes with a stage and the length of the name, and the name, filled up with zeros; then sections
/// with a name and a length, and a digest of all.
fn index(n_files: u32) -> Vec<u8> {
    let mut bytes = [b"INDX", &2u32.to_be_bytes()[..], &n_files.to_be_bytes()].concat();
    for number in 0..n_files {
        let name = format!(
            "src/{}/{}.c",
            "lib".repeat(number as usize % 3 + 1),
            "x".repeat(number as usize % 7 + 1)
        );
        let stage = if number % 9 == 4 { 0x2000 } else { 0 };
        let mut record = noise(number.into(), 40);
        record.extend((stage | name.len() as u16).to_be_bytes());
        record.extend(name.bytes().chain([0]));
        record.resize(record.len().next_multiple_of(8), 0);
        bytes.extend(record);
    }
    for (name, contents) in [(b"TREE", noise(7, 29)), (b"REUC", noise(8, 50))] {
        bytes.extend([&name[..], &(contents.len() as u32).to_be_bytes(), &contents].concat());
    }
    let digest = sha1::Sha1::digest(&bytes);
    [bytes, digest.to_vec()].concat()
}

#[test]
fn the_length_may_stand_behind_a_long_head_beside_flags() {
    let bytes = index(60);
    let text = text(&bytes).unwrap();
    let (head, rest) = text.split_once("\n").unwrap();
    assert!(head.ends_with("M_b-W=2 M_c-W=60"), "{head}");
    assert_eq!(rest.lines().filter(|line| line.trim_start().starts_with("M_Sa_A ")).count(), 60, "{text}");
    assert!(text.contains("=\"TREE\"") && text.ends_with(" M_seal-t_sealb_sha_one computed\n"), "{text}");
    // Another name has another length, and the digest is another one.
    let longer = text.replacen("=\"lib/x.c", "=\"much/longer.c", 1);
    let (last, changed) = (bytes.len() - 20, encoded(&longer).unwrap());
    assert_eq!(changed.len(), bytes.len() + 8);
    let end = changed.len() - 20;
    assert_eq!(changed[end..], sha1::Sha1::digest(&changed[..end])[..]);
    assert_eq!(changed[end - 60..end], bytes[last - 60..last]);
    assert_eq!(changed[12 + 40..12 + 42], 17u16.to_be_bytes());
}

#[test]
fn lengths_have_three_bytes_or_count_words() {
    let frame = |number: u64, n: usize| {
        let len = (n as u32).to_be_bytes();
        [&len[1..], &[number as u8 % 10, 0, 0, 0, 0, number as u8 % 3], &noise(number, n)].concat()
    };
    let frames: Vec<u8> = (0..24).flat_map(|number| frame(number, 5 + number as usize * 37 % 90)).collect();
    let frames = [&b"PRI * HTTP"[..], &frames].concat();
    let shown = text(&frames).unwrap();
    assert!(24 <= shown.lines().filter(|line| line.contains("M_Sa_")).count(), "{shown}");
    let shape = |number: u32| {
        let content = noise(number.into(), 4 * (3 + number as usize * 5 % 11));
        [&(number + 1).to_be_bytes()[..], &(content.len() as u32 / 2).to_be_bytes(), &content].concat()
    };
    let shapes: Vec<u8> = (0..20).flat_map(shape).collect();
    assert!(text(&[&[0, 0, 0x27, 0x0a, 9, 9][..], &shapes].concat()).is_some());
}

#[test]
fn noise_zeros_and_rows_are_no_records() {
    assert!(records::decode_tiled(&noise(3, 20_000)).is_none());
    assert!(records::decode_tiled(&[0; 5_000]).is_none());
    let rows: Vec<u8> = (0..200u32).flat_map(|row| [row.to_le_bytes(), [7, 0, 0, 0]].concat()).collect();
    assert!(records::decode_tiled(&rows).is_none());
}

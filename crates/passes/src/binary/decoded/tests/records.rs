//! Records with lengths, and their texts.

use proptest::prelude::*;

use crate::binary::decoded::entry::Content;
use crate::binary::decoded::read::read;
use crate::binary::decoded::write::{Names, write};
use crate::binary::decoded::{assembly, packed, records};

/// Returns the text of a file, and checks that it is encoded as the file.
fn text(bytes: &[u8]) -> String {
    let text = write(&records::decode(bytes).expect("it has records"), Names::Paths);
    let again = read(text.as_bytes()).and_then(|root| assembly::encode(&root));
    assert_eq!(again.as_deref(), Some(bytes), "{text}");
    text
}

/// Returns the file that a changed text shows.
fn encoded(text: &str) -> Vec<u8> {
    assembly::encode(&read(text.as_bytes()).unwrap()).unwrap()
}

/// A chunk with a length, a name and a checksum of name and content, as in PNG.
fn chunk(name: &[u8], content: &[u8]) -> Vec<u8> {
    let named = [name, content].concat();
    let len = (content.len() as u32).to_be_bytes();
    [&len[..], &named, &crc32fast::hash(&named).to_be_bytes()].concat()
}

#[test]
fn chunks_have_names_and_checksums() {
    let chunks = [
        chunk(b"HEAD", &[0, 0, 1, 2]),
        chunk(b"DATA", b"one"),
        chunk(b"DATA", b"three"),
        chunk(b"TAIL", b""),
    ];
    let bytes = [&b"\x89sig"[..], &chunks.concat()].concat();
    let text = text(&bytes);
    let expected = "\
M-a_e_m_nn M_a=#89736967
 M_A-crc_d_e_b M_A_a=\"HEAD\" M_A_b-W=258
 M_B-crc_d_e_b M_B_a=\"DATA\" M_B_rest=\"one\"
 M_B-crc_d_e_b M_B_a=\"DATA\" M_B_rest=\"three\"
 M_C-crc_d_e_b M_C_a=\"TAIL\"
";
    assert_eq!(text, expected);
    let left = encoded(&text.replacen("\"three\"", "\"3\"", 1));
    assert_eq!(left, [&bytes[..4], &chunks[..2].concat(), &chunk(b"DATA", b"3"), &chunks[3]].concat());
}

#[test]
fn records_are_nested_and_padded() {
    let record = |name: &[u8], content: &[u8]| {
        let pad = if content.len() % 2 == 1 { &[0][..] } else { &[] };
        [name, &(content.len() as u32).to_le_bytes()[..], content, pad].concat()
    };
    let inner = |n: u8| {
        record(b"LIST", &[&b"item"[..], &record(b"numb", &[n, 1, 0]), &record(b"text", b"ab")].concat())
    };
    let bytes = record(b"RIFF", &[&b"kind"[..], &inner(1), &inner(2), &inner(200)].concat());
    let text = text(&bytes);
    assert_eq!(text.matches("\n M_A_A M_A_A_a=\"LIST\" M_A_A_b=\"item\"\n").count(), 3, "{text}");
    let (outer, _) = text.split_once("\n M_A_A ").unwrap();
    assert_eq!(encoded(outer), record(b"RIFF", b"kind"), "{text}");
    let without: String =
        text.lines().filter(|line| !line.contains("\"text\"")).flat_map(|line| [line, "\n"]).collect();
    let inner = |n: u8| record(b"LIST", &[&b"item"[..], &record(b"numb", &[n, 1, 0])].concat());
    let left = record(b"RIFF", &[&b"kind"[..], &inner(1), &inner(2), &inner(200)].concat());
    assert_eq!(encoded(&without), left);
}

/// Packets with two lengths and two checksums, as in captures of network traffic.
fn packets(texts: &[&str]) -> Vec<u8> {
    let sum = |bytes: &[u8]| -> u16 {
        let words =
            bytes.chunks(2).map(|pair| u32::from(pair[0]) << 8 | pair.get(1).map_or(0, |&low| low.into()));
        let mut sum: u32 = words.sum();
        while sum >> 16 != 0 {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        !(sum as u16)
    };
    let mut bytes = b"head".to_vec();
    for (number, text) in (0u16..).zip(texts) {
        let mut packet = vec![0x45, 0];
        packet.extend((12 + text.len() as u16).to_be_bytes());
        packet.extend((number * 77).to_be_bytes());
        packet.extend([0, 0]);
        packet.extend((number % 3).to_be_bytes());
        packet.extend((500 + number * 7).to_be_bytes());
        packet.extend(text.bytes());
        let of_all = sum(&packet);
        packet[6..8].copy_from_slice(&of_all.to_be_bytes());
        bytes.extend((packet.len() as u32).to_le_bytes());
        bytes.extend(packet);
    }
    bytes
}

#[test]
fn lengths_and_checksums_in_packets_are_computed() {
    let texts = ["one", "three", "seventeen", "four", "twenty", "a", "thirty-one", "eleven"];
    let text = text(&packets(&texts));
    let computed = text.lines().skip(1).map(|line| line.matches("=computed").count());
    assert!(computed.clone().all(|n| n == 2) && computed.count() == texts.len(), "{text}");
    let left = encoded(&text.replace("\"seventeen\"", "\"17\""));
    let texts = ["one", "three", "17", "four", "twenty", "a", "thirty-one", "eleven"];
    assert_eq!(left, packets(&texts));
}

#[test]
fn texts_with_wrong_tags_are_no_files() {
    for text in [
        "M-a_mm_a_ln M_a=#00",
        "M-a_zzzzzz_a_ln M_a=#00",
        "M-a_j_a_ln M_a=#00",
        "M-a_e_a_nn\n M_A M_A_b-y_is_a__a=computed",
        "M-a_e_a_nn\n M_A-crc_zz_a_l M_A_a=#00",
        "M-a_e_a_nn\n M_A M_A_a-zz_sealb_crc=computed",
    ] {
        assert_eq!(read(text.as_bytes()).and_then(|root| assembly::encode(&root)), None, "{text}");
    }
    assert_eq!(read("M>".repeat(60_000).as_bytes()), None);
    assert_eq!(read(["M", &">M".repeat(60_000)].concat().as_bytes()), None, "it is nested too deep");
}

#[test]
fn rows_of_tables_are_counted() {
    let table = |rows: &[[u8; 4]]| {
        let cells: Vec<u8> = rows.iter().flat_map(|row| row.iter().flat_map(|&cell| [0, cell])).collect();
        chunk(b"TABL", &[&[0, rows.len() as u8][..], &cells].concat())
    };
    let rows = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]];
    let file =
        |rows| [&b"\x89sig"[..], &chunk(b"HEAD", b"one"), &table(rows), &chunk(b"TAIL", b"two")].concat();
    let text = text(&file(&rows));
    let second = "\n  M_B_R-t M_B_R_a-W=327686 M_B_R_b-W=458760";
    let left = encoded(&text.replace(second, "").replace("-H=3\n", "-H=2\n"));
    assert_eq!(left, file(&[rows[0], rows[2]]), "{text}");
}

#[test]
fn the_last_record_may_have_a_checksum_of_the_file() {
    let record = |kind: u8, content: &[u8]| [&[kind, 0, content.len() as u8][..], content].concat();
    let sealed = |texts: &[&str]| {
        let records: Vec<u8> = texts.iter().flat_map(|text| record(1, text.as_bytes())).collect();
        let file = [&b"MAGIC"[..], &records].concat();
        [&file[..], &record(9, &crc32fast::hash(&file).to_be_bytes())].concat()
    };
    let texts = ["one", "three", "seventeen", "four", "twenty", "a", "thirty-one", "eleven", "two"];
    let text = text(&sealed(&texts));
    let left: String =
        text.lines().filter(|line| !line.contains("four")).flat_map(|line| [line, "\n"]).collect();
    let texts: Vec<&str> = texts.into_iter().filter(|text| *text != "four").collect();
    assert_eq!(encoded(&left), sealed(&texts), "{text}");
}

#[test]
fn compressed_pixels_are_rows() {
    let pixels: Vec<u8> = (0..5u8).flat_map(|row| (0..13).map(move |at| row * at)).collect();
    let packed = packed::entry(&pixels, &[4, 5]);
    let Content::Group(rows) = &packed.content else { panic!("{packed:?}") };
    assert_eq!(rows.len(), 5);
    let stream = packed::packed(rows).unwrap();
    assert_eq!(packed::unpacked(&stream).as_deref(), Some(&pixels[..]));
    assert_eq!(packed::unpacked(&stream[1..]), None);
    let head = chunk(b"IHDR", &[0, 0, 0, 4, 0, 0, 0, 5, 8, 2, 0, 0, 0]);
    let (front, back) = stream.split_at(9);
    let bytes = [&b"\x89sig"[..], &head, &chunk(b"IDAT", front), &chunk(b"IDAT", back), &chunk(b"IEND", b"")];
    let text = write(&records::decode(&bytes.concat()).unwrap(), Names::Paths);
    assert_eq!(text.matches("_row: ").count(), 5, "{text}");
    let bytes = [&b"\x89sig"[..], &head, &chunk(b"IDAT", &stream), &chunk(b"IEND", b"")];
    assert_eq!(encoded(&text), bytes.concat(), "the stream is one record");
}

proptest! {
    #[test]
    fn records_of_any_content_are_encoded_as_before(
        contents in prop::collection::vec((0..3u8, prop::collection::vec(any::<u8>(), 1..40)), 9..20)
    ) {
        let name = |kind| [b'n', b'a', b'm', b'a' + kind];
        let chunks = contents.iter().map(|(kind, content)| chunk(&name(*kind), content));
        let bytes = [&b"\x89sig"[..], &chunks.collect::<Vec<_>>().concat()].concat();
        text(&bytes);
    }
}

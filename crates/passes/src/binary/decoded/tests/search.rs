//! The pass on files.

use std::io::{Cursor, Write};
use std::path::Path;

use dwindle_reduce::{Document, File, Plan};

use crate::binary::decoded::pass::decoded;
use crate::binary::decoded::{gzip, zip};
use crate::flat;
use crate::testing::{Answers, drive, options};

fn lines(_: &Document) -> Plan {
    Plan::pass(flat::lines::ENTRY.pass(&options()))
}

fn contents(document: &Document) -> Vec<u8> {
    gzip::decode(document.files()[0].bytes(), 1 << 20).unwrap_or_default()
}

#[test]
fn contents_of_compressed_files_are_removed() {
    let text: String = (0..60).map(|number| format!("line {number}\n")).collect();
    let document = Document::single("a.txt.gz", gzip::encode(&[0; 6], text.as_bytes()).unwrap());
    let search = decoded(lines).begin(&document).unwrap();
    let left = drive(search, &document, &mut Answers::new(), |document| {
        contents(document).windows(7).any(|part| part == b"line 17")
    });
    assert_eq!(contents(&left), b"line 17\n");
}

#[test]
fn a_file_that_may_not_be_encoded_again_is_left_alone() {
    let text = b"one\n".repeat(60);
    let mut bytes = gzip::encode(&[0; 6], &text).unwrap();
    // The flags say that the contents are text.
    bytes[3] |= 1;
    let document = Document::single("a.gz", bytes.clone());
    let mut answers = Answers::new();
    let search = decoded(lines).begin(&document).unwrap();
    let left =
        drive(search, &document, &mut answers, |document| document.files()[0].bytes().get(3) == Some(&1));
    assert_eq!(left, document);
    assert_eq!(answers.len(), 1, "it is asked once whether the file may be encoded again");
}

#[test]
fn files_that_are_not_encoded_are_left_alone() {
    let text: String = (0..60).map(|number| format!("line {number}\n")).collect();
    let file = |path: &str, bytes: Vec<u8>| File::new(path, bytes);
    let encoded = gzip::encode(&[0; 6], text.as_bytes()).unwrap();
    let document = Document::new([file("a.txt", text.clone().into()), file("b.gz", encoded)]);
    let plan = |document: &Document| {
        assert_eq!(document.files().len(), 1);
        assert_eq!(document.files()[0].path(), Path::new("b"));
        lines(document)
    };
    let search = decoded(plan).begin(&document).unwrap();
    let left = drive(search, &document, &mut Answers::new(), |_| true);
    assert_eq!(left.files()[0].bytes(), text.as_bytes());
    assert!(decoded(lines).begin(&Document::single("a.txt", text)).is_none());
}

/// The members of an archive.
fn members() -> Vec<(&'static str, String)> {
    let lines = |n: usize| (0..n).map(|number| format!("line {number}\n")).collect();
    vec![("docs/one.txt", lines(20)), ("docs/two.txt", lines(30)), ("three", String::new())]
}

/// Removes whole files, then lines.
fn files_and_lines(_: &Document) -> Plan {
    Plan::sequence([flat::files::ENTRY, flat::lines::ENTRY].map(|entry| Plan::pass(entry.pass(&options()))))
}

#[test]
fn members_of_zip_archives_are_removed_and_their_contents() {
    let mut archive = ::zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in members() {
        archive.start_file(name, ::zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    let read = |document: &Document| {
        let members = zip::decode(document.files()[0].bytes(), 1 << 20).unwrap_or_default().into_iter();
        members.map(|member| (member.name, member.contents)).collect::<Vec<_>>()
    };
    let document = Document::single("a.zip", archive.finish().unwrap().into_inner());
    let search = decoded(files_and_lines).begin(&document).unwrap();
    let left = drive(search, &document, &mut Answers::new(), |document| {
        let is_wanted = |(name, text): &(String, Vec<u8>)| {
            name == "docs/two.txt" && text.windows(7).any(|part| part == b"line 17")
        };
        read(document).iter().any(is_wanted)
    });
    assert_eq!(read(&left), [("docs/two.txt".to_owned(), b"line 17\n".to_vec())]);
}

//! Formats and their texts.

use proptest::prelude::*;

use crate::binary::checksum::Algorithm;
use crate::binary::code::Order;
use crate::binary::decoded::entry::Entry;
use crate::binary::decoded::plain::{self, Plain};
use crate::binary::decoded::read::read;
use crate::binary::decoded::write::{Names, write};
use crate::binary::decoded::{asn1, bencode, cbor, fields, gzip, message_pack, wasm};

type Encode = fn(&Entry) -> Option<Vec<u8>>;

/// Checks that a file is shown as a text, and that the text is encoded as the file.
fn check(bytes: &[u8], names: Names, decode: fn(&[u8]) -> Option<Entry>, encode: Encode, expected: &str) {
    let text = write(&decode(bytes).expect("it is of this format"), names);
    assert_eq!(text, expected);
    let again = read(text.as_bytes()).and_then(|root| encode(&root));
    assert_eq!(again.as_deref(), Some(bytes));
}

fn after_length(tag: &[u8], content: &[u8]) -> Vec<u8> {
    [tag, &[content.len() as u8], content].concat()
}

#[test]
fn messages_have_fields_of_all_kinds() {
    let item = |number: u8, text: &[u8]| {
        let fields = [vec![0x08, number], after_length(&[0x12], text)].concat();
        let sum = crc32fast::hash(&fields).to_le_bytes();
        after_length(&[0x0a], &[&fields[..], &[0x7d], &sum].concat())
    };
    let packed = after_length(&[0x1a], &[1, 0x80, 2, 3]);
    let half = [&[0x21][..], &0.5f64.to_le_bytes()].concat();
    let word = [0x2d, 7, 0, 0, 0];
    let digest = after_length(&[0x32], &Algorithm::Sha1.of(&[1, 0x80, 2, 3], 20, Order::Big));
    let bytes =
        [item(1, b"one"), item(2, b"two"), item(3, b""), packed, half, word.to_vec(), digest].concat();
    let expected = "\
M
 M_a-crc_o M_a_a=1 M_a_b=\"one\"
 M_a-crc_o M_a_a=2 M_a_b=\"two\"
 M_a-crc_o M_a_a=3 M_a_b=\"\"
 M_c: 1 256 3
 M_d-d 0.5
 M_e-w 7
 M_f @sha_one:c
";
    check(&bytes, Names::Paths, fields::decode, fields::encode, expected);
}

#[test]
fn messages_may_follow_their_lengths() {
    let message = |number: u8| vec![4, 0x08, number, 0x10, 5];
    let bytes = [message(1), message(2), message(3)].concat();
    let expected = "M-stream\n M_a M_a_a=1 M_a_b=5\n M_a M_a_a=2 M_a_b=5\n M_a M_a_a=3 M_a_b=5\n";
    check(&bytes, Names::Paths, fields::decode, fields::encode, expected);
}

#[test]
fn values_of_asn1_have_types() {
    let name = after_length(&[0x30], &[&[6, 3, 0x55, 4, 6][..], &[0x13, 2, b'N', b'O']].concat());
    let digest = after_length(&[4], &Algorithm::Sha256.of(&name, 32, Order::Big));
    let bits = after_length(&[3], &[&[0][..], &after_length(&[0x30], &[2, 1, 9])].concat());
    let large = [2, 2, 1, 0];
    let list = after_length(&[0x30], &[2, 1, 5, 2, 1, 6]);
    let rest = [0xa0, 2, 5, 0, 1, 1, 0xff, 0x0a, 1, 3];
    let bytes = after_length(&[0x30], &[&name[..], &digest, &bits, &large, &list, &rest].concat());
    let expected = "\
M>M_a
 M_a_a M_a_a_a-g=2.5.4.6 M_a_a_b-t=\"NO\"
 M_a_b-e @sha_two:a
 M_a_c-d>M_a_c_a M_a_c_a_a=9
 M_a_d 256
 M_a_e
  M_a_e_a 5
  M_a_e_a 6
 M_a_f-fe M_a_f_a=null
 M_a_g true
 M_a_h-k 3
";
    check(&bytes, Names::Paths, asn1::decode, asn1::encode, expected);
}

#[test]
fn maps_and_lists_are_shown_alike_in_all_formats() {
    let text = |text: &str| Plain::Text(text.to_owned());
    let user = |number, name| Plain::Map(vec![(text("id"), Plain::Int(number)), (text("name"), text(name))]);
    let numbers = Plain::Array((1..=9).map(Plain::Int).collect());
    let users = Plain::Array(vec![user(1, "ada"), user(300, "bob")]);
    let root = Plain::Map(vec![(text("all"), numbers), (text("user"), users)]);
    let expected =
        "M\n all: 1 2 3 4 5 6 7 8 9\n user-l\n  user id=1 name=\"ada\"\n  user id=300 name=\"bob\"\n";
    for (decode, encode) in CODECS {
        let bytes = encode(&plain::to_tree(vec![root.clone()])).unwrap();
        check(&bytes, Names::Keys, decode, encode, expected);
    }
}

type Codec = (fn(&[u8]) -> Option<Entry>, Encode);

const CODECS: [Codec; 3] = [
    (bencode::decode, bencode::encode),
    (message_pack::decode, message_pack::encode),
    (cbor::decode, cbor::encode),
];

/// Generates values that a format has: MessagePack knows tags of bytes only.
fn value(tagged: bool) -> impl Strategy<Value = Plain> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(|number| Plain::Int(number.into())),
        any::<u64>().prop_map(|number| Plain::Int(number.into())),
        "(true|false|null)".prop_map(Plain::Word),
        any::<f64>().prop_map(Plain::Float),
        any::<f32>().prop_map(Plain::Short),
        any::<String>().prop_map(Plain::Text),
        prop::collection::vec(any::<u8>(), 0..20).prop_map(Plain::Bytes),
        (0..200u64, prop::collection::vec(any::<u8>(), 0..20))
            .prop_map(|(tag, bytes)| Plain::Tagged(tag, Box::new(Plain::Bytes(bytes)))),
    ];
    leaf.prop_recursive(4, 40, 5, move |inner| {
        let of_tag = move |(tag, inner)| match tagged {
            true => Plain::Tagged(tag, Box::new(inner)),
            false => Plain::Array(vec![inner]),
        };
        let pairs = prop::collection::vec((inner.clone(), inner.clone()), 0..4);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Plain::Array),
            pairs.prop_map(Plain::Map),
            (0..999u64, inner.clone()).prop_map(of_tag),
        ]
    })
}

/// A list that is long enough to be believed.
fn many(values: Vec<Plain>) -> Plain {
    Plain::Array(values.into_iter().chain((0..9).map(Plain::Int)).collect())
}

proptest! {
    #[test]
    fn values_of_message_pack_are_encoded_as_before(values in prop::collection::vec(value(false), 1..4)) {
        let bytes = message_pack::encode(&plain::to_tree(vec![many(values)])).unwrap();
        let text = write(&message_pack::decode(&bytes).unwrap(), Names::Keys);
        let root = read(text.as_bytes()).unwrap();
        prop_assert_eq!(message_pack::encode(&root), Some(bytes), "{}", text);
    }

    #[test]
    fn values_of_cbor_are_encoded_as_before(values in prop::collection::vec(value(true), 1..4)) {
        let bytes = cbor::encode(&plain::to_tree(vec![many(values)])).unwrap();
        let text = write(&cbor::decode(&bytes).unwrap(), Names::Keys);
        let root = read(text.as_bytes()).unwrap();
        prop_assert_eq!(cbor::encode(&root), Some(bytes), "{}", text);
    }

    #[test]
    fn no_bytes_are_too_strange(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        for decode in [fields::decode, asn1::decode, message_pack::decode, cbor::decode, bencode::decode] {
            let _ = decode(&bytes);
        }
    }
}

#[test]
fn the_largest_tag_of_cbor_is_left_alone() {
    let bytes = [&[0x8a][..], &[1; 9], &[0xdb], &[0xff; 8], &[1]].concat();
    assert_eq!(cbor::decode(&bytes), None);
}

#[test]
fn short_fractions_of_cbor_are_encoded_as_before() {
    for bits in (0..=u16::MAX).step_by(97) {
        let bytes = cbor::encode(&plain::to_tree(vec![many(vec![Plain::Half(bits)])])).unwrap();
        let text = write(&cbor::decode(&bytes).unwrap(), Names::Keys);
        let again = cbor::encode(&read(text.as_bytes()).unwrap()).unwrap();
        // What is not a number has many forms.
        assert!(again == bytes || text.contains("NaN"), "{text}");
    }
}

#[test]
fn files_are_decompressed_and_compressed() {
    let text = b"one two three\n".repeat(99);
    let bytes = gzip::encode(&[0; 6], &text).unwrap();
    assert_eq!(gzip::decode(&bytes, 1 << 20).as_deref(), Some(&text[..]));
    assert_eq!(gzip::decode(&bytes, 99), None, "the contents are too long");
    assert_eq!(gzip::decode(&bytes[..40], 1 << 20), None, "the end is missing");
}

#[test]
fn functions_of_modules_have_names() {
    let text =
        "(module (import \"e\" \"p\" (func)) (func $given (local $x i32) (local i64) call 0 call $given))";
    let bytes = wasm::encode(text.as_bytes()).unwrap();
    let text = wasm::decode(&bytes).unwrap();
    assert_eq!(wasm::encode(text.as_bytes()), Some(bytes));
    assert!(text.contains("call $#func0"), "{text}");
    // Without the import, functions have other numbers.
    let (import, function) = (text.find("(import").unwrap(), text.find("(func $given").unwrap());
    let left = [&text[..import], &text[function..]].concat();
    assert_eq!(wasm::encode(left.as_bytes()), None, "it is called");
    let left = wasm::encode(left.replace("call $#func0", "").as_bytes()).unwrap();
    let text = wasm::decode(&left).unwrap();
    assert!(text.contains("(func $given (;0;)"), "{text}");
    assert!(!left.windows(4).any(|part| part == b"#loc"), "invented names are not written");
}

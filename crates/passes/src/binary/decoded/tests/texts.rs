//! Trees and their texts.

use proptest::prelude::*;

use crate::binary::checksum::Algorithm;
use crate::binary::decoded::entry::{Content, Entry, Scalar, last_part, letters, number_of};
use crate::binary::decoded::read::read;
use crate::binary::decoded::write::{Names, write};

fn scalar() -> impl Strategy<Value = Scalar> {
    prop_oneof![
        any::<i64>().prop_map(|number| Scalar::Number(number.into())),
        "(true|null|-?[0-9]{1,3}\\.[0-9]{1,3})".prop_map(Scalar::Word),
        any::<String>().prop_map(Scalar::Text),
        prop::collection::vec(any::<u8>(), 0..6).prop_map(Scalar::Bytes),
        ("[a-z]{1,3}", prop::collection::vec(any::<u8>(), 0..2)).prop_map(|(of, prefix)| Scalar::Digest {
            prefix,
            algorithm: Algorithm::Sha1,
            of
        }),
    ]
}

/// Generates trees whose keys have no path.
fn tree(key: &'static str) -> impl Strategy<Value = Entry> {
    let name = move || (key, "(|[a-z]{1,2})");
    let leaf = (
        name(),
        prop_oneof![
            scalar().prop_map(Content::Scalar),
            prop::collection::vec(scalar(), 0..4).prop_map(Content::List)
        ],
    );
    let leaf = leaf.prop_map(|((key, tag), content)| Entry::new(key, tag, content));
    let group = leaf.prop_recursive(4, 40, 5, move |inner| {
        (name(), prop::collection::vec(inner, 0..5))
            .prop_map(|((key, tag), entries)| Entry::new(key, tag, Content::Group(entries)))
    });
    group.prop_filter("a root is a group", |entry| matches!(entry.content, Content::Group(_)))
}

/// Removes the paths of keys.
fn without_paths(entry: Entry) -> Entry {
    let content = match entry.content {
        Content::Group(entries) => Content::Group(entries.into_iter().map(without_paths).collect()),
        content => content,
    };
    Entry { key: last_part(&entry.key).to_owned(), content, ..entry }
}

proptest! {
    #[test]
    fn what_is_written_is_read(root in tree("(|[a-zA-Z_][a-z0-9_]{0,3}|.{1,3})")) {
        let text = write(&root, Names::Keys);
        prop_assert_eq!(read(text.as_bytes()), Some(root), "{}", text);
    }

    #[test]
    fn what_is_written_with_paths_is_read(root in tree("[a-z]{1,2}")) {
        let text = write(&root, Names::Paths);
        prop_assert_eq!(read(text.as_bytes()).map(without_paths), Some(root), "{}", text);
    }

    #[test]
    fn anything_can_be_read(text in "[ \\n\"#@:=>a-c0-9_\\\\-]{0,60}") {
        let _ = read(text.as_bytes());
    }

    #[test]
    fn names_of_numbers_are_read(number in 1..u64::from(u32::MAX)) {
        prop_assert_eq!(number_of(&letters(number)), Some(number));
    }
}

#[test]
fn values_are_on_the_line_of_their_group() {
    let number = |key, number| Entry::scalar(key, "", Scalar::Number(number));
    let inner = Entry::new("b", "", Content::Group(vec![number("a", 1), number("c", 2), number("c", 3)]));
    let outer = Entry::new("a", "w", Content::Group(vec![inner]));
    let root = Entry::new("M", "", Content::Group(vec![number("x", 7), outer]));
    assert_eq!(write(&root, Names::Paths), "M M_x=7\n M_a-w>M_a_b M_a_b_a=1\n  M_a_b_c 2\n  M_a_b_c 3\n");
}

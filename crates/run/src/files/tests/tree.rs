//! Tests of a directory as the output.

use std::os::unix::fs::MetadataExt;

use super::*;

fn tree_output(place: &TempDir, target: &Target) -> Output {
    let input = Input::load(&[place.path().join("p")]).unwrap();
    let mut output = Output::choose(&input, target).unwrap();
    output.claim(Existing::Refuse).unwrap();
    output
}

fn read(path: &Path) -> Document {
    Input::load(&[path]).unwrap().document
}

#[test]
fn a_tree_is_replaced_as_a_whole() {
    let place = directory(&[("p/a.c", b"1"), ("p/sub/b.c", b"2")]);
    let mut output = tree_output(&place, &Target::Beside);
    for files in [
        &[("a.c", &b"11"[..]), ("sub/b.c", b"22"), ("sub/deep/c.c", b"33")][..],
        &[("a.c", b"1"), ("sub/b.c", b"22")],
        &[("a.c", b"1")],
    ] {
        output.save(&document(files)).unwrap();
        assert_eq!(read(output.path()), document(files));
        assert_eq!(names(place.path()), ["p", "p.reduced"]);
    }
    assert_eq!(names(output.path()), ["a.c"], "a directory is removed with its last file");
    assert_eq!(names(&place.path().join("p")), ["a.c", "sub"]);
}

#[test]
fn files_that_do_not_change_are_not_written_again() {
    let place = directory(&[("p/a.c", b"1"), ("p/b.c", b"2")]);
    let mut output = tree_output(&place, &Target::Beside);
    output.save(&document(&[("a.c", b"1"), ("b.c", b"22")])).unwrap();
    let inode = |name: &str| place.path().join("p.reduced").join(name).metadata().unwrap().ino();
    let before = inode("a.c");
    output.save(&document(&[("a.c", b"1"), ("b.c", b"2")])).unwrap();
    assert_eq!(inode("a.c"), before);
    assert_eq!(fs::read(output.path().join("b.c")).unwrap(), b"2");
}

#[test]
fn files_of_others_in_the_result_are_kept() {
    let place = directory(&[("p/a.c", b"1"), ("p/sub/b.c", b"2")]);
    let mut output = tree_output(&place, &Target::Beside);
    output.save(&document(&[("a.c", b"1"), ("sub/b.c", b"2")])).unwrap();
    write(output.path(), &[("notes", b"mine"), ("sub/b.c", b"edited")]);
    output.save(&document(&[("a.c", b"1"), ("sub/b.c", b"2")])).unwrap();
    assert_eq!(read(output.path()), document(&[("a.c", b"1"), ("sub/b.c", b"2")]));
    assert_eq!(names(place.path()), ["p", "p.reduced", "p.reduced.kept"]);
    let kept = place.path().join("p.reduced.kept");
    assert_eq!(output.set_aside(), [kept.canonicalize().unwrap()]);
    assert_eq!(read(&kept), document(&[("notes", b"mine"), ("sub/b.c", b"edited")]));
}

#[test]
fn an_empty_directory_may_be_filled_and_a_full_one_not() {
    let place = directory(&[("p/a.c", b"1"), ("full/x", b"mine")]);
    fs::create_dir(place.path().join("empty")).unwrap();
    let mut output = tree_output(&place, &Target::At(place.path().join("empty")));
    output.save(&document(&[("a.c", b"1")])).unwrap();
    assert_eq!(read(&place.path().join("empty")), document(&[("a.c", b"1")]));
    let input = Input::load(&[place.path().join("p")]).unwrap();
    let mut output = Output::choose(&input, &Target::At(place.path().join("full"))).unwrap();
    assert!(matches!(output.claim(Existing::Refuse), Err(FilesError::OutputExists { .. })));
}

#[test]
fn in_place_the_whole_directory_stays_as_backup() {
    let place = directory(&[("p/a.c", b"1"), ("p/b.c", b"2"), ("p/.git/config", b"mine")]);
    let original = read(&place.path().join("p"));
    let mut output = tree_output(&place, &Target::InPlace);
    output.save(&original).unwrap();
    assert_eq!(names(place.path()), ["p"]);
    output.save(&document(&[("a.c", b"1")])).unwrap();
    output.save(&document(&[("a.c", b"")])).unwrap();
    assert_eq!(names(place.path()), ["p", "p.orig"]);
    assert_eq!(read(&place.path().join("p")), document(&[("a.c", b"")]));
    assert_eq!(names(&place.path().join("p.orig")), [".git", "a.c", "b.c"]);
    assert_eq!(Input::load_original(place.path().join("p")).unwrap().document, original);
}

#[test]
fn a_renaming_that_was_killed_between_its_two_steps_is_finished() {
    let place = directory(&[
        ("p/a.c", b"1"),
        (".p.reduced.dwindle-9-1/a.c", b"new"),
        (".p.reduced.dwindle-9-1-old/a.c", b"old"),
    ]);
    let output = tree_output_of_a_resumed_run(&place);
    assert_eq!(read(output.path()), document(&[("a.c", b"new")]));
    assert_eq!(names(place.path()), ["p", "p.reduced"]);
}

#[test]
fn an_original_that_was_renamed_before_a_kill_is_found() {
    let place = directory(&[("p.orig/a.c", b"1"), (".p.dwindle-9-1/a.c", b"half")]);
    let input = Input::load_original(place.path().join("p")).unwrap();
    assert_eq!(input.document, document(&[("a.c", b"1")]));
    let mut output = Output::choose(&input, &Target::InPlace).unwrap();
    output.claim(Existing::Ours(&|_| true)).unwrap();
    output.save(&input.document).unwrap();
    assert_eq!(names(place.path()), ["p", "p.orig"]);
    assert_eq!(read(&place.path().join("p")), input.document);
}

fn tree_output_of_a_resumed_run(place: &TempDir) -> Output {
    let input = Input::load(&[place.path().join("p")]).unwrap();
    let mut output = Output::choose(&input, &Target::Beside).unwrap();
    output.claim(Existing::Ours(&|_| true)).unwrap();
    output
}

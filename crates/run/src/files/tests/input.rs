//! Tests of reading the input.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::PathBuf;

use dwindle_reduce::Mode;

use super::*;

fn paths(input: &Input) -> Vec<PathBuf> {
    input.document.files().iter().map(|file| file.path().to_owned()).collect()
}

fn error<P: AsRef<Path>>(paths: &[P]) -> FilesError {
    Input::load(paths).unwrap_err()
}

#[test]
fn a_link_to_itself_is_skipped() {
    let place = directory(&[("d/a.c", b"x")]);
    symlink("loop", place.path().join("d/loop")).unwrap();
    let input = Input::load(&[place.path().join("d")]).unwrap();
    assert_eq!(input.document.files().len(), 1);
    assert_eq!(input.skipped[0].why, WhySkipped::DanglingLink);
}

#[test]
fn one_file_keeps_its_name_bytes_and_mode() {
    let bytes = b"a\r\n\0\xff\xfe\n no end";
    let place = directory(&[("src/a b.c", bytes)]);
    let path = place.path().join("src/a b.c");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let input = Input::load(&[&path]).unwrap();
    assert_eq!(input.shape, Shape::File);
    assert_eq!(paths(&input), [PathBuf::from("a b.c")]);
    assert_eq!(input.document.files()[0].bytes(), bytes);
    assert_eq!(input.document.files()[0].mode(), Mode::Executable);
    assert_eq!(input.origin, place.path().canonicalize().unwrap().join("src/a b.c"));
}

#[test]
fn names_need_not_be_unicode() {
    let place = directory(&[]);
    let path = place.path().join(OsStr::from_bytes(b"\xff.c"));
    fs::write(&path, "x").unwrap();
    let input = Input::load(&[&path]).unwrap();
    assert_eq!(input.document.files()[0].path().as_os_str().as_bytes(), b"\xff.c");
    let output = Output::choose(&input, &Target::Beside).unwrap();
    assert_eq!(output.path().file_name().unwrap().as_bytes(), b"\xff.reduced.c");
}

#[test]
fn a_directory_is_read_relative_to_itself() {
    let place = directory(&[("p/a.c", b"1"), ("p/sub/deep/b.c", b"2"), ("p/sub/.hidden", b"3")]);
    let input = Input::load(&[place.path().join("p/")]).unwrap();
    assert_eq!(input.shape, Shape::Tree);
    assert_eq!(input.name, "p");
    assert_eq!(paths(&input), ["a.c", "sub/.hidden", "sub/deep/b.c"].map(PathBuf::from));
}

#[test]
fn several_files_are_read_relative_to_their_common_directory() {
    let place = directory(&[("x/a.c", b"1"), ("y/b.c", b"2"), ("y/z/c.c", b"3")]);
    let input = Input::load(&[place.path().join("x/a.c"), place.path().join("y")]).unwrap();
    assert_eq!(input.shape, Shape::Several);
    assert_eq!(paths(&input), ["x/a.c", "y/b.c", "y/z/c.c"].map(PathBuf::from));
    assert_eq!(input.origin, place.path().canonicalize().unwrap());
}

#[test]
fn version_control_sessions_and_scratches_are_skipped_and_reported() {
    let place = directory(&[
        ("p/a.c", b"1"),
        ("p/.git/config", b"2"),
        ("p/sub/.svn/x", b"2"),
        ("p/.dwindle/a/journal", b"3"),
        ("p/.a.c.dwindle-12-3", b"4"),
    ]);
    let input = Input::load(&[place.path().join("p")]).unwrap();
    assert_eq!(paths(&input), [PathBuf::from("a.c")]);
    let why: Vec<WhySkipped> = input.skipped.iter().map(|skipped| skipped.why).collect();
    use WhySkipped::{Session, VersionControl};
    assert_eq!(why, [Session, Session, VersionControl, VersionControl]);
}

#[test]
fn links_to_files_are_read_and_dangling_links_skipped() {
    let place = directory(&[("p/a.c", b"1"), ("outside.h", b"2")]);
    symlink("../outside.h", place.path().join("p/b.h")).unwrap();
    symlink("nowhere", place.path().join("p/c.h")).unwrap();
    let input = Input::load(&[place.path().join("p")]).unwrap();
    assert_eq!(input.document, document(&[("a.c", b"1"), ("b.h", b"2")]));
    assert_eq!(input.skipped[0].why, WhySkipped::DanglingLink);
}

#[test]
fn links_to_directories_are_followed_inside_the_tree_only() {
    let place = directory(&[("p/a/x.c", b"1"), ("q/y.c", b"2")]);
    symlink("a", place.path().join("p/b")).unwrap();
    let input = Input::load(&[place.path().join("p")]).unwrap();
    assert_eq!(paths(&input), ["a/x.c", "b/x.c"].map(PathBuf::from));
    symlink("../q", place.path().join("p/q")).unwrap();
    let message = error(&[place.path().join("p")]).to_string();
    assert!(message.contains("p/q") && message.contains("outside of the input"), "{message}");
}

#[test]
fn circular_links_are_an_error() {
    let place = directory(&[("p/a/x.c", b"1"), ("p/b/y.c", b"2")]);
    symlink("../b", place.path().join("p/a/b")).unwrap();
    symlink("../a", place.path().join("p/b/a")).unwrap();
    assert!(matches!(error(&[place.path().join("p")]), FilesError::LinkedDirectory { .. }));
}

#[test]
fn sockets_are_skipped_in_trees_and_refused_as_inputs() {
    let place = directory(&[("p/a.c", b"1")]);
    let socket = place.path().join("p/s");
    let _listener = UnixListener::bind(&socket).unwrap();
    let input = Input::load(&[place.path().join("p")]).unwrap();
    assert_eq!(paths(&input), [PathBuf::from("a.c")]);
    assert_eq!(input.skipped[0].why, WhySkipped::NotAFile);
    assert!(error(&[&socket]).to_string().contains("is a socket"));
}

#[test]
fn errors_name_the_path_that_cannot_be_read() {
    let place = directory(&[("a.c", b"1")]);
    let missing = place.path().join("b.c");
    assert!(error(&[&missing]).to_string().starts_with(&missing.display().to_string()));
    assert!(matches!(error(&[place.path().join("a.c/x")]), FilesError::Unreadable { .. }));
    assert!(matches!(error::<&Path>(&[]), FilesError::NothingNamed));
    fs::create_dir_all(place.path().join("empty/inner")).unwrap();
    assert!(matches!(error(&[place.path().join("empty")]), FilesError::NoFiles { .. }));
    let twice = [place.path().join("a.c"), place.path().to_owned()];
    assert!(matches!(error(&twice), FilesError::NamedTwice { path } if path == Path::new("a.c")));
}

//! Tests of a file as the output.

use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use dwindle_reduce::ContentKey;

use super::*;

fn file_input(place: &TempDir, name: &str) -> Input {
    Input::load(&[place.path().join(name)]).unwrap()
}

fn claimed(input: &Input, target: &Target, existing: Existing<'_>) -> Result<Output, FilesError> {
    let mut output = Output::choose(input, target)?;
    output.claim(existing)?;
    Ok(output)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn names_of_outputs_are_derived_from_their_inputs() {
    let files: [(&str, &[u8]); 5] =
        [("crash.c", b"1"), ("crash", b"1"), ("a.tar.gz", b"1"), (".hidden", b"1"), ("dir/x.c", b"1")];
    let place = directory(&files);
    let beside = |paths: &[&str]| {
        let paths: Vec<_> = paths.iter().map(|path| place.path().join(path)).collect();
        let output = Output::choose(&Input::load(&paths).unwrap(), &Target::Beside).unwrap();
        output.path().strip_prefix(place.path().canonicalize().unwrap()).unwrap().display().to_string()
    };
    assert_eq!(beside(&["crash.c"]), "crash.reduced.c");
    assert_eq!(beside(&["crash"]), "crash.reduced");
    assert_eq!(beside(&["a.tar.gz"]), "a.tar.reduced.gz");
    assert_eq!(beside(&[".hidden"]), ".hidden.reduced");
    assert_eq!(beside(&["dir"]), "dir.reduced");
    assert_eq!(beside(&["dir/x.c"]), "dir/x.reduced.c");
    assert_eq!(beside(&["crash.c", "crash"]), "crash.reduced");
}

#[test]
fn an_existing_directory_as_output_gets_a_file_with_the_inputs_name() {
    let place = directory(&[("a.c", b"1"), ("out/x", b"1")]);
    let input = file_input(&place, "a.c");
    let output = Output::choose(&input, &Target::At(place.path().join("out"))).unwrap();
    assert!(output.path().ends_with("out/a.c"));
    let missing = Output::choose(&input, &Target::At(place.path().join("none/a.c")));
    assert!(matches!(missing, Err(FilesError::NoDirectory { .. })));
}

#[test]
fn the_input_is_never_the_output() {
    let place = directory(&[("a.c", b"1"), ("d/x.c", b"1"), ("d/y.c", b"1")]);
    symlink("a.c", place.path().join("link.c")).unwrap();
    let at = |path: &str| Target::At(place.path().join(path));
    let choose = |input: &Input, path: &str| Output::choose(input, &at(path)).err().map(|e| e.to_string());
    let file = file_input(&place, "a.c");
    assert!(choose(&file, "a.c").unwrap().contains("--in-place"));
    assert!(choose(&file, "link.c").unwrap().contains("--in-place"));
    let tree = file_input(&place, "d");
    assert!(choose(&tree, "d").unwrap().contains("--in-place"));
    assert!(choose(&tree, "d/out").unwrap().contains("lies inside the input"));
    let several = Input::load(&[place.path().join("d/x.c"), place.path().join("d/y.c")]).unwrap();
    assert!(choose(&several, "d").unwrap().contains("lies inside the input"));
}

#[test]
fn saving_replaces_the_last_document_and_leaves_no_scratch() {
    let place = directory(&[("a.c", b"original")]);
    let input = file_input(&place, "a.c");
    let mut output = claimed(&input, &Target::Beside, Existing::Refuse).unwrap();
    assert_eq!(names(place.path()), ["a.c"]);
    for text in ["long enough", "short"] {
        assert!(output.save(&Document::single("a.c", text)).unwrap());
    }
    assert_eq!(text(output.path()), "short");
    assert_eq!(text(&place.path().join("a.c")), "original");
    assert_eq!(names(place.path()), ["a.c", "a.reduced.c"]);
}

#[test]
fn a_file_that_this_session_did_not_write_is_refused() {
    let place = directory(&[("a.c", b"original"), ("a.reduced.c", b"mine")]);
    let input = file_input(&place, "a.c");
    let refused = claimed(&input, &Target::Beside, Existing::Refuse);
    assert!(matches!(refused, Err(FilesError::OutputExists { .. })));
    let not_ours = claimed(&input, &Target::Beside, Existing::Ours(&|_| false));
    assert!(matches!(not_ours, Err(FilesError::OutputExists { .. })));
    assert_eq!(text(&place.path().join("a.reduced.c")), "mine");
}

#[test]
fn a_resumed_run_replaces_the_earlier_result_only_by_a_document_at_least_as_small() {
    let place = directory(&[("a.c", b"original text"), ("a.reduced.c", b"xy z")]);
    let input = file_input(&place, "a.c");
    let key = Document::single("a.c", "xy z").key();
    let is_ours = |found: ContentKey| found == key;
    let mut output = claimed(&input, &Target::Beside, Existing::OursIfBetter(&is_ours)).unwrap();
    assert!(
        !output
            .save(&input.document)
            .map(|_| output.save(&Document::single("a.c", "a b c")).unwrap())
            .unwrap()
    );
    assert_eq!(text(output.path()), "xy z");
    assert!(output.save(&Document::single("a.c", "q")).unwrap());
    assert_eq!(text(output.path()), "q");
}

#[test]
fn a_fresh_run_replaces_the_result_of_an_earlier_one() {
    let place = directory(&[("a.c", b"original text"), ("a.reduced.c", b"xy z")]);
    let input = file_input(&place, "a.c");
    let key = Document::single("a.c", "xy z").key();
    let mut output = claimed(&input, &Target::Beside, Existing::Ours(&|found| found == key)).unwrap();
    assert_eq!(text(output.path()), "xy z", "claiming changes nothing");
    assert!(output.save(&input.document).unwrap());
    assert_eq!(text(output.path()), "original text");
}

#[test]
fn files_that_are_set_aside_get_free_names() {
    let place = directory(&[("a.c", b"original"), ("a.reduced.c", b"mine"), ("a.reduced.c.orig", b"older")]);
    let input = file_input(&place, "a.c");
    let mut output = claimed(&input, &Target::Beside, Existing::SetAside).unwrap();
    output.save(&Document::single("a.c", "x")).unwrap();
    output.save(&Document::single("a.c", "")).unwrap();
    assert_eq!(names(place.path()), ["a.c", "a.reduced.c", "a.reduced.c.orig", "a.reduced.c.orig.2"]);
    assert_eq!(text(&place.path().join("a.reduced.c.orig.2")), "mine");
    assert_eq!(text(&place.path().join("a.reduced.c.orig")), "older");
    assert_eq!(text(output.path()), "");
}

#[test]
fn in_place_the_original_stays_as_backup() {
    let place = directory(&[("a.sh", b"original")]);
    let path = place.path().join("a.sh");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o750)).unwrap();
    let inode = path.metadata().unwrap().ino();
    let input = file_input(&place, "a.sh");
    let mut output = claimed(&input, &Target::InPlace, Existing::Refuse).unwrap();
    output.save(&input.document).unwrap();
    assert_eq!(names(place.path()), ["a.sh"], "the original is not written over itself");
    for text in ["smaller", "small"] {
        output.save(&Document::single("a.sh", text)).unwrap();
    }
    assert_eq!(text(&path), "small");
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o7777, 0o750);
    let backup = place.path().join("a.sh.orig");
    assert_eq!((text(&backup).as_str(), backup.metadata().unwrap().ino()), ("original", inode));
    assert_eq!(names(place.path()), ["a.sh", "a.sh.orig"]);
}

#[test]
fn in_place_an_existing_backup_is_never_touched() {
    let place = directory(&[("a.c", b"original"), ("a.c.orig", b"older")]);
    let input = file_input(&place, "a.c");
    let refused = claimed(&input, &Target::InPlace, Existing::Refuse);
    assert!(matches!(refused, Err(FilesError::BackupExists { .. })));
    assert_eq!(text(&place.path().join("a.c.orig")), "older");
}

#[test]
fn in_place_a_resumed_run_goes_on_from_the_backup() {
    let place = directory(&[("a.c", b"original")]);
    let input = file_input(&place, "a.c");
    let mut output = claimed(&input, &Target::InPlace, Existing::Refuse).unwrap();
    output.save(&Document::single("a.c", "small")).unwrap();
    let again = Input::load_original(place.path().join("a.c")).unwrap();
    assert_eq!(again.document, input.document);
    let ours = Document::single("a.c", "small").key();
    let mut output = claimed(&again, &Target::InPlace, Existing::Ours(&|key| key == ours)).unwrap();
    output.save(&Document::single("a.c", "s")).unwrap();
    assert_eq!(text(&place.path().join("a.c")), "s");
    assert_eq!(text(&place.path().join("a.c.orig")), "original");
}

#[test]
fn in_place_a_link_stays_a_link() {
    let place = directory(&[("real/a.c", b"original")]);
    let link = place.path().join("link.c");
    symlink("real/a.c", &link).unwrap();
    let input = Input::load(&[&link]).unwrap();
    let mut output = claimed(&input, &Target::InPlace, Existing::Refuse).unwrap();
    output.save(&Document::single("link.c", "x")).unwrap();
    assert!(link.is_symlink());
    assert_eq!(text(&link), "x");
    assert_eq!(names(&place.path().join("real")), ["a.c", "a.c.orig"]);
}

#[test]
fn a_result_that_another_program_changed_is_not_replaced() {
    let place = directory(&[("a.c", b"original")]);
    let input = file_input(&place, "a.c");
    let mut output = claimed(&input, &Target::Beside, Existing::Refuse).unwrap();
    output.save(&Document::single("a.c", "long")).unwrap();
    fs::write(output.path(), "edited by hand").unwrap();
    let changed = output.save(&Document::single("a.c", "x"));
    assert!(matches!(changed, Err(FilesError::ChangedMeanwhile { .. })));
    assert_eq!(text(output.path()), "edited by hand");
    let mut elsewhere = output.in_directory(place.path());
    elsewhere.save(&Document::single("a.c", "x")).unwrap();
    assert_eq!(text(&place.path().join("a.reduced.c.2")), "x");
}

#[test]
fn a_result_that_was_moved_away_is_written_again() {
    let place = directory(&[("a.c", b"original")]);
    let input = file_input(&place, "a.c");
    let mut output = claimed(&input, &Target::Beside, Existing::Refuse).unwrap();
    output.save(&Document::single("a.c", "long")).unwrap();
    fs::rename(output.path(), place.path().join("mine.c")).unwrap();
    output.save(&Document::single("a.c", "x")).unwrap();
    assert_eq!(text(output.path()), "x");
    assert_eq!(text(&place.path().join("mine.c")), "long");
}

#[test]
fn only_the_scratches_of_killed_runs_are_removed() {
    let place =
        directory(&[("a.c", b"1"), (".a.reduced.c.dwindle-9-1", b"torn"), (".a.reduced.c.dwindle-x", b"2")]);
    let input = file_input(&place, "a.c");
    let mut output = claimed(&input, &Target::Beside, Existing::Refuse).unwrap();
    output.save(&input.document).unwrap();
    assert_eq!(names(place.path()), [".a.reduced.c.dwindle-x", "a.c", "a.reduced.c"]);
}

#[test]
fn a_file_at_the_path_of_a_directory_is_refused() {
    let place = directory(&[("d/a.c", b"1"), ("d.reduced", b"mine")]);
    let refused = claimed(&file_input(&place, "d"), &Target::Beside, Existing::SetAside);
    assert!(matches!(refused, Err(FilesError::WrongKind { .. })));
}

#[test]
#[cfg(target_os = "linux")]
fn the_error_names_a_directory_that_cannot_be_written_to() {
    let place = directory(&[("a.c", b"1")]);
    let input = file_input(&place, "a.c");
    let mut output = Output::choose(&input, &Target::At("/proc/out.c".into())).unwrap();
    let told = output.claim(Existing::Refuse).unwrap_err().to_string();
    assert!(told.contains("/proc") && told.contains("cannot write"), "{told}");
}

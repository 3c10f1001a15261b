//! `dwindle report`: the HTML report of a session.

use std::fs;
use std::path::{Path, PathBuf};

use dwindle_reduce::Document;
use dwindle_report::{Record, Sample, is_page, page, words};
use dwindle_run::files::{Input, Protected, SideFile, backup_path};
use dwindle_run::journal::{RECORD, SessionDirectory};

use crate::failure::Failure;

/// The page's name in the session's directory.
const PAGE: &str = "report.html";

/// Writes the report of a session, and returns its path. `session` is the directory of the session
/// or its input. A file that is not a report is replaced only if `is_forced`; the input and the
/// result are never replaced.
pub fn report(session: &Path, output: Option<&Path>, is_forced: bool) -> Result<String, Failure> {
    let directory = directory_of(session)?;
    let path = directory.join(RECORD);
    let text = fs::read_to_string(&path)
        .map_err(|error| Failure::usage(format!("`{}` can't be read: {error}", words::path(&path))))?;
    let record = Record::read(&text)
        .ok_or_else(|| Failure::usage(format!("`{}` is not the record of a session", words::path(&path))))?;

    let is_in_place = record.about.originals == [record.about.output.clone()];
    let before = match &record.about.originals[..] {
        [original] if is_in_place => Input::load_original(original),
        originals => Input::load(originals),
    };
    let after = Input::load(&[&record.about.output]);
    // The report shows the files that still exist.
    let documents =
        [before, after].map(|input| input.map_or_else(|_| Document::new([]), |input| input.document));
    let [before, after] = documents.each_ref().map(samples);
    let html = page(&record, &before, &after);

    let to = output.map_or_else(|| directory.join(PAGE), Path::to_owned);
    if to.as_os_str() == "-" {
        return Ok(html);
    }

    let inputs = record.about.originals.iter().map(PathBuf::from);
    let inputs = inputs.flat_map(|path| [backup_path(&path), path]);
    let mut protected: Vec<Protected> = inputs.map(|path| (path, "the input or a part of it")).collect();
    protected.push((PathBuf::from(&record.about.output), "the result or a part of it"));
    let failed = |error| Failure::of_files(&error);
    let file = SideFile::claim(&to, &protected, is_page, is_forced).map_err(failed)?;
    file.write(html.as_bytes(), 0o644).map_err(failed)?;
    Ok(format!("{}\n", words::path(&to)))
}

/// Returns the directory of a session, which is named by its directory or its input.
fn directory_of(session: &Path) -> Result<PathBuf, Failure> {
    if session.join(RECORD).is_file() {
        return Ok(session.to_owned());
    }
    let input = Input::load(&[session]).map_err(|error| Failure::usage_of(&error))?;
    let directory = SessionDirectory::path_for(&input);
    match directory.join(RECORD).is_file() {
        true => Ok(directory),
        false => Err(Failure::usage(format!("there is no session of `{}`", words::path(session)))
            .help("name the input of a reduction, or the directory of its session in .dwindle")),
    }
}

fn samples(document: &Document) -> Vec<Sample<'_>> {
    let files = document.files().iter();
    files.map(|file| Sample { name: words::path(file.path()), bytes: file.bytes() }).collect()
}

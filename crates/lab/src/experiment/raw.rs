//! Raw results: JSON lines, one per measurement, appended as they are made.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::ExperimentError;

/// A file of raw results. Measurements that it contains are not repeated.
#[derive(Debug)]
pub struct Raw {
    path: PathBuf,
    file: File,
    keys: HashSet<String>,
}

impl Raw {
    /// Opens or creates a file; `key` returns the key of a record. An incomplete last line, written
    /// when the laboratory was killed, is cut off.
    ///
    /// # Errors
    /// When the file cannot be read or written, and when a complete line is not a record.
    pub fn open<R: DeserializeOwned>(
        path: &Path,
        key: impl Fn(&R) -> String,
    ) -> Result<Raw, ExperimentError> {
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(ExperimentError::file(path))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(ExperimentError::file(path))?;
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        if whole < text.len() {
            file.set_len(whole as u64).map_err(ExperimentError::file(path))?;
            file.seek(SeekFrom::End(0)).map_err(ExperimentError::file(path))?;
        }
        let keys = records(path, &text[..whole])?.iter().map(key).collect();
        Ok(Raw { path: path.to_owned(), file, keys })
    }

    /// Reads all records of a file, which is decompressed if its name ends in `.gz`.
    ///
    /// # Errors
    /// When the file cannot be read, and when a line is not a record.
    pub fn read<R: DeserializeOwned>(path: &Path) -> Result<Vec<R>, ExperimentError> {
        let mut text = String::new();
        let mut file = File::open(path).map_err(ExperimentError::file(path))?;
        let read = match path.extension().is_some_and(|extension| extension == "gz") {
            true => MultiGzDecoder::new(file).read_to_string(&mut text),
            false => file.read_to_string(&mut text),
        };
        read.map_err(ExperimentError::file(path))?;
        records(path, &text)
    }

    /// Writes records to a file, which is overwritten.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(path: &Path, records: &[impl Serialize]) -> Result<(), ExperimentError> {
        let mut text = String::new();
        for record in records {
            let line = serde_json::to_string(record).map_err(std::io::Error::from);
            text.push_str(&line.map_err(ExperimentError::file(path))?);
            text.push('\n');
        }
        std::fs::write(path, text).map_err(ExperimentError::file(path))
    }

    /// Whether a measurement is in the file.
    pub fn has(&self, key: &str) -> bool {
        self.keys.contains(key)
    }

    /// Appends a record with this key.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, key: String, record: &impl Serialize) -> Result<(), ExperimentError> {
        let line = serde_json::to_vec(record).map_err(std::io::Error::from);
        // A single write, so that a line is complete or absent unless the disk is full.
        let written = line.and_then(|mut line| {
            line.push(b'\n');
            self.file.write_all(&line)
        });
        written.map_err(ExperimentError::file(&self.path))?;
        self.keys.insert(key);
        Ok(())
    }
}

fn records<R: DeserializeOwned>(path: &Path, text: &str) -> Result<Vec<R>, ExperimentError> {
    let record = |(line_idx, line)| {
        serde_json::from_str(line).map_err(|source| ExperimentError::Raw {
            path: path.to_owned(),
            line: line_idx + 1,
            source,
        })
    };
    text.lines().enumerate().map(record).collect()
}

#[cfg(test)]
mod tests {
    use super::super::record::Record;
    use super::super::record::tests::record;
    use super::super::setting::tests::setting;
    use super::*;

    fn open(path: &Path) -> Raw {
        Raw::open(path, |record: &Record| record.setting.key()).unwrap()
    }

    #[test]
    fn what_is_there_is_known_when_the_file_is_opened_again() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("raw.jsonl");
        let (one, two) = (record(setting("hdd*", "cdd"), 7, 30), record(setting("hdd*", "ddmin"), 7, 90));
        let mut raw = open(&path);
        raw.add(one.setting.key(), &one).unwrap();
        assert!(raw.has(&one.setting.key()) && !raw.has(&two.setting.key()));
        let mut raw = open(&path);
        assert!(raw.has(&one.setting.key()) && !raw.has(&two.setting.key()));
        raw.add(two.setting.key(), &two).unwrap();
        assert_eq!(Raw::read::<Record>(&path).unwrap(), [one, two]);
    }

    #[test]
    fn packed_results_are_read_like_others() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("raw.jsonl.gz");
        let all = [record(setting("hdd*", "cdd"), 7, 30), record(setting("hdd*", "ddmin"), 7, 90)];
        let plain = directory.path().join("raw.jsonl");
        Raw::write(&plain, &all).unwrap();
        let mut packed =
            flate2::write::GzEncoder::new(File::create(&path).unwrap(), flate2::Compression::best());
        packed.write_all(&std::fs::read(&plain).unwrap()).unwrap();
        packed.finish().unwrap();
        assert_eq!(Raw::read::<Record>(&path).unwrap(), all);
        assert_eq!(Raw::read::<Record>(&plain).unwrap(), all);
    }

    #[test]
    fn a_torn_last_line_is_cut_off() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("raw.jsonl");
        let (one, two) = (record(setting("hdd*", "cdd"), 7, 30), record(setting("hdd*", "ddmin"), 7, 90));
        open(&path).add(one.setting.key(), &one).unwrap();
        let line = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{line}{}", &line[..50])).unwrap();
        let mut raw = open(&path);
        raw.add(two.setting.key(), &two).unwrap();
        assert_eq!(Raw::read::<Record>(&path).unwrap(), [one, two]);
    }

    #[test]
    fn a_line_that_is_no_record_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("raw.jsonl");
        std::fs::write(&path, "{}\n").unwrap();
        let error = Raw::read::<Record>(&path).unwrap_err().to_string();
        assert!(error.contains("raw.jsonl`, line 1: "), "{error}");
    }
}

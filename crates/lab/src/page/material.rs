//! The raw results that a page is made from.

use std::path::Path;

use serde::Deserialize;

use crate::compare::PeerRecord;
use crate::experiment::{ExperimentError, Raw, Record, Synthetic};
use crate::simulation::{Entry, Lines};

/// Raw results of every kind.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// Of `lab run` on synthetic cases.
    pub synthetic: Vec<Record>,
    /// Of `lab run` with a watch.
    pub watched: Vec<Record>,
    /// Of `lab run` on real cases.
    pub real: Vec<Record>,
    /// Of `lab compare`.
    pub peers: Vec<PeerRecord>,
    /// Of `lab simulate`.
    pub simulation: Vec<Lines>,
    /// Of `lab lists`.
    pub contest: Vec<Entry>,
}

/// A line of any of them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    Experiment(Box<Record>),
    Comparison(PeerRecord),
    Simulation(Lines),
    Contest(Entry),
}

impl Material {
    /// Reads files of raw results of any kind.
    ///
    /// # Errors
    /// When a file cannot be read, or a line is of no known kind.
    pub fn read(paths: &[impl AsRef<Path>]) -> Result<Material, ExperimentError> {
        let mut material = Material::default();
        for path in paths {
            for line in Raw::read::<Line>(path.as_ref())? {
                material.add(line);
            }
        }
        Ok(material)
    }

    fn add(&mut self, line: Line) {
        match line {
            Line::Experiment(record) if record.setting.watch.is_some() => self.watched.push(*record),
            Line::Experiment(record) if Synthetic::named(&record.setting.case).is_some() => {
                self.synthetic.push(*record);
            }
            Line::Experiment(record) => self.real.push(*record),
            Line::Comparison(record) => self.peers.push(record),
            Line::Simulation(lines) => self.simulation.push(lines),
            Line::Contest(entry) => self.contest.push(entry),
        }
    }

    /// Returns all measurements of `lab run`, in the order of the files.
    pub fn experiments(&self) -> Vec<Record> {
        [&self.synthetic[..], &self.watched, &self.real].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tests::{record, setting};
    use crate::simulation::{Shape, contest};
    use crate::watch::Watch;

    #[test]
    fn lines_are_told_apart_by_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let [one, two] = ["records.jsonl", "entries.jsonl"].map(|name| folder.path().join(name));
        let mut records = vec![record(setting("hdd*", "cdd"), 7, 30); 3];
        records[1].setting.case = "crime/gcc-71626/1".to_owned();
        records[2].setting.watch = Some(Watch::Queries);
        Raw::write(&one, &records).unwrap();
        Raw::write(&two, &contest(&[Shape::Tiny], 1, 1)[..2]).unwrap();
        let material = Material::read(&[&one, &two]).unwrap();
        assert_eq!((material.real.len(), material.synthetic.len(), material.watched.len()), (1, 1, 1));
        assert_eq!((material.contest.len(), material.peers.len()), (2, 0));
        assert_eq!(material.experiments().len(), 3);
    }
}

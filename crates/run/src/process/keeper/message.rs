//! The messages between dwindle and its keepers.

use std::ffi::OsString;
use std::io;
use std::time::Duration;

use super::wire::{Reader, Writer, garbled};
use crate::limits::Limits;
use crate::process::{End, Excess, Job, Outcome, Output};
use crate::trial::Owner;

/// A request to a keeper.
#[derive(Debug)]
pub(super) enum Request {
    /// Run a job. Its streams are sent with the message, one for each bit of `streams`: input 1,
    /// output 2, error 4.
    Run { id: u64, streams: u64, job: Box<Job> },
    /// Kill the job, if it is the one with this id.
    Cancel { id: u64 },
}

/// A reply of a keeper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// The sandbox is ready for jobs.
    Ready,
    /// The sandbox cannot be created, for this reason.
    Refused(String),
    /// The job has ended, and none of its processes is left.
    Ended { id: u64, outcome: Outcome },
    /// The job could not be started, with this error number.
    Failed { id: u64, errno: i32 },
}

const RUN: u64 = 1;
const CANCEL: u64 = 2;
const ENDED: u64 = 3;
const FAILED: u64 = 4;
const READY: u64 = 5;
const REFUSED: u64 = 6;

impl Request {
    /// Returns the bytes of a request to run a borrowed job.
    pub(super) fn run(id: u64, streams: u64, job: &Job) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.u64(RUN);
        writer.u64(id);
        writer.u64(streams);
        writer.string(job.program.as_os_str());
        writer.string(job.directory.as_os_str());
        writer.string(job.lane.as_os_str());
        writer.u64(job.arguments.len() as u64);
        job.arguments.iter().for_each(|argument| writer.string(argument));
        for variables in [&job.environment[..], job.mark.as_slice()] {
            writer.u64(variables.len() as u64);
            for (name, value) in variables {
                writer.string(name);
                writer.string(value);
            }
        }
        writer.option(job.user.map(|user| u64::from(user.uid)));
        writer.option(job.user.map(|user| u64::from(user.gid)));
        let Limits { memory, processes, disk, file_size, address_space, cpu } = job.limits;
        for limit in
            [memory, processes.map(u64::from), disk, file_size, address_space, nanos(cpu), nanos(job.timeout)]
        {
            writer.option(limit);
        }
        writer.finish()
    }

    /// Returns the bytes of a request to cancel a job.
    pub(super) fn cancel(id: u64) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.u64(CANCEL);
        writer.u64(id);
        writer.finish()
    }

    /// Reads a request.
    pub(super) fn read(bytes: &[u8]) -> io::Result<Request> {
        let mut reader = Reader::new(bytes);
        match reader.u64()? {
            RUN => Ok(Request::Run {
                id: reader.u64()?,
                streams: reader.u64()?,
                job: read_job(&mut reader)?.into(),
            }),
            CANCEL => Ok(Request::Cancel { id: reader.u64()? }),
            _ => Err(garbled()),
        }
    }
}

fn read_job(reader: &mut Reader<'_>) -> io::Result<Job> {
    let program = reader.string()?.into();
    let directory = reader.string()?.into();
    let lane = reader.string()?.into();
    let n_arguments = reader.usize()?;
    let arguments = (0..n_arguments).map(|_| reader.string()).collect::<io::Result<_>>()?;
    let environment = read_variables(reader)?;
    let mark = read_variables(reader)?.pop();
    let mut number = || reader.option()?.map(u32::try_from).transpose().map_err(|_| garbled());
    let user = number()?.zip(number()?).map(|(uid, gid)| Owner { uid, gid });
    let memory = reader.option()?;
    let processes = reader.option()?.map(u32::try_from).transpose().map_err(|_| garbled())?;
    let disk = reader.option()?;
    let (file_size, address_space) = (reader.option()?, reader.option()?);
    let cpu = reader.option()?.map(Duration::from_nanos);
    let timeout = reader.option()?.map(Duration::from_nanos);
    let limits = Limits { memory, processes, disk, file_size, address_space, cpu };
    Ok(Job {
        program,
        arguments,
        directory,
        environment,
        mark,
        lane,
        user,
        limits,
        timeout,
        output: Output::Discard,
    })
}

fn read_variables(reader: &mut Reader<'_>) -> io::Result<Vec<(OsString, OsString)>> {
    let n_variables = reader.usize()?;
    (0..n_variables).map(|_| Ok((reader.string()?, reader.string()?))).collect()
}

impl Reply {
    /// Returns the bytes of the reply that the sandbox cannot be created.
    pub(super) fn refused(error: &io::Error) -> Vec<u8> {
        Reply::Refused(error.to_string()).write()
    }

    /// Returns the bytes of the reply.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        match self {
            Reply::Ready => writer.u64(READY),
            Reply::Refused(why) => {
                writer.u64(REFUSED);
                writer.string(why.as_ref());
            }
            &Reply::Ended { id, outcome } => {
                let (kind, number) = numbers(outcome.end);
                [ENDED, id, kind, number].into_iter().for_each(|number| writer.u64(number));
                writer.duration(outcome.wall);
                writer.duration(outcome.cpu);
                writer.u64(outcome.peak_memory);
            }
            &Reply::Failed { id, errno } => {
                [FAILED, id, u64::from(errno.unsigned_abs())]
                    .into_iter()
                    .for_each(|number| writer.u64(number));
            }
        }
        writer.finish()
    }

    /// Reads a reply.
    pub(super) fn read(bytes: &[u8]) -> io::Result<Reply> {
        let mut reader = Reader::new(bytes);
        match reader.u64()? {
            ENDED => {
                let id = reader.u64()?;
                let end = read_end(&mut reader)?;
                let (wall, cpu) = (reader.duration()?, reader.duration()?);
                Ok(Reply::Ended { id, outcome: Outcome { end, wall, cpu, peak_memory: reader.u64()? } })
            }
            FAILED => Ok(Reply::Failed { id: reader.u64()?, errno: reader.i32()? }),
            READY => Ok(Reply::Ready),
            REFUSED => Ok(Reply::Refused(reader.string()?.to_string_lossy().into_owned())),
            _ => Err(garbled()),
        }
    }
}

fn numbers(end: End) -> (u64, u64) {
    match end {
        End::Exited(status) => (0, u64::from(status.unsigned_abs())),
        End::Signalled(signal) => (1, u64::from(signal.unsigned_abs())),
        End::TimedOut => (2, 0),
        End::OverLimit(Excess::Memory) => (3, 0),
        End::OverLimit(Excess::Processes) => (3, 1),
        End::OverLimit(Excess::Disk) => (3, 2),
        End::Cancelled => (4, 0),
    }
}

fn read_end(reader: &mut Reader<'_>) -> io::Result<End> {
    let (kind, number) = (reader.u64()?, reader.i32()?);
    match (kind, number) {
        (0, status) => Ok(End::Exited(status)),
        (1, signal) => Ok(End::Signalled(signal)),
        (2, _) => Ok(End::TimedOut),
        (3, 0) => Ok(End::OverLimit(Excess::Memory)),
        (3, 1) => Ok(End::OverLimit(Excess::Processes)),
        (3, _) => Ok(End::OverLimit(Excess::Disk)),
        (4, _) => Ok(End::Cancelled),
        _ => Err(garbled()),
    }
}

fn nanos(duration: Option<Duration>) -> Option<u64> {
    duration.map(|duration| u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use super::*;

    #[test]
    fn a_job_is_read_as_it_was_written() {
        let job = Job {
            program: "/bin/prog".into(),
            arguments: vec!["".into(), OsString::from_vec(vec![0xff, b'\n', 1])],
            directory: "/tmp/x y".into(),
            environment: vec![("A".into(), "b=c".into())],
            mark: Some(("MARK".into(), "1=2".into())),
            lane: "/tmp".into(),
            user: Some(Owner { uid: 1000, gid: 100 }),
            limits: Limits {
                memory: Some(u64::MAX),
                processes: Some(7),
                disk: Some(9),
                file_size: None,
                address_space: Some(0),
                cpu: Some(Duration::from_millis(5)),
            },
            timeout: Some(Duration::from_micros(1500)),
            output: Output::Discard,
        };
        let Request::Run { id, streams, job: arrived } = Request::read(&Request::run(9, 6, &job)).unwrap()
        else {
            panic!("another request");
        };
        assert_eq!((id, streams), (9, 6));
        assert_eq!(format!("{arrived:?}"), format!("{job:?}"));
    }

    #[test]
    fn replies_are_read_as_they_were_written() {
        let ends = [
            End::Exited(255),
            End::Signalled(11),
            End::TimedOut,
            End::OverLimit(Excess::Memory),
            End::OverLimit(Excess::Processes),
            End::OverLimit(Excess::Disk),
            End::Cancelled,
        ];
        let outcome =
            |end| Outcome { end, wall: Duration::from_secs(3), cpu: Duration::ZERO, peak_memory: 1 << 40 };
        let replies = ends.into_iter().map(|end| Reply::Ended { id: u64::MAX, outcome: outcome(end) });
        for reply in replies.chain([Reply::Failed { id: 0, errno: 2 }]) {
            assert_eq!(Reply::read(&reply.write()).unwrap(), reply);
        }
    }

    #[test]
    fn a_cut_message_is_an_error() {
        let whole = Reply::Failed { id: 1, errno: 2 }.write();
        for length in 0..whole.len() {
            assert!(Reply::read(&whole[..length]).is_err());
        }
    }
}

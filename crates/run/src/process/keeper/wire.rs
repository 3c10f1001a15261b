//! The bytes of numbers and strings in messages. Both ends are the same program, so there are no
//! versions.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::time::Duration;

/// Builds a message.
#[derive(Default)]
pub(super) struct Writer {
    bytes: Vec<u8>,
}

/// Reads the parts of a message.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
}

impl Writer {
    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }

    pub(super) fn u64(&mut self, number: u64) {
        self.bytes.extend_from_slice(&number.to_le_bytes());
    }

    pub(super) fn option(&mut self, number: Option<u64>) {
        self.u64(u64::from(number.is_some()));
        self.u64(number.unwrap_or(0));
    }

    pub(super) fn duration(&mut self, duration: Duration) {
        self.u64(u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX));
    }

    pub(super) fn string(&mut self, string: &OsStr) {
        self.u64(string.len() as u64);
        self.bytes.extend_from_slice(string.as_bytes());
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes }
    }

    pub(super) fn u64(&mut self) -> io::Result<u64> {
        let (number, rest) = self.bytes.split_first_chunk().ok_or_else(garbled)?;
        self.bytes = rest;
        Ok(u64::from_le_bytes(*number))
    }

    pub(super) fn i32(&mut self) -> io::Result<i32> {
        i32::try_from(self.u64()?).map_err(|_| garbled())
    }

    pub(super) fn usize(&mut self) -> io::Result<usize> {
        usize::try_from(self.u64()?).map_err(|_| garbled())
    }

    pub(super) fn option(&mut self) -> io::Result<Option<u64>> {
        let is_some = self.u64()? != 0;
        let number = self.u64()?;
        Ok(is_some.then_some(number))
    }

    pub(super) fn duration(&mut self) -> io::Result<Duration> {
        Ok(Duration::from_nanos(self.u64()?))
    }

    pub(super) fn string(&mut self) -> io::Result<OsString> {
        let length = self.usize()?;
        let (string, rest) = self.bytes.split_at_checked(length).ok_or_else(garbled)?;
        self.bytes = rest;
        Ok(OsString::from_vec(string.to_vec()))
    }
}

/// Returns the error for a message that cannot be read.
pub(super) fn garbled() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "a keeper and its program use different messages; was dwindle replaced during the run?",
    )
}

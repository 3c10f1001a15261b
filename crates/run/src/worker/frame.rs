//! Messages on a pipe: the length in four bytes, little-endian, and the message as postcard.

use std::io::{self, Read, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Most bytes of a message.
const MAX_BYTES: u32 = 1 << 30;

/// Returns the bytes of a message with its length in front.
pub(crate) fn encode(message: &impl Serialize) -> io::Result<Vec<u8>> {
    let payload = postcard::to_allocvec(message).map_err(invalid)?;
    let n_bytes = u32::try_from(payload.len()).ok().filter(|n_bytes| *n_bytes <= MAX_BYTES);
    let n_bytes = n_bytes.ok_or_else(|| invalid("a message for a worker is longer than 1 GiB"))?;
    let mut frame = Vec::with_capacity(4 + payload.len());
    frame.extend_from_slice(&n_bytes.to_le_bytes());
    frame.extend_from_slice(&payload);
    Ok(frame)
}

/// Writes a message, and flushes.
pub(crate) fn write(sink: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    sink.write_all(&encode(message)?)?;
    sink.flush()
}

/// Reads the next message. Returns `None` if the pipe ends between two messages.
pub(crate) fn read<T: DeserializeOwned>(source: &mut impl Read) -> io::Result<Option<T>> {
    let mut length = [0; 4];
    let mut n_read = 0;
    while n_read < length.len() {
        match source.read(&mut length[n_read..]) {
            Ok(0) if n_read == 0 => return Ok(None),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(n_more) => n_read += n_more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let n_bytes = u32::from_le_bytes(length);
    if MAX_BYTES < n_bytes {
        return Err(invalid("the input is not a message"));
    }
    // Memory grows with the bytes that arrive, not with the length that is claimed.
    let mut payload = Vec::new();
    source.take(n_bytes.into()).read_to_end(&mut payload)?;
    if payload.len() < n_bytes as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    match postcard::take_from_bytes(&payload) {
        Ok((message, [])) => Ok(Some(message)),
        _ => Err(invalid("the input is not a message")),
    }
}

fn invalid(why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Reply, Request};
    use super::*;

    #[test]
    fn messages_are_read_as_they_were_written() {
        let mut pipe = Vec::new();
        for number in [0u64, 1, u64::MAX] {
            write(&mut pipe, &(number, "text")).unwrap();
        }
        let mut source = &pipe[..];
        for number in [0u64, 1, u64::MAX] {
            assert_eq!(read(&mut source).unwrap(), Some((number, "text".to_owned())));
        }
        assert_eq!(read::<u64>(&mut source).unwrap(), None);
    }

    #[test]
    fn a_message_that_is_cut_off_or_too_long_is_an_error() {
        let whole = encode(&(7u64, "text")).unwrap();
        for n_bytes in 1..whole.len() {
            assert!(read::<(u64, String)>(&mut &whole[..n_bytes]).is_err(), "{n_bytes}");
        }
        assert!(read::<u64>(&mut &[255, 255, 255, 255, 0][..]).is_err());
        assert!(read::<u8>(&mut &encode(&(1u8, 2u8)).unwrap()[..]).is_err(), "no bytes may be left");
    }

    proptest! {
        #[test]
        fn garbage_is_an_error_or_a_message_and_never_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let n_bytes = bytes.len() as u32;
            let framed: Vec<u8> = n_bytes.to_le_bytes().into_iter().chain(bytes).collect();
            let _ = read::<Request>(&mut &framed[..]);
            let _ = read::<Reply>(&mut &framed[..]);
        }
    }
}

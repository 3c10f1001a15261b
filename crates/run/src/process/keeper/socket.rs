//! Messages and open files through a socket.

use std::collections::VecDeque;
use std::io::{self, IoSlice, IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};

/// Most files of a message: the three standard streams.
const MOST_FILES: usize = 3;

/// Sends the length of a message, the message and open files. Blocks until all of it is sent.
pub(super) fn send(mut socket: &UnixStream, message: &[u8], files: &[BorrowedFd<'_>]) -> io::Result<()> {
    let framed = [&(message.len() as u64).to_le_bytes(), message].concat();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FILES))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !files.is_empty() && !control.push(SendAncillaryMessage::ScmRights(files)) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "too many files for a message"));
    }
    // The files are sent with the first byte. The rest of a long message may have to wait.
    let n_sent = loop {
        match sendmsg(socket, &[IoSlice::new(&framed)], &mut control, SendFlags::NOSIGNAL) {
            Err(rustix::io::Errno::INTR) => {}
            sent => break sent?,
        }
    };
    socket.write_all(&framed[n_sent..])
}

/// Reads messages and open files from a socket.
#[derive(Debug)]
pub(super) struct Inbox {
    bytes: Vec<u8>,
    files: VecDeque<OwnedFd>,
}

/// The result of reading a message.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Incoming {
    /// A whole message.
    Message(Vec<u8>),
    /// No whole message has arrived yet.
    None,
    /// The other side is gone.
    Closed,
}

impl Inbox {
    pub(super) fn new() -> Inbox {
        Inbox { bytes: Vec::new(), files: VecDeque::new() }
    }

    /// Returns the next message if all of it has arrived. Does not block.
    pub(super) fn look(&mut self, socket: &UnixStream) -> io::Result<Incoming> {
        loop {
            if let Some(message) = self.take_message() {
                return Ok(Incoming::Message(message));
            }
            match self.receive(socket) {
                Ok(0) | Err(rustix::io::Errno::CONNRESET) => return Ok(Incoming::Closed),
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(rustix::io::Errno::WOULDBLOCK) => return Ok(Incoming::None),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Removes and returns the next file of the messages so far.
    pub(super) fn take_file(&mut self) -> Option<OwnedFd> {
        self.files.pop_front()
    }

    fn receive(&mut self, socket: &UnixStream) -> rustix::io::Result<usize> {
        let mut chunk = [0; 16 << 10];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_FILES))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
        let received = recvmsg(socket.as_fd(), &mut [IoSliceMut::new(&mut chunk)], &mut control, flags)?;
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(files) = message {
                self.files.extend(files);
            }
        }
        self.bytes.extend_from_slice(&chunk[..received.bytes]);
        Ok(received.bytes)
    }

    fn take_message(&mut self) -> Option<Vec<u8>> {
        let (length, rest) = self.bytes.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let message = rest.get(..length)?.to_vec();
        self.bytes.drain(..size_of::<u64>() + length);
        Some(message)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn messages_arrive_one_by_one_with_their_files() {
        let (near, far) = UnixStream::pair().unwrap();
        let (mut reader, writer) = io::pipe().unwrap();
        send(&near, b"first", &[]).unwrap();
        send(&near, b"", &[writer.as_fd()]).unwrap();
        drop(writer);
        let mut inbox = Inbox::new();
        assert_eq!(inbox.look(&far).unwrap(), Incoming::Message(b"first".to_vec()));
        assert_eq!(inbox.look(&far).unwrap(), Incoming::Message(Vec::new()));
        assert_eq!(inbox.look(&far).unwrap(), Incoming::None);
        let mut arrived = std::fs::File::from(inbox.take_file().unwrap());
        arrived.write_all(b"through").unwrap();
        drop(arrived);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "through");
        drop(near);
        assert_eq!(inbox.look(&far).unwrap(), Incoming::Closed);
    }

    #[test]
    fn a_message_larger_than_any_buffer_arrives() {
        let (near, far) = UnixStream::pair().unwrap();
        let large: Vec<u8> = (0..3_000_000_u32).map(|i| i.to_le_bytes()[i as usize % 3]).collect();
        let sent = large.clone();
        let sender = std::thread::spawn(move || send(&near, &sent, &[]));
        let mut inbox = Inbox::new();
        let message = loop {
            match inbox.look(&far).unwrap() {
                Incoming::Message(message) => break message,
                Incoming::None => std::thread::yield_now(),
                Incoming::Closed => panic!("closed early"),
            }
        };
        sender.join().unwrap().unwrap();
        assert!(message == large);
    }
}

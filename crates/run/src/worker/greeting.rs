//! The first line that a worker writes.

use std::io::{self, Read, Write};

/// The version of the protocol. It changes with every change of a message.
pub const PROTOCOL: u32 = 2;

const NAME: &str = "dwindle-worker";
/// Most bytes of the output of login scripts, which is skipped.
const MAX_NOISE: usize = 64 << 10;
/// Most bytes of a greeting.
const MAX_BYTES: usize = 200;

/// The versions of the protocol and of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Greeting {
    pub(crate) protocol: u32,
    pub(crate) program: String,
}

impl Greeting {
    /// Returns the greeting of this program.
    pub(crate) fn own() -> Greeting {
        Greeting { protocol: PROTOCOL, program: env!("CARGO_PKG_VERSION").to_owned() }
    }

    /// Writes it as a line.
    pub(crate) fn write(&self, sink: &mut impl Write) -> io::Result<()> {
        writeln!(sink, "{NAME} {} {}", self.protocol, self.program)?;
        sink.flush()
    }

    /// Reads lines up to a greeting, and skips the output of login scripts. The error is the text
    /// that came instead.
    pub(crate) fn read(source: &mut impl Read) -> Result<Greeting, String> {
        let mut noise = Vec::new();
        let mut line = Vec::new();
        loop {
            let mut byte = [0];
            match source.read(&mut byte) {
                Ok(0) => break,
                Ok(_) if byte[0] == b'\n' => {
                    if let Some(greeting) = Greeting::parse(&line) {
                        return Ok(greeting);
                    }
                    noise.append(&mut line);
                    noise.push(b'\n');
                }
                Ok(_) => line.push(byte[0]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
            if MAX_NOISE < noise.len() + line.len() {
                break;
            }
        }
        noise.append(&mut line);
        Err(String::from_utf8_lossy(&noise).into_owned())
    }

    fn parse(line: &[u8]) -> Option<Greeting> {
        // A login script may have left an unfinished line.
        let start = memchr::memmem::rfind(line, NAME.as_bytes())?;
        let text = std::str::from_utf8(&line[start..]).ok().filter(|text| text.len() <= MAX_BYTES)?;
        let mut words = text[NAME.len()..].split_ascii_whitespace();
        let (protocol, program) = (words.next()?.parse().ok()?, words.next()?.to_owned());
        words.next().is_none().then_some(Greeting { protocol, program })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_of_login_scripts_is_skipped() {
        let mut sent = b"Welcome!\n\nlast login: dwindle-worker\n$ ".to_vec();
        Greeting::own().write(&mut sent).unwrap();
        sent.extend_from_slice(b"rest");
        let mut source = &sent[..];
        assert_eq!(Greeting::read(&mut source), Ok(Greeting::own()));
        assert_eq!(source, b"rest");
    }

    #[test]
    fn text_without_a_greeting_is_the_error() {
        assert_eq!(Greeting::read(&mut &b"no such\ncommand"[..]), Err("no such\ncommand".to_owned()));
        assert_eq!(Greeting::read(&mut &b""[..]), Err(String::new()));
        let told = Greeting::read(&mut io::repeat(b'y').take(1 << 30)).unwrap_err();
        assert!(told.len() <= MAX_NOISE + 1, "an endless stream is not read to its end");
    }
}

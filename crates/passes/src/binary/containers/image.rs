//! The bytes that a file stands for.

use std::ops::Range;

#[derive(Clone)]
/// The bytes that a file stands for: its own, or those that pairs of its hexadecimal digits are.
pub(super) struct Image {
    file: u32,
    bytes: Vec<u8>,
    /// Where each byte starts in the file, with one entry more; `None` if it is the file's own.
    starts: Option<Vec<u32>>,
    has_upper: bool,
}

impl Image {
    /// Returns the bytes of a file as they are.
    pub(super) fn plain(file: u32, bytes: &[u8]) -> Image {
        Image { file, bytes: bytes.to_vec(), starts: None, has_upper: false }
    }

    /// Reads pairs of hexadecimal digits at these places of a text; what is between them stays as
    /// it is.
    pub(super) fn hex(file: u32, text: &[u8], pairs: &[Range<usize>]) -> Image {
        let (mut bytes, mut starts) = (Vec::new(), Vec::new());
        let mut at = 0;
        for range in pairs {
            bytes.extend_from_slice(&text[at..range.start]);
            starts.extend(at as u32..range.start as u32);
            for place in range.clone().step_by(2) {
                let digit = |at: usize| char::from(text[at]).to_digit(16).unwrap_or(0) as u8;
                bytes.push(digit(place) << 4 | digit(place + 1));
                starts.push(place as u32);
            }
            at = range.end;
        }
        bytes.extend_from_slice(&text[at..]);
        starts.extend(at as u32..=text.len() as u32);
        let is_digit = |range: &Range<usize>| text[range.clone()].iter().any(u8::is_ascii_uppercase);
        Image { file, bytes, starts: Some(starts), has_upper: pairs.iter().any(is_digit) }
    }

    /// Returns the file's place in the document.
    pub(super) fn file(&self) -> u32 {
        self.file
    }

    /// Returns the bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Counts the bytes.
    pub(super) fn len(&self) -> u32 {
        self.bytes.len() as u32
    }

    /// Returns where bytes stand in the file.
    pub(super) fn source(&self, range: &Range<u32>) -> Range<usize> {
        match &self.starts {
            None => range.start as usize..range.end as usize,
            Some(starts) => starts[range.start as usize] as usize..starts[range.end as usize] as usize,
        }
    }

    /// Returns bytes as the file writes them at a place.
    pub(super) fn written(&self, at: u32, bytes: &[u8]) -> Vec<u8> {
        if self.starts.is_none() || self.source(&(at..at + 1)).len() == 1 {
            return bytes.to_vec();
        }
        let write = |byte: &u8| match self.has_upper {
            true => format!("{byte:02X}").into_bytes(),
            false => format!("{byte:02x}").into_bytes(),
        };
        bytes.iter().flat_map(write).collect()
    }
}

/// Returns a range of bytes as a range of an image, which has fewer than 2^32.
pub(super) fn narrow(range: &Range<usize>) -> Range<u32> {
    range.start as u32..range.end as u32
}

//! The bytes that a file represents.

use std::ops::Range;

#[derive(Clone)]
/// The bytes that a file represents: its own, or those encoded by pairs of hexadecimal digits.
pub(super) struct Image {
    file: u32,
    bytes: Vec<u8>,
    /// The offset of each byte in the file, with one entry more; `None` if the bytes are the file's
    /// own.
    starts: Option<Vec<u32>>,
    has_upper: bool,
}

impl Image {
    /// Returns the file's own bytes.
    pub(super) fn plain(file: u32, bytes: &[u8]) -> Image {
        Image { file, bytes: bytes.to_vec(), starts: None, has_upper: false }
    }

    /// Decodes pairs of hexadecimal digits at these ranges of a text; the text between them is not
    /// changed.
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

    /// Returns the index of the file in the document.
    pub(super) fn file(&self) -> u32 {
        self.file
    }

    /// Returns the bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of bytes.
    pub(super) fn len(&self) -> u32 {
        self.bytes.len() as u32
    }

    /// Returns the range in the file of a range of the image.
    pub(super) fn source(&self, range: &Range<u32>) -> Range<usize> {
        match &self.starts {
            None => range.start as usize..range.end as usize,
            Some(starts) => starts[range.start as usize] as usize..starts[range.end as usize] as usize,
        }
    }

    /// Returns the encoding of `bytes` at a position.
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

/// Converts a range to 32 bits; an image has fewer than 2^32 bytes.
pub(super) fn narrow(range: &Range<usize>) -> Range<u32> {
    range.start as u32..range.end as u32
}

//! Checksums of bytes.

use md5::Digest;

use crate::binary::code::Order;

/// A checksum algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Crc32,
    /// CRC-32 with the polynomial of Castagnoli.
    Crc32c,
    Adler32,
    /// The sum of the bytes.
    Sum,
    /// The negated sum of the bytes, which makes the total zero.
    Negated,
    /// The bitwise complement of the sum of the bytes.
    Inverted,
    /// The exclusive or of all bytes.
    Xor,
    /// Polynomial 0x1021, initial value 0xffff.
    CrcCcitt,
    /// Polynomial 0x1021, initial value zero.
    CrcXmodem,
    /// Polynomial 0x8005, reflected.
    CrcArc,
    Md5,
    Sha1,
    Sha256,
    Sha512,
}

/// By width in bytes: the algorithms that are tried.
pub(super) const ALGORITHMS: &[(usize, &[Algorithm])] = &[
    (4, &[Algorithm::Crc32, Algorithm::Adler32, Algorithm::Crc32c, Algorithm::Sum]),
    (2, &[Algorithm::Sum, Algorithm::CrcCcitt, Algorithm::CrcXmodem, Algorithm::CrcArc]),
    (1, &[Algorithm::Negated, Algorithm::Inverted, Algorithm::Sum, Algorithm::Xor]),
];

/// The digests that may be at the end of a file.
pub(super) const DIGESTS: [(usize, Algorithm); 3] =
    [(32, Algorithm::Sha256), (20, Algorithm::Sha1), (16, Algorithm::Md5)];

/// Checksums of four bytes that hardly agree by chance.
pub(super) const STRONG: [Algorithm; 3] = [Algorithm::Crc32, Algorithm::Crc32c, Algorithm::Adler32];

/// Returns the algorithms whose result may seal a whole file, each with its width in bytes.
pub(super) fn seals() -> impl Iterator<Item = (usize, Algorithm)> {
    DIGESTS.into_iter().chain(STRONG.map(|algorithm| (4, algorithm)))
}

impl Algorithm {
    /// Returns the checksum of some bytes, in `width` bytes.
    pub(crate) fn of(self, bytes: &[u8], width: usize, order: Order) -> Vec<u8> {
        let sum = || bytes.iter().fold(0u32, |sum, &byte| sum.wrapping_add(u32::from(byte)));
        let value = match self {
            Algorithm::Crc32 => crc32fast::hash(bytes),
            Algorithm::Crc32c => crc32c(bytes),
            Algorithm::Adler32 => adler32(bytes),
            Algorithm::Sum => sum(),
            Algorithm::Negated => sum().wrapping_neg(),
            Algorithm::Inverted => !sum(),
            Algorithm::Xor => bytes.iter().fold(0, |all, &byte| all ^ u32::from(byte)),
            Algorithm::CrcCcitt => crc16(bytes, 0xffff),
            Algorithm::CrcXmodem => crc16(bytes, 0),
            Algorithm::CrcArc => crc_arc(bytes),
            Algorithm::Md5 => return md5::Md5::digest(bytes).to_vec(),
            Algorithm::Sha1 => return sha1::Sha1::digest(bytes).to_vec(),
            Algorithm::Sha256 => return sha2::Sha256::digest(bytes).to_vec(),
            Algorithm::Sha512 => return sha2::Sha512::digest(bytes).to_vec(),
        };
        let bytes = value.to_be_bytes()[4 - width..].to_vec();
        if order == Order::Big { bytes } else { bytes.into_iter().rev().collect() }
    }
}

fn adler32(bytes: &[u8]) -> u32 {
    const PRIME: u64 = 65_521;
    // For a block of this size the sums stay far below 2^64.
    let (mut low, mut high) = (1u64, 0u64);
    for block in bytes.chunks(4096) {
        for &byte in block {
            low += u64::from(byte);
            high += low;
        }
        (low, high) = (low % PRIME, high % PRIME);
    }
    (high << 16 | low) as u32
}

fn crc16(bytes: &[u8], seed: u16) -> u32 {
    let step = |crc: u16, _| if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
    u32::from(bytes.iter().fold(seed, |crc, &byte| (0..8).fold(crc ^ u16::from(byte) << 8, step)))
}

fn crc_arc(bytes: &[u8]) -> u32 {
    let step = |crc: u16, _| if crc & 1 == 0 { crc >> 1 } else { crc >> 1 ^ 0xa001 };
    u32::from(bytes.iter().fold(0, |crc, &byte| (0..8).fold(crc ^ u16::from(byte), step)))
}

fn crc32c(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 0 { crc >> 1 } else { crc >> 1 ^ 0x82f6_3b78 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_of_the_usual_text_are_the_published_ones() {
        let check = |algorithm: Algorithm, width, expected: u32| {
            let expected = &expected.to_be_bytes()[4 - width..];
            assert_eq!(algorithm.of(b"123456789", width, Order::Big), expected, "{algorithm:?}");
        };
        check(Algorithm::Crc32, 4, 0xcbf4_3926);
        check(Algorithm::Crc32c, 4, 0xe306_9283);
        check(Algorithm::Adler32, 4, 0x091e_01de);
        check(Algorithm::CrcCcitt, 2, 0x29b1);
        check(Algorithm::CrcXmodem, 2, 0x31c3);
        check(Algorithm::CrcArc, 2, 0xbb3d);
        check(Algorithm::Sum, 2, 477);
        check(Algorithm::Negated, 1, 0x23);
        check(Algorithm::Xor, 1, 0x31);
    }

    #[test]
    fn little_numbers_are_turned_around() {
        assert_eq!(Algorithm::Sum.of(b"123456789", 2, Order::Little), [0xdd, 1]);
    }
}

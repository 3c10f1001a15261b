//! Polynomial hashes that can be combined: the hash of a text from the hashes of its parts.

use std::sync::LazyLock;

/// The Mersenne prime 2⁶¹ - 1, over which both polynomials work.
const PRIME: u64 = (1 << 61) - 1;
/// The points at which the two polynomials are evaluated: random numbers below the prime.
const POINTS: [u64; 2] = [0x0f3a_91c4_77d2_5e19, 0x1b86_0d5f_e24a_c373];
/// How many powers of each point are tabulated; higher ones take a few multiplications.
const N_POWERS: usize = 4096;
/// How many bytes are hashed at once.
const BLOCK: usize = 16;

/// Two independent 61-bit polynomial hashes of a text, and its length.
///
/// Two different texts of n bytes collide with probability below (n / 2⁶¹)².
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    pub(crate) hashes: [u64; 2],
    pub(crate) len: u64,
}

fn multiply(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    reduce((product as u64 & PRIME) + (product >> 61) as u64)
}

/// Returns a number below 2¹²³ modulo the prime.
fn fold(number: u128) -> u64 {
    let once = (number & u128::from(PRIME)) + (number >> 61);
    reduce((once as u64 & PRIME) + (once >> 61) as u64)
}

/// Whether a text is long and repeats one byte, as blanked text does.
pub(crate) fn is_uniform(text: &[u8]) -> bool {
    BLOCK < text.len() && text.iter().all(|byte| *byte == text[0])
}

fn reduce(sum: u64) -> u64 {
    if PRIME <= sum { sum - PRIME } else { sum }
}

static POWERS: LazyLock<[Vec<u64>; 2]> = LazyLock::new(|| {
    POINTS.map(|point| {
        let mut powers = Vec::with_capacity(N_POWERS);
        powers.push(1);
        for exponent in 1..N_POWERS {
            powers.push(multiply(powers[exponent - 1], point));
        }
        powers
    })
});

/// The powers of the points with exponents `N_POWERS · 2^k`.
static GIANT_STEPS: LazyLock<[Vec<u64>; 2]> = LazyLock::new(|| {
    [0, 1].map(|which| {
        let mut step = multiply(POWERS[which][N_POWERS - 1], POINTS[which]);
        let mut steps = Vec::with_capacity(52);
        for _ in 0..52 {
            steps.push(step);
            step = multiply(step, step);
        }
        steps
    })
});

fn power(which: usize, exponent: u64) -> u64 {
    let mut result = POWERS[which][(exponent % N_POWERS as u64) as usize];
    let mut rest = exponent / N_POWERS as u64;
    let mut bit = 0;
    while rest != 0 {
        if rest & 1 == 1 {
            result = multiply(result, GIANT_STEPS[which][bit]);
        }
        rest >>= 1;
        bit += 1;
    }
    result
}

impl Fingerprint {
    /// Hashes a text, in O(bytes).
    pub(crate) fn of(text: &[u8]) -> Fingerprint {
        if is_uniform(text) {
            return Fingerprint::repeated(text[0], text.len());
        }
        let mut fingerprint = Fingerprint::default();
        fingerprint.push_all(text);
        fingerprint
    }

    /// Appends a text, in O(bytes).
    pub(crate) fn push_all(&mut self, text: &[u8]) {
        let (blocks, rest) = text.as_chunks();
        for block in blocks {
            self.push_block(block);
        }
        for &byte in rest {
            self.push(byte);
        }
    }

    /// Hashes a byte that stands `n_times` in a row, in O(log² n).
    fn repeated(byte: u8, n_times: usize) -> Fingerprint {
        let mut twice_as_many = Fingerprint::default();
        twice_as_many.push(byte);
        let mut fingerprint = Fingerprint::default();
        let mut rest = n_times;
        while rest != 0 {
            if rest & 1 == 1 {
                fingerprint.append(twice_as_many);
            }
            twice_as_many.append(twice_as_many);
            rest >>= 1;
        }
        fingerprint
    }

    /// Appends a block: its bytes are multiplied independently of each other, and reduced once.
    fn push_block(&mut self, block: &[u8; BLOCK]) {
        for (hash, powers) in self.hashes.iter_mut().zip(POWERS.iter()) {
            let shifted = u128::from(*hash) * u128::from(powers[BLOCK]);
            let terms = block.iter().zip(powers[..BLOCK].iter().rev());
            *hash = fold(
                terms.fold(shifted, |sum, (byte, power)| sum + (u128::from(*byte) + 1) * u128::from(*power)),
            );
        }
        self.len += BLOCK as u64;
    }

    /// Appends one byte.
    pub(crate) fn push(&mut self, byte: u8) {
        for (hash, point) in self.hashes.iter_mut().zip(POINTS) {
            *hash = reduce(multiply(*hash, point) + u64::from(byte) + 1);
        }
        self.len += 1;
    }

    /// Appends a text whose fingerprint is known, in O(log length).
    pub(crate) fn append(&mut self, tail: Fingerprint) {
        for which in 0..2 {
            let shifted = multiply(self.hashes[which], power(which, tail.len));
            self.hashes[which] = reduce(shifted + tail.hashes[which]);
        }
        self.len += tail.len;
    }

    /// Returns the fingerprint of the rest of this text after its prefix `head`.
    pub(crate) fn after(&self, head: Fingerprint) -> Fingerprint {
        let len = self.len - head.len;
        let mut hashes = [0; 2];
        for (which, hash) in hashes.iter_mut().enumerate() {
            let shifted = multiply(head.hashes[which], power(which, len));
            *hash = reduce(self.hashes[which] + PRIME - shifted);
        }
        Fingerprint { hashes, len }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn parts_combine_to_the_whole(text in proptest::collection::vec(any::<u8>(), 0..300), cut in 0usize..300) {
            let cut = cut.min(text.len());
            let mut combined = Fingerprint::of(&text[..cut]);
            combined.append(Fingerprint::of(&text[cut..]));
            prop_assert_eq!(combined, Fingerprint::of(&text));
            prop_assert_eq!(Fingerprint::of(&text).after(Fingerprint::of(&text[..cut])), Fingerprint::of(&text[cut..]));
        }
    }

    #[test]
    fn long_texts_combine_too() {
        let text: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(i) >> 7) as u8).collect();
        let mut combined = Fingerprint::of(&text[..10]);
        combined.append(Fingerprint::of(&text[10..]));
        assert_eq!(combined, Fingerprint::of(&text));
    }

    proptest! {
        #[test]
        fn blocks_and_runs_hash_as_their_bytes_do(
            text in prop_oneof![
                proptest::collection::vec(any::<u8>(), 0..100),
                (any::<u8>(), 0usize..3000).prop_map(|(byte, n_times)| vec![byte; n_times]),
            ]
        ) {
            let mut by_byte = Fingerprint::default();
            for &byte in &text {
                by_byte.push(byte);
            }
            prop_assert_eq!(Fingerprint::of(&text), by_byte);
        }
    }

    #[test]
    fn nul_bytes_count() {
        assert_ne!(Fingerprint::of(b"\0"), Fingerprint::of(b"\0\0"));
        assert_ne!(Fingerprint::of(b"\0a"), Fingerprint::of(b"a"));
        assert_ne!(Fingerprint::of(b"ab"), Fingerprint::of(b"ba"));
    }
}

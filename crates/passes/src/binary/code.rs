//! Encodings of numbers in binary files.

/// The byte order of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Order {
    /// Big-endian.
    Big,
    /// Little-endian.
    Little,
}

impl Order {
    /// Returns the byte order for a flag.
    pub(super) fn of(is_little: bool) -> Order {
        if is_little { Order::Little } else { Order::Big }
    }
}

/// The encoding of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// A fixed number of bytes.
    Fixed(u8, Order),
    /// LEB128: seven bits per byte, lowest first; all bytes but the last have the highest bit set.
    Varint,
    /// Digits in this base, as wide as before; what follows them is kept.
    Digits(u8),
    /// Upper-case hexadecimal digits, as wide as before.
    UpperHex,
    /// A decimal number without leading zeros.
    Decimal,
    /// A length of ASN.1.
    Asn1,
    /// The head of a MessagePack value.
    MessagePack(Head),
    /// The head of a CBOR value, with its major type in the upper bits.
    Cbor(u8),
    /// This byte, repeated.
    Fill(u8),
}

/// The kinds of MessagePack heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    Array,
    Map,
    Text,
    Bytes,
    Extension,
}

impl Code {
    /// Returns the encoding of `value` that replaces `before`; `None` if it does not fit.
    pub(super) fn write(self, value: u64, before: &[u8]) -> Option<Vec<u8>> {
        Some(match self {
            Code::Fixed(width, order) => fixed(value, usize::from(width), order)?,
            Code::Varint => {
                let mut rest = value;
                let mut bytes = Vec::new();
                while 0x7f < rest {
                    bytes.push(rest as u8 | 0x80);
                    rest >>= 7;
                }
                bytes.push(rest as u8);
                bytes
            }
            Code::Digits(base) => {
                let width = before.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                let mut digits = Vec::new();
                let mut rest = value;
                while digits.len() < width {
                    digits.extend(char::from_digit((rest % u64::from(base)) as u32, u32::from(base)));
                    rest /= u64::from(base);
                }
                if rest != 0 {
                    return None;
                }
                let digits = digits.into_iter().rev().map(|digit| digit as u8);
                digits.chain(before[width..].iter().copied()).collect()
            }
            Code::UpperHex => Code::Digits(16).write(value, before)?.to_ascii_uppercase(),
            Code::Decimal => value.to_string().into_bytes(),
            Code::Asn1 if value < 0x80 => vec![value as u8],
            Code::Asn1 => {
                let bytes = shortest(value);
                [vec![0x80 | bytes.len() as u8], bytes].concat()
            }
            Code::MessagePack(head) => head.write(value)?,
            Code::Cbor(major) => {
                let short = |width: u8, code: u8| {
                    fixed(value, usize::from(width), Order::Big)
                        .map(|bytes| [vec![major | code], bytes].concat())
                };
                match value {
                    0..0x18 => vec![major | value as u8],
                    0x18..0x100 => short(1, 24)?,
                    0x100..0x1_0000 => short(2, 25)?,
                    0x1_0000..0x1_0000_0000 => short(4, 26)?,
                    _ => short(8, 27)?,
                }
            }
            Code::Fill(byte) => vec![byte; usize::try_from(value).ok()?],
        })
    }
}

impl Code {
    /// Decodes a number of a fixed width.
    pub(super) fn read(self, bytes: &[u8]) -> Option<u64> {
        match self {
            Code::Fixed(_, order) => Some(number(bytes, order)),
            _ => None,
        }
    }
}

impl Head {
    fn write(self, value: u64) -> Option<Vec<u8>> {
        let (short, bound, codes) = match self {
            Head::Array => (0x90, 16, [None, Some(0xdc), Some(0xdd)]),
            Head::Map => (0x80, 16, [None, Some(0xde), Some(0xdf)]),
            Head::Text => (0xa0, 32, [Some(0xd9), Some(0xda), Some(0xdb)]),
            Head::Bytes => (0, 0, [Some(0xc4), Some(0xc5), Some(0xc6)]),
            Head::Extension => (0, 0, [Some(0xc7), Some(0xc8), Some(0xc9)]),
        };
        if value < bound {
            return Some(vec![short | value as u8]);
        }
        codes.into_iter().zip([1, 2, 4]).find_map(|(code, width)| {
            let bytes = fixed(value, width, Order::Big)?;
            code.map(|code: u8| [vec![code], bytes].concat())
        })
    }
}

/// Decodes a number of at most eight bytes.
pub(super) fn number(bytes: &[u8], order: Order) -> u64 {
    let digit = |value: u64, &byte: &u8| value << 8 | u64::from(byte);
    match order {
        Order::Big => bytes.iter().fold(0, digit),
        Order::Little => bytes.iter().rev().fold(0, digit),
    }
}

/// Decodes a LEB128 number. Returns it and its length in bytes.
pub(super) fn varint(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut value = 0;
    for (place, &byte) in bytes.iter().enumerate().take(LONGEST_VARINT) {
        value |= u64::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            return Some((value, place + 1));
        }
    }
    None
}

/// The longest encoding of a number of 63 bits.
const LONGEST_VARINT: usize = 9;

fn fixed(value: u64, width: usize, order: Order) -> Option<Vec<u8>> {
    if width < 8 && value >> (8 * width) != 0 {
        return None;
    }
    let bytes = value.to_be_bytes()[8 - width..].to_vec();
    Some(if order == Order::Big { bytes } else { bytes.into_iter().rev().collect() })
}

fn shortest(value: u64) -> Vec<u8> {
    value.to_be_bytes().into_iter().skip_while(|&byte| byte == 0).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_written_as_formats_want_them() {
        let check = |code: Code, value, before: &[u8], expected: &[u8]| {
            assert_eq!(code.write(value, before).as_deref(), Some(expected), "{code:?}");
        };
        check(Code::Fixed(2, Order::Big), 258, b"", &[1, 2]);
        check(Code::Fixed(4, Order::Little), 258, b"", &[2, 1, 0, 0]);
        check(Code::Varint, 300, b"", &[0xac, 2]);
        check(Code::Digits(8), 9, b"00000000777\0", b"00000000011\0");
        check(Code::Asn1, 300, b"", &[0x82, 1, 44]);
        check(Code::MessagePack(Head::Array), 3, b"", &[0x93]);
        check(Code::MessagePack(Head::Text), 40, b"", &[0xd9, 40]);
        check(Code::Cbor(0x80), 300, b"", &[0x99, 1, 44]);
        check(Code::Fill(b' '), 2, b"", b"  ");
    }

    #[test]
    fn numbers_that_do_not_fit_are_not_written() {
        assert_eq!(Code::Fixed(1, Order::Big).write(256, b""), None);
        assert_eq!(Code::Digits(8).write(64, b"77 "), None);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(value in 0..1_u64 << 60) {
            let bytes = Code::Varint.write(value, b"").unwrap();
            prop_assert_eq!(varint(&bytes), Some((value, bytes.len())));
            for order in [Order::Big, Order::Little] {
                prop_assert_eq!(number(&Code::Fixed(8, order).write(value, b"").unwrap(), order), value);
            }
        }
    }
}

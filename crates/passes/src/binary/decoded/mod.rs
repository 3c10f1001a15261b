//! Files whose contents are encoded: they are decoded to text, which a whole plan works on, and
//! each of its candidates is encoded again.

mod asn1;
mod assembly;
mod bencode;
mod cbor;
mod columns;
mod digest;
mod entry;
mod fields;
mod form;
mod gzip;
mod internet;
mod message_pack;
mod packed;
pub mod pass;
mod php;
mod plain;
mod read;
mod record_tags;
mod records;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod wasm;
mod write;
mod zip;

//! ZIP archives, as their members.

use std::io::{Cursor, Read, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// A member of an archive.
pub(super) struct Member {
    pub(super) name: String,
    pub(super) header: Header,
    pub(super) contents: Vec<u8>,
}

/// What is written before the contents of a member.
pub(super) struct Header {
    name: String,
    options: SimpleFileOptions,
}

/// Returns the members of an archive; `None` if it is none, or has members that cannot be written
/// again, or contents of more than `most` bytes.
pub(super) fn decode(bytes: &[u8], most: usize) -> Option<Vec<Member>> {
    if !bytes.starts_with(b"PK\x03\x04") {
        return None;
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).ok()?;
    let mut members = Vec::new();
    let mut room = most as u64;
    for index in 0..archive.len() {
        let file = archive.by_index(index).ok()?;
        let name = file.name().ok()?.into_owned();
        let method = file.compression();
        let is_known = matches!(method, CompressionMethod::Stored | CompressionMethod::Deflated);
        if file.encrypted() || !is_known || file.name_raw() != name.as_bytes() {
            return None;
        }
        let options = SimpleFileOptions::default().compression_method(method);
        let options = options.compression_level((method == CompressionMethod::Deflated).then_some(9));
        let options = options.external_attributes(file.external_attributes()).system(file.system());
        let time = file.last_modified().unwrap_or_default();
        let header = Header { name: name.clone(), options: options.last_modified_time(time) };
        let mut contents = Vec::new();
        file.take(room + 1).read_to_end(&mut contents).ok()?;
        room = room.checked_sub(contents.len() as u64)?;
        members.push(Member { name, header, contents });
    }
    Some(members)
}

/// Returns the archive with these members.
pub(super) fn encode<'a>(members: impl Iterator<Item = (&'a Header, &'a [u8])>) -> Option<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (header, contents) in members {
        archive.start_file(&header.name, header.options).ok()?;
        archive.write_all(contents).ok()?;
    }
    Some(archive.finish().ok()?.into_inner())
}

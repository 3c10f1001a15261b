//! The languages: one file each, and the one list of them.

mod detect;
mod language;

#[cfg(feature = "c")]
mod c;
#[cfg(feature = "json")]
mod json;

pub use detect::{by_content, by_name, by_path, detect};
pub use language::{Comments, FirstLine, Language, Package, Reader};

/// All languages of this build. Earlier ones win where file names or contents fit several.
pub static LANGUAGES: &[&Language] = &[
    #[cfg(feature = "c")]
    &c::C,
    #[cfg(feature = "json")]
    &json::JSON,
];

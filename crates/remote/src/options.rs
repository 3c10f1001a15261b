//! What a user says about a farm.

use std::time::Duration;

use crate::address::Address;
use crate::header::Header;

/// Which farm, and how it is used.
#[derive(Clone, Debug)]
pub struct FarmOptions {
    /// Where the server is.
    pub address: Address,
    /// Headers of each call.
    pub headers: Vec<Header>,
    /// The name of the instance; servers with one instance have the empty name.
    pub instance: String,
    /// Platform properties, which choose the workers.
    pub platform: Vec<(String, String)>,
    /// How many trials run there at once.
    pub n_slots: usize,
    /// Whether verdicts are taken from the action cache and kept in it.
    pub uses_cache: bool,
    /// How long the server may be out of reach.
    pub patience: Duration,
}

/// Returns the platform property by which most servers know a container image.
pub fn property_of_image(image: &str) -> (String, String) {
    let image = match image.contains("://") {
        true => image.to_owned(),
        false => format!("docker://{image}"),
    };
    ("container-image".to_owned(), image)
}

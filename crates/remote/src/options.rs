//! Options of a farm.

use std::time::Duration;

use crate::address::Address;
use crate::header::Header;

/// Which farm is used, and how.
#[derive(Clone, Debug)]
pub struct FarmOptions {
    /// The address of the server.
    pub address: Address,
    /// Headers of each call.
    pub headers: Vec<Header>,
    /// The name of the instance; empty for servers with a single instance.
    pub instance: String,
    /// Platform properties, by which the server chooses workers.
    pub platform: Vec<(String, String)>,
    /// How many trials run on the farm at once.
    pub n_slots: usize,
    /// Whether verdicts are read from the action cache and stored in it.
    pub uses_cache: bool,
    /// How long the server may be unreachable.
    pub max_silence: Duration,
}

/// Returns the platform property that names a container image on most servers.
pub fn property_of_image(image: &str) -> (String, String) {
    let image = match image.contains("://") {
        true => image.to_owned(),
        false => format!("docker://{image}"),
    };
    ("container-image".to_owned(), image)
}

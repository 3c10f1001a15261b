//! The arguments about a build farm.

use clap::Args;
use dwindle_remote::{Address, Header};

use super::values;

/// The settings of a server of the Remote Execution API.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Remote execution")]
pub struct RemoteArgs {
    /// Runs trials on a build farm, too: a server of the Remote Execution API v2, grpc://HOST:PORT,
    /// or grpcs:// for TLS
    #[arg(long, value_name = "ADDRESS", value_parser = Address::parse)]
    pub remote: Option<Address>,
    /// Sends this header with each call, such as x-api-key=SECRET; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = Header::parse, requires = "remote")]
    pub remote_header: Vec<Header>,
    /// The instance of the server
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true, requires = "remote")]
    pub remote_instance: String,
    /// A platform property, which chooses workers, such as OSFamily=Linux; can be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = values::property, requires = "remote")]
    pub remote_platform: Vec<(String, String)>,
    /// The container image in which trials run: the platform property container-image
    #[arg(long, value_name = "IMAGE", requires = "remote")]
    pub remote_image: Option<String>,
    /// Trials at once on the server [default: 16]
    #[arg(long, value_name = "N", value_parser = values::jobs, requires = "remote")]
    pub remote_jobs: Option<std::num::NonZeroUsize>,
    /// Takes no verdicts from the action cache of the server, and puts none into it
    #[arg(long, requires = "remote")]
    pub no_remote_cache: bool,
}

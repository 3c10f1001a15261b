//! Builds the remote action that tests a candidate.

use bazel_remote_apis::build::bazel::remote::execution::v2::command::EnvironmentVariable;
use bazel_remote_apis::build::bazel::remote::execution::v2::platform::Property;
use bazel_remote_apis::build::bazel::remote::execution::v2::{Action, Command, Digest, Platform};
use bazel_remote_apis::google::protobuf;
use dwindle_reduce::Document;
use dwindle_run::property::Attempt;

use crate::answer::WRAPPER;
use crate::blob::Blob;
use crate::folder::text_of;
use crate::inputs::{Inputs, TRIAL};
use crate::test::{RemoteTest, RemoteTestError};

/// Default `PATH` of an action: servers pass on no environment variables.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/// Seconds by which the server's limit for an action exceeds our own.
const GRACE: u64 = 10;

/// Builds actions from candidates.
pub(crate) struct Actions {
    test: RemoteTest,
    inputs: Inputs,
    platform: Option<Platform>,
    needed: String,
    /// Arguments and standard input of the test.
    paths: Vec<String>,
    stdin: String,
}

/// An action, and the blobs that must be in the store before it can run.
pub(crate) struct PackedEntry {
    pub(crate) action: Digest,
    pub(crate) blobs: Vec<Blob>,
    /// Time limit of the test, in seconds.
    pub(crate) limit: u64,
}

/// What an action is run for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A verdict that may be read from a cache and stored in one.
    Verdict,
    /// A verdict that must not come from a cache.
    FreshVerdict,
    /// A verdict that must not come from a cache, and the output of the test.
    Explanation,
}

impl Actions {
    pub(crate) fn new(
        test: RemoteTest,
        mut platform: Vec<(String, String)>,
    ) -> Result<Actions, RemoteTestError> {
        let inputs = Inputs::new(&test)?;
        let text = |path: &std::path::PathBuf| text_of(path).map_err(RemoteTestError);
        let paths = test.relative_paths().iter().map(text).collect::<Result<_, _>>()?;
        let stdin = test.only_file().as_ref().map(text).transpose()?;
        // The digest of an action must not depend on the order of the options.
        platform.sort();
        let properties: Vec<Property> =
            platform.into_iter().map(|(name, value)| Property { name, value }).collect();
        let platform = (!properties.is_empty()).then_some(Platform { properties });
        let needed = test.interpreter().unwrap_or_default();
        let stdin = stdin.unwrap_or_else(|| "/dev/null".to_owned());
        Ok(Actions { test, inputs, platform, needed, paths, stdin })
    }

    /// Returns the action that tests a candidate.
    pub(crate) fn pack(
        &self,
        candidate: &Document,
        attempt: Attempt,
        purpose: Purpose,
    ) -> Result<PackedEntry, RemoteTestError> {
        let limit = self.test.limit(attempt.time_limit);
        let input = self.inputs.of(candidate)?;
        let mut blobs = input.blobs;
        let is_shown = if purpose == Purpose::Explanation { "yes" } else { "no" };
        let fixed = ["/bin/sh", "-c", WRAPPER, "dwindle"].map(str::to_owned);
        let given = [limit.to_string(), self.needed.clone(), self.stdin.clone(), is_shown.to_owned()];
        let arguments = fixed.into_iter().chain(given).chain([self.inputs.test.clone()]);
        let command = Blob::of_message(&self.command(arguments.chain(self.paths.iter().cloned()).collect()));
        let is_fresh = purpose != Purpose::Verdict;
        let action = Blob::of_message(&Action {
            command_digest: Some(command.digest.clone()),
            input_root_digest: Some(input.root),
            timeout: Some(protobuf::Duration { seconds: (limit + GRACE) as i64, nanos: 0 }),
            do_not_cache: is_fresh,
            // The server must not merge simultaneous runs of the same candidate.
            salt: if is_fresh { attempt.nth.to_le_bytes().to_vec() } else { Vec::new() },
            platform: self.platform.clone(),
        });
        let digest = action.digest.clone();
        blobs.extend([command, action]);
        Ok(PackedEntry { action: digest, blobs, limit })
    }

    /// Returns the command that runs a test.
    #[expect(deprecated, reason = "servers before version 2.2 of the protocol look for the platform here")]
    fn command(&self, arguments: Vec<String>) -> Command {
        let path = EnvironmentVariable { name: "PATH".to_owned(), value: PATH.to_owned() };
        Command {
            arguments,
            environment_variables: vec![path],
            platform: self.platform.clone(),
            working_directory: TRIAL.to_owned(),
            ..Command::default()
        }
    }
}

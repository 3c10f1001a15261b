//! Which blobs the server's store has.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bazel_remote_apis::build::bazel::remote::execution::v2::Digest;
use dwindle_run::property::Cancel;

use crate::blob::Blob;
use crate::call_error::CallError;
use crate::server::Server;

/// How many digests are remembered.
const MOST_KNOWN: usize = 100_000;

/// The blobs that are known to be in the store. A server may remove them at any time: see
/// [`Uploads::forget`].
#[derive(Default)]
pub(crate) struct Uploads {
    known: Mutex<HashSet<String>>,
}

impl Uploads {
    /// Uploads those of the blobs that are not in the store.
    pub(crate) fn ensure(
        &self,
        server: &dyn Server,
        blobs: &[Blob],
        cancel: &Cancel,
    ) -> Result<(), CallError> {
        let mut asked = HashSet::new();
        let unknown: Vec<&Blob> = {
            let known = self.known();
            let is_new = |blob: &&Blob| {
                let hash = &blob.digest.hash;
                !known.contains(hash) && asked.insert(hash.clone())
            };
            blobs.iter().filter(is_new).collect()
        };
        if unknown.is_empty() {
            return Ok(());
        }
        let digests: Vec<Digest> = unknown.iter().map(|blob| blob.digest.clone()).collect();
        let missing: HashSet<String> =
            server.missing(digests, cancel)?.into_iter().map(|digest| digest.hash).collect();
        let missing: Vec<&Blob> =
            unknown.into_iter().filter(|blob| missing.contains(&blob.digest.hash)).collect();
        if !missing.is_empty() {
            server.upload(&missing, cancel)?;
        }
        let mut known = self.known();
        if MOST_KNOWN < known.len() + asked.len() {
            known.clear();
        }
        known.extend(asked);
        Ok(())
    }

    /// Forgets that these blobs are in the store: the server has lost some.
    pub(crate) fn forget(&self, blobs: &[Blob]) {
        let mut known = self.known();
        for blob in blobs {
            known.remove(&blob.digest.hash);
        }
    }

    fn known(&self) -> MutexGuard<'_, HashSet<String>> {
        // No code panics while it holds the lock.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

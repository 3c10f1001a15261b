//! What the store of the server has.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bazel_remote_apis::build::bazel::remote::execution::v2::Digest;
use dwindle_run::property::Cancel;

use crate::blob::Blob;
use crate::server::Server;
use crate::trouble::Trouble;

/// How many digests are remembered.
const MOST_KNOWN: usize = 100_000;

/// The blobs that are known to be in the store. A server may remove them at any time: see
/// [`Uploads::forget`].
#[derive(Default)]
pub(crate) struct Uploads {
    known: Mutex<HashSet<String>>,
}

impl Uploads {
    /// Has all of the blobs in the store, and sends those that are not.
    pub(crate) fn ensure(&self, server: &dyn Server, blobs: &[Blob], cancel: &Cancel) -> Result<(), Trouble> {
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

    /// Forgets what is known of these blobs: the server lost something.
    pub(crate) fn forget(&self, blobs: &[Blob]) {
        let mut known = self.known();
        for blob in blobs {
            known.remove(&blob.digest.hash);
        }
    }

    fn known(&self) -> MutexGuard<'_, HashSet<String>> {
        // Nothing panics while it holds the lock.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

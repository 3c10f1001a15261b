//! An LRU cache of values computed from files.

use std::collections::HashMap;

use dwindle_reduce::ContentKey;

/// The size of the cache, as the sum of the sizes of the files, in bytes. The last value is kept in
/// any case. Trees take many times that.
const MOST_BYTES: usize = 4 << 20;
/// The overhead of a cached value, expressed in bytes of text.
const OVERHEAD: usize = 512;

/// Values by the key of the file that they were computed from. The least recently used ones are
/// evicted first.
pub(super) struct LruCache<T> {
    values: HashMap<ContentKey, Value<T>>,
    n_bytes: usize,
    n_uses: u64,
}

impl<T> Default for LruCache<T> {
    fn default() -> LruCache<T> {
        LruCache { values: HashMap::new(), n_bytes: 0, n_uses: 0 }
    }
}

struct Value<T> {
    value: T,
    n_bytes: usize,
    used: u64,
}

impl<T: Clone> LruCache<T> {
    /// Returns the cached value of a file.
    pub(super) fn get(&mut self, key: ContentKey) -> Option<T> {
        self.n_uses += 1;
        let entry = self.values.get_mut(&key)?;
        entry.used = self.n_uses;
        Some(entry.value.clone())
    }

    /// Adds the value of a file of `n_bytes` bytes.
    pub(super) fn insert(&mut self, key: ContentKey, n_bytes: usize, value: T) {
        if MOST_BYTES < self.n_bytes {
            self.shrink();
        }
        self.n_uses += 1;
        let n_bytes = n_bytes + OVERHEAD;
        let before = self.values.insert(key, Value { value, n_bytes, used: self.n_uses });
        self.n_bytes = self.n_bytes + n_bytes - before.map_or(0, |before| before.n_bytes);
    }

    /// Removes all values.
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.n_bytes = 0;
    }

    /// Evicts the less recently used half.
    fn shrink(&mut self) {
        let mut by_use: Vec<(u64, ContentKey)> =
            self.values.iter().map(|(key, entry)| (entry.used, *key)).collect();
        by_use.sort_unstable();
        for (_, key) in by_use {
            if self.n_bytes <= MOST_BYTES / 2 {
                return;
            }
            self.n_bytes -= self.values.remove(&key).map_or(0, |entry| entry.n_bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_small_files_are_kept() {
        let mut cache = LruCache::default();
        for key in 0..1000 {
            cache.insert(ContentKey(key), 100, key);
        }
        assert!((0..1000).all(|key| cache.get(ContentKey(key)) == Some(key)));
    }

    #[test]
    fn of_more_bytes_than_fit_those_in_use_stay() {
        let mut cache = LruCache::default();
        for key in 0..1000 {
            cache.insert(ContentKey(key), MOST_BYTES / 10, key);
            assert_eq!(cache.get(ContentKey(0)), Some(0));
        }
        assert_eq!((cache.get(ContentKey(500)), cache.get(ContentKey(999))), (None, Some(999)));
        assert!(cache.n_bytes <= 2 * MOST_BYTES);
        cache.clear();
        assert_eq!(cache.get(ContentKey(0)), None);
    }
}

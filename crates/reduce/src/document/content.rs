//! The bytes of a file, joined on demand.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A kept stretch of a base, and the text inserted after it.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) kept: Range<usize>,
    pub(crate) text: Option<Arc<[u8]>>,
}

/// The bytes of a file: in one piece, or as pieces of a base file until they are needed in one.
///
/// Most candidates are written to a trial's directory once and are forgotten: a copy of a large
/// file would cost as much as writing it.
pub(super) struct Content {
    whole: OnceLock<Vec<u8>>,
    n_bytes: usize,
    /// Dropped when the pieces are joined, so that no chain of bases is kept alive.
    spliced: Mutex<Option<Arc<Spliced>>>,
}

struct Spliced {
    base: Arc<Content>,
    pieces: Vec<Piece>,
}

impl Content {
    pub(super) fn whole(bytes: Vec<u8>) -> Content {
        let n_bytes = bytes.len();
        Content { whole: OnceLock::from(bytes), n_bytes, spliced: Mutex::new(None) }
    }

    /// Creates the content that consists of pieces of a base, in O(pieces).
    ///
    /// # Panics When a kept range does not lie within the base.
    pub(super) fn spliced(base: &Arc<Content>, pieces: Vec<Piece>) -> Content {
        let n_bytes_of = |piece: &Piece| piece.kept.len() + piece.text.as_ref().map_or(0, |text| text.len());
        assert!(pieces.iter().all(|piece| piece.kept.end <= base.n_bytes), "what is kept is there");
        let n_bytes = pieces.iter().map(n_bytes_of).sum();
        let spliced = Arc::new(Spliced { base: base.clone(), pieces });
        Content { whole: OnceLock::new(), n_bytes, spliced: Mutex::new(Some(spliced)) }
    }

    pub(super) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// Returns the bytes in one piece; the first call costs O(bytes).
    pub(super) fn bytes(&self) -> &[u8] {
        self.whole.get_or_init(|| {
            let spliced = self.lock().take().expect("what is not whole is made of pieces");
            let mut whole = Vec::with_capacity(self.n_bytes);
            spliced.visit(|piece| whole.extend_from_slice(piece));
            whole
        })
    }

    /// Passes the bytes to `visit` piece by piece, without a copy.
    pub(super) fn visit<E>(&self, mut visit: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let spliced = self.lock().clone();
        let Some(spliced) = spliced else { return visit(self.bytes()) };
        let mut result = Ok(());
        spliced.visit(|piece| {
            if result.is_ok() {
                result = visit(piece);
            }
        });
        result
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Spliced>>> {
        // Nothing panics while it holds the lock.
        self.spliced.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Spliced {
    fn visit(&self, mut visit: impl FnMut(&[u8])) {
        let base = self.base.bytes();
        for Piece { kept, text } in &self.pieces {
            for piece in [&base[kept.clone()], text.as_deref().unwrap_or_default()] {
                if !piece.is_empty() {
                    visit(piece);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn joined(content: &Content) -> Vec<u8> {
        let mut all = Vec::new();
        let visited: Result<(), Infallible> = content.visit(|piece| {
            assert!(!piece.is_empty() || content.n_bytes() == 0);
            all.extend_from_slice(piece);
            Ok(())
        });
        assert!(visited.is_ok());
        all
    }

    #[test]
    fn pieces_and_the_whole_are_the_same_bytes() {
        let base = Arc::new(Content::whole(b"0123456789".to_vec()));
        let kept = |kept: Range<usize>, text: &[u8]| Piece { kept, text: Some(text.into()) };
        let spliced = Content::spliced(&base, vec![kept(0..2, b"ab"), kept(5..5, b""), kept(7..10, b"")]);
        assert_eq!(joined(&spliced), b"01ab789");
        assert_eq!(spliced.n_bytes(), 7);
        assert_eq!(spliced.bytes(), b"01ab789");
        assert_eq!(joined(&spliced), b"01ab789");
    }

    #[test]
    fn a_whole_does_not_keep_its_base_alive() {
        let base = Arc::new(Content::whole(b"0123456789".to_vec()));
        let spliced = Content::spliced(&base, vec![Piece { kept: 0..4, text: None }]);
        assert_eq!(Arc::strong_count(&base), 2);
        assert_eq!(joined(&spliced), b"0123");
        assert_eq!(Arc::strong_count(&base), 2, "it was only read in pieces");
        assert_eq!(spliced.bytes(), b"0123");
        assert_eq!(Arc::strong_count(&base), 1);
    }

    #[test]
    fn the_first_error_ends_a_visit() {
        let base = Arc::new(Content::whole(b"0123456789".to_vec()));
        let pieces = (0..5).map(|at| Piece { kept: 2 * at..2 * at + 1, text: None }).collect();
        let mut n_visits = 0;
        let ended = Content::spliced(&base, pieces).visit(|_| {
            n_visits += 1;
            if n_visits == 2 { Err("full") } else { Ok(()) }
        });
        assert_eq!((ended, n_visits), (Err("full"), 2));
    }
}

//! Folds over the events of a session.

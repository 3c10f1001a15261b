//! Properties for tests.

//! What dwindle can change in a document.

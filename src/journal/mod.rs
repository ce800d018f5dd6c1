//! To come: journal.

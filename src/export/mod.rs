//! To come: export.

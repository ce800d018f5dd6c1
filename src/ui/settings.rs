//! What is remembered between sessions, per user: layout, theme, scale, recent files. Never inside a scenario; ignored by tests and
//! by `shot`.

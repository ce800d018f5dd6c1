//! Files that appear whole or not at all.
//!
//! Bytes go to a temporary name in the same directory; only [`AtomicFile::commit`] gives the file its name. What is dropped
//! before that (an error, an interrupt that unwinds) leaves nothing behind.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::export::ExportError;

/// What to do where a file exists already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Leave it and report [`ExportError::Exists`].
    Keep,
    /// Replace it: the user named it.
    Replace,
}

/// A file under way.
#[derive(Debug)]
pub struct AtomicFile {
    target: PathBuf,
    temporary: PathBuf,
    existing: Existing,
    /// `None` once committed.
    out: Option<BufWriter<File>>,
}

impl AtomicFile {
    /// Begins a file that will be called `target`.
    pub fn create(target: &Path, existing: Existing) -> Result<Self, ExportError> {
        if existing == Existing::Keep && target.exists() {
            return Err(ExportError::Exists(target.to_owned()));
        }
        let mut name = OsString::from(".");
        name.push(target.file_name().unwrap_or_default());
        name.push(format!(".{}.tmp", std::process::id()));
        let temporary = target.with_file_name(name);
        let opened = OpenOptions::new().write(true).create(true).truncate(true).open(&temporary);
        let file = opened.map_err(|source| ExportError::Io { action: "write", path: target.to_owned(), source })?;
        let out = Some(BufWriter::new(file));
        Ok(Self { target: target.to_owned(), temporary, existing, out })
    }

    /// Gives the file its name. Returns whether another one was replaced.
    pub fn commit(mut self) -> Result<bool, ExportError> {
        let error = |source| ExportError::Io { action: "write", path: self.target.clone(), source };
        if let Some(out) = &mut self.out {
            out.flush().map_err(error)?;
        }
        let replaced = self.target.exists();
        if replaced && self.existing == Existing::Keep {
            return Err(ExportError::Exists(self.target.clone()));
        }
        // Closed before it is renamed: some systems don't rename open files.
        drop(self.out.take());
        fs::rename(&self.temporary, &self.target).map_err(error)?;
        Ok(replaced)
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.as_mut().map_or(Ok(0), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        drop(self.out.take());
        // After a commit there is none; an error here could only be a file that is gone already.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Writes `bytes` to `target`. Returns whether another file was replaced.
pub fn write(target: &Path, bytes: &[u8], existing: Existing) -> Result<bool, ExportError> {
    let mut file = AtomicFile::create(target, existing)?;
    file.write_all(bytes).map_err(|source| ExportError::Io { action: "write", path: target.to_owned(), source })?;
    file.commit()
}

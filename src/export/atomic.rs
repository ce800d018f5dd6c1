//! Files that appear whole or not at all.
//!
//! Bytes go to a temporary name in the same directory; only [`AtomicFile::commit`] gives the file its name. What is dropped
//! before that (an error, an interrupt that unwinds) leaves nothing behind. Symbolic links are followed: the file they lead to is
//! replaced, the link stays.
//!
//! What is there and no regular file (a device, a pipe, a socket) cannot be replaced, nor can a stream of this process
//! (`/dev/stdout`): their bytes go straight through.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::export::ExportError;

/// Most symbolic links that lead to a file, as on Linux.
const LINKS: usize = 40;

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
    /// As the user named it.
    name: PathBuf,
    existing: Existing,
    place: Place,
    /// `None` once committed.
    out: Option<BufWriter<File>>,
}

/// Where the bytes go.
#[derive(Debug)]
enum Place {
    /// To a temporary file that is given the name `target` at the end.
    Renamed { target: PathBuf, temporary: PathBuf },
    /// To what is there.
    Straight,
}

impl AtomicFile {
    /// Begins a file that will be called `name`. Opening a pipe waits until somebody reads it.
    pub fn create(name: &Path, existing: Existing) -> Result<Self, ExportError> {
        if name == Path::new("-") || name.as_os_str().is_empty() {
            return Err(ExportError::NoFile(name.to_owned()));
        }
        if existing == Existing::Keep && name.exists() {
            return Err(ExportError::Exists(name.to_owned()));
        }
        let error = |source| ExportError::Io { action: "write", path: name.to_owned(), source };
        let place = place(name).map_err(error)?;
        let mut options = OpenOptions::new();
        let opened = match &place {
            Place::Renamed { temporary, .. } => options.write(true).create(true).truncate(true).open(temporary),
            Place::Straight => options.append(true).open(name),
        };
        let out = Some(BufWriter::new(opened.map_err(error)?));
        Ok(Self { name: name.to_owned(), existing, place, out })
    }

    /// Gives the file its name. Returns whether another one was replaced.
    pub fn commit(mut self) -> Result<bool, ExportError> {
        let error = |source| ExportError::Io { action: "write", path: self.name.clone(), source };
        if let Some(out) = &mut self.out {
            out.flush().map_err(error)?;
        }
        let Place::Renamed { target, temporary } = &self.place else { return Ok(false) };
        let replaced = target.exists();
        if replaced && self.existing == Existing::Keep {
            return Err(ExportError::Exists(self.name.clone()));
        }
        // Closed before it is renamed: some systems don't rename open files.
        drop(self.out.take());
        fs::rename(temporary, target).map_err(error)?;
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
        if let Place::Renamed { temporary, .. } = &self.place {
            // After a commit there is none; an error here could only be a file that is gone already.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Writes `bytes` to `name`. Returns whether another file was replaced.
pub fn write(name: &Path, bytes: &[u8], existing: Existing) -> Result<bool, ExportError> {
    let mut file = AtomicFile::create(name, existing)?;
    file.write_all(bytes).map_err(|source| ExportError::Io { action: "write", path: name.to_owned(), source })?;
    file.commit()
}

fn place(name: &Path) -> io::Result<Place> {
    match fs::metadata(name) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() || is_stream(name) => return Ok(Place::Straight),
        // It exists not yet, or opening it will say what is wrong.
        _ => {}
    }
    let target = followed(name)?;
    // A path without a last name, like `..`, is a directory.
    let Some(last) = target.file_name() else { return Err(io::ErrorKind::IsADirectory.into()) };
    let mut temporary = OsString::from(".");
    temporary.push(last);
    temporary.push(format!(".{}.tmp", std::process::id()));
    Ok(Place::Renamed { temporary: target.with_file_name(temporary), target })
}

/// Whether it is another name of an open file of a process, like `/dev/stdout` and `/proc/self/fd/1`.
fn is_stream(name: &Path) -> bool {
    name.starts_with("/dev") || name.starts_with("/proc")
}

/// The file that `name` leads to through symbolic links, whether it exists yet or not.
fn followed(name: &Path) -> io::Result<PathBuf> {
    let mut at = name.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&at) {
            Ok(to) => at = at.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return Ok(at),
        }
    }
    Err(io::Error::other("it leads through too many symbolic links"))
}

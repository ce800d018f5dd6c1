//! The captures of a run: a pcap file for each node.

use std::path::{Path, PathBuf};

use crate::export::ExportError;
use crate::export::atomic::{AtomicFile, Existing};
use crate::export::pcap::PcapWriter;
use crate::session::Run;

/// Captures under way, by node.
pub(super) struct Captures(Vec<(PathBuf, PcapWriter<AtomicFile>)>);

impl Captures {
    /// Makes `directory` if it is not there and begins `NODE.pcap` in it for each node.
    pub(super) fn begin(directory: &Path, session: &Run) -> Result<Self, ExportError> {
        let io = |source| ExportError::Io { action: "make the directory", path: directory.to_owned(), source };
        std::fs::create_dir_all(directory).map_err(io)?;
        let begin = |name: &str| {
            let path = directory.join(format!("{}.pcap", file_name(name)));
            let file = AtomicFile::create(&path, Existing::Replace)?;
            let writer = PcapWriter::new(file).map_err(|source| unwritable(&path, source))?;
            Ok((path, writer))
        };
        session.node_names().map(begin).collect::<Result<_, _>>().map(Self)
    }

    /// Writes what the nodes have seen since the last call.
    pub(super) fn take(&mut self, session: &mut Run) -> std::io::Result<()> {
        session.take_captured().iter().try_for_each(|captured| {
            let (_, writer) = &mut self.0[captured.node.index()];
            writer.packet(captured.at, &captured.packet)
        })
    }

    /// Gives the files their names.
    pub(super) fn finish(self) -> Result<(), ExportError> {
        self.0.into_iter().try_for_each(|(_, writer)| writer.into_inner().commit().map(drop))
    }
}

/// A node's name as a file's: what might be a path or a dot becomes an underscore.
fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | ' ') { c } else { '_' }).collect()
}

fn unwritable(path: &Path, source: std::io::Error) -> ExportError {
    ExportError::Io { action: "write", path: path.to_owned(), source }
}

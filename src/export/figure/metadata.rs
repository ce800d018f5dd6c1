//! The run in the metadata of its figures, so that a figure can be opened again at that moment.
//!
//! SVG: one `<metadata>` with an element a key in the namespace [`NAMESPACE`]. PNG: one uncompressed `iTXt` chunk a key, with
//! the keyword `hopscope:<key>` (PNG specification, third edition, 11.3.3.4). Keys: `version`, `scenario_file`, `scenario`
//! (RON), `scenario_sha256`, `seed`, `digest`, `commands` (RON), `view`.

use crate::export::figure::svg::escape;
use crate::export::{RunInfo, VERSION};

/// The namespace of the elements in SVG.
pub const NAMESPACE: &str = "urn:hopscope:figure:1";

/// Keys and values, in the order in which they are written.
pub(crate) fn entries(info: &RunInfo, view: &str) -> Vec<(&'static str, String)> {
    vec![
        ("version", VERSION.to_owned()),
        ("scenario_file", info.scenario.clone()),
        ("scenario", info.text.clone()),
        ("scenario_sha256", info.sha256.clone()),
        ("seed", info.seed.to_string()),
        ("digest", info.digest.clone()),
        ("commands", info.commands.clone()),
        ("view", view.to_owned()),
    ]
}

/// The metadata as an element of SVG.
pub(super) fn xml(entries: &[(&'static str, String)]) -> String {
    let element = |(key, value): &(&'static str, String)| format!("<hopscope:{key}>{}</hopscope:{key}>", escape(value));
    let elements: Vec<String> = entries.iter().map(element).collect();
    format!("<metadata xmlns:hopscope=\"{NAMESPACE}\">\n{}\n</metadata>\n", elements.join("\n"))
}

/// `png` with the metadata in chunks behind its header.
pub(crate) fn into_png(png: &[u8], entries: &[(&'static str, String)]) -> Vec<u8> {
    // The signature (8 bytes) and IHDR (4 length, 4 type, 13 data, 4 CRC), which comes first in every PNG.
    const HEAD: usize = 8 + 25;
    let mut out = png[..HEAD].to_vec();
    for (key, value) in entries {
        // Keyword, end, no compression (two bytes), no language, no translated keyword.
        let mut data = format!("hopscope:{key}").into_bytes();
        data.extend([0, 0, 0, 0, 0]);
        data.extend(value.as_bytes());
        chunk(&mut out, *b"iTXt", &data);
    }
    out.extend(&png[HEAD..]);
    out
}

fn chunk(out: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
    out.extend(length.to_be_bytes());
    out.extend(kind);
    out.extend(data);
    out.extend(crc(kind.iter().chain(data)).to_be_bytes());
}

/// CRC-32 of ISO 3309, as PNG uses it.
fn crc<'a>(bytes: impl Iterator<Item = &'a u8>) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
        }
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc_of_the_empty_end_chunk() {
        // Every PNG ends with IEND and these four bytes.
        assert_eq!(crc(b"IEND".iter()), 0xAE42_6082);
        assert_eq!(crc(b"123456789".iter()), 0xCBF4_3926);
    }

    #[test]
    fn xml_holds_what_scenarios_hold() {
        let text = xml(&[("scenario", "(title: \"a < b & c\")".to_owned())]);
        assert!(
            text.contains("<hopscope:scenario>(title: &quot;a &lt; b &amp; c&quot;)</hopscope:scenario>"),
            "{text}"
        );
    }
}

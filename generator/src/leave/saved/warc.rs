//! WARC files (ISO 28500): records of answers, each of them or the whole file compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use super::keeper::Keeper;
use super::message::Head;

/// The head of a record is no longer.
const LONGEST_LINE: u64 = 16 << 10;

pub(super) fn read(path: &Path, keeper: &mut Keeper<'_>) -> io::Result<()> {
    let mut file = BufReader::with_capacity(256 << 10, crate::folder::open(path)?);
    let is_packed = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    match is_packed {
        true => records(path, &mut BufReader::new(MultiGzDecoder::new(file)), keeper),
        false => records(path, &mut BufReader::<BufReader<File>>::new(file), keeper),
    }
}

fn records(path: &Path, reader: &mut impl BufRead, keeper: &mut Keeper<'_>) -> io::Result<()> {
    loop {
        let headers = match head(reader) {
            Ok(Some(headers)) => headers,
            Ok(None) => return Ok(()),
            // What stands behind it cannot be found any more; what came before is kept.
            Err(error) => {
                keeper.fault(path, format!("This file ends within a record: {error}."));
                return Ok(());
            }
        };
        let get = |name: &str| {
            headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str()).unwrap_or_default()
        };
        let Ok(length) = get("content-length").parse::<u64>() else {
            keeper.fault(path, "A record does not say how long it is; the rest was not read.".to_owned());
            return Ok(());
        };
        let mut block = BufReader::new(reader.by_ref().take(length));
        let url = get("warc-target-uri").trim_matches(['<', '>']).to_owned();
        if get("warc-type") == "response" && url.starts_with("http") {
            let at = get("warc-date").parse::<jiff::Timestamp>().map_or(0, |time| time.as_millisecond());
            if let Some(answer) = Head::read(&mut block)? {
                match answer.body(&mut block) {
                    Some(body) => keeper.keep(path, answer.answer(&url, at), body)?,
                    None => {
                        keeper.fault(path, format!("{url} is compressed in a way that is not known here."))
                    }
                }
            }
        }
        let read = io::copy(&mut block, &mut io::sink());
        if let Err(error) = read {
            keeper.fault(path, format!("This file ends within a record: {error}."));
            return Ok(());
        }
    }
}

/// The head of the next record, its names in small letters.
fn head(reader: &mut impl BufRead) -> io::Result<Option<Vec<(String, String)>>> {
    let mut headers = Vec::new();
    let mut begun = false;
    loop {
        let mut bytes = Vec::new();
        if reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end();
        match (begun, line.is_empty()) {
            (false, true) => {}
            (false, false) if line.starts_with("WARC/") => begun = true,
            (false, false) => return Err(io::Error::new(io::ErrorKind::InvalidData, "it is no record")),
            (true, true) => return Ok(Some(headers)),
            (true, false) => {
                if let Some((name, value)) = line.split_once(':') {
                    headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
                }
            }
        }
    }
}

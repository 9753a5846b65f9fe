//! HAR files, as browsers save what a page loaded.

use std::io;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

use super::keeper::Keeper;
use super::message::Head;

/// A larger file is not read: its bodies lie in one text.
const LARGEST: u64 = 256 << 20;

#[derive(Deserialize)]
struct Har {
    log: Log,
}

#[derive(Deserialize)]
struct Log {
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    #[serde(default)]
    started_date_time: String,
    request: Request,
    response: Response,
}

#[derive(Deserialize)]
struct Request {
    method: String,
    url: String,
}

#[derive(Deserialize)]
struct Response {
    status: u16,
    #[serde(default)]
    headers: Vec<Header>,
    #[serde(default)]
    content: Content,
}

#[derive(Deserialize)]
struct Header {
    name: String,
    value: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Content {
    #[serde(default)]
    mime_type: String,
    text: Option<String>,
    #[serde(default)]
    encoding: String,
}

pub(super) fn read(path: &Path, keeper: &mut Keeper<'_>) -> io::Result<()> {
    let size = std::fs::metadata(path)?.len();
    if size > LARGEST {
        keeper.fault(path, format!("This file has {size} bytes; {LARGEST} are read."));
        return Ok(());
    }
    let file = io::BufReader::new(crate::folder::open(path)?);
    let har: Har = match serde_json::from_reader(file) {
        Ok(har) => har,
        Err(error) => {
            keeper.fault(path, format!("This is no HAR file: {error}."));
            return Ok(());
        }
    };
    for Entry { started_date_time, request, response } in har.log.entries {
        let is_web = request.url.starts_with("http://") || request.url.starts_with("https://");
        if request.method != "GET" || !is_web || response.status == 0 || response.status == 304 {
            continue;
        }
        let at = started_date_time.parse::<jiff::Timestamp>().map_or(0, |time| time.as_millisecond());
        let headers = response.headers.into_iter();
        let headers = headers.map(|header| (header.name.to_ascii_lowercase(), header.value)).collect();
        let mut answer = Head { status: response.status, headers }.answer(&request.url, at);
        if answer.kind.is_empty() {
            answer.kind = response.content.mime_type.to_ascii_lowercase();
        }
        let body = match (response.content.text, response.content.encoding.as_str()) {
            (None, _) if answer.status == 200 => {
                keeper.fault(path, format!("{} was saved without its content.", request.url));
                continue;
            }
            (None, _) => Vec::new(),
            (Some(text), "base64") => match STANDARD.decode(text.as_bytes()) {
                Ok(bytes) => bytes,
                Err(error) => {
                    keeper.fault(path, format!("{} cannot be read: {error}.", request.url));
                    continue;
                }
            },
            (Some(text), _) => text.into_bytes(),
        };
        keeper.keep(path, answer, body.as_slice())?;
    }
    Ok(())
}

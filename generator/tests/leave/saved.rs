//! What was saved before takes the place of the network.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::mover::Mover;
use crate::old_site::OldSite;

/// Address, status, headers and body.
type Saved = (String, u16, Vec<(String, String)>, Vec<u8>);

/// Every answer of a run, out of its journal and bodies.
fn answers(mover: &Mover) -> Vec<Saved> {
    let folder = mover.journal().parent().unwrap().to_path_buf();
    let mut found = Vec::new();
    for line in fs::read_to_string(mover.journal()).unwrap().lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let Some(answer) = line.get("answer").filter(|answer| answer["status"] != 0) else { continue };
        let text = |key: &str| answer[key].as_str().map(str::to_owned);
        let mut headers = vec![("Content-Type".to_owned(), text("kind").unwrap_or_default())];
        headers.extend(text("location").map(|to| ("Location".to_owned(), to)));
        let body = text("body").map(|digest| {
            let file = fs::File::open(folder.join("bodies").join(&digest[..2]).join(format!("{digest}.gz")))
                .unwrap();
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(file), &mut bytes).unwrap();
            bytes
        });
        let status = u16::try_from(answer["status"].as_u64().unwrap()).unwrap();
        found.push((text("url").unwrap(), status, headers, body.unwrap_or_default()));
    }
    found
}

/// A record of a WARC file, as archives write them: the answer as it was sent, in two pieces.
fn warc(url: &str, status: u16, headers: &[(String, String)], body: &[u8]) -> Vec<u8> {
    let mut answer = format!("HTTP/1.1 {status} x\r\nTransfer-Encoding: chunked\r\n").into_bytes();
    for (name, value) in headers {
        answer.extend(format!("{name}: {value}\r\n").bytes());
    }
    answer.extend(b"\r\n");
    for piece in body.chunks(body.len() / 2 + 1) {
        answer.extend(format!("{:x}\r\n", piece.len()).bytes());
        answer.extend(piece);
        answer.extend(b"\r\n");
    }
    answer.extend(b"0\r\n\r\n");
    let mut record = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-03-01T00:00:00Z\r\nContent-Length: {}\r\n\r\n",
        answer.len()
    )
    .into_bytes();
    record.extend(answer);
    record.extend(b"\r\n\r\n");
    record
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

/// S-539: a WARC file, each record packed or none, and a HAR file give the same site as the network, and nobody is asked.
#[test]
fn s_539_archives_of_others_give_the_same_site() {
    let old = OldSite::start();
    old.calm();
    let whole = Mover::of(&old.address);
    whole.leave(&["--mine"]);
    let wanted = whole.tree();
    let answers = answers(&whole);
    let mut har = Vec::new();
    let (mut plain, mut single) =
        (b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 3\r\n\r\nx\r\n\r\n\r\n".to_vec(), Vec::new());
    for (url, status, headers, body) in &answers {
        let record = warc(url, *status, headers, body);
        single.extend(packed(&record));
        plain.extend(record);
        let list: Vec<_> =
            headers.iter().map(|(name, value)| serde_json::json!({"name": name, "value": value})).collect();
        let text = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, body);
        har.push(serde_json::json!({
            "startedDateTime": "2026-03-01T00:00:00Z", "request": {"method": "GET", "url": url},
            "response": {"status": status, "headers": list, "content": {"mimeType": "", "text": text, "encoding": "base64"}},
        }));
    }
    let har = serde_json::json!({"log": {"version": "1.2", "entries": har}}).to_string().into_bytes();
    let mark = old.mark();
    for (name, bytes) in [("old.warc", plain), ("old.warc.gz", single), ("old.har", har)] {
        let mover = Mover::of(&old.address);
        fs::write(mover.beside(name), bytes).unwrap();
        mover.leave(&["--mine", "--saved", name]);
        let came = mover.tree();
        assert_eq!(came.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>(), "{name}");
        assert!(came == wanted, "{name}");
    }
    assert_eq!(old.mark(), mark, "nobody is asked");
}

/// S-539: a mirror of wget, as it saves pages with and without endings.
#[test]
fn s_539_a_mirror_of_wget_gives_the_pages() {
    let old = OldSite::start();
    old.calm();
    let whole = Mover::of(&old.address);
    whole.leave(&["--mine"]);
    for with_endings in [false, true] {
        let mover = Mover::of(&old.address);
        for (url, status, headers, body) in answers(&whole) {
            let rest = url.split("://").nth(1).unwrap();
            let (host, path) = rest.split_once('/').unwrap();
            if status != 200 {
                continue;
            }
            let path = loggia_generator::asset::percent_decoded(path).unwrap();
            let is_html = headers[0].1.starts_with("text/html");
            let name = match (path.as_str(), is_html && with_endings) {
                ("", _) => "index.html".to_owned(),
                (path, true) => format!("{path}.html"),
                // Where a page and its folder have one name, wget makes `index.html` of the page.
                (path, false) if is_html => format!("{path}/index.html"),
                (path, false) => path.to_owned(),
            };
            let name = name.replace("//", "/");
            let file = mover.beside("mirror").join(host.replace(':', "+")).join(&name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            if !Path::new(&file).is_dir() {
                fs::write(file, body).unwrap();
            }
        }
        let mark = old.mark();
        mover.leave(&["--mine", "--saved", "mirror"]);
        assert_eq!(old.mark(), mark, "nobody is asked");
        let (came, wanted) = (mover.tree(), whole.tree());
        let missing: Vec<&String> = wanted
            .keys()
            .filter(|path| path.starts_with("content/") && came.get(*path) != wanted.get(*path))
            .collect();
        assert!(missing.is_empty(), "{with_endings}: {missing:#?}");
    }
}

/// What is cut off or no archive at all is said, and what came before it is kept.
#[test]
fn s_539_what_cannot_be_read_is_said() {
    let record = warc(
        "http://127.0.0.1:9/",
        200,
        &[("Content-Type".to_owned(), "text/html".to_owned())],
        b"<html><title>A</title><body>One page</body>",
    );
    let mut cut = record.clone();
    cut.extend(&record[..record.len() - 30]);
    let mover = Mover::of("http://127.0.0.1:9");
    fs::write(mover.beside("cut.warc"), cut).unwrap();
    let said = mover.leave(&["--saved", "cut.warc"]);
    assert!(
        said["diagnostics"].to_string().contains("cannot be read")
            || said["diagnostics"].to_string().contains("ends within"),
        "{said}"
    );
    assert!(
        fs::read_to_string(mover.site().join("content/home/collection.json")).unwrap().contains("One page")
    );
    fs::write(mover.beside("x.txt"), "nothing").unwrap();
    assert_eq!(mover.command(&["--saved", "x.txt"]).output().unwrap().status.code(), Some(1));
}

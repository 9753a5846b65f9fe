//! A page with a picture of each look, for the browser of whoever is asked which one to begin with. It is there for this
//! machine alone, and as long as the program runs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use clap::ValueEnum;

use super::looks::{about, name};
use crate::cli::Starter;
use crate::starters::{Files, PREVIEWS};

/// As many bytes of a request are read.
const LONGEST: u64 = 4_096;
/// So long a browser may take to ask, and to take the answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The page: every look with its picture and the command that takes it.
fn page() -> String {
    let look = |starter: &Starter| {
        let (name, about) = (name(*starter), about(*starter));
        format!(
            "<li><img src=\"/{name}.webp\" width=\"720\" height=\"484\" alt=\"The front page of the look {name}\">\
             <h2>{name}</h2><p>{about}</p></li>"
        )
    };
    let looks: String = Starter::value_variants().iter().map(look).collect();
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Looks to begin with</title><style>:root{{color-scheme:light dark}}body{{max-width:76rem;margin:auto;\
         padding:2rem 1.25rem;font:1.05rem/1.5 system-ui,sans-serif}}ul{{display:grid;gap:2rem;padding:0;list-style:none;\
         grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr))}}img{{display:block;width:100%;height:auto;\
         border-radius:.5rem;box-shadow:0 0 0 1px rgb(128 128 128/35%)}}h2{{margin:.75rem 0 0}}p{{margin:.1rem 0}}</style><main><h1>Looks to begin with</h1>\
         <p>Name one of them in the terminal. Each is light and dark, and everything in it can be changed.</p>\
         <ul>{looks}</ul></main></html>"
    )
}

/// Serves the page and its pictures on a port of this machine; its address.
///
/// # Errors
/// When no port can be had.
pub(super) fn serve() -> std::io::Result<SocketAddr> {
    let page = page();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let address = listener.local_addr()?;
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A browser that goes away is no fault.
            let _ = answer(&stream, &page, PREVIEWS);
        }
    });
    Ok(address)
}

fn answer(mut stream: &TcpStream, page: &str, pictures: Files) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut head = BufReader::new(stream.take(LONGEST)).lines();
    let first = head.next().transpose()?.unwrap_or_default();
    // The rest is read as well: a connection that is closed on unread bytes may lose the answer.
    while head.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = first.strip_prefix("GET /").and_then(|rest| rest.split(' ').next());
    let picture = |path: &str| pictures.iter().find(|(name, _)| *name == path).map(|(_, bytes)| *bytes);
    let (status, kind, body) = match path {
        Some("") => ("200 OK", "text/html; charset=utf-8", page.as_bytes()),
        Some(path) => match picture(path) {
            Some(bytes) => ("200 OK", "image/webp", bytes),
            None => ("404 Not Found", "text/plain", b"There is nothing here.".as_slice()),
        },
        None => ("400 Bad Request", "text/plain", b"Only GET is known here.".as_slice()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\
         Content-Security-Policy: default-src 'none'; img-src 'self'; style-src 'unsafe-inline'\r\n\
         X-Content-Type-Options: nosniff\r\n\r\n",
        body.len()
    )?;
    stream.write_all(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(address: SocketAddr, request: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        answer
    }

    /// S-951: there is a page with a picture of each look, for this machine alone; what is no page and no picture is refused.
    #[test]
    fn s_951_the_looks_have_a_page_with_pictures() {
        let address = serve().unwrap();
        assert!(address.ip().is_loopback());
        let answer = asked(address, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        let text = String::from_utf8(answer).unwrap();
        assert!(text.starts_with("HTTP/1.1 200 "), "{text}");
        for starter in Starter::value_variants() {
            let path = format!("/{}.webp", name(*starter));
            assert!(text.contains(&format!("src=\"{path}\"")), "{text}");
            let picture = asked(address, format!("GET {path} HTTP/1.1\r\n\r\n").as_bytes());
            let body = picture.windows(4).position(|part| part == b"\r\n\r\n").unwrap() + 4;
            assert_eq!(
                (&picture[body..body + 4], &picture[body + 8..body + 12]),
                (b"RIFF".as_slice(), b"WEBP".as_slice())
            );
        }
        for (request, status) in [
            (b"GET /../Cargo.toml HTTP/1.1\r\n\r\n".as_slice(), "404"),
            (b"POST / HTTP/1.1\r\n\r\n".as_slice(), "400"),
        ] {
            let answer = String::from_utf8(asked(address, request)).unwrap();
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        }
        // What is no request at all gets what it gets, and hinders nobody.
        for request in [b"\xff\xfe\r\n\r\n".as_slice(), &[b'a'; 9_000], b""] {
            let mut stream = TcpStream::connect(address).unwrap();
            let sent = stream.write_all(request).and_then(|()| stream.shutdown(std::net::Shutdown::Write));
            let _ = sent.and_then(|()| stream.read_to_end(&mut Vec::new()));
        }
        assert!(asked(address, b"GET / HTTP/1.1\r\n\r\n").starts_with(b"HTTP/1.1 200 "), "it still answers");
    }
}

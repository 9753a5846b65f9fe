//! `serve` and `watch`: the site as it is now, on a port, with its api.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::site::TestSite;

/// A program of ours that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(site: &TestSite, arguments: &[&str]) -> Running {
    let child = Command::new(env!("CARGO_BIN_EXE_loggia"))
        .args(arguments)
        // It is killed, and what it built goes with the site.
        .env("TMPDIR", site.beside(""))
        .current_dir(site.beside("."))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    Running(child.unwrap())
}

/// Starts `serve` and waits for the address it says.
fn serve(site: &TestSite) -> (Running, String) {
    let mut running = start(site, &["serve", "site", "--port", "0", "--json"]);
    let lines = BufReader::new(running.0.stdout.take().unwrap()).lines();
    for line in lines {
        let report: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        if let Some(address) = report["serving"].as_str() {
            return (running, address.trim_start_matches("http://").to_owned());
        }
    }
    panic!("serve ended without an address");
}

/// S-955: what its owner does next comes first, and `--open` hands that address to the program that opens addresses.
#[cfg(target_os = "linux")]
#[test]
fn s_955_serve_says_the_editors_address_first_and_opens_it() {
    use std::os::unix::fs::PermissionsExt;
    let site = TestSite::tiny();
    let (opened, programs) = (site.beside("opened"), site.beside("programs"));
    std::fs::create_dir_all(&programs).unwrap();
    let opener = programs.join("xdg-open");
    let text = format!("#!/bin/sh\nprintf %s \"$1\" > '{0}.part' && mv '{0}.part' '{0}'\n", opened.display());
    std::fs::write(&opener, text).unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let child = Command::new(env!("CARGO_BIN_EXE_loggia"))
        .args(["serve", "site", "--port", "0", "--open"])
        .env("TMPDIR", site.beside(""))
        .env("PATH", path)
        .current_dir(site.beside("."))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut running = Running(child.unwrap());
    let lines = BufReader::new(running.0.stdout.take().unwrap()).lines().map(Result::unwrap);
    let said: Vec<String> = lines.skip_while(|line| !line.contains("http://")).take(3).collect();
    let address = said[0].strip_prefix("edit it at ").unwrap_or_else(|| panic!("{said:?}"));
    assert!(address.contains("/config?token="), "{said:?}");
    assert!(said[2].starts_with("serving http://127.0.0.1:"), "{said:?}");
    until("the address is opened", || opened.exists());
    assert_eq!(std::fs::read_to_string(&opened).unwrap(), address);
}

/// Asked to end the moment it says its address, it ends: nobody has to ask twice.
#[cfg(unix)]
#[test]
fn g_017_serve_ends_when_it_is_asked_to_however_early() {
    let site = TestSite::tiny();
    for _ in 0..5 {
        let (mut running, _) = serve(&site);
        let asked = Command::new("kill").args(["-TERM", &running.0.id().to_string()]).status();
        assert!(asked.unwrap().success());
        until("serve ends", || running.0.try_wait().unwrap().is_some());
    }
}

/// Status, head and body of a call.
fn call(address: &str, request: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(stream, "{request} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), head.to_lowercase(), body.to_owned())
}

/// How long a machine with much else to do may take for an answer; none is waited for so long elsewhere.
const PATIENCE: Duration = Duration::from_secs(60);

/// Asks again until the answer is as expected.
fn until(what: &str, is_so: impl FnMut() -> bool) {
    crate::poll::until(what, PATIENCE, is_so);
}

/// The events of a site as they come.
struct Events(BufReader<TcpStream>);

impl Events {
    fn listen(address: &str) -> Events {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "GET /_loggia/events HTTP/1.1\r\nhost: {address}\r\n\r\n").unwrap();
        Events(BufReader::new(stream))
    }

    fn next(&mut self) -> serde_json::Value {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream ended");
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
    }
}

/// G-017.
#[test]
fn g_017_pages_and_the_api_are_served_on_one_port() {
    let site = TestSite::tiny();
    let (_running, address) = serve(&site);
    let (status, head, body) = call(&address, "GET /notes/first");
    assert_eq!(status, 200);
    assert!(head.contains("text/html") && head.contains("no-store"), "{head}");
    assert!(body.contains("/_loggia/live.js"), "{body}");
    let (status, _, body) = call(&address, "GET /nowhere");
    assert!(status == 404 && body.contains("<h1>Nothing here</h1>"), "{status} {body}");
    assert_eq!(call(&address, "GET /_data/catalog.json").0, 404);
    assert_eq!(call(&address, "GET /..%2fsite.json").0, 404);
    let (status, head, body) = call(&address, "GET /api/commerce/shopping-cart");
    assert!(
        status == 200 && head.contains("application/json") && body.contains("\"entries\":[]"),
        "{status} {body}"
    );
    let (status, _, body) = call(&address, "GET /api/commerce/inventory/stock/?itemId=p-cup");
    assert!(status == 200 && body.contains("CUP-R"), "the catalogue was handed over: {status} {body}");
}

/// G-017.
#[test]
fn g_017_open_pages_hear_of_styles_pages_and_faults() {
    let site = TestSite::tiny();
    let (_running, address) = serve(&site);
    let mut events = Events::listen(&address);
    let first = events.next();
    site.write("template/styles/more.css", "b{color:red}");
    let styled = events.next();
    assert_eq!(styled["pages"], first["pages"], "style sheets are put in place");
    assert_ne!(styled["sheets"], first["sheets"]);
    site.edit("template/collections/notes.item", "{body}", "{body}{.end}");
    let broken = events.next();
    assert!(broken["faults"].as_str().unwrap().contains("template/collections/notes.item:1:"), "{broken}");
    assert!(
        call(&address, "GET /notes/first").2.contains("One."),
        "the page as it was before is still there"
    );
    site.edit("template/collections/notes.item", "{body}{.end}", "<hr>{body}");
    let mended = events.next();
    assert!(mended["faults"].is_null() && mended["pages"].as_u64() > first["pages"].as_u64(), "{mended}");
    until("the new page", || call(&address, "GET /notes/first").2.contains("<hr>"));
    // A page says which state it is of, so that it hears of a build that ended before it listened.
    let page = call(&address, "GET /notes/first").2;
    assert!(page.contains(&format!("data-pages=\"{}\"", mended["pages"])), "{page}");
}

#[test]
fn a_site_with_faults_is_served_as_soon_as_it_is_mended() {
    let site = TestSite::tiny();
    site.edit("template/bottom.region", "{squarespace-footers}", "{squarespace-footers}{.end}");
    let (_running, address) = serve(&site);
    let (status, _, body) = call(&address, "GET /");
    assert!(status == 503 && body.contains("/_loggia/live.js"), "{status} {body}");
    site.edit("template/bottom.region", "{squarespace-footers}{.end}", "{squarespace-footers}");
    until("the site", || call(&address, "GET /").0 == 200);
}

/// G-016.
#[test]
fn g_016_watch_writes_what_a_change_touches() {
    let site = TestSite::tiny();
    let _running = start(&site, &["watch", "site", "--out", "out", "--now", "1775001600000"]);
    until("the first build", || site.file("_data/manifest.json").exists());
    let home = std::fs::metadata(site.out().join("index.html")).unwrap().modified().unwrap();
    site.edit("content/notes/first.json", "One.", "One, watched.");
    let page = site.out().join("notes/first/index.html");
    until("the change", || std::fs::read_to_string(&page).is_ok_and(|page| page.contains("One, watched.")));
    assert_eq!(std::fs::metadata(site.out().join("index.html")).unwrap().modified().unwrap(), home);
}

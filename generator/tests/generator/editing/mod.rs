//! The editor's server from outside: calls in, files and answers out.

mod areas;
mod bin;
mod changes;
mod files;
mod home;
mod kill;
mod lists;
mod marks;
mod noted;
mod offer;
mod preview;
mod product_list;
mod publishing;
mod rights;
mod safety;
mod shop;
mod together;
mod tweaks;
mod unfinished;
mod uploads;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::site::TestSite;

/// A site that is served, and an editor that is open.
pub struct Editor {
    pub site: TestSite,
    /// Where the editor is.
    pub address: String,
    /// Where the site is.
    pub visitors: String,
    /// The cookie of the editor.
    pub cookie: String,
    pub crumb: String,
    /// What the program says after its addresses, a line each.
    later_lines: std::sync::Mutex<std::sync::mpsc::Receiver<String>>,
    child: Child,
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    /// The head as it was sent.
    pub exact: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The cookie that it gives, as a browser sends it back.
    pub fn cookie(&self) -> Option<String> {
        let head = self.exact.lines().find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            name.eq_ignore_ascii_case("set-cookie").then_some(value)
        })?;
        Some(head.split(';').next()?.to_owned())
    }

    /// The answer, which must be a success.
    pub fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text());
        self.json()
    }
}

/// The sample shop. Its pictures are worked out once for all tests; each site has them in a folder of its own.
pub fn bakery() -> TestSite {
    static ONCE: std::sync::OnceLock<std::path::PathBuf> = std::sync::OnceLock::new();
    let shop = Path::new(env!("CARGO_MANIFEST_DIR")).join("../site-fixtures/bakery");
    let cache = ONCE.get_or_init(|| {
        let shared = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures-of-the-shop");
        std::fs::create_dir_all(&shared).unwrap();
        let site = TestSite::of(&shop);
        let cache_of = Some(shared.clone());
        site.build_with(&loggia_generator::pipeline::Options { cache_of, ..site.options() });
        shared.join(".loggia/cache")
    });
    let site = TestSite::of(&shop);
    for entry in walkdir::WalkDir::new(cache).into_iter().map(Result::unwrap) {
        let own = site.root().join(".loggia/cache").join(entry.path().strip_prefix(cache).unwrap());
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(own).unwrap();
        } else {
            std::fs::copy(entry.path(), own).unwrap();
        }
    }
    site
}

impl Editor {
    /// Serves a site.
    pub fn open(site: TestSite) -> Editor {
        Editor::with(site, &[])
    }

    /// Serves a site with something in the environment.
    pub fn with(site: TestSite, environment: &[(&str, &str)]) -> Editor {
        Editor::start(site, environment, None)
    }

    /// Serves a site that has users; the crumb is the one that a session gets.
    pub fn signed_in(site: TestSite, session: &str) -> Editor {
        Editor::start(site, &[], Some(session))
    }

    fn start(site: TestSite, environment: &[(&str, &str)], session: Option<&str>) -> Editor {
        let widgets = crate::site::widgets().display().to_string();
        let mut child = Command::new(env!("CARGO_BIN_EXE_loggia"))
            .args(["serve", "site", "--port", "0", "--json", "--widgets", &widgets])
            .envs(environment.iter().copied())
            .env("TMPDIR", site.beside(""))
            .current_dir(site.beside("."))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let report = loop {
            let line = lines.next().expect("serve ended without an address").unwrap();
            let report: Value = serde_json::from_str(&line).unwrap();
            if report["serving"].is_string() {
                break report;
            }
        };
        let host = |name: &str| report[name].as_str().unwrap().trim_start_matches("http://").to_owned();
        let (address, visitors) = (host("editor"), host("serving"));
        // What it says later must have a place to go.
        let (sender, later_lines) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            lines.map_while(Result::ok).for_each(|line| drop(sender.send(line)));
        });
        let mut editor = Editor {
            site,
            address,
            visitors,
            cookie: String::new(),
            crumb: String::new(),
            later_lines: later_lines.into(),
            child,
        };
        editor.cookie = match session {
            Some(session) => editor.cookie_of(session),
            None => {
                let place = report["open"].as_str().unwrap().split_once("/config").unwrap().1.to_owned();
                until("the accounts", || editor.call("GET /config/api/site", &[], &[]).status == 403);
                let opened = editor.call(&format!("GET /config{place}"), &[], &[]);
                assert_eq!(opened.status, 303, "{}", opened.text());
                opened.cookie().expect("the address of the terminal brings a cookie")
            }
        };
        until("the accounts", || editor.get("/config/api/site").status == 200);
        editor.crumb = editor.get("/config/api/site").ok()["crumb"].as_str().unwrap().to_owned();
        editor
    }

    /// Another address that opens the editor, as somebody asks for it in the terminal.
    pub fn another(&mut self) -> String {
        writeln!(self.child.stdin.as_mut().unwrap()).unwrap();
        loop {
            let line = self
                .later_lines
                .lock()
                .unwrap()
                .recv_timeout(Duration::from_secs(60))
                .expect("another address");
            let report: Value = serde_json::from_str(&line).unwrap();
            if let Some(address) = report["open"].as_str() {
                return address.to_owned();
            }
        }
    }

    /// A call of a visitor on the site's own listener.
    pub fn visit(&self, request: &str, headers: &[(&str, &str)]) -> Answer {
        call(&self.visitors, request, headers, &[])
    }

    /// What lets a browser see the preview, as the frame of the editor gets it.
    pub fn pass(&self) -> String {
        let site = self.get("/config/api/site").ok();
        let address = site["previewUrl"].as_str().unwrap().to_owned();
        let place = address.splitn(4, '/').nth(3).unwrap().to_owned();
        let answer = self.visit(&format!("GET /{place}"), &[]);
        assert_eq!(answer.status, 303, "{}", answer.text());
        answer.cookie().expect("the pass becomes a cookie")
    }

    /// A page of the preview.
    pub fn preview(&self, path: &str) -> Answer {
        self.visit(&format!("GET {path}"), &[("cookie", &self.pass())])
    }

    /// A call of the editor as it is written, without any cookie but those given.
    pub fn call(&self, request: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        call(&self.address, request, headers, body)
    }

    /// The same with the cookie of the editor.
    pub fn own(&self, request: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut all = vec![("cookie", self.cookie.as_str())];
        all.extend(headers);
        call(&self.address, request, &all, body)
    }

    /// The cookie of a session at the editor.
    pub fn cookie_of(&self, session: &str) -> String {
        let port = self.address.rsplit(':').next().unwrap();
        format!("loggia-editor-{port}-SiteUserSession={session}")
    }

    /// What a client with this cookie repeats with calls that change something.
    pub fn crumb_of(&self, cookie: &str) -> String {
        let site = self.call("GET /config/api/site", &[("cookie", cookie)], &[]).ok();
        site["crumb"].as_str().unwrap().to_owned()
    }

    /// A page of the editor, or one of the site as visitors have it.
    pub fn get(&self, path: &str) -> Answer {
        match path.starts_with("/config") {
            true => self.own(&format!("GET {path}"), &[], &[]),
            false => self.visit(&format!("GET {path}"), &[]),
        }
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        let headers = [("content-type", "application/json"), ("x-loggia-editor", self.crumb.as_str())];
        self.own(&format!("POST {path}"), &headers, body.to_string().as_bytes())
    }

    /// Changes files.
    pub fn change(&self, changes: Value) -> Answer {
        self.post("/config/api/changes", &json!({ "changes": changes }))
    }

    /// Changes one file by edits that are made on it as it is.
    pub fn edit(&self, path: &str, edits: Value) -> Answer {
        let digest = self.file(path)["digest"].clone();
        self.change(json!([{"path": path, "baseDigest": digest, "edits": edits}]))
    }

    /// A file as the editor is shown it.
    pub fn file(&self, path: &str) -> Value {
        self.get(&format!("/config/api/file?path={path}")).ok()
    }

    /// A file as it is on disk.
    pub fn on_disk(&self, path: &str) -> String {
        std::fs::read_to_string(self.site.root().join(path)).unwrap()
    }

    /// Ends the program as if the machine had stopped, and gives the site back.
    pub fn end(mut self) -> TestSite {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let nothing = TestSite::tiny();
        std::mem::replace(&mut self.site, nothing)
    }

    /// Waits until the program has ended by itself.
    pub fn ended(&mut self) {
        self.child.wait().unwrap();
    }

    /// Listens to what happens.
    pub fn listen(&self) -> Events {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        write!(
            stream,
            "GET /config/api/events HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\n\r\n",
            self.address, self.cookie
        )
        .unwrap();
        let mut events = Events(BufReader::new(stream));
        assert_eq!(events.next()["kind"], "hello");
        events
    }
}

/// A call to a listener as it is written.
pub fn call(address: &str, request: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut head = format!("{request} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "host") {
        head.push_str(&format!("host: {address}\r\n"));
    }
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    // A server that refuses early does not read the rest.
    let _ = stream.write_all(body);
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    let end = all.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
    let exact = String::from_utf8_lossy(&all[..end]).into_owned();
    let head = exact.to_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let body = all[end + 4..].to_vec();
    let body = if head.contains("transfer-encoding: chunked") { unchunked(&body) } else { body };
    Answer { status, head, exact, body }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            break;
        }
        whole.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    whole
}

/// The events of a site as they come.
pub struct Events(BufReader<TcpStream>);

impl Events {
    pub fn next(&mut self) -> Value {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream ended");
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).unwrap();
            }
        }
    }

    /// The next event of a kind.
    pub fn wait(&mut self, kind: &str) -> Value {
        loop {
            let event = self.next();
            if event["kind"] == kind {
                return event;
            }
        }
    }
}

/// Asks again until the answer is as expected, for a minute at most.
pub fn until(what: &str, is_so: impl FnMut() -> bool) {
    crate::poll::until(what, Duration::from_secs(60), is_so);
}

/// The lines that a change took away and those that it brought, as a diff shows them.
pub fn diff(before: &str, after: &str) -> (Vec<String>, Vec<String>) {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let first = before.iter().zip(&after).take_while(|(before, after)| before == after).count();
    let most = before.len().min(after.len()) - first;
    let both = before.iter().rev().zip(after.iter().rev()).take(most);
    let last = both.take_while(|(before, after)| before == after).count();
    let part =
        |lines: &[&str]| lines[first..lines.len() - last].iter().map(|line| (*line).to_owned()).collect();
    (part(&before), part(&after))
}

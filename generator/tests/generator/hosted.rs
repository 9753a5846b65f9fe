//! What was published, served by the web servers of `deploy/`: real ones, where they are installed.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::poll::until;
use crate::site::TestSite;

const NGINX: &str = "/usr/sbin/nginx";
const NGINX_BROTLI: &str = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";
const CADDY: &str = "/usr/bin/caddy";

/// An answer: its status, its headers with names in small letters, its body.
pub struct Answer {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

/// A web server with a configuration of `deploy/`, on a port of its own.
pub struct Host {
    child: Child,
    pub port: u16,
}

impl Host {
    /// nginx, if it is installed.
    pub fn nginx(site: &TestSite) -> Option<Host> {
        Path::new(NGINX).is_file().then(|| Host::start_nginx(site))
    }

    fn start_nginx(site: &TestSite) -> Host {
        let folder = site.beside("nginx");
        fs::create_dir_all(&folder).unwrap();
        let port = free_port();
        let documented = fs::read_to_string(deploy().join("nginx.conf")).unwrap();
        let (servers, _) = documented.rsplit_once("server {").unwrap();
        let has_brotli = Path::new(NGINX_BROTLI).is_file();
        let servers = servers
            .replace("listen 443 ssl;", &format!("listen 127.0.0.1:{port};"))
            .replace("server_name shop.example;", "absolute_redirect off;")
            .replace("# brotli_static on;", if has_brotli { "brotli_static on;" } else { "" })
            .replace("/srv/www/shop/current", &live(site).display().to_string())
            .replace(
                "/etc/nginx/loggia-headers.conf",
                &deploy().join("nginx-headers.conf").display().to_string(),
            )
            .replace("/etc/nginx/loggia-moved.con[f]", &live(site).join("_nginx.conf").display().to_string());
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {};\n", folder.join(kind).display()))
            .concat();
        let module = if has_brotli { format!("load_module {NGINX_BROTLI};\n") } else { String::new() };
        let conf = format!(
            "{module}daemon off; master_process off; pid {0}/pid; error_log stderr;\nevents {{}}\nhttp {{ types {{ text/html html; text/css css; }} access_log off;\n{temporary}{servers}}}\n",
            folder.display()
        );
        let file = folder.join("nginx.conf");
        fs::write(&file, conf).unwrap();
        let mut command = Command::new(NGINX);
        command.args([
            "-p",
            &folder.display().to_string(),
            "-c",
            &file.display().to_string(),
            "-e",
            "stderr",
        ]);
        Host::run(command, port)
    }

    /// Caddy, if it is installed.
    pub fn caddy(site: &TestSite) -> Option<Host> {
        if !Path::new(CADDY).is_file() {
            return None;
        }
        let folder = site.beside("caddy");
        fs::create_dir_all(&folder).unwrap();
        let port = free_port();
        let documented = fs::read_to_string(deploy().join("Caddyfile")).unwrap();
        let named = documented
            .replace("shop.example {", &format!("http://127.0.0.1:{port} {{"))
            .replace("/srv/www/shop/current", &live(site).display().to_string())
            .replace("/etc/caddy/loggia-moved*.conf", &live(site).join("_caddy*.conf").display().to_string());
        let file = folder.join("Caddyfile");
        fs::write(
            &file,
            format!(
                "{{\n\tadmin off\n\tauto_https off\n\tlog default {{\n\t\tlevel ERROR\n\t}}\n}}\n{named}"
            ),
        )
        .unwrap();
        let mut command = Command::new(CADDY);
        command.args(["run", "--adapter", "caddyfile", "--config", &file.display().to_string()]);
        command.env("HOME", &folder).env("XDG_DATA_HOME", &folder).env("XDG_CONFIG_HOME", &folder);
        Some(Host::run(command, port))
    }

    fn run(mut command: Command, port: u16) -> Host {
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().unwrap();
        until("the web server", Duration::from_secs(30), || {
            assert!(child.try_wait().unwrap().is_none(), "the web server does not take the configuration");
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        Host { child, port }
    }

    /// Asks with the codings that a browser says it takes.
    pub fn get(&self, address: &str, takes: &str) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let takes = if takes.is_empty() { String::new() } else { format!("Accept-Encoding: {takes}\r\n") };
        write!(
            stream,
            "GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n{takes}\r\n",
            self.port
        )
        .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers: BTreeMap<String, String> =
            headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
        let body = answer.split_off(end + 4);
        let body = if headers.contains_key("transfer-encoding") { whole(&body) } else { body };
        Answer { status, headers, body }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A body that came in pieces, each behind its length.
fn whole(mut pieces: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let end = pieces.windows(2).position(|part| part == b"\r\n").unwrap();
        let length = usize::from_str_radix(str::from_utf8(&pieces[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&pieces[end + 2..end + 2 + length]);
        pieces = &pieces[end + 2 + length + 2..];
    }
}

fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy")
}

/// What visitors get from a folder that was published.
pub fn live(site: &TestSite) -> PathBuf {
    site.beside("live/current")
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A site that was published with every copy.
fn compressed() -> TestSite {
    let site = TestSite::tiny();
    site.write("template/assets/long.css", &"a { color: red }\n".repeat(99));
    let done = site.loggia(&["publish", "site", "--to", "dir:live", "--compress", "brotli,gzip,zstd"]);
    assert_eq!(done.status.code(), Some(0), "{}", crate::site::stderr(&done));
    site
}

/// S-977: each server sends the copy that was made ahead, and the file itself to who takes none.
fn sends_copies(host: &Host, site: &TestSite, codings: &[(&str, &str)]) {
    let page = fs::read(live(site).join("index.html")).unwrap();
    assert_eq!(host.get("/", "").body, page);
    for (coding, suffix) in codings {
        let copy = fs::read(live(site).join(format!("index.html{suffix}"))).unwrap();
        let answer = host.get("/", coding);
        assert_eq!((answer.status, answer.headers["content-encoding"].as_str()), (200, *coding));
        assert!(answer.body == copy && copy.len() < page.len(), "{coding}");
        assert!(answer.headers["content-type"].starts_with("text/html"), "{coding}");
        assert!(answer.headers["vary"].to_lowercase().contains("accept-encoding"), "{coding}");
        assert!(answer.headers["content-security-policy"].contains("frame-ancestors 'self'"));
    }
    assert!(!host.get("/", "identity").headers.contains_key("content-encoding"));
    let missing = host.get("/nowhere", "");
    let not_found = fs::read(live(site).join("404.html")).unwrap();
    assert_eq!((missing.status, missing.body), (404, not_found));
}

#[test]
fn s_977_nginx_sends_the_copies_that_were_made_ahead() {
    let site = compressed();
    let Some(host) = Host::nginx(&site) else {
        println!("nginx is not installed: its configuration was not run");
        return;
    };
    sends_copies(&host, &site, &[("gzip", ".gz")]);
    if Path::new(NGINX_BROTLI).is_file() {
        sends_copies(&host, &site, &[("br", ".br")]);
    }
}

#[test]
fn s_977_caddy_sends_the_copies_and_says_the_headers() {
    let site = compressed();
    let Some(host) = Host::caddy(&site) else {
        println!("Caddy is not installed: its configuration was not run");
        return;
    };
    sends_copies(&host, &site, &[("br", ".br"), ("zstd", ".zst"), ("gzip", ".gz")]);
    // Word for word what the build says to hosts that read `_headers`.
    let said = fs::read_to_string(live(&site).join("_headers")).unwrap();
    let answer = host.get("/notes", "");
    for name in
        ["X-Content-Type-Options", "Referrer-Policy", "Permissions-Policy", "Strict-Transport-Security"]
    {
        let line = said.lines().map(str::trim).find_map(|line| line.strip_prefix(&format!("{name}: ")));
        assert_eq!(answer.headers.get(&name.to_lowercase()).map(String::as_str), line, "{name}");
    }
    assert_eq!(answer.status, 200);
    let names = fs::read_dir(live(&site).join("assets")).unwrap().filter_map(Result::ok);
    let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let hashed =
        names.into_iter().find(|name| name.starts_with("long.") && name.ends_with(".css") && name.len() > 12);
    let hashed = format!("assets/{}", hashed.unwrap());
    assert!(host.get(&format!("/{hashed}"), "").headers["cache-control"].contains("immutable"));
    assert!(!answer.headers.get("cache-control").is_some_and(|keep| keep.contains("immutable")));
    for address in ["/cart", "/checkout/x"] {
        assert!(host.get(address, "").headers["content-security-policy"].contains("'none'"), "{address}");
    }
    assert_eq!(host.get("/_data/catalog.json", "").status, 404);
}

/// S-976: only what changed is sent again with its copies, and what is sold is taken out of earlier versions with them.
#[test]
fn s_976_copies_come_and_go_with_their_files() {
    let site = TestSite::tiny();
    let secret = "The glazes that somebody paid for. ".repeat(40);
    site.write("files/glaze.txt", &secret);
    let publish = || {
        let done = site.loggia(&["publish", "site", "--to", "dir:live", "--compress", "gzip", "--json"]);
        assert_eq!(done.status.code(), Some(0), "{}", crate::site::stderr(&done));
        let reply: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        reply["published"]["sent"]
            .as_array()
            .unwrap()
            .iter()
            .map(|path| path.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert!(publish().iter().any(|path| path.ends_with(".txt.gz")));
    assert_eq!(publish(), Vec::<String>::new());
    site.change("content/notes/first.json", |note| note["title"] = serde_json::json!("Another title"));
    let sent = publish();
    assert!(sent.contains(&"notes/first/index.html.gz".to_owned()), "{sent:?}");
    assert!(
        !sent.iter().any(|path| path.starts_with("assets/") && !path.starts_with("assets/search")),
        "{sent:?}"
    );
    site.change("content/goods/01-cup.json", |item| {
        item["structuredContent"]["productType"] = serde_json::json!(2);
        item["structuredContent"]["priceMoney"] = serde_json::json!({"value": "5.00", "currency": "EUR"});
        item["digitalFiles"] = serde_json::json!(["/files/glaze.txt"]);
    });
    publish();
    let left: Vec<PathBuf> = walkdir::WalkDir::new(site.beside("live"))
        .into_iter()
        .filter_map(Result::ok)
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.display().to_string().contains("glaze"))
        .collect();
    assert_eq!(left, Vec::<PathBuf>::new());
}

//! A built site as a web server would show it, with what keeps an open page up to date.

pub mod live;

use std::path::{Path, PathBuf};

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};

use loggia_exchange::addresses::Table;

use crate::render::headers::{Headers, SVG_POLICY};
pub use live::{Live, State};

const SCRIPT: &str = include_str!("../../builtin/preview/live.js");
const SCRIPT_TAG: &str = include_str!("../../builtin/preview/live.html");
const FAULTS: &str = include_str!("../../builtin/preview/faults.html");

/// What the handlers of the preview hold.
#[derive(Clone)]
pub struct Preview {
    /// The folder of the pages.
    pub output: PathBuf,
    /// The folder of what stands at other addresses of the site, looked into after that of the pages.
    pub moved: PathBuf,
    /// The redirects of the site's own lists, which the build writes down.
    pub redirects: PathBuf,
    /// The state of the site, and who listens to it.
    pub live: Live,
}

/// Adds the pages and the events to a server.
pub fn mount(config: &mut web::ServiceConfig, preview: Preview) {
    config
        .app_data(web::Data::new(preview.live.clone()))
        .app_data(web::Data::new(preview))
        .route("/_loggia/events", web::get().to(live::events))
        .route("/_loggia/live.js", web::get().to(script))
        .default_service(web::route().to(page));
}

async fn script() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/javascript; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(SCRIPT)
}

async fn page(request: HttpRequest, preview: web::Data<Preview>) -> HttpResponse {
    let preview = preview.into_inner();
    let (path, query) = (request.path().to_owned(), request.query_string().to_owned());
    let answer = web::block(move || match lead(&preview, &path, &query) {
        Some(to) => Err(to),
        None => {
            // Before the file is read, so that a build in between is heard of.
            let pages = preview.live.state().unwrap_or_default().pages;
            Ok((answer(&preview, &path), pages))
        }
    });
    match answer.await {
        Ok(Ok(((file, bytes, status), pages))) => response(&file, bytes, status, pages),
        Ok(Err((to, status))) => {
            HttpResponse::build(StatusCode::from_u16(status).unwrap_or(StatusCode::FOUND))
                .insert_header((header::LOCATION, to))
                .insert_header((header::CACHE_CONTROL, "no-store"))
                .finish()
        }
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}

/// Where an address leads by the site's own lists, with what was asked, and the status. A page that is there goes before a
/// rule that looks at no query.
fn lead(preview: &Preview, address: &str, query: &str) -> Option<(String, u16)> {
    let path = crate::asset::percent_decoded(address)?;
    let table: Table = serde_json::from_slice(&crate::folder::read(&preview.redirects).ok()?).ok()?;
    let decoded = |text: &str| crate::asset::percent_decoded(&text.replace('+', " ")).unwrap_or_default();
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let pairs: Vec<(String, String)> = pairs.map(|(name, value)| (decoded(name), decoded(value))).collect();
    let rule = table.lead(&path, &pairs)?;
    if rule.query.is_none() && file_at(&preview.output, address).is_some() {
        return None;
    }
    let to = rule.target(crate::asset::percent_encoded, |_| String::new());
    let (base, fragment) = to.split_at(to.find('#').unwrap_or(to.len()));
    let asks = rule.query.is_some() || query.is_empty() || base.contains('?');
    let to = if asks { to } else { format!("{base}?{query}{fragment}") };
    Some((crate::render::moved::link(&to), rule.status))
}

/// The file at an address, its bytes and the status, as a static host gives it.
fn answer(preview: &Preview, address: &str) -> (PathBuf, Vec<u8>, StatusCode) {
    let moved = || file_at(&preview.moved, address);
    let file = file_at(&preview.output, address).or_else(moved);
    if let Some((file, Ok(bytes))) = file.map(|file| (file.clone(), crate::folder::read(file))) {
        return (file, bytes, StatusCode::OK);
    }
    let missing = preview.output.join("404.html");
    match crate::folder::read(&missing) {
        Ok(bytes) => (missing, bytes, StatusCode::NOT_FOUND),
        // Nothing has been built: the page says so, and shows the faults as soon as its script runs.
        Err(_) => ("faults.html".into(), FAULTS.as_bytes().to_vec(), StatusCode::SERVICE_UNAVAILABLE),
    }
}

/// The file that an address means: itself, or `index.html` of the folder. Never one outside, never data for programs.
#[must_use]
pub fn file_at(output: &Path, address: &str) -> Option<PathBuf> {
    let decoded = crate::asset::percent_decoded(address)?;
    let mut file = output.to_path_buf();
    for part in decoded.split('/').filter(|part| !part.is_empty()) {
        let hidden = part.starts_with('.') || part.contains(['\\', '\0', ':']);
        if hidden || (file == output && part == "_data") {
            return None;
        }
        file.push(part);
    }
    if file.is_dir() {
        file.push("index.html");
    }
    file.is_file().then_some(file)
}

fn response(file: &Path, bytes: Vec<u8>, status: StatusCode, pages: u64) -> HttpResponse {
    let kind = mime_guess::from_path(file).first_or_octet_stream();
    let html = kind.essence_str() == "text/html";
    let text = kind.type_() == "text" || matches!(kind.subtype().as_str(), "javascript" | "json" | "xml");
    let kind = if text { format!("{kind}; charset=utf-8") } else { kind.to_string() };
    let mut answer = HttpResponse::build(status);
    for (name, value) in headers_for(kind.contains("svg")) {
        answer.insert_header((name, value));
    }
    answer
        .insert_header((header::CONTENT_TYPE, kind))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(if html { with_script(bytes, pages) } else { bytes })
}

/// What a host says with every file. This machine is not asked by `https`, and the editor, which may stand at another
/// port of it, shows any page in a frame.
fn headers_for(is_svg: bool) -> Vec<(&'static str, String)> {
    let mut lines = Headers { transport: 0, ..Headers::default() }.every_file();
    lines.retain(|(name, _)| *name != "X-Frame-Options");
    for (_, value) in lines.iter_mut().filter(|(name, _)| *name == "Content-Security-Policy") {
        *value = match is_svg {
            true => SVG_POLICY.to_owned(),
            false => value.replacen("'self'", "'self' http://localhost:* http://127.0.0.1:*", 1),
        };
    }
    lines
}

/// A page with the script that keeps it up to date, at the end of its body; `pages` is the state it is of.
fn with_script(mut page: Vec<u8>, pages: u64) -> Vec<u8> {
    let script = SCRIPT_TAG.trim_end().replace("{pages}", &pages.to_string());
    let end = memchr::memmem::rfind(&page, b"</body>").unwrap_or(page.len());
    page.splice(end..end, script.bytes());
    page
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn addresses_lead_to_files_of_the_output_only() {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("out");
        fs::create_dir_all(output.join("blog/a b")).unwrap();
        fs::create_dir_all(output.join("_data")).unwrap();
        for file in ["index.html", "blog/a b/index.html", "_data/catalog.json", ".hidden"] {
            fs::write(output.join(file), "x").unwrap();
        }
        fs::write(folder.path().join("secret"), "x").unwrap();
        assert_eq!(file_at(&output, "/"), Some(output.join("index.html")));
        assert_eq!(file_at(&output, "/blog/a%20b"), Some(output.join("blog/a b/index.html")));
        assert_eq!(file_at(&output, "/blog/a%20b/"), Some(output.join("blog/a b/index.html")));
        for address in
            ["/../secret", "/%2e%2e/secret", "/_data/catalog.json", "/.hidden", "/blog", "/..%2fsecret"]
        {
            assert_eq!(file_at(&output, address), None, "{address}");
        }
    }

    #[test]
    fn the_script_stands_at_the_end_of_the_body() {
        let page = with_script(b"<body>x</body></html>".to_vec(), 7);
        let script = r#"<script src="/_loggia/live.js" data-pages="7"></script>"#;
        assert_eq!(String::from_utf8(page).unwrap(), format!("<body>x{script}</body></html>"));
    }
}

//! Where the site and its editor are: two listeners, so that scripts of the site are strangers to the editor.

use actix_web::HttpRequest;
use actix_web::http::header;

/// A listener, and the address that people know it by.
#[derive(Debug, Clone)]
pub struct Listener {
    /// Its port.
    pub port: u16,
    /// As in `https://edit.example`, where something stands before it; else it goes by the name that was asked for.
    pub url: Option<String>,
}

/// Where the two are.
#[derive(Debug, Clone)]
pub struct Origins {
    /// Pages as visitors have them, and the preview.
    pub site: Listener,
    /// The editor.
    pub editor: Listener,
    /// What begins the names of the editor's cookies.
    pub cookies: String,
}

impl Origins {
    /// The origin of the site, for the client of a request.
    #[must_use]
    pub fn site(&self, request: &HttpRequest) -> String {
        origin(&self.site, request)
    }

    /// The origin of the editor, for the client of a request.
    #[must_use]
    pub fn editor(&self, request: &HttpRequest) -> String {
        origin(&self.editor, request)
    }
}

fn origin(listener: &Listener, request: &HttpRequest) -> String {
    match &listener.url {
        Some(url) => url.trim_end_matches('/').to_owned(),
        None => format!("http://{}:{}", host_name(request), listener.port),
    }
}

/// The name that a request was sent to, without its port. What is no name of a host is this machine: the name goes into
/// headers and pages.
fn host_name(request: &HttpRequest) -> String {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let is_plain = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
    };
    if let Some((address, _)) = host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        if address.parse::<std::net::Ipv6Addr>().is_ok() {
            return format!("[{address}]");
        }
    } else {
        let name = host.split(':').next().unwrap_or_default();
        if is_plain(name) {
            return name.to_ascii_lowercase();
        }
    }
    "localhost".to_owned()
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn s_104_the_two_go_by_the_name_that_was_asked_for() {
        let origins = Origins {
            site: Listener { port: 8080, url: None },
            editor: Listener { port: 8081, url: None },
            cookies: String::new(),
        };
        let site = |host: &str| {
            origins.site(&TestRequest::default().insert_header(("host", host)).to_http_request())
        };
        assert_eq!(site("LocalHost:8081"), "http://localhost:8080");
        assert_eq!(site("[::1]:8081"), "http://[::1]:8080");
        for odd in ["a;script-src *", "[x]:1", "", "a b", "a'b:1"] {
            assert_eq!(site(odd), "http://localhost:8080", "{odd}");
        }
        let named = Listener { port: 1, url: Some("https://shop.example/".to_owned()) };
        let origins = Origins { site: named, ..origins };
        assert_eq!(origins.site(&TestRequest::default().to_http_request()), "https://shop.example");
    }
}

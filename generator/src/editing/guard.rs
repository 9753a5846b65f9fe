//! Who may call the editor, and from where. Without users only the one at the machine may: by its own name, from a page of
//! its own. With users, whoever has signed in and has a role that may.

use actix_web::HttpRequest;
use actix_web::http::{Method, StatusCode, header};
use futures_util::future::LocalBoxFuture;

use super::answer::Refused;
use super::roles;
use super::wire::Tool;

/// The header that every call repeats which changes something.
pub const CRUMB: &str = "X-Loggia-Editor";
/// The cookie of a session.
pub const SESSION: &str = "SiteUserSession";

/// Who calls, as far as accounts say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// The site has no users.
    NoUsers,
    /// It has some, and this is none of them.
    Stranger,
    /// One of them, with these roles.
    User(Vec<u8>),
}

/// The accounts of a site.
pub trait Users: Send + Sync {
    /// Who has this session.
    fn who(&self, session: Option<String>) -> LocalBoxFuture<'_, Known>;
}

/// Whoever passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Role codes; nothing for the one at the machine of a site without users.
    pub codes: Option<Vec<u8>>,
}

impl Caller {
    /// The codes that count.
    #[must_use]
    pub fn codes(&self) -> &[u8] {
        self.codes.as_deref().unwrap_or(&[roles::ADMIN])
    }

    /// Passes whoever has one of these tools.
    ///
    /// # Errors
    /// When they have none (E-162).
    pub fn must(&self, tools: &[Tool]) -> Result<(), Refused> {
        if tools.iter().any(|tool| roles::may(self.codes(), *tool)) {
            return Ok(());
        }
        Err(Refused::forbidden("role", "Your role may not do this."))
    }
}

/// Looks at a call before anything else does.
///
/// # Errors
/// When it comes from elsewhere, or from somebody who may not.
pub fn admitted(request: &HttpRequest, crumb: &str, known: Known) -> Result<Caller, Refused> {
    from_here(request, known == Known::NoUsers)?;
    let safe = matches!(*request.method(), Method::GET | Method::HEAD);
    if !safe && text(request, CRUMB) != Some(crumb) {
        return Err(Refused::forbidden(
            "crumb",
            "This page is of an earlier start of the server. Reload it.",
        ));
    }
    let codes = match known {
        Known::NoUsers => None,
        Known::Stranger => {
            return Err(Refused::new(StatusCode::UNAUTHORIZED, "sign-in", "Sign in to edit this site."));
        }
        Known::User(codes) => Some(codes),
    };
    let caller = Caller { codes };
    if !roles::may_open(caller.codes()) {
        return Err(Refused::forbidden("role", "Your role may not open the editor."));
    }
    Ok(caller)
}

/// A call must come from a page of this server; without users also from this machine, to it by its own name: a name that
/// somebody else made lead here is refused.
///
/// # Errors
/// When it does not.
pub fn from_here(request: &HttpRequest, only_here: bool) -> Result<(), Refused> {
    let elsewhere = || Refused::forbidden("elsewhere", "This call comes from another site.");
    let host = text(request, header::HOST.as_str()).unwrap_or_default();
    if only_here {
        let near = request.peer_addr().is_none_or(|peer| peer.ip().to_canonical().is_loopback());
        if !near || !is_own_name(host) {
            let message =
                "Without users the editor is only for the one at this machine, at http://localhost.";
            return Err(Refused::forbidden("only-here", message));
        }
    }
    let safe = matches!(*request.method(), Method::GET | Method::HEAD);
    match text(request, "Sec-Fetch-Site") {
        None | Some("same-origin") => {}
        // An address that somebody typed.
        Some("none") if safe => {}
        Some(_) => return Err(elsewhere()),
    }
    if let Some(origin) = text(request, header::ORIGIN.as_str()) {
        let own = origin.split_once("://").map(|(_, rest)| rest);
        if own.is_none_or(|own| !own.eq_ignore_ascii_case(host)) {
            return Err(elsewhere());
        }
    }
    Ok(())
}

fn text<'r>(request: &'r HttpRequest, name: &str) -> Option<&'r str> {
    request.headers().get(name)?.to_str().ok()
}

/// Whether a name, with or without a port, means this machine and nothing else.
fn is_own_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let name = name.trim_end_matches('.');
    name.eq_ignore_ascii_case("localhost")
        || name.to_ascii_lowercase().ends_with(".localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn call(method: Method, headers: &[(&str, &str)], peer: &str) -> HttpRequest {
        let mut request = TestRequest::default().method(method).peer_addr(peer.parse().unwrap());
        for (name, value) in headers {
            request = request.insert_header((*name, *value));
        }
        request.to_http_request()
    }

    const HERE: &str = "127.0.0.1:9";

    #[test]
    fn e_025_without_users_only_this_machine_is_admitted_by_its_own_name() {
        let get = |host: &str, peer: &str| {
            admitted(&call(Method::GET, &[("host", host)], peer), "c", Known::NoUsers)
        };
        for host in
            ["localhost:4000", "127.0.0.1", "[::1]:4000", "LOCALHOST", "shop.localhost:1", "127.9.9.9:1"]
        {
            assert!(get(host, HERE).is_ok(), "{host}");
        }
        for host in
            ["", "evil.example", "localhost.evil.example:4000", "127.0.0.1.evil.example", "192.168.1.4:4000"]
        {
            assert_eq!(get(host, HERE).unwrap_err().why.code, "only-here", "{host}");
        }
        assert_eq!(get("localhost", "192.168.1.9:9").unwrap_err().why.code, "only-here");
        assert!(get("localhost", "[::ffff:127.0.0.1]:9").is_ok());
    }

    #[test]
    fn a_change_needs_the_crumb_and_a_page_of_this_server() {
        let post = |headers: &[(&str, &str)]| {
            let all: Vec<_> = [("host", "localhost:4000")].iter().chain(headers).copied().collect();
            admitted(&call(Method::POST, &all, HERE), "c", Known::NoUsers).map_err(|refused| refused.why.code)
        };
        let crumb = (CRUMB, "c");
        assert!(post(&[crumb]).is_ok());
        assert!(
            post(&[crumb, ("origin", "http://localhost:4000"), ("sec-fetch-site", "same-origin")]).is_ok()
        );
        for (headers, code) in [
            (&[][..], "crumb"),
            (&[(CRUMB, "old")], "crumb"),
            (&[crumb, ("origin", "http://localhost:4001")], "elsewhere"),
            (&[crumb, ("origin", "null")], "elsewhere"),
            (&[crumb, ("origin", "https://evil.example")], "elsewhere"),
            (&[crumb, ("sec-fetch-site", "cross-site")], "elsewhere"),
            (&[crumb, ("sec-fetch-site", "same-site")], "elsewhere"),
            (&[crumb, ("sec-fetch-site", "none")], "elsewhere"),
        ] {
            assert_eq!(post(headers), Err(code.to_owned()), "{headers:?}");
        }
        let read = call(Method::GET, &[("host", "localhost"), ("sec-fetch-site", "cross-site")], HERE);
        assert_eq!(admitted(&read, "c", Known::NoUsers).unwrap_err().why.code, "elsewhere");
    }

    #[test]
    fn e_025_with_users_a_role_decides() {
        let read = || call(Method::GET, &[("host", "edit.example")], "203.0.113.9:9");
        let status = |known| admitted(&read(), "c", known).map_err(|refused| refused.status.as_u16());
        assert_eq!(status(Known::Stranger), Err(401));
        for code in [7, 10, 5] {
            assert_eq!(status(Known::User(vec![code])), Err(403), "{code}");
        }
        for code in [1, 2, 3, 4, 6, 8, 9, 11, 12, 13] {
            assert!(status(Known::User(vec![code])).is_ok(), "{code}");
        }
        let store = Caller { codes: Some(vec![8]) };
        assert!(store.must(&[Tool::Commerce]).is_ok());
        assert_eq!(store.must(&[Tool::Content]).unwrap_err().status.as_u16(), 403);
    }
}

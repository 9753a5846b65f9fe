//! Who may call the editor, and from where. Without users only the one at the machine may: by its own name, from a page of
//! its own. With users, anyone who has signed in and has a role that may.

use actix_web::HttpRequest;
use actix_web::http::{Method, header};
use futures_util::future::LocalBoxFuture;

use super::answer::Refused;
use super::keys::Keys;
use super::roles;
use super::wire::Tool;

/// The header that every call repeats which changes something.
pub const CRUMB: &str = "X-Loggia-Editor";
/// The cookie of a session.
pub const SESSION: &str = "SiteUserSession";
/// The cookie of a browser that opened the address of the terminal. It has the prefix of the listener before it.
pub const BROWSER: &str = "EditorSession";

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

/// What a proxy or a tunnel writes into a call that it passes on, beside all that begins `x-forwarded-`.
const PASSED_ON: [&str; 3] = ["forwarded", "via", "x-real-ip"];

/// The one who passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// Role codes; nothing for the one at the machine of a site without users.
    pub codes: Option<Vec<u8>>,
    /// The session of their account, where there are accounts.
    pub session: Option<String>,
    /// The cookie that they are known by.
    pub holder: String,
}

impl Caller {
    /// The codes that count.
    #[must_use]
    pub fn codes(&self) -> &[u8] {
        self.codes.as_deref().unwrap_or(&[roles::ADMIN])
    }

    /// Passes anyone who has one of these tools.
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
pub fn admitted(request: &HttpRequest, keys: &Keys, known: Known) -> Result<Caller, Refused> {
    from_here(request, known == Known::NoUsers)?;
    let caller = identified(request, keys, known)?;
    let safe = matches!(*request.method(), Method::GET | Method::HEAD);
    if !safe && !repeats_crumb(request, keys, &caller) {
        return Err(Refused::forbidden(
            "crumb",
            "This page is of an earlier start of the server. Reload it.",
        ));
    }
    if !roles::may_open(caller.codes()) {
        return Err(Refused::forbidden("role", "Your role may not open the editor."));
    }
    Ok(caller)
}

/// The same for a call of the shop's, which says by the crumb that it comes from the editor's page.
#[must_use]
pub fn admitted_in_shop(request: &HttpRequest, keys: &Keys, known: Known) -> Option<Caller> {
    admitted(request, keys, known).ok().filter(|caller| repeats_crumb(request, keys, caller))
}

fn repeats_crumb(request: &HttpRequest, keys: &Keys, caller: &Caller) -> bool {
    text(request, CRUMB).is_some_and(|sent| keys.is_crumb(&caller.holder, sent))
}

/// Who holds the cookie of a call. Without users it is that of the address which the terminal shows; as soon as there are
/// users that one opens nothing.
fn identified(request: &HttpRequest, keys: &Keys, known: Known) -> Result<Caller, Refused> {
    let cookie = |name: &str| request.cookie(name).map(|cookie| cookie.value().to_owned());
    match known {
        Known::NoUsers => {
            let browser = cookie(BROWSER).filter(|browser| keys.knows(browser));
            let holder = browser.ok_or_else(|| {
                Refused::forbidden(
                    "not-opened",
                    "Open the editor by the address that `loggia serve` shows in its terminal. It works once; press Enter there for another.",
                )
            })?;
            Ok(Caller { codes: None, session: None, holder })
        }
        Known::Stranger => Err(Refused::signed_out()),
        Known::User(codes) => {
            let holder = cookie(SESSION).unwrap_or_default();
            Ok(Caller { codes: Some(codes), session: Some(holder.clone()), holder })
        }
    }
}

/// Whether the one who calls is at this machine, calls it by its own name, and nobody passed the call on.
///
/// # Errors
/// When not.
pub fn at_this_machine(request: &HttpRequest) -> Result<(), Refused> {
    let host = text(request, header::HOST.as_str()).unwrap_or_default();
    let near = request.peer_addr().is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    let is_passed_on = request.headers().keys().any(|name| {
        let name = name.as_str();
        PASSED_ON.contains(&name) || name.starts_with("x-forwarded-")
    });
    if !near || !is_own_name(host) || is_passed_on {
        let message = "Without users the editor is only for the one at this machine, at http://localhost, and not through a \
                       proxy. For others make an account: loggia-api users add --role ADMIN.";
        return Err(Refused::forbidden("only-here", message));
    }
    Ok(())
}

/// Whether the one who calls may see the preview, by the pass that their browser holds.
///
/// # Errors
/// When not.
pub async fn may_preview(
    request: &HttpRequest,
    keys: &Keys,
    users: Option<&dyn Users>,
    pass: Option<&str>,
) -> Result<(), Refused> {
    let refused = || Refused::forbidden("preview", "Open the preview from the editor.");
    if text(request, "Sec-Fetch-Site") == Some("cross-site") {
        return Err(refused());
    }
    let session = pass.and_then(|pass| keys.whose(pass)).ok_or_else(refused)?;
    let alone = session.is_none();
    let known = users.ok_or_else(refused)?.who(session).await;
    match known {
        Known::NoUsers if alone => at_this_machine(request),
        Known::User(codes) if !alone && roles::may_preview(&codes) => Ok(()),
        _ => Err(refused()),
    }
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
        at_this_machine(request)?;
    }
    let safe = matches!(*request.method(), Method::GET | Method::HEAD);
    match text(request, "Sec-Fetch-Site") {
        None | Some("same-origin") => {}
        // An address that somebody typed.
        Some("none") if safe => {}
        // A link to the page; whose it is no page can read, nor frame.
        Some(_) if safe && goes_to_page(request) => {}
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

/// Whether a browser shows the answer as a page of its own.
fn goes_to_page(request: &HttpRequest) -> bool {
    text(request, "Sec-Fetch-Mode") == Some("navigate")
        && text(request, "Sec-Fetch-Dest") == Some("document")
        && !request.path().starts_with("/config/api/")
        && !request.path().starts_with("/api/")
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

    /// The keys of a run, the cookie of a browser that was opened, and its crumb.
    fn opened() -> (Keys, String, String) {
        let keys = Keys::new().unwrap();
        let browser = keys.open(&keys.token()).unwrap();
        let crumb = keys.crumb(&browser);
        (keys, format!("{BROWSER}={browser}"), crumb)
    }

    #[test]
    fn e_025_without_users_only_this_machine_is_admitted_by_its_own_name() {
        let (keys, cookie, _) = opened();
        let get = |host: &str, peer: &str| {
            admitted(&call(Method::GET, &[("host", host), ("cookie", &cookie)], peer), &keys, Known::NoUsers)
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
    fn s_105_calls_that_were_passed_on_are_refused_without_users() {
        let (keys, cookie, _) = opened();
        for name in [
            "forwarded",
            "Via",
            "X-Real-IP",
            "x-forwarded-for",
            "X-Forwarded-Host",
            "X-Forwarded-Proto",
            "x-forwarded-server",
        ] {
            for value in ["127.0.0.1", ""] {
                let headers = [("host", "localhost"), ("cookie", cookie.as_str()), (name, value)];
                let request = call(Method::GET, &headers, HERE);
                let refused = admitted(&request, &keys, Known::NoUsers).unwrap_err();
                assert_eq!(refused.why.code, "only-here", "{name}");
                assert!(admitted(&request, &keys, Known::User(vec![1])).is_ok(), "{name}");
            }
        }
    }

    #[test]
    fn s_100_without_the_cookie_of_the_terminals_address_nobody_is_admitted() {
        let (keys, cookie, crumb) = opened();
        let other = Keys::new().unwrap();
        let made_up = format!("{BROWSER}={}", "0".repeat(64));
        let ask = |cookie: Option<&str>, keys: &Keys, known: Known| {
            let mut headers = vec![("host", "localhost"), (CRUMB, crumb.as_str())];
            headers.extend(cookie.map(|cookie| ("cookie", cookie)));
            admitted(&call(Method::POST, &headers, HERE), keys, known).map_err(|refused| refused.why.code)
        };
        assert!(ask(Some(&cookie), &keys, Known::NoUsers).is_ok());
        for (cookie, keys) in [(None, &keys), (Some(made_up.as_str()), &keys), (Some(&cookie), &other)] {
            assert_eq!(ask(cookie, keys, Known::NoUsers).unwrap_err(), "not-opened", "{cookie:?}");
        }
        assert_eq!(ask(Some(&cookie), &keys, Known::Stranger).unwrap_err(), "sign-in", "users decide now");
    }

    #[test]
    fn a_change_needs_the_crumb_and_a_page_of_this_server() {
        let (keys, cookie, crumb) = opened();
        let post = |headers: &[(&str, &str)]| {
            let own = [("host", "localhost:4000"), ("cookie", cookie.as_str())];
            let all: Vec<_> = own.iter().chain(headers).copied().collect();
            admitted(&call(Method::POST, &all, HERE), &keys, Known::NoUsers)
                .map(|_| ())
                .map_err(|refused| refused.why.code)
        };
        let crumb = (CRUMB, crumb.as_str());
        assert!(post(&[crumb]).is_ok());
        assert!(
            post(&[crumb, ("origin", "http://localhost:4000"), ("sec-fetch-site", "same-origin")]).is_ok()
        );
        let another = keys.crumb("another");
        for (headers, code) in [
            (&[][..], "crumb"),
            (&[(CRUMB, "old")], "crumb"),
            (&[(CRUMB, another.as_str())], "crumb"),
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
        assert_eq!(admitted(&read, &keys, Known::NoUsers).unwrap_err().why.code, "elsewhere");
    }

    #[test]
    fn e_025_with_users_a_role_decides() {
        let keys = Keys::new().unwrap();
        let read = || call(Method::GET, &[("host", "edit.example")], "203.0.113.9:9");
        let status = |known| admitted(&read(), &keys, known).map_err(|refused| refused.status.as_u16());
        assert_eq!(status(Known::Stranger).unwrap_err(), 401);
        for code in [7, 5] {
            assert_eq!(status(Known::User(vec![code])).unwrap_err(), 403, "{code}");
        }
        for code in [1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13] {
            assert!(status(Known::User(vec![code])).is_ok(), "{code}");
        }
        let store = Caller { codes: Some(vec![8]), session: None, holder: String::new() };
        assert!(store.must(&[Tool::Commerce]).is_ok());
        assert_eq!(store.must(&[Tool::Content]).unwrap_err().status.as_u16(), 403);
    }
}

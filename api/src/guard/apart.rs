//! A listener of its own beside that of the site, for the pages of those who work on it. Scripts of the site have no way in:
//! a call must come from a page of this listener. Browsers keep cookies by the name of a host and forget its port, so the
//! listener keeps cookies under names of its own, and a session of one is none of the other.

use crate::extract::cookies::{CRUMB, HOST_PREFIX};
use crate::extract::crumb::FromOwnPage;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{COOKIE, HOST, HeaderMap, HeaderValue, ORIGIN, SET_COOKIE};
use actix_web::middleware::{DefaultHeaders, Next};
use actix_web::{Error, HttpMessage, ResponseError, web};

/// Where a browser says that a call is from.
const SEC_FETCH_SITE: &str = "sec-fetch-site";

/// What begins the name of each cookie of the listener.
#[derive(Clone, Debug)]
pub struct Jar {
    prefix: String,
}

impl Jar {
    /// That of the listener on a port.
    pub fn of_port(port: u16) -> Jar {
        Jar { prefix: format!("loggia-editor-{port}-") }
    }

    /// The name that a browser knows a cookie by.
    pub fn name(&self, own: &str) -> String {
        match own.strip_prefix(HOST_PREFIX) {
            Some(rest) => format!("{HOST_PREFIX}{}{rest}", self.prefix),
            None => format!("{}{own}", self.prefix),
        }
    }

    /// The name that the handlers know a cookie by; `None` for one of another listener.
    fn own(&self, name: &str) -> Option<String> {
        match name.strip_prefix(HOST_PREFIX) {
            Some(rest) => Some(format!("{HOST_PREFIX}{}", rest.strip_prefix(&self.prefix)?)),
            None => name.strip_prefix(&self.prefix).map(str::to_owned),
        }
    }

    /// The cookies of a request that are of this listener, by the names of the handlers.
    fn taken(&self, headers: &HeaderMap) -> String {
        let all = headers.get_all(COOKIE).filter_map(|header| header.to_str().ok());
        let pairs = all.flat_map(|header| header.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let own = pairs.filter_map(|(name, value)| Some(format!("{}={value}", self.own(name)?)));
        own.collect::<Vec<_>>().join("; ")
    }

    /// A `Set-Cookie` of a handler as it leaves: by the listener's name, for its own pages only, and for no script. A crumb
    /// is for who has no browser to say where a call is from: pages of other ports of the host could read it.
    fn given(&self, header: &HeaderValue, is_browser: bool) -> Option<HeaderValue> {
        let (name, rest) = header.to_str().ok()?.split_once('=')?;
        if is_browser && name.trim_start_matches(HOST_PREFIX) == CRUMB {
            return None;
        }
        let is_kept = |part: &&str| {
            let part = part.trim().to_ascii_lowercase();
            !part.starts_with("samesite=") && part != "httponly"
        };
        let kept: Vec<&str> = rest.split(';').filter(is_kept).collect();
        let http_only = if name == CRUMB { "" } else { "; HttpOnly" };
        let text = format!("{}={}; SameSite=Strict{http_only}", self.name(name), kept.join(";"));
        HeaderValue::from_str(&text).ok()
    }
}

/// Refuses what no page of this listener sent, and gives the handlers its cookies.
pub(crate) async fn apart<B: MessageBody>(
    jar: web::Data<Jar>,
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    if !is_from_own_page(request.method(), request.headers()) {
        let answer = super::origin::refusal().error_response();
        return Ok(request.into_response(answer).map_into_right_body());
    }
    let site = request.headers().get(SEC_FETCH_SITE);
    let has_origin = request.headers().contains_key(ORIGIN);
    let is_browser = site.is_some() || has_origin;
    // An origin that is not this listener's was refused above.
    if site.map_or(has_origin, |site| site == "same-origin") {
        request.extensions_mut().insert(FromOwnPage);
    }
    let taken = jar.taken(request.headers());
    request.headers_mut().remove(COOKIE);
    if let Ok(taken) = HeaderValue::from_str(&taken)
        && !taken.is_empty()
    {
        request.headers_mut().insert(COOKIE, taken);
    }
    let mut answer = next.call(request).await?;
    let given: Vec<HeaderValue> =
        answer.headers().get_all(SET_COOKIE).filter_map(|header| jar.given(header, is_browser)).collect();
    answer.headers_mut().remove(SET_COOKIE);
    for header in given {
        answer.headers_mut().append(SET_COOKIE, header);
    }
    Ok(answer.map_into_left_body())
}

/// Whether a call is one of this listener's own pages, or of somebody who goes to one of them.
fn is_from_own_page(method: &Method, headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let is_read = matches!(*method, Method::GET | Method::HEAD);
    let goes_there =
        is_read && text("sec-fetch-mode") == Some("navigate") && text("sec-fetch-dest") == Some("document");
    let from = match text(SEC_FETCH_SITE) {
        None | Some("same-origin") => true,
        Some("none") => is_read,
        Some(_) => goes_there,
    };
    let own = |origin: &str| {
        origin.split_once("://").is_some_and(|(_, authority)| {
            text(HOST.as_str()).is_some_and(|host| host.eq_ignore_ascii_case(authority))
        })
    };
    // A header that is no text is no origin of ours.
    let origin = headers.get(ORIGIN).is_none_or(|origin| origin.to_str().is_ok_and(own));
    from && origin
}

/// Headers of every answer of the listener that says nothing else: nobody may frame it, open it with a way back, or take
/// what it gives into another page.
pub(crate) fn headers() -> DefaultHeaders {
    DefaultHeaders::new()
        .add(("x-content-type-options", "nosniff"))
        .add(("referrer-policy", "same-origin"))
        .add(("x-frame-options", "DENY"))
        .add(("content-security-policy", "default-src 'none'; frame-ancestors 'none'"))
        .add(("cross-origin-opener-policy", "same-origin"))
        .add(("cross-origin-resource-policy", "same-origin"))
        .add(("cache-control", "no-store"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn headers(pairs: &[(&str, &str)]) -> HeaderMap {
        let request = pairs.iter().fold(TestRequest::default(), |request, pair| request.append_header(*pair));
        request.to_http_request().headers().clone()
    }

    #[test]
    fn s_102_cookies_of_the_site_are_none_of_the_editors() {
        let jar = Jar::of_port(8081);
        let sent = headers(&[(
            "cookie",
            "SiteUserSession=site; loggia-editor-8081-SiteUserSession=own; loggia-editor-9-SiteUserSession=x; \
             __Host-loggia-editor-8081-CART=c; __Host-CART=site",
        )]);
        assert_eq!(jar.taken(&sent), "SiteUserSession=own; __Host-CART=c");
        let given = |text: &str| {
            let given = jar.given(&HeaderValue::from_str(text).unwrap(), false).unwrap();
            given.to_str().unwrap().to_owned()
        };
        assert_eq!(
            given("SiteUserInfo=a=b; SameSite=Lax; Path=/"),
            "loggia-editor-8081-SiteUserInfo=a=b; Path=/; SameSite=Strict; HttpOnly"
        );
        assert_eq!(given("crumb=c; Path=/"), "loggia-editor-8081-crumb=c; Path=/; SameSite=Strict");
        // A page of another port would read it in the same browser.
        for crumb in ["crumb=c; Path=/", "__Host-crumb=c; Secure; Path=/"] {
            assert_eq!(jar.given(&HeaderValue::from_static(crumb), true), None);
        }
        assert_eq!(
            given("__Host-S=1; HttpOnly; Secure; Path=/"),
            "__Host-loggia-editor-8081-S=1; Secure; Path=/; SameSite=Strict; HttpOnly"
        );
    }

    #[test]
    fn s_103_calls_of_other_pages_are_refused_and_navigations_are_not() {
        let host = ("host", "localhost:8081");
        let admits = |method: Method, pairs: &[(&str, &str)]| {
            let all: Vec<_> = [host].into_iter().chain(pairs.iter().copied()).collect();
            is_from_own_page(&method, &headers(&all))
        };
        assert!(admits(Method::GET, &[]) && admits(Method::POST, &[("origin", "http://localhost:8081")]));
        assert!(admits(Method::GET, &[("sec-fetch-site", "none")]));
        let goes = [("sec-fetch-site", "same-site"), ("sec-fetch-mode", "navigate")];
        assert!(admits(Method::GET, &[goes[0], goes[1], ("sec-fetch-dest", "document")]));
        for (method, pairs) in [
            (Method::GET, &[("sec-fetch-site", "same-site")][..]),
            (Method::GET, &[("sec-fetch-site", "cross-site")]),
            (Method::GET, &[goes[0], goes[1], ("sec-fetch-dest", "iframe")]),
            (Method::POST, &[goes[0], goes[1], ("sec-fetch-dest", "document")]),
            (Method::POST, &[("sec-fetch-site", "none")]),
            (Method::GET, &[("origin", "http://localhost:8080")]),
            (Method::POST, &[("origin", "null")]),
            (Method::POST, &[("sec-fetch-site", "same-origin"), ("origin", "http://localhost:8080")]),
        ] {
            assert!(!admits(method.clone(), pairs), "{method} {pairs:?}");
        }
    }
}

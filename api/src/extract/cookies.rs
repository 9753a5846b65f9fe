//! The cookies of the API and how they are written.

use crate::config::Settings;
use crate::context::Context;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::{HttpRequest, web};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::borrow::Cow;

/// Readable by script; sent back in `X-CSRF-Token`.
pub const CRUMB: &str = "crumb";
/// The cart's token; not readable by script.
pub const CART: &str = "CART";
/// `true` while there is a cart; readable, so that a page knows whether to load it.
pub const HAS_CART: &str = "hasCart";
/// Who is signed in, as JSON `{authenticated, siteUserId}`; readable.
pub const SITE_USER_INFO: &str = "SiteUserInfo";
/// The session's token; not readable by script.
pub const SITE_USER_SESSION: &str = "SiteUserSession";

/// The token of a log-in that waits for its second factor; not readable by script.
pub const HALF_SESSION: &str = "SiteUserHalf";
/// By what a browser is known again that an account was used from; not readable by script.
pub const KNOWN_DEVICE: &str = "KnownDevice";

/// Which locked pages are open, signed; not readable by script.
pub const UNLOCKED: &str = "Unlocked";

/// What a browser promises of a cookie by the beginning of its name: it came from this very host, over an encrypted connection.
pub const HOST_PREFIX: &str = "__Host-";

/// Those that open something. Over an encrypted connection their names begin with [`HOST_PREFIX`], so that no neighbouring
/// sub-domain plants one (S-072).
const OWN: [&str; 6] = [CRUMB, CART, SITE_USER_SESSION, HALF_SESSION, KNOWN_DEVICE, UNLOCKED];

/// The name a cookie has in the browser.
pub fn name(settings: &Settings, name: &'static str) -> Cow<'static, str> {
    if settings.secure_cookies() && OWN.contains(&name) {
        Cow::Owned(format!("{HOST_PREFIX}{name}"))
    } else {
        Cow::Borrowed(name)
    }
}

/// A cookie of ours that came with a call.
pub fn read(request: &HttpRequest, of: &'static str) -> Option<Cookie<'static>> {
    let context = request.app_data::<web::Data<Context>>()?;
    request.cookie(&name(&context.settings, of))
}

/// Whether scripts of the page may read a cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Page and server.
    Script,
    /// The server alone (`HttpOnly`).
    Server,
}

/// A cookie of ours: path `/`, the attributes the settings ask for; without `max_age` it ends with the browser.
pub fn cookie(
    settings: &Settings,
    name: &'static str,
    value: String,
    reader: Reader,
    max_age: Option<Duration>,
) -> Cookie<'static> {
    // The cookie library does not know `Partitioned` yet; it writes the path as it stands, so the attribute goes there.
    let path = if settings.cross_site_cookies { "/; Partitioned" } else { "/" };
    let mut cookie = Cookie::build(self::name(settings, name), value)
        .path(path)
        .http_only(reader == Reader::Server)
        .secure(settings.secure_cookies())
        .same_site(if settings.cross_site_cookies { SameSite::None } else { SameSite::Lax })
        .finish();
    cookie.set_max_age(max_age);
    cookie
}

/// The same cookie, taken back.
pub fn removal(settings: &Settings, name: &'static str, reader: Reader) -> Cookie<'static> {
    let mut cookie = cookie(settings, name, String::new(), reader, Some(Duration::ZERO));
    cookie.set_expires(actix_web::cookie::time::OffsetDateTime::UNIX_EPOCH);
    cookie
}

/// Every byte that is percent-encoded in a cookie's value.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A text as a cookie may carry it: everything but plain letters and digits percent-encoded.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

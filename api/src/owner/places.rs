//! What somebody who runs the site may open, by right: the menu of each of these pages and of the reports, and the page one
//! comes to first.

use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use actix_web::http::header::LOCATION;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// Where one comes to first, from the root; the log-in is below it.
pub const HOME: &str = "/api/owner";
/// Where the reports are, from the root.
pub const REPORTS: &str = "/api/figures";

/// A place of the menu.
struct Place {
    /// Where it is, from the root.
    url: &'static str,
    /// All of its pages begin so.
    root: &'static str,
    label: &'static str,
    /// What one does there.
    about: &'static str,
    /// Who may open it.
    right: Right,
}

const PLACES: [Place; 8] = [
    Place {
        url: "/api/owner/submissions",
        root: "/api/owner/submissions",
        label: "Submissions",
        about: "What visitors sent by the forms of the site.",
        right: Right::EditContent,
    },
    Place {
        url: "/api/owner/comments",
        root: "/api/owner/comments",
        label: "Comments",
        about: "What readers said: show it, hide it, delete it.",
        right: Right::Moderate,
    },
    Place {
        url: "/api/owner/reviews",
        root: "/api/owner/reviews",
        label: "Reviews",
        about: "What shoppers said of products.",
        right: Right::Moderate,
    },
    Place {
        url: "/api/owner/restock",
        root: "/api/owner/restock",
        label: "Restock notices",
        about: "Who waits for what, and telling them that it is back.",
        right: Right::ReadRestock,
    },
    Place {
        url: "/api/owner/mailing-list",
        root: "/api/owner/mailing-list",
        label: "Mailing list",
        about: "Who asked for news: the list, and taking somebody off it.",
        right: Right::EditCampaigns,
    },
    Place {
        url: "/api/figures/overview",
        root: REPORTS,
        label: "Reports",
        about: "Who visits, what they look at and look for, what broke, how fast pages are.",
        right: Right::ReadAnalytics,
    },
    Place {
        url: "/api/owner/record",
        root: "/api/owner/record",
        label: "Activity",
        about: "Who did what, when and from where.",
        right: Right::ReadRecord,
    },
    Place {
        url: "/api/owner/people",
        root: "/api/owner/people",
        label: "Personal data",
        about: "What is kept of one person: give it out, or erase it.",
        right: Right::ManagePeople,
    },
];

/// The places that somebody may open, in the order of the menu; `here` is the address that is shown.
pub fn menu(who: Option<&SignedIn>, here: &str) -> Value {
    let may = |right: Right| who.is_some_and(|who| who.may(right));
    let place = |place: &Place| {
        let is_below =
            here.strip_prefix(place.root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        json!({"url": place.url, "label": place.label, "about": place.about, "isHere": here == place.url, "isBelow": is_below})
    };
    PLACES.iter().filter(|place| may(place.right)).map(place).collect()
}

/// The way to the log-in, which leads back to the page that was asked for.
pub fn log_in_first(request: &HttpRequest) -> HttpResponse {
    let next: String = match request.uri().path_and_query() {
        Some(address) if request.method().is_safe() => {
            form_urlencoded::byte_serialize(address.as_str().as_bytes()).collect()
        }
        _ => String::new(),
    };
    go(&format!("{HOME}/log-in?next={next}"))
}

/// On to another page of ours, by GET.
pub fn go(to: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((LOCATION, to)).finish()
}

/// An address of the owner's pages that a form named; `otherwise` for anything else.
pub(super) fn own_address(named: &str, otherwise: &str) -> String {
    let mut below = [HOME, REPORTS].into_iter().filter_map(|base| named.strip_prefix(base));
    let is_own = below.any(|rest| rest.is_empty() || rest.starts_with(['/', '?']));
    let is_plain =
        named.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') && !named.contains("//");
    if is_own && is_plain { named.to_owned() } else { otherwise.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_leads_to_our_own_pages_alone() {
        let known = "/api/owner/comments?status=SPAM";
        assert_eq!(own_address(known, "x"), known);
        assert_eq!(own_address("/api/owner", "x"), "/api/owner");
        let reports = "/api/figures/errors?range=7d";
        assert_eq!(own_address(reports, "x"), reports);
        for elsewhere in [
            "",
            "//evil.example",
            "https://evil.example",
            "/api/owner\\evil",
            "/api/ownership",
            "/api/owner/\r\nset-cookie: a=b",
            "/api/figuresship",
            "/api/figures//evil",
        ] {
            assert_eq!(own_address(elsewhere, "/api/owner"), "/api/owner", "{elsewhere:?}");
        }
    }
}

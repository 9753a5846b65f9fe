//! What somebody who runs the site may open, by right: the menu of each of these pages and of the reports, and the page one
//! comes to first.

use crate::extract::signed_in::SignedIn;
use crate::roles::Right;
use actix_web::http::header::{LOCATION, REFERER};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value, json};

/// Where one comes to first, from the root; the log-in is below it.
pub const HOME: &str = "/api/owner";
/// Where the reports are, from the root.
pub const REPORTS: &str = "/api/figures";

/// A page that the menu leads to.
struct MenuItem {
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

const ITEMS: [MenuItem; 12] = [
    MenuItem {
        url: "/api/owner/orders",
        root: "/api/owner/orders",
        label: "Orders",
        about: "What was bought here, and in the shop before this one.",
        right: Right::ManageStore,
    },
    MenuItem {
        url: "/api/owner/returns",
        root: "/api/owner/returns",
        label: "Returns",
        about: "What customers want to send back: accept it, take it in, refund it.",
        right: Right::ManageStore,
    },
    MenuItem {
        url: "/api/owner/withdrawals",
        root: "/api/owner/withdrawals",
        label: "Withdrawals",
        about: "Who withdrew from a contract, and when.",
        right: Right::ManageStore,
    },
    MenuItem {
        url: "/api/owner/submissions",
        root: "/api/owner/submissions",
        label: "Submissions",
        about: "What visitors sent by the forms of the site.",
        right: Right::EditContent,
    },
    MenuItem {
        url: "/api/owner/comments",
        root: "/api/owner/comments",
        label: "Comments",
        about: "What readers said: show it, hide it, delete it.",
        right: Right::Moderate,
    },
    MenuItem {
        url: "/api/owner/reviews",
        root: "/api/owner/reviews",
        label: "Reviews",
        about: "What shoppers said of products.",
        right: Right::Moderate,
    },
    MenuItem {
        url: "/api/owner/restock",
        root: "/api/owner/restock",
        label: "Restock notices",
        about: "Who waits for what, and telling them that it is back.",
        right: Right::ReadRestock,
    },
    MenuItem {
        url: "/api/owner/mailing-list",
        root: "/api/owner/mailing-list",
        label: "Mailing list",
        about: "Who asked for news: the list, and taking somebody off it.",
        right: Right::EditCampaigns,
    },
    MenuItem {
        url: "/api/figures/overview",
        root: REPORTS,
        label: "Reports",
        about: "Who visits, what they look at and look for, what broke, how fast pages are.",
        right: Right::ReadAnalytics,
    },
    MenuItem {
        url: "/api/owner/record",
        root: "/api/owner/record",
        label: "Activity",
        about: "Who did what, when and from where.",
        right: Right::ReadRecord,
    },
    MenuItem {
        url: "/api/owner/people",
        root: "/api/owner/people",
        label: "Personal data",
        about: "What is kept of one person: give it out, or erase it.",
        right: Right::ManagePeople,
    },
    MenuItem {
        url: "/api/owner/team",
        root: "/api/owner/team",
        label: "People",
        about: "Who works on the site: roles, invitations, second factors.",
        right: Right::ManagePeople,
    },
];

/// The places that somebody may open, in the order of the menu; `here` is the address that is shown.
pub fn menu(who: Option<&SignedIn>, here: &str) -> Value {
    let may = |right: Right| who.is_some_and(|who| who.may(right));
    let entry = |item: &MenuItem| {
        let is_below =
            here.strip_prefix(item.root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        json!({"url": item.url, "label": item.label, "about": item.about, "isHere": here == item.url, "isBelow": is_below})
    };
    ITEMS.iter().filter(|item| may(item.right)).map(entry).collect()
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

/// Where a fresh proof is asked for, from the root.
pub const CONFIRM: &str = "/api/owner/confirm";

/// The way to the fresh proof, which leads back to the page that was asked for, or to the one whose form was sent.
pub fn confirm_first(request: &HttpRequest) -> HttpResponse {
    let back = match request.uri().path_and_query() {
        Some(address) if request.method().is_safe() => address.as_str().to_owned(),
        _ => came_from(request),
    };
    let back: String = form_urlencoded::byte_serialize(back.as_bytes()).collect();
    go(&format!("{CONFIRM}?next={back}"))
}

/// The page of ours whose form was sent, as the browser says; the first page when it does not.
pub fn came_from(request: &HttpRequest) -> String {
    let referer = request.headers().get(REFERER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let path = referer.split_once("://").and_then(|(_, rest)| rest.find('/').map(|begin| &rest[begin..]));
    own_address(path.unwrap_or_default(), HOME)
}

/// The tables that leave the shop, from the root.
const EXPORTS: [&str; 8] = [
    "/api/record.csv",
    "/api/record.jsonl",
    "/api/commerce/orders.csv",
    "/api/commerce/invoices.csv",
    "/api/form/submissions.csv",
    "/api/mailing-list/members.csv",
    "/api/reports/events.csv",
    "/api/reports/events.jsonl",
];

/// A table that somebody was about to take, named by a form; `None` for anything else.
pub fn export(named: &str) -> Option<&str> {
    let is_one = EXPORTS
        .iter()
        .any(|path| named.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('?')));
    (is_one && named.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')).then_some(named)
}

/// On to another page of ours, by GET.
pub fn go(to: &str) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((LOCATION, to)).finish()
}

/// An address of the owner's pages that a form named; `otherwise` for anything else.
pub fn own_address(named: &str, otherwise: &str) -> String {
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

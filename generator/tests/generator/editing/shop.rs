//! The editor in the shop's own calls: its token stands for the log-in, and for nothing else.

use super::publishing::signed_in;
use super::{Editor, bakery};

const ORDERS: &str = "GET /api/commerce/orders";
const HEADER: &str = "x-loggia-editor";

/// E-025: without users the one at this machine has the owner's calls, by the token that only the editor's page has; a page
/// of another site, a name that somebody made lead here and a guess have not.
#[test]
fn e_025_the_editors_token_opens_the_owners_calls_here_alone() {
    let editor = Editor::open(bakery());
    let crumb = (HEADER, editor.crumb.as_str());
    let ask = |headers: &[(&str, &str)]| editor.own(ORDERS, headers, &[]).status;
    assert_eq!(ask(&[crumb]), 200);
    assert_eq!(ask(&[]), 401);
    assert_eq!(ask(&[(HEADER, "guessed")]), 401);
    assert_eq!(ask(&[crumb, ("host", "evil.example")]), 401);
    assert_eq!(ask(&[crumb, ("x-forwarded-for", "127.0.0.1")]), 401, "S-105");
    assert_eq!(ask(&[crumb, ("origin", "https://evil.example")]), 403);
    assert_eq!(ask(&[crumb, ("sec-fetch-site", "cross-site")]), 403);
    assert_eq!(editor.call(ORDERS, &[crumb], &[]).status, 401, "S-100: without the cookie");
    // S-103: on the site's own listener there is no such way in.
    let plain = editor.cookie.split_once('=').unwrap().1;
    for cookie in [editor.cookie.clone(), format!("EditorSession={plain}")] {
        assert_eq!(editor.visit(ORDERS, &[crumb, ("cookie", &cookie)]).status, 401);
    }
    // What changes something needs the visitor's token beside it, as everywhere in the shop.
    let removal = "DELETE /api/mailing-list/members/ann@shopper.example";
    let bare = editor.own(removal, &[crumb], &[]);
    assert_eq!(bare.status, 403, "{}", bare.text());
}

/// E-162: with users the token is not enough: the session says who it is, and what the role may.
#[test]
fn e_162_with_users_the_session_says_who_it_is() {
    let site = bakery();
    let [owner, writer] = [(1, "[1]"), (4, "[4]")].map(|(number, roles)| signed_in(&site, number, roles));
    let editor = Editor::signed_in(site, &owner);
    let ask = |session: Option<&str>, token: &str| {
        let cookie = session.map(|session| editor.cookie_of(session));
        let mut headers = vec![(HEADER, token)];
        headers.extend(cookie.iter().map(|cookie| ("cookie", cookie.as_str())));
        editor.call(ORDERS, &headers, &[]).status
    };
    assert_eq!(ask(None, &editor.crumb), 401);
    assert_eq!(ask(Some("made-up"), &editor.crumb), 401);
    assert_eq!(ask(Some(&owner), &editor.crumb), 200);
    let own = editor.crumb_of(&editor.cookie_of(&writer));
    assert_eq!(ask(Some(&writer), &own), 403, "orders are not an editor's");
    // S-102: the session of the editor is none of the site's, by either name.
    for cookie in [editor.cookie_of(&owner), format!("x={owner}")] {
        assert_eq!(editor.visit(ORDERS, &[("cookie", &cookie)]).status, 401, "{cookie}");
    }
}

/// S-318: the shop beside the editor tells the systems that the environment names, as a shop by itself does.
#[test]
fn s_318_the_owners_systems_are_those_of_the_environment() {
    let systems = [("LOGGIA_WEBHOOK_URLS", "https://one.example/hook, https://two.example/hook?key=secret")];
    let editor = Editor::with(bakery(), &systems);
    let headers = [(HEADER, editor.crumb.as_str())];
    let told = editor.own("GET /api/commerce/webhooks/deliveries", &headers, &[]).ok();
    assert_eq!(
        told["systems"],
        serde_json::json!(["https://one.example/hook", "https://two.example/hook?key=***"])
    );
}

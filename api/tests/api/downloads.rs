//! Files for guests: by the links of the letter and of the order's page, so often and so long as they are theirs.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use crate::files::{SECRET, catalog, digest, put};
use crate::stripe_server;
use futures_util::future::join_all;
use loggia_api::clock::HOUR;
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::json;

const ANN: &str = "ann@shopper.example";
const GUIDE: &str = "How to glaze: what somebody paid for.";

fn limits(settings: &mut loggia_api::Settings) {
    settings.commerce.publish_secret = Some(SECRET.into());
    settings.limits.download = 1000;
    settings.limits.order_page = 1000;
    settings.files.downloads = 2;
    settings.client_address_header = Some("x-forwarded-for".into());
}

/// A guest who bought the guide: the order's id, its page, and the link to the file in the letter.
async fn bought(app: &TestApp, card: &str) -> (String, String, String) {
    app.publish(&catalog()).await;
    let name = digest(GUIDE);
    assert_eq!(put(app, SECRET, (&name, &name), GUIDE).await.status, 200);
    let guest = app.visitor();
    add(&guest, "guide", "guide", 1).await;
    let mut body = purchase();
    body["paymentToken"] = json!(card);
    let order = guest.post(CHECKOUT, body).await;
    assert_eq!(order.status, 200, "{}", order.text);
    let order = order.json();
    let letter =
        app.emails_to(ANN).await.into_iter().find(|letter| letter.contains("guide book.pdf: ")).unwrap();
    let link = letter.split("guide book.pdf: ").nth(1).unwrap().split_whitespace().next().unwrap();
    let link = link[link.find("/api/").unwrap()..].to_owned();
    (order["id"].as_str().unwrap().to_owned(), order["orderPage"].as_str().unwrap().to_owned(), link)
}

async fn from(visitor: &Visitor, address: &str, link: &str, range: Option<&str>) -> Reply {
    let mut headers = vec![("x-forwarded-for", address.to_owned())];
    headers.extend(range.map(|range| ("range", range.to_owned())));
    visitor.send(Method::GET, link, &headers, None).await
}

/// The link to the file on the order's page.
async fn on_page(app: &TestApp, page: &str) -> Option<String> {
    let page = app.visitor().get(page).await.text;
    let link = page.split("href=\"").find(|part| part.starts_with("/api/commerce/downloads/"))?;
    Some(link.split('"').next()?.replace("&amp;", "&"))
}

on_both! {
    /// S-661: a guest is given the file by the letter and by the page, twice, and the third copy from elsewhere is refused, by every link.
    async fn s_661_a_guest_downloads_twice_and_no_more(app: &TestApp) with |settings| limits(settings); {
        let (_, page, link) = bought(app, "test-pass").await;
        let guest = app.visitor();
        assert_eq!(from(&guest, "192.0.2.1", &link, None).await.text, GUIDE);
        // It was cut off, and goes on where it was: that is the same copy.
        for range in ["bytes=10-", "bytes=20-29", "bytes=0-"] {
            assert_eq!(from(&guest, "192.0.2.1", &link, Some(range)).await.status, 206, "{range}");
        }
        assert_eq!(from(&guest, "192.0.2.1", &link, Some("bytes=99-")).await.status, 416);
        app.clock.advance(2 * HOUR);
        let newer = on_page(app, &page).await.unwrap();
        assert_ne!(newer, link);
        assert_eq!(from(&guest, "192.0.2.1", &newer, None).await.text, GUIDE);
        for (address, link) in [("198.51.100.7", &link), ("198.51.100.7", &newer), ("198.51.100.8", &newer)] {
            let refused = from(&app.visitor(), address, link, None).await;
            assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (410, &json!("download-used-up")));
            assert_eq!(from(&app.visitor(), address, link, Some("bytes=5-")).await.status, 410, "a part is no way around");
        }
        // Whoever has an account with the address is given it still.
        let ann = app.member(ANN, &[]).await;
        let own = newer.replace("/api/commerce/downloads/", "/api/site-users/account/orders/");
        let own = own.split('?').next().unwrap().replacen("/0/", "/files/0/", 1);
        assert_eq!(ann.get(&own).await.text, GUIDE);
    }

    /// S-661: of many at once no more are given than may be.
    async fn s_661_many_at_once_get_no_more_than_may_be(app: &TestApp) with |settings| { limits(settings); settings.connections = 12; }; {
        let (_, _, link) = bought(app, "test-pass").await;
        let visitors: Vec<Visitor> = (0..20).map(|_| app.visitor()).collect();
        let replies = join_all(visitors.iter().enumerate().map(|(index, visitor)| {
            let (address, link) = (format!("192.0.2.{index}"), link.clone());
            async move { from(visitor, &address, &link, None).await.status.as_u16() }
        })).await;
        assert_eq!((replies.iter().filter(|status| **status == 200).count(), replies.iter().filter(|status| **status == 410).count()), (2, 18), "{replies:?}");
    }

    /// S-662: a link that is too old, changed, or of an order whose money went back opens nothing; the page makes new ones only for who may.
    async fn s_662_links_end_with_the_right_to_the_file(app: &TestApp) with |settings| { limits(settings); stripe_server::start(settings); }; {
        let (id, page, link) = bought(app, "pm_card_visa").await;
        let changed = link.replace("signature=", "signature=A");
        let later = link.replace("until=1", "until=2");
        let line = link.replacen("/0/", "/1/", 1);
        for wrong in [&changed, &later, &line] {
            assert_eq!(from(&app.visitor(), "192.0.2.1", wrong, None).await.status, 404, "{wrong}");
        }
        app.clock.advance(73 * HOUR);
        assert_eq!(from(&app.visitor(), "192.0.2.1", &link, None).await.status, 404);
        let newer = on_page(app, &page).await.unwrap();
        assert_eq!(from(&app.visitor(), "192.0.2.1", &newer, None).await.status, 200);
        let owner = app.member("own@shop.example", &[Role::Admin]).await;
        assert_eq!(owner.post(&format!("/api/commerce/orders/{id}/refunds"), json!({"reason": "all of it"})).await.status, 200);
        assert_eq!(from(&app.visitor(), "192.0.2.1", &newer, None).await.status, 404);
        assert_eq!(on_page(app, &page).await, None);
    }

    /// S-662: what was downloaded is not cancelled by its buyer.
    async fn s_662_what_was_downloaded_is_not_cancelled(app: &TestApp) with |settings| limits(settings); {
        let (id, page, link) = bought(app, "test-pass").await;
        assert!(app.visitor().get(&page).await.text.contains("Cancel this order"));
        assert_eq!(from(&app.visitor(), "192.0.2.1", &link, None).await.status, 200);
        assert!(!app.visitor().get(&page).await.text.contains("Cancel this order"));
        let key = page.split("key=").nth(1).unwrap();
        let refused = app.visitor().post("/api/commerce/order-page/cancellation", json!({"id": id, "key": key})).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("not-cancellable")));
    }
}

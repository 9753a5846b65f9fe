//! The stream of what happens in the shop, read as it arrives.

use crate::app::{TestApp, Visitor, on_both};
use crate::cart::add;
use crate::checkout::{CHECKOUT, purchase};
use loggia_api::roles::Role;
use serde_json::json;
use std::time::Duration;

const EVENTS: &str = "/api/commerce/desk/events";
const PATIENCE: Duration = Duration::from_secs(60);

/// A stream that is being read.
struct Heard {
    answer: reqwest::Response,
    text: String,
}

impl Heard {
    /// Opens one as this browser does; `after` is the last event that it heard.
    async fn open(base: &str, visitor: &Visitor, after: Option<&str>) -> Heard {
        let session = visitor.cookie("SiteUserSession").unwrap();
        let mut request = crate::app::client()
            .get(format!("{base}{EVENTS}"))
            .header("cookie", format!("SiteUserSession={session}"));
        if let Some(after) = after {
            request = request.header("last-event-id", after);
        }
        Heard { answer: request.send().await.unwrap(), text: String::new() }
    }

    /// The next event, as its name and its id; `None` when the stream has ended.
    async fn next(&mut self) -> Option<(String, String)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let line =
                    |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::to_owned);
                let found = line("event: ").zip(line("id: "));
                self.text = rest.to_owned();
                if found.is_some() {
                    return found;
                }
                continue;
            }
            let part =
                tokio::time::timeout(PATIENCE, self.answer.chunk()).await.expect("the stream says nothing");
            self.text.push_str(std::str::from_utf8(&part.unwrap()?).unwrap());
        }
    }
}

async fn buy(app: &TestApp) {
    let shopper = app.visitor();
    add(&shopper, "bread", "bread", 1).await;
    assert_eq!(shopper.post(CHECKOUT, purchase()).await.status, 200);
}

on_both! {
    /// S-430: an order that comes in is heard, on another server too; who comes back hears that something was missed, and a
    /// stream ends when the right goes, when the session goes, and when the server stops.
    async fn s_430_an_order_that_comes_in_is_heard_while_the_session_holds(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        let own = app.member("own@shop.example", &[Role::StoreManager]).await;
        let base = format!("http://{}", app.address());
        let second = match app.settings.database_url {
            None => None,
            Some(_) => Some(loggia_api::serve_at(app.settings.clone(), app.clock.clone(), loggia_api::nothing()).await.unwrap()),
        };
        let elsewhere = second.as_ref().map_or(base.clone(), |server| format!("http://{}", server.address()));
        let mut heard = Heard::open(&elsewhere, &own, None).await;
        assert_eq!(heard.answer.headers()["content-type"], "text/event-stream");
        let (name, before) = heard.next().await.unwrap();
        assert_eq!(name, "hello");
        buy(app).await;
        let (name, after) = heard.next().await.unwrap();
        assert_eq!((name.as_str(), after != before), ("orders", true));

        // Who comes back with what they heard last hears nothing new, or that something was missed.
        assert_eq!(Heard::open(&base, &own, Some(&after)).await.next().await.unwrap().0, "hello");
        assert_eq!(Heard::open(&base, &own, Some(&before)).await.next().await.unwrap(), ("orders".into(), after));

        // Without the right no more is said, of an order that comes in meanwhile either.
        app.execute("UPDATE site_user SET roles = '[4]' WHERE email = 'own@shop.example'").await;
        buy(app).await;
        assert_eq!(heard.next().await, None);
        app.execute("UPDATE site_user SET roles = '[8]' WHERE email = 'own@shop.example'").await;
        let mut quiet = Heard::open(&base, &own, None).await;
        quiet.next().await.unwrap();
        app.execute("DELETE FROM session").await;
        assert_eq!(quiet.next().await, None);

        own.log_in("own@shop.example", false).await;
        let mut last = Heard::open(&elsewhere, &own, None).await;
        last.next().await.unwrap();
        if let Some(second) = second {
            second.stop().await;
            assert_eq!(last.next().await, None);
        }
    }

    /// S-431: so many streams of a session and no more; one that is closed makes room, and none is a use of the session.
    async fn s_431_a_session_has_so_many_streams(app: &TestApp) with |settings| settings.limits.log_in = 100; {
        let own = app.member("own@shop.example", &[Role::StoreManager]).await;
        let base = format!("http://{}", app.address());
        let mut open = Vec::new();
        for _ in 0..6 {
            let mut heard = Heard::open(&base, &own, None).await;
            heard.next().await.unwrap();
            open.push(heard);
        }
        assert_eq!(own.get(EVENTS).await.status, 429);
        let other = app.member("two@shop.example", &[Role::Admin]).await;
        assert_eq!(other.get(&format!("{EVENTS}?wait=0")).await.status, 200);
        open.clear();
        // The server notices a reader that has gone at the next word.
        buy(app).await;
        let begun = std::time::Instant::now();
        while own.get(&format!("{EVENTS}?wait=0")).await.status != 200 {
            assert!(begun.elapsed() < PATIENCE, "the places of streams that were closed stay taken");
        }
        let mut heard = Heard::open(&base, &own, None).await;
        heard.next().await.unwrap();
        app.clock.advance(12 * 60 * 60_000);
        buy(app).await;
        assert_eq!(heard.next().await, None, "a session that was not used for so long is over");
        let body = json!({"text": "x"});
        assert_eq!(own.post("/api/commerce/desk/orders/x/notes", body).await.status, 401);
    }
}

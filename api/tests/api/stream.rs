//! Events forwarded to an event system: each once, however often it fails, and off unless it is asked for.

use crate::app::{Store, TestApp};
use crate::stream_server::{Mood, StreamServer};
use crate::visits::view;
use serde_json::Value;

/// An application that forwards to this server.
async fn forwarding(store: Store, server: &StreamServer) -> Option<TestApp> {
    let url = format!("nats://shop:a%40b@{}/shop.events", server.address);
    TestApp::start(store, |settings| settings.tracking.event_stream = Some(url)).await
}

#[tokio::test]
async fn every_event_is_forwarded_once_whatever_happens() {
    for store in [Store::Sqlite, Store::Postgres] {
        let server = StreamServer::start();
        let Some(app) = forwarding(store, &server).await else { return };
        for visitor in ["ann", "ben", "cat"] {
            view(&app, "/", visitor, 1).await;
        }
        app.work().await;
        let all = app.count_visits("event", "1 = 1").await;
        {
            let kept = server.kept.lock().unwrap();
            assert_eq!((kept.messages.len(), kept.again), (3, 0));
            assert!(kept.messages.values().all(|(subject, _)| subject == "shop.events.hit"));
            let sent: Vec<Value> =
                kept.messages.values().map(|(_, body)| serde_json::from_str(body).unwrap()).collect();
            assert!(
                sent.iter()
                    .any(|event| event["visitor"] == "ben" && event["data"]["payload"]["pagePath"] == "/")
            );
            let connect: Value = serde_json::from_str(&kept.connects[0]).unwrap();
            assert_eq!(
                (&connect["user"], &connect["pass"], &connect["headers"]),
                (&"shop".into(), &"a@b".into(), &true.into())
            );
        }
        assert_eq!(all, 3);
        // Nothing waits any more, and what was forwarded is not forwarded again.
        app.work().await;
        assert_eq!(app.count_visits("event_group", "1 = 1").await, 0);

        for (mood, kept) in [(Mood::NobodyListens, 3), (Mood::Refuses, 3), (Mood::BreaksOff, 4)] {
            *server.mood.lock().unwrap() = mood;
            let context = app.handle().context();
            let two = (0..2).map(|number| loggia_api::repository::visits::event::Event {
                kind: "hit".into(),
                name: format!("{mood:?}-{number}"),
                occurred_at: app.clock.now_ms(),
                ..Default::default()
            });
            context.tracking.tell(two.collect());
            app.work().await;
            // Rolled up all the same.
            assert_eq!(app.count_visits("event_group", "rolled_at IS NULL").await, 0);
            assert!(app.count_visits("event_group", "sent_at IS NULL").await > 0, "{mood:?}");
            let at_least = server.kept.lock().unwrap().messages.len();
            assert!(at_least >= kept && at_least <= 9, "{mood:?}: {at_least}");
        }
        // It is back: after a while everything arrives, what arrived before is known by its id.
        *server.mood.lock().unwrap() = Mood::Keeps;
        app.work().await;
        assert!(
            app.count_visits("event_group", "sent_at IS NULL").await > 0,
            "it waits before it tries again"
        );
        app.clock.advance(11_000);
        app.work().await;
        app.work().await;
        assert_eq!(app.count_visits("event_group", "1 = 1").await, 0);
        {
            let kept = server.kept.lock().unwrap();
            assert_eq!(kept.messages.len(), 9);
            assert!(kept.again >= 1, "one was there already");
        }
        app.stop().await;
    }
}

#[tokio::test]
async fn nothing_is_forwarded_unless_it_is_asked_for() {
    let server = StreamServer::start();
    let Some(app) = TestApp::start(Store::Sqlite, |_| ()).await else { return };
    view(&app, "/", "ann", 1).await;
    app.work().await;
    assert_eq!(app.count_visits("event_group", "1 = 1").await, 0, "no group waits to be forwarded");
    assert!(server.kept.lock().unwrap().connects.is_empty());
    app.stop().await;
    let wrong =
        |settings: &mut loggia_api::Settings| settings.tracking.event_stream = Some("kafka://host".into());
    let mut settings = loggia_api::Settings::default();
    wrong(&mut settings);
    assert!(settings.check().is_err());
}

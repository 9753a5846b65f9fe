//! A backup taken while the shop sells, and what comes of it in either database.

use crate::app::{Store, TestApp, Visitor, on_both};
use crate::cart::{CART, add};
use crate::checkout::{CHECKOUT, purchase};
use crate::visits::view;
use futures_util::future::join_all;
use loggia_api::repository::backup::{self, BackupError, visits};
use loggia_api::repository::visits::event::Event;
use loggia_api::repository::{Db, audit, gauges};
use loggia_api::tracking;
use serde_json::json;
use std::collections::HashSet;
use std::path::Path;

fn unlimited(settings: &mut loggia_api::Settings) {
    settings.limits.add_entry = 1_000_000;
    settings.limits.checkout = 1_000_000;
}

async fn sell(app: &TestApp, shoppers: usize) -> Vec<Visitor> {
    join_all((0..shoppers).map(|number| async move {
        let visitor = app.visitor();
        let (item, sku) = if number % 2 == 0 { ("bread", "bread") } else { ("lesson", "lesson") };
        add(&visitor, item, sku, 1).await;
        assert_eq!(visitor.post(CHECKOUT, purchase()).await.status, 200);
        visitor
    }))
    .await
}

/// The books of a restored database agree, and it holds this much.
async fn agrees(url: &str, orders: i64) {
    let db = Db::open(url, 1).await.unwrap();
    let found = db.read(async |connection| audit::disagreements(connection).await).await.unwrap();
    assert!(found.is_empty(), "{found:#?}");
    let figures = db.read(async |connection| gauges::read(connection, 0).await).await.unwrap();
    // An order may have waited for its payment at that moment; its stock was taken, and the books know it.
    assert_eq!(figures.catalog_version, 1);
    db.close().await;
    let all = crate::app::number(url, "SELECT COUNT(*) FROM shop_order").await;
    assert_eq!(all, orders);
}

/// A shop that is served from a restored database knows the visitor's cart.
async fn serves(url: &str, folder: &Path, visitor: &Visitor) {
    let settings = loggia_api::Settings {
        bind: ([127, 0, 0, 1], 0).into(),
        database_url: Some(url.into()),
        data_folder: folder.to_owned(),
        no_background_work: true,
        ..loggia_api::Settings::default()
    };
    let handle = loggia_api::serve(settings, loggia_api::nothing()).await.unwrap();
    let again = Visitor::at(&format!("http://{}", handle.address()));
    again.set_cookie("CART", &visitor.cookie("CART").unwrap());
    assert_eq!(again.get(CART).await.json()["totalQuantity"], 3);
    handle.stop().await;
}

on_both! {
    /// taken while the shop sells, a backup is one moment's whole; it comes back in both databases.
    async fn a_004_a_backup_under_load_is_whole(app: &TestApp) with |settings| unlimited(settings); {
        sell(app, 10).await;
        app.account("own@shop.example", &[loggia_api::roles::Role::Admin]).await;
        let keeper = app.visitor();
        add(&keeper, "guide", "guide", 3).await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shop.backup");
        let url = app.settings.database_url();
        let (carried, _) = tokio::join!(backup::back_up(&url, &file), sell(app, 20));
        let carried = carried.unwrap();
        let orders = crate::app::number(&format!("sqlite:{}", file.display()), "SELECT COUNT(*) FROM shop_order").await;
        assert!((10..=30).contains(&orders) && carried.rows > orders && carried.tables > 15, "{orders} of {carried:?}");

        let sqlite = format!("sqlite:{}", folder.path().join("restored.db").display());
        backup::restore(&file, &sqlite).await.unwrap();
        agrees(&sqlite, orders).await;
        serves(&sqlite, folder.path(), &keeper).await;
        if let Some(postgres) = crate::postgres::fresh_database().await {
            backup::restore(&file, &postgres).await.unwrap();
            agrees(&postgres, orders).await;
            serves(&postgres, folder.path(), &keeper).await;
            // And out of it again, row for row.
            let second = folder.path().join("second.backup");
            assert_eq!(backup::back_up(&postgres, &second).await.unwrap(), carried);
        }
    }

    /// What visitors did comes back in both databases, whole: events, metrics, errors, and what waited to be rolled up is rolled
    /// up there, once.
    async fn a_004_visits_are_backed_up_beside_the_shop(app: &TestApp); {
        view(app, "/", "ann", 1).await;
        let broke = json!([{"event": "x", "data": json!({"message": "it broke"}).to_string(), "timestamp": 1}]);
        assert_eq!(app.visitor().post("/api/events/RecordJavascriptErrors", broke).await.status, 204);
        app.work().await;
        view(app, "/", "ben", 1).await;
        app.handle().context().tracking.flush().await;
        let folder = tempfile::tempdir().unwrap();
        let file = visits::file_beside(&folder.path().join("shop.db"));
        assert!(file.ends_with("shop.visits.db"));
        let url = app.settings.database_url();
        let carried = visits::back_up(&url, &file).await.unwrap().unwrap();
        assert!(matches!(visits::back_up(&url, &file).await, Err(BackupError::Exists(_))));

        let mut restored = vec![format!("sqlite:{}", folder.path().join("restored.db").display())];
        restored.extend(crate::postgres::fresh_database().await);
        for (number, url) in restored.iter().enumerate() {
            assert_eq!(visits::restore(&file, url).await.unwrap(), carried);
            assert!(matches!(visits::restore(&file, url).await, Err(BackupError::Exists(_) | BackupError::NotEmpty { .. })));
            // And out of it again, row for row.
            let again = folder.path().join(format!("again{number}.visits.db"));
            assert_eq!(visits::back_up(url, &again).await.unwrap(), Some(carried));
            let db = Db::open_visits(url, 1).await.unwrap();
            assert_eq!(tracking::roll_up(&db, HashSet::new(), app.clock.now_ms()).await.unwrap(), 1);
            let tracking = tracking::Tracking::start(db, app.clock.clone(), 10, true).unwrap();
            tracking.tell(vec![Event { kind: "hit".into(), name: "1".into(), occurred_at: app.clock.now_ms(), ..Event::default() }]);
            tracking.flush().await;
            assert_eq!(tracking.gauges().written, 1, "a group of now has a number of its own");
            tracking.stop().await;
            let count = async |sql: &str| match url.starts_with("sqlite:") {
                true => crate::app::number(&url.replace(".db", ".visits.db"), sql).await,
                false => crate::app::number(url, &sql.replace("FROM ", "FROM visits.")).await,
            };
            let day = loggia_api::clock::DAY;
            assert_eq!(count(&format!("SELECT times FROM figure WHERE kind = 'view' AND step = {day}")).await, 2);
            assert_eq!(count("SELECT COUNT(*) FROM javascript_error").await, 1);
            assert_eq!(count("SELECT COUNT(*) FROM event").await, 4);
        }
        let none = format!("sqlite:{}", folder.path().join("nothing.db").display());
        assert_eq!(visits::back_up(&none, &folder.path().join("none.visits.db")).await.unwrap(), None);
        assert!(std::fs::read_dir(folder.path()).unwrap().all(|file| !file.unwrap().path().to_string_lossy().ends_with(".part")));
    }

    /// Nothing is written over, and nothing is mixed into a database that holds something.
    async fn a_backup_is_never_written_over(app: &TestApp); {
        let folder = tempfile::tempdir().unwrap();
        let (file, url) = (folder.path().join("shop.backup"), app.settings.database_url());
        backup::back_up(&url, &file).await.unwrap();
        assert!(matches!(backup::back_up(&url, &file).await, Err(BackupError::Exists(_))));
        assert!(matches!(backup::restore(&file, &url).await, Err(BackupError::Exists(_) | BackupError::NotEmpty { .. })));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
    }

    /// Books that do not agree are told, and make no backup.
    async fn a_backup_with_wrong_books_is_none(app: &TestApp); {
        add(&app.visitor(), "bread", "bread", 1).await;
        app.execute("UPDATE stock SET quantity = quantity + 1 WHERE sku = 'bread'").await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("shop.backup");
        let Err(BackupError::Disagreements(found)) = backup::back_up(&app.settings.database_url(), &file).await else { panic!("it was made") };
        assert!(found[0].contains("bread"), "{found:?}");
        assert!(!file.exists());
    }
}

/// A damaged file is told from a whole one before anything is written.
#[tokio::test]
async fn a_damaged_backup_is_refused() {
    let Some(app) = TestApp::start(Store::Sqlite, |_| ()).await else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.backup");
    backup::back_up(&app.settings.database_url(), &file).await.unwrap();
    app.stop().await;
    let mut bytes = std::fs::read(&file).unwrap();
    let (from, to) = (bytes.len() / 2, bytes.len() / 2 + 8192);
    bytes[from..to].fill(0xA5);
    std::fs::write(&file, &bytes).unwrap();
    let target = format!("sqlite:{}", folder.path().join("new.db").display());
    let refused = backup::restore(&file, &target).await;
    assert!(matches!(refused, Err(BackupError::Damaged { .. })), "{refused:?}");
    std::fs::write(&file, json!({"not": "a database"}).to_string().repeat(100)).unwrap();
    assert!(matches!(backup::restore(&file, &target).await, Err(BackupError::Damaged { .. })));
    assert!(!folder.path().join("new.db").exists());
}

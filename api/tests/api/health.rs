use crate::app::{TestApp, on_both};

on_both! {
    /// one command gives a server that answers, with its database.
    async fn a_001_it_is_live_and_ready(app: &TestApp); {
        let visitor = app.visitor();
        assert_eq!(visitor.get("/health/live").await.json()["status"], "ok");
        let ready = visitor.get("/health/ready").await;
        assert_eq!(ready.status, 200);
        let database = if app.settings.database_url.is_some() { "postgres" } else { "sqlite" };
        assert_eq!(ready.json()["database"], database);
    }
}

use crate::app::{TestApp, on_both};
use loggia_api::roles::Role;
use serde_json::json;

const PATH: &str = "/api/site-header-footer";

on_both! {
    /// everybody reads the pair, an editor writes it.
    async fn a_091_header_and_footer_are_read_and_a_092_written(app: &TestApp); {
        let visitor = app.visitor();
        assert_eq!(visitor.get(PATH).await.json(), json!({"header": {}, "footer": {}}));
        let pair = json!({"header": {"title": "Bread"}, "footer": "<p>Open daily</p>"});
        //
        assert_eq!(visitor.put(PATH, pair.clone()).await.status, 401);
        let editor = app.member("ed@shop.example", &[Role::Editor]).await;
        let saved = editor.put(PATH, pair.clone()).await;
        assert_eq!((saved.status.as_u16(), saved.json()), (200, pair.clone()));
        assert_eq!(visitor.get(PATH).await.json(), pair);
    }
}

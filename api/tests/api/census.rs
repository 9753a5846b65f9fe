use crate::app::{TestApp, on_both};
use serde_json::json;

on_both! {
    /// a hit is kept with the visitor's id.
    async fn a_116_a_hit_is_kept_with_its_visitor(app: &TestApp); {
        let fields = [("event", "1"), ("data", "{\"path\":\"/\"}"), ("ss_cvr", "abc-1|1|2|3|4")];
        let reply = app.visitor().post_form("/api/census/RecordHit", &fields).await;
        assert_eq!((reply.status.as_u16(), reply.text.as_str()), (204, ""));
        assert_eq!(app.count_visits("event", "kind = 'hit' AND name = '1' AND visitor = 'abc-1'").await, 1);
    }

    /// buttons, by form or by JSON.
    async fn a_117_button_clicks_and_a_118_renders_are_kept(app: &TestApp); {
        let visitor = app.visitor();
        assert_eq!(visitor.post_form("/api/census/button-click", &[("blockId", "b1"), ("other", "x")]).await.status, 204);
        assert_eq!(visitor.post("/api/census/button-render", json!({"blockId": "b1"})).await.status, 204);
        assert_eq!(app.count_visits("event", "kind = 'button-click' AND name = 'b1' AND data NOT LIKE '%other%'").await, 1);
        assert_eq!(app.count_visits("event", "kind = 'button-render' AND name = 'b1'").await, 1);
    }

    /// a form that was seen.
    async fn a_119_a_form_render_is_kept(app: &TestApp); {
        let fields = [("formId", "contact"), ("visitorCookie", "abc|1|1|1|1")];
        assert_eq!(app.visitor().post_form("/api/census/form-render", &fields).await.status, 204);
        assert_eq!(app.count_visits("event", "kind = 'form-render' AND name = 'contact' AND visitor = 'abc'").await, 1);
    }

    /// three things happen to an overlay, and no fourth.
    async fn a_120_overlay_events_are_kept_and_a_121_others_refused(app: &TestApp); {
        let visitor = app.visitor();
        for event in ["shown", "closed", "submitted"] {
            assert_eq!(visitor.post_form("/api/census/overlay", &[("event", event), ("version", "3")]).await.status, 204);
        }
        assert_eq!(visitor.post_form("/api/census/overlay", &[("event", "eaten")]).await.status, 400);
        assert_eq!(app.count_visits("event", "kind = 'overlay'").await, 3);
    }

    /// no body, no answer, one row.
    async fn a_122_a_quick_view_is_kept_for_its_item(app: &TestApp); {
        assert_eq!(app.visitor().post_form("/api/census/RecordQuickView/item-7", &[]).await.status, 204);
        assert_eq!(app.count_visits("event", "kind = 'quick-view' AND name = 'item-7'").await, 1);
    }

    /// A-123, S-056: what is sent of a visit is four kilobytes at most.
    async fn s_056_what_is_told_is_four_kilobytes_at_most(app: &TestApp); {
        let data = "x".repeat(4 * 1024);
        let reply = app.visitor().post_form("/api/census/RecordHit", &[("event", "1"), ("data", &data)]).await;
        assert_eq!(reply.status, 413);
        assert_eq!(app.count_visits("event", "kind = 'hit'").await, 0);
    }
}

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::catalog;
use serde_json::{Value, json};

pub const RESTOCK: &str = "/api/site-users/account/notifications/restock";

fn sign_up(email: &str) -> Value {
    json!({"productId": "empty", "variantId": "empty", "siteVisitorEmail": email, "isJoinMailingList": false})
}

async fn refused(visitor: &Visitor, body: Value) -> (u16, String) {
    let reply: Reply = visitor.post(RESTOCK, body).await;
    (reply.status.as_u16(), reply.error())
}

on_both! {
    /// one stored sign-up, and the owner's words.
    async fn a_071_a_visitor_signs_up_and_a_072_is_told(app: &TestApp); {
        let reply = app.visitor().post(RESTOCK, sign_up("Ann@Shopper.Example")).await;
        assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({"successText": "You are on the list."})));
        let condition = "product_id = 'empty' AND variant_id = 'empty' AND email = 'ann@shopper.example' AND sent_at IS NULL";
        assert_eq!(app.count("restock_sign_up", condition).await, 1);
        let other = json!({"productId": "mug", "variantId": "mug-s", "siteVisitorEmail": "a@b.example"});
        assert_eq!(app.visitor().post(RESTOCK, other).await.json()["successText"], "Signed up!");
    }

    /// the address.
    async fn a_073_a_blank_and_a_074_a_wrong_address_are_refused(app: &TestApp); {
        let visitor = app.visitor();
        assert_eq!(refused(&visitor, sign_up(" ")).await, (400, "Email cannot be blank".into()));
        assert_eq!(refused(&visitor, sign_up("a@")).await, (400, "Email is invalid".into()));
        let unknown = json!({"productId": "nobody", "variantId": "empty", "siteVisitorEmail": "a@b.example"});
        assert_eq!(refused(&visitor, unknown).await.0, 404);
        assert_eq!(app.count("restock_sign_up", "TRUE").await, 0);
    }

    /// a site with a captcha asks for its token.
    async fn a_075_a_site_with_a_captcha_needs_a_token(app: &TestApp); {
        let mut catalog = catalog::catalog();
        catalog["website"]["captchaSiteKey"] = json!("public");
        app.publish(&catalog).await;
        let visitor = app.visitor();
        assert_eq!(refused(&visitor, sign_up("a@b.example")).await, (400, "Complete CAPTCHA before submitting.".into()));
        let mut body = sign_up("a@b.example");
        body["captchaToken"] = json!("wrong");
        assert_eq!(refused(&visitor, body.clone()).await.0, 400);
        body["captchaToken"] = json!("test-pass");
        assert_eq!(visitor.post(RESTOCK, body).await.status, 200);
    }

    /// twice is once, whatever the capital letters.
    async fn a_076_signing_up_twice_is_one_sign_up(app: &TestApp); {
        let visitor = app.visitor();
        assert_eq!(visitor.post(RESTOCK, sign_up("a@b.example")).await.status, 200);
        assert_eq!(visitor.post(RESTOCK, sign_up("A@B.example")).await.status, 200);
        assert_eq!(app.count("restock_sign_up", "TRUE").await, 1);
    }

    /// the mailing list only where the product offers it.
    async fn a_077_the_mailing_list_is_joined_where_it_is_offered(app: &TestApp); {
        let visitor = app.visitor();
        let body = |product: &str, variant: &str| json!({"productId": product, "variantId": variant, "siteVisitorEmail": "a@b.example", "isJoinMailingList": true});
        visitor.post(RESTOCK, body("mug", "mug-s")).await;
        assert_eq!(app.count("mailing_list_member", "TRUE").await, 0);
        visitor.post(RESTOCK, body("empty", "empty")).await;
        assert_eq!(app.count("mailing_list_member", "email = 'a@b.example'").await, 1);
    }

    /// ten a minute.
    async fn a_013_the_eleventh_sign_up_is_refused(app: &TestApp); {
        let visitor = app.visitor();
        for number in 0..10 {
            assert_eq!(visitor.post(RESTOCK, sign_up(&format!("a{number}@b.example"))).await.status, 200);
        }
        assert_eq!(refused(&visitor, sign_up("z@b.example")).await, (429, "Please try again in a few seconds.".into()));
    }
}

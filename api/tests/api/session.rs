use crate::app::{PASSWORD, TestApp, Visitor, on_both};
use crate::cart::{CART, ENTRIES, add};
use loggia_api::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

const SESSION: &str = "/api/site-users/account/session";
const ANN: &str = "ann@shopper.example";

async fn log_out(visitor: &Visitor, query: &str) -> Value {
    let reply = visitor.delete(&format!("{SESSION}{query}")).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

async fn quantity(visitor: &Visitor) -> Value {
    visitor.get(CART).await.json()["totalQuantity"].clone()
}

on_both! {
    /// the token and the cookies of a log-in.
    async fn a_084_a_log_in_gives_a_token_and_a_011_cookies(app: &TestApp); {
        let id = app.account(ANN, &[]).await;
        let visitor = app.visitor();
        let reply = visitor.log_in(" Ann@Shopper.example ", true).await;
        assert_eq!(reply.json().as_object().unwrap().len(), 1);
        let session = reply.set_cookie("SiteUserSession").unwrap();
        assert!(session.contains("HttpOnly") && session.contains("Max-Age=2592000"), "{session}");
        //
        let info = visitor.cookie("SiteUserInfo").unwrap();
        assert_eq!(info, crate::app::cookie_encoded(&format!("{{\"authenticated\":true,\"siteUserId\":\"{id}\",\"roles\":[]}}")));
        assert!(!reply.set_cookie("SiteUserInfo").unwrap().contains("HttpOnly"));
        let token = visitor.cookie("SiteUserSession").unwrap();
        assert_eq!(app.count("session", "TRUE").await, 1);
        assert!(token.len() >= 43);
    }

    /// wrong credentials, told alike whether the address is known or not; a session without rememberMe ends with the browser.
    async fn a_085_wrong_credentials_are_refused_alike(app: &TestApp); {
        app.account(ANN, &[]).await;
        let visitor = app.visitor();
        for (email, password) in [(ANN, "wrong"), ("bob@shopper.example", PASSWORD), ("", ""), ("' OR 1=1 --", "x")] {
            let reply = visitor.post(SESSION, json!({"email": email, "password": password, "rememberMe": false})).await;
            assert_eq!((reply.status.as_u16(), reply.json()), (401, json!({"error": "Incorrect email or password.", "code": "wrong-credentials"})));
            assert_eq!(reply.set_cookie("SiteUserSession"), None);
        }
        let reply = visitor.log_in(ANN, false).await;
        assert!(!reply.set_cookie("SiteUserSession").unwrap().contains("Max-Age"));
    }

    /// a day at most, thirty when it is to be remembered.
    async fn a_085_a_session_ends_in_time(app: &TestApp) with |settings| settings.accounts.idle_hours = 31 * 24; {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        app.account("ed@shop.example", &[Role::Reporting]).await;
        let (short, long) = (app.visitor(), app.visitor());
        short.log_in("ed@shop.example", false).await;
        long.log_in("ed@shop.example", true).await;
        let is_in = async |visitor: &Visitor| visitor.get("/api/1/performance").await.status == 200;
        assert!(is_in(&short).await && is_in(&long).await);
        app.clock.advance(DAY);
        assert!(!is_in(&short).await && is_in(&long).await);
        app.clock.advance(29 * DAY);
        assert!(!is_in(&long).await);
        app.work().await;
        assert_eq!(app.count("session", "TRUE").await, 0);
    }

    /// ten log-ins a minute.
    async fn a_013_guessing_passwords_is_slow(app: &TestApp) with |settings| settings.limits.log_in = 3; {
        let visitor = app.visitor();
        let guess = json!({"email": ANN, "password": "guess", "rememberMe": false});
        for _ in 0..3 {
            assert_eq!(visitor.post(SESSION, guess.clone()).await.status, 401);
        }
        assert_eq!(visitor.post(SESSION, guess).await.status, 429);
    }

    /// everything is taken back, and the old session opens nothing.
    async fn a_086_a_log_out_ends_the_session(app: &TestApp); {
        let visitor = app.member("ed@shop.example", &[Role::Reporting]).await;
        let session = visitor.cookie("SiteUserSession").unwrap();
        log_out(&visitor, "").await;
        assert_eq!((visitor.cookie("SiteUserSession"), visitor.cookie("SiteUserInfo")), (None, None));
        let thief = app.visitor();
        thief.set_cookie("SiteUserSession", &session);
        assert_eq!(thief.get("/api/1/performance").await.status, 401);
    }

    /// the cart stays as a copy, or goes.
    async fn a_087_clone_cart_copies_the_cart(app: &TestApp); {
        let visitor = app.member(ANN, &[]).await;
        add(&visitor, "bread", "bread", 2).await;
        log_out(&visitor, "?cloneCart=true").await;
        assert_eq!((quantity(&visitor).await, visitor.cookie("hasCart")), (json!(2), Some("true".into())));
        add(&visitor, "bread", "bread", 1).await;
        // The copy is a cart of its own.
        let again = app.visitor();
        again.log_in(ANN, false).await;
        assert_eq!(quantity(&again).await, 2);
        log_out(&again, "?cloneCart=false").await;
        assert_eq!((quantity(&again).await, again.cookie("hasCart")), (json!(0), None));
    }

    /// a stale crumb is told, and the repeat with the fresh one succeeds.
    async fn a_088_a_stale_crumb_at_log_out_is_renewed(app: &TestApp); {
        let visitor = app.visitor();
        app.account(ANN, &[]).await;
        let stale = visitor.crumb().await;
        visitor.log_in(ANN, false).await;
        assert_ne!(visitor.crumb().await, stale);
        visitor.set_cookie("crumb", &stale);
        let refused = visitor.send(Method::DELETE, SESSION, &[("x-csrf-token", stale.clone())], None).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["crumbFail"]), (403, &json!(true)));
        assert_ne!(visitor.crumb().await, stale);
        log_out(&visitor, "").await;
    }

    /// one piece as nobody, two as oneself: three.
    async fn a_090_an_anonymous_cart_joins_the_own_one(app: &TestApp); {
        let member = app.member(ANN, &[]).await;
        add(&member, "bread", "bread", 2).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        add(&visitor, "guide", "guide", 1).await;
        visitor.post("/api/commerce/shopping-cart/coupons", json!({"promoCode": "TEN"})).await;
        let token = visitor.cookie("CART").unwrap();
        visitor.log_in(ANN, false).await;
        let cart = visitor.get(CART).await.json();
        assert_eq!((&cart["totalQuantity"], cart["entries"].as_array().unwrap().len(), &cart["discountCents"]), (&json!(4), 2, &json!(300)));
        assert_eq!(visitor.cookie("CART"), None);
        // The token of before opens nothing any more.
        let thief = app.visitor();
        thief.set_cookie("CART", &token);
        assert_eq!(quantity(&thief).await, 0);
        assert_eq!(app.count("cart", "TRUE").await, 1);
    }

    /// who has no cart of their own takes the anonymous one along; the token of before opens it no more (fixation).
    async fn a_090_an_anonymous_cart_becomes_the_own_one(app: &TestApp); {
        app.account(ANN, &[]).await;
        let visitor = app.visitor();
        add(&visitor, "bread", "bread", 1).await;
        let token = visitor.cookie("CART").unwrap();
        visitor.log_in(ANN, false).await;
        assert_eq!(quantity(&visitor).await, 1);
        let thief = app.visitor();
        thief.set_cookie("CART", &token);
        assert_eq!(quantity(&thief).await, 0);
    }

    /// a member's cart follows the member to another browser, and takes the same calls.
    async fn a_015_a_cart_works_signed_in_and_not(app: &TestApp); {
        let one = app.member(ANN, &[]).await;
        let id = add(&one, "bread", "bread", 1).await["newlyAdded"]["id"].as_str().unwrap().to_owned();
        let other = app.visitor();
        other.log_in(ANN, false).await;
        let changed = other.put(&format!("{ENTRIES}/{id}"), json!({"quantity": 3})).await;
        assert_eq!(changed.status, 200, "{}", changed.text);
        assert_eq!(quantity(&one).await, 3);
        let order = other.post(crate::checkout::CHECKOUT, crate::checkout::purchase()).await;
        assert_eq!(order.status, 200, "{}", order.text);
        assert_eq!(app.count("shop_order", "site_user_id IS NOT NULL AND status = 'paid'").await, 1);
        add(&one, "bread", "bread", 1).await;
        assert_eq!(quantity(&one).await, 1);
    }
}

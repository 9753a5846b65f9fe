use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::catalog;
use serde_json::{Value, json};

const KEY: &str = "/api/form/FormSubmissionKey";
const SAVE: &str = "/api/form/SaveFormSubmission";

pub async fn key(visitor: &Visitor) -> String {
    let reply = visitor.post(KEY, json!({})).await;
    assert_eq!(reply.status, 200);
    reply.json()["data"]["key"].as_str().unwrap().to_owned()
}

pub async fn send(visitor: &Visitor, form_id: &str, form: Value) -> Reply {
    let key = key(visitor).await;
    let proof = prove(&key);
    let body = json!({"key": key, "proof": proof, "formId": form_id, "form": form, "pagePath": "/contact"});
    visitor.post(SAVE, body).await
}

/// What the script of a page makes of a key.
pub fn prove(key: &str) -> String {
    loggia_api::outbound::captcha::page::prove(key)
}

on_both! {
    /// a key is good for one submission.
    async fn a_050_a_key_is_given_and_a_051_spent_once(app: &TestApp); {
        let visitor = app.visitor();
        let key = key(&visitor).await;
        assert!(!key.is_empty());
        let body = json!({"key": key, "formId": "contact", "form": {"name": "Ann"}});
        assert_eq!(visitor.post(SAVE, body.clone()).await.status, 200);
        let second = visitor.post(SAVE, body).await;
        assert_eq!((second.status.as_u16(), second.error()), (400, "Error processing form submission. Please reload and try again.".into()));
        assert_eq!(app.count("form_submission", "TRUE").await, 1);
    }

    /// and for one hour.
    async fn a_051_a_key_is_over_after_an_hour(app: &TestApp); {
        let visitor = app.visitor();
        let key = key(&visitor).await;
        app.clock.advance(60 * 60 * 1000);
        let reply = visitor.post(SAVE, json!({"key": key, "formId": "contact", "form": {"name": "Ann"}})).await;
        assert_eq!(reply.status, 400);
    }

    /// what is kept: the answers, the form, the page, the time.
    async fn a_052_a_submission_is_kept(app: &TestApp); {
        let reply = send(&app.visitor(), "contact", json!({"name": "Ann", "email": "ann@shopper.example", "unknown": "x"})).await;
        //
        assert_eq!(reply.status, 200, "{}", reply.text);
        let condition = format!("form_id = 'contact' AND answers LIKE '%Ann%' AND answers NOT LIKE '%unknown%' AND page LIKE '%/contact%' AND created_at = {}", crate::app::NOW);
        assert_eq!(app.count("form_submission", &condition).await, 1);
    }

    /// with credentials, for the site's own origin.
    async fn a_053_credentials_are_allowed_for_the_site(app: &TestApp) with |settings| settings.site_origins = vec!["https://shop.example".into()]; {
        let visitor = app.visitor();
        let headers = [("origin", "https://shop.example".to_owned()), ("x-csrf-token", visitor.crumb().await)];
        let reply = visitor.send(reqwest::Method::POST, KEY, &headers, None).await;
        assert_eq!(reply.headers["access-control-allow-credentials"], "true");
        assert_eq!(reply.headers["access-control-allow-origin"], "https://shop.example");
    }

    /// what cannot be read and what does not hold; a refusal does not spend the key.
    async fn a_055_faults_are_told_by_field_and_a_062_by_text(app: &TestApp); {
        let visitor = app.visitor();
        let key = key(&visitor).await;
        let body = |form: Value| json!({"key": key, "formId": "contact", "form": form});
        let missing = visitor.post(SAVE, body(json!({"name": ""}))).await;
        assert_eq!((missing.status.as_u16(), &missing.json()["errors"]), (400, &json!({"name": "Required"})));
        assert_eq!(missing.error(), "One or more fields is invalid, please check your entries.");
        for unreadable in [json!("[1"), json!([1]), json!({"name": {"a": {"b": "c"}}}), json!(null)] {
            let reply = visitor.post(SAVE, body(unreadable)).await;
            assert_eq!((reply.status.as_u16(), reply.error()), (400, "Could not parse the form fields, please check your entries.".into()));
        }
        assert_eq!(visitor.post(SAVE, body(json!("{\"name\":\"Ann\"}"))).await.status, 200);
    }

    /// another visitor's key.
    async fn a_056_the_key_of_another_visitor_is_refused(app: &TestApp); {
        let key = key(&app.visitor()).await;
        let reply = app.visitor().post(SAVE, json!({"key": key, "formId": "contact", "form": {"name": "Eve"}})).await;
        assert_eq!((reply.status.as_u16(), reply.error()), (401, "Unable to submit form. Please try again later.".into()));
        assert_eq!(app.count("form_submission", "TRUE").await, 0);
    }

    /// forms that do not exist or have nowhere to go.
    async fn a_058_a_form_that_is_not_configured_answers_404(app: &TestApp); {
        let visitor = app.visitor();
        for form in ["nobody", "closed"] {
            let reply = send(&visitor, form, json!({})).await;
            assert_eq!((reply.status.as_u16(), reply.error()), (404, "This form has not been configured yet.".into()));
            //
            let reply = visitor.post(&format!("/api/rest/forms/validate/{form}"), json!({})).await;
            assert_eq!((reply.status.as_u16(), reply.error()), (404, "This form has not been configured yet.".into()));
        }
    }

    /// ten of one form a minute.
    async fn a_060_the_eleventh_submission_is_refused(app: &TestApp); {
        let visitor = app.visitor();
        for _ in 0..10 {
            assert_eq!(send(&visitor, "contact", json!({"name": "Ann"})).await.status, 200);
        }
        let reply = send(&visitor, "contact", json!({"name": "Ann"})).await;
        assert_eq!((reply.status.as_u16(), reply.error()),
            (429, "Unable to submit form. Submission rate limit exceeded. Please try again later.".into()));
        assert_eq!(send(&visitor, "free", json!({})).await.status, 200);
    }

    /// a store that does not take it.
    async fn a_061_a_store_that_fails_answers_500(app: &TestApp); {
        let visitor = app.visitor();
        let key = key(&visitor).await;
        app.execute("DROP TABLE form_submission").await;
        let reply = visitor.post(SAVE, json!({"key": key, "formId": "contact", "form": {"name": "Ann"}})).await;
        assert_eq!((reply.status.as_u16(), reply.error()), (500, "Unable to send form. Please try again later.".into()));
    }

    /// the check before sending.
    async fn a_063_answers_are_validated(app: &TestApp); {
        let visitor = app.visitor();
        let path = "/api/rest/forms/validate/contact";
        let valid = visitor.post(path, json!({"name": "Ann", "email": ""})).await;
        assert_eq!((valid.status.as_u16(), valid.json()), (200, json!({"errors": {}})));
        //
        let long = "x".repeat(21);
        let invalid = visitor.post(path, json!({"name": long, "email": "a@"})).await;
        assert_eq!((invalid.status.as_u16(), invalid.json()["errors"].clone()), (400, json!({
            "name": "You have exceeded the character limit.",
            "email": "Email Address is not valid. Email addresses should follow the format user@domain.com.",
        })));
        //
        let without = visitor.send(reqwest::Method::POST, path, &[("content-type", "application/json".into())], Some("{}".into())).await;
        assert_eq!(without.json()["crumbFail"], true);
        assert_eq!(visitor.post("/api/rest/forms/validate/guarded", json!({})).await.status, 200);
        //
        assert_eq!(visitor.post("/api/rest/forms/validate/free", json!({"text": ""})).await.status, 200);
        assert_eq!(send(&visitor, "free", json!({"text": ""})).await.status, 200);
    }

    /// the captcha of a form.
    async fn a_017_a_guarded_form_needs_its_captcha(app: &TestApp); {
        let visitor = app.visitor();
        let key = key(&visitor).await;
        for captcha in [json!(null), json!("wrong")] {
            let reply = visitor.post(SAVE, json!({"key": key, "formId": "guarded", "form": {"text": "x"}, "captchaKey": captcha})).await;
            assert_eq!((reply.status.as_u16(), reply.error()), (400, "Complete CAPTCHA before submitting.".into()));
        }
        let reply = visitor.post(SAVE, json!({"key": key, "formId": "guarded", "form": {"text": "x"}, "captchaKey": "test-pass"})).await;
        assert_eq!(reply.status, 200);
    }

    /// the captcha that needs no third party: work, done for this visitor, and good for one submission.
    async fn a_017_the_built_in_captcha_is_solved_by_work_once(app: &TestApp); {
        let mut catalog = catalog::catalog();
        catalog["website"]["captchaSiteKey"] = json!("built-in");
        app.publish(&catalog).await;
        let (visitor, other) = (app.visitor(), app.visitor());
        let work = visitor.post("/api/form/CaptchaChallenge", json!({})).await.json();
        assert_eq!((&work["bits"], &work["puzzles"], &work["shortest"]), (&json!(14), &json!(4), &json!(1000)));
        let token = loggia_api::outbound::captcha::work::solve(work["challenge"].as_str().unwrap());
        let send = async |visitor: &Visitor, token: &str| {
            let key = key(visitor).await;
            let body = json!({"key": key, "formId": "guarded", "form": {"text": "x"}, "captchaKey": token});
            let reply = visitor.post(SAVE, body).await;
            (reply.status.as_u16(), if reply.status == 200 { String::new() } else { reply.error() })
        };
        let refused = (400, "Complete CAPTCHA before submitting.".to_owned());
        assert_eq!(send(&visitor, &token).await, refused, "sooner than any person");
        app.clock.advance(1000);
        assert_eq!(send(&other, &token).await, refused, "solved by another");
        assert_eq!(send(&visitor, "test-pass").await, refused, "the word of tests");
        assert_eq!(send(&visitor, &token).await.0, 200);
        assert_eq!(send(&visitor, &token).await, refused, "spent");
        assert_eq!(app.count("form_submission", "form_id = 'guarded'").await, 1);
        let without = other.send(reqwest::Method::POST, "/api/form/CaptchaChallenge", &[], None).await;
        assert_eq!(without.status, 403);
    }

    /// every storage of a form gets its share, in the same commit.
    async fn a_068_a_submission_is_passed_on(app: &TestApp); {
        assert_eq!(send(&app.visitor(), "routed", json!({"email": "Ann@Shopper.Example"})).await.status, 200);
        assert_eq!(app.count("form_submission", "form_id = 'routed'").await, 1);
        assert_eq!(app.count("mailing_list_member", "email = 'ann@shopper.example'").await, 1);
        assert_eq!(app.count("outbox", "kind = 'webhook' AND body LIKE '%https://hooks.example/form%'").await, 1);
        let emails = app.emails_to("owner@shop.example").await;
        assert_eq!(emails.len(), 1);
        assert!(emails[0].contains("Email: Ann@Shopper.Example"), "{}", emails[0]);
    }

    /// what a program may have sent is kept and passed on, marked, and signs nobody up.
    async fn a_068_a_suspect_is_kept_and_marked(app: &TestApp); {
        let visitor = app.visitor();
        for (decoy, suspects) in [(json!(null), 0), (json!("  "), 0), (json!("https://spam.example"), 1)] {
            app.execute("DELETE FROM mailing_list_member").await;
            let key = key(&visitor).await;
            let body = json!({"key": key, "proof": prove(&key), "formId": "routed", "form": {"email": "Ann@Shopper.Example"}, "decoy": decoy});
            let reply = visitor.post(SAVE, body).await;
            // The sender does not learn that it was marked.
            assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({"success": true})));
            assert_eq!(app.count("form_submission", "is_suspect").await, suspects);
            assert_eq!(app.count("mailing_list_member", "TRUE").await, 1 - suspects);
        }
        assert_eq!(app.count("form_submission", "NOT is_suspect").await, 2);
        assert_eq!(app.count("outbox", "kind = 'webhook' AND body LIKE '%\"suspect\":true%'").await, 1);
        let emails = app.emails_to("owner@shop.example").await;
        assert_eq!(emails.iter().filter(|message| message.contains("Subject: [suspect] Test Shop: ")).count(), 1);
        assert_eq!(emails.len(), 3);
    }

    /// a form that stands only on a page for members.
    async fn a_057_the_form_of_a_members_page_needs_a_member(app: &TestApp); {
        let refused = send(&app.visitor(), "inner", json!({"text": "x"})).await;
        assert_eq!((refused.status.as_u16(), refused.error()), (401, "Unable to submit form. Please try again later.".into()));
        let member = app.member("ann@shopper.example", &[]).await;
        assert_eq!(send(&member, "inner", json!({"text": "x"})).await.status, 200);
        assert_eq!(app.count("form_submission", "form_id = 'inner' AND site_user_id IS NOT NULL").await, 1);
    }
}

use crate::app::{TestApp, on_both};
use serde_json::{Value, json};

on_both! {
    /// the form builder's schema, and no other.
    async fn a_069_the_form_schema_is_told_and_a_070_no_other(app: &TestApp); {
        let visitor = app.visitor();
        let schema = visitor.get("/api/template/GetTemplateSchema?type=form").await.json();
        let names: Vec<&Value> = schema["fieldsets"].as_array().unwrap().iter().map(|fieldset| &fieldset["name"]).collect();
        assert_eq!(names, [&json!("build"), &json!("storage"), &json!("advanced"), &json!("captcha"), &json!("disclaimer")]);
        // N-027: numbered in this order.
        let codes: Vec<&Value> = schema["fieldsets"].as_array().unwrap().iter().map(|fieldset| &fieldset["number"]).collect();
        assert_eq!(codes, [&json!(1), &json!(2), &json!(3), &json!(4), &json!(5)]);
        assert!(schema["fields"].as_array().unwrap().contains(&json!({"type": "phone", "properties": ["showCountryCode"]})));
        //
        for query in ["?type=x", "?type=", ""] {
            let reply = visitor.get(&format!("/api/template/GetTemplateSchema{query}")).await;
            assert_eq!(reply.status, 400);
            assert!(reply.json()["error"].is_string());
        }
    }

    /// one language.
    async fn a_094_the_languages_are_told(app: &TestApp); {
        let status = app.visitor().get("/api/multilingual/status").await.json();
        assert_eq!(status, json!({"enabled": false, "defaultLanguage": "en-US", "languages": ["en-US"]}));
    }
}

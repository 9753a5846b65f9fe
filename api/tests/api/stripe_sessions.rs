//! The part of our Stripe that is its own page: Checkout Sessions, and what a shopper does there.

use crate::stripe_cards;
use crate::stripe_server::{State, fault, metadata, pay};
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Fields = BTreeMap<String, String>;

/// The minor units of all lines.
fn total(fields: &Fields) -> i64 {
    let number = |name: String| fields.get(&name).map(|text| text.parse::<i64>().unwrap());
    let line = |index: usize| {
        let line = format!("line_items[{index}]");
        let amount = number(format!("{line}[price_data][unit_amount]"))?;
        assert!(!fields[&format!("{line}[price_data][product_data][name]")].is_empty());
        Some(amount * number(format!("{line}[quantity]"))?)
    };
    (0..).map_while(line).sum()
}

/// A call about sessions: as the documents have it.
pub fn work(state: &mut State, call: &str, fields: &Fields) -> (u16, Value) {
    let now = state.now_s;
    let Some((method, path)) = call.split_once(" /v1/checkout/sessions") else { panic!("{call}") };
    if method == "POST" && path.is_empty() {
        let until: i64 = fields["expires_at"].parse().unwrap();
        if let Some(refusal) = stripe_cards::check(state, fields) {
            return refusal;
        }
        let is_bad = fields["mode"] != "payment"
            || fields.contains_key("customer") == fields.contains_key("customer_email")
            || !(now + 30 * 60..=now + 86_400).contains(&until)
            || ["success_url", "cancel_url"].iter().any(|name| !fields[*name].starts_with("http"))
            || fields.get("allow_promotion_codes").is_some_and(|flag| flag == "true");
        if is_bad {
            return (400, fault("invalid_request_error", "parameter_invalid"));
        }
        let id = format!("cs_{}", state.sessions.len() + 1);
        let of_intent: Fields = fields
            .iter()
            .filter_map(|(name, value)| {
                Some((name.strip_prefix("payment_intent_data[")?.replacen(']', "", 1), value.clone()))
            })
            .collect();
        let session = json!({
            "id": id, "object": "checkout.session", "status": "open", "payment_status": "unpaid", "amount_total": total(fields),
            "currency": fields["line_items[0][price_data][currency]"], "url": format!("https://checkout.stripe.example/c/pay/{id}#fid"),
            "customer": fields.get("customer"), "asks_to_keep": fields.contains_key("saved_payment_method_options[payment_method_save]"),
            "expires_at": until, "success_url": fields["success_url"], "cancel_url": fields["cancel_url"], "payment_intent": null,
            "client_reference_id": fields["client_reference_id"], "metadata": metadata(fields), "of_intent": metadata(&of_intent),
            "names": (0..).map_while(|index| fields.get(&format!("line_items[{index}][price_data][product_data][name]"))).collect::<Vec<_>>(),
        });
        state.sessions.insert(id, session.clone());
        return (200, session);
    }
    let mut parts = path.trim_start_matches('/').splitn(2, '/');
    let (id, verb) = (parts.next().unwrap().to_owned(), parts.next());
    let Some(session) = state.sessions.get_mut(&id) else {
        return (404, fault("invalid_request_error", "resource_missing"));
    };
    if session["status"] == "open" && session["expires_at"].as_i64().unwrap() <= now {
        session["status"] = json!("expired");
    }
    match verb {
        None => {}
        Some("expire") if session["status"] == "open" => session["status"] = json!("expired"),
        Some("expire") => return (400, fault("invalid_request_error", "")),
        Some(other) => panic!("{other}"),
    }
    if session["status"] != "open" {
        session["url"] = Value::Null;
    }
    let mut shown = session.clone();
    // What is not asked for as a whole is only named.
    if shown["setup_intent"].is_object() && fields.get("expand[]").is_none_or(|part| part != "setup_intent") {
        shown["setup_intent"] = shown["setup_intent"]["id"].clone();
    }
    (200, shown)
}

/// What a shopper does on the page: pays by card, or by a debit on which a bank is at work; `false` when the page is closed.
pub fn shopper_pays(state: &mut State, id: &str, by_debit: bool) -> bool {
    let name = format!("pi_{}", state.intents.len() + 1);
    let now = state.now_s;
    let session = state.sessions.get_mut(id).unwrap();
    if session["status"] != "open" || session["expires_at"].as_i64().unwrap() <= now {
        return false;
    }
    let mut intent = json!({
        "id": name, "object": "payment_intent", "status": "processing", "amount": session["amount_total"], "amount_received": 0,
        "currency": session["currency"], "metadata": session["of_intent"], "last_payment_error": null,
    });
    session["status"] = json!("complete");
    session["payment_intent"] = json!(name);
    if !by_debit {
        pay(&mut intent);
        session["payment_status"] = json!("paid");
    }
    state.intents.insert(name, intent);
    true
}

/// What the bank says of a debit in the end.
pub fn bank_decides(state: &mut State, id: &str, passes: bool) {
    let session = state.sessions.get_mut(id).unwrap();
    let intent = state.intents.get_mut(session["payment_intent"].as_str().unwrap()).unwrap();
    if passes {
        pay(intent);
        session["payment_status"] = json!("paid");
    } else {
        intent["status"] = json!("requires_payment_method");
        intent["last_payment_error"] =
            json!({"type": "card_error", "code": "payment_intent_payment_attempt_failed"});
    }
}

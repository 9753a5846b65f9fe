//! The part of our Stripe that keeps cards: customers, their sessions, payment methods, and pages that only ask for a card.

use crate::stripe_server::{State, fault, metadata};
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Fields = BTreeMap<String, String>;

/// What it keeps.
#[derive(Default)]
pub struct Wallets {
    /// Payment methods by name; each says whose it is and whether its bank refuses it.
    pub methods: BTreeMap<String, Value>,
    /// Customers that were deleted.
    pub deleted: Vec<String>,
}

impl Wallets {
    /// A new card of a customer.
    pub fn attach(&mut self, customer: &str, brand: &str, declines: bool) -> String {
        let id = format!("pm_{}", self.methods.len() + 1);
        let last4 = format!("{:04}", 4242 + self.methods.len());
        let card = json!({"id": id, "object": "payment_method", "type": "card", "customer": customer, "allow_redisplay": "always",
            "card": {"brand": brand, "last4": last4, "exp_month": 4, "exp_year": 2031, "fingerprint": "of-the-number"}, "declines": declines});
        self.methods.insert(id.clone(), card);
        id
    }

    fn of<'a>(&'a self, customer: &'a str) -> impl Iterator<Item = &'a Value> {
        self.methods.values().filter(move |card| card["customer"] == *customer)
    }
}

fn missing(param: &str) -> (u16, Value) {
    let mut refusal = fault("invalid_request_error", "resource_missing");
    refusal["error"]["param"] = json!(param);
    (404, refusal)
}

/// Whether a call may name this customer: a deleted one is as one that never was.
pub fn check(state: &State, fields: &Fields) -> Option<(u16, Value)> {
    let customer = fields.get("customer")?;
    let is_there = state.customers.iter().any(|one| one["id"] == **customer);
    (!is_there || state.wallets.deleted.contains(customer)).then(|| {
        let (_, refusal) = missing("customer");
        (400, refusal)
    })
}

/// A call about customers, their sessions and their payment methods: as the documents have it.
pub fn work(state: &mut State, call: &str, fields: &Fields) -> (u16, Value) {
    let (method, path) = call.split_once(" /v1/").unwrap();
    let parts: Vec<&str> = path.split('/').collect();
    match (method, parts.as_slice()) {
        ("POST", ["customers"]) => {
            let id = format!("cus_{}", state.customers.len() + 1);
            let customer = json!({"id": id, "email": fields.get("email"), "metadata": metadata(fields)});
            state.customers.push(customer.clone());
            (200, customer)
        }
        ("POST", ["customer_sessions"]) => {
            if let Some(refusal) = check(state, fields) {
                return refusal;
            }
            let feature =
                |name: &str| fields[&format!("components[payment_element][features][{name}]")].clone();
            assert_eq!(fields["components[payment_element][enabled]"], "true");
            for name in ["payment_method_save", "payment_method_redisplay", "payment_method_remove"] {
                assert_eq!(feature(name), "enabled");
            }
            let customer = &fields["customer"];
            (
                200,
                json!({"object": "customer_session", "customer": customer, "client_secret": format!("cuss_secret_{customer}")}),
            )
        }
        ("GET", ["customers", id, "payment_methods"]) => {
            let named = Fields::from([("customer".to_owned(), (*id).to_owned())]);
            if check(state, &named).is_some() {
                return missing("customer");
            }
            let data: Vec<&Value> = state.wallets.of(id).collect();
            (200, json!({"object": "list", "data": data, "has_more": false}))
        }
        ("DELETE", ["customers", id]) => {
            let named = Fields::from([("customer".to_owned(), (*id).to_owned())]);
            if check(state, &named).is_some() {
                return missing("id");
            }
            state.wallets.deleted.push((*id).to_owned());
            for card in state.wallets.methods.values_mut().filter(|card| card["customer"] == **id) {
                card["customer"] = Value::Null;
            }
            (200, json!({"id": id, "object": "customer", "deleted": true}))
        }
        ("POST", ["payment_methods", id, "detach"]) => match state.wallets.methods.get_mut(*id) {
            None => missing("payment_method"),
            Some(card) if card["customer"].is_null() => (400, fault("invalid_request_error", "")),
            Some(card) => {
                card["customer"] = Value::Null;
                (200, card.clone())
            }
        },
        _ => panic!("{call}"),
    }
}

/// What a confirmed intent is paid with, as far as it is of those that are kept: `None` is for the caller to judge.
pub fn pays(state: &mut State, intent: &Value, named: &str) -> Option<Result<String, (u16, Value)>> {
    let customer = intent["customer"].as_str().unwrap_or_default().to_owned();
    if named == "ctoken_save" {
        // The shopper ticked the box of the fields: the token brings the wish along.
        if customer.is_empty() {
            return Some(Err((400, fault("invalid_request_error", "parameter_invalid"))));
        }
        return Some(Ok(state.wallets.attach(&customer, "visa", false)));
    }
    let id = named.strip_prefix("ctoken_of_").unwrap_or(named);
    let card = state.wallets.methods.get(id)?;
    Some(match card["customer"].as_str() {
        Some(whose) if whose == customer && card["declines"] == true => {
            Err((402, fault("card_error", "card_declined")))
        }
        Some(whose) if whose == customer => Ok(id.to_owned()),
        _ => Err((400, fault("invalid_request_error", "resource_missing"))),
    })
}

/// A page that only asks for a card.
pub fn open_page(state: &mut State, fields: &Fields) -> (u16, Value) {
    if let Some(refusal) = check(state, fields) {
        return refusal;
    }
    let is_bad = fields["payment_method_types[0]"] != "card"
        || fields.keys().any(|name| name.starts_with("line_items"))
        || !fields["success_url"].ends_with("&card={CHECKOUT_SESSION_ID}")
        || !fields["cancel_url"].starts_with("http");
    if is_bad {
        return (400, fault("invalid_request_error", "parameter_invalid"));
    }
    let id = format!("cs_{}", state.sessions.len() + 1);
    let session = json!({
        "id": id, "object": "checkout.session", "mode": "setup", "status": "open", "payment_status": "no_payment_required",
        "url": format!("https://checkout.stripe.example/c/setup/{id}#fid"), "success_url": fields["success_url"],
        "expires_at": fields["expires_at"].parse::<i64>().unwrap(), "customer": fields["customer"], "setup_intent": null,
        "payment_intent": null, "amount_total": null, "currency": null, "metadata": metadata(fields),
    });
    state.sessions.insert(id, session.clone());
    (200, session)
}

/// What a shopper does on such a page; the name of the card.
pub fn enters(state: &mut State, session: &str, brand: &str, declines: bool) -> String {
    let customer = state.sessions[session]["customer"].as_str().unwrap().to_owned();
    let card = state.wallets.attach(&customer, brand, declines);
    let session = state.sessions.get_mut(session).unwrap();
    assert_eq!(session["status"], "open");
    session["status"] = json!("complete");
    session["setup_intent"] = json!({"id": "seti_1", "object": "setup_intent", "status": "succeeded", "payment_method": card, "customer": customer});
    card
}

//! A server of ours that speaks the Stripe calls we make, as they are documented: intents, customers, refunds, idempotency
//! keys, refusals. A test may make it fail, lose answers, or do what a shopper does in the page.

use crate::{stripe_cards, stripe_sessions, stripe_taxes};
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, mpsc};

pub const SECRET_KEY: &str = "sk_test_ours";
pub const WEBHOOK_SECRET: &str = "whsec_ours";

/// What goes wrong with the next call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing of it is done, 500 is answered.
    Refuses,
    /// Everything is done, and the answer is lost on the way.
    LosesAnswer,
    /// 429: too many calls.
    IsBusy,
}

#[derive(Default)]
pub struct State {
    pub intents: BTreeMap<String, Value>,
    pub sessions: BTreeMap<String, Value>,
    pub taxes: stripe_taxes::Books,
    /// What time it is there, in seconds; what ends by itself ends by it.
    pub now_s: i64,
    pub customers: Vec<Value>,
    pub wallets: stripe_cards::Wallets,
    refunds: Vec<Value>,
    answers: HashMap<String, (String, u16, Value)>,
    at_work: HashSet<String>,
    faults: VecDeque<Option<Fault>>,
    declines_without_shopper: bool,
    calls: Vec<String>,
    /// What it says of the charge of every payment.
    charge: Value,
}

/// The server as a test sees it.
#[derive(Default)]
pub struct StripeServer {
    state: Mutex<State>,
}

static SERVERS: OnceLock<Mutex<HashMap<String, Arc<StripeServer>>>> = OnceLock::new();

/// Starts one, and makes the settings name it.
pub fn start(settings: &mut loggia_api::Settings) {
    let server = Arc::new(StripeServer::default());
    server.state.lock().unwrap().now_s = crate::app::NOW / 1000;
    let (sender, address) = mpsc::channel();
    let shared = server.clone();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let app = move || {
                App::new().app_data(Data::from(shared.clone())).default_service(web::route().to(answer))
            };
            let http = HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
            sender.send(http.addrs()[0]).unwrap();
            http.run().await.unwrap();
        });
    });
    let url = format!("http://{}", address.recv().unwrap());
    SERVERS.get_or_init(Mutex::default).lock().unwrap().insert(url.clone(), server);
    settings.payment = Some(loggia_api::Payment::Stripe);
    settings.commerce.stripe_url = url;
    settings.commerce.stripe_secret_key = Some(SECRET_KEY.into());
    settings.commerce.stripe_publishable_key = Some("pk_test_ours".into());
    settings.commerce.stripe_webhook_secret = Some(WEBHOOK_SECRET.into());
    settings.commerce.payment_pause_ms = 5;
    settings.limits.checkout = 1_000_000;
    settings.limits.add_entry = 1_000_000;
}

/// The server these settings name.
pub fn of(settings: &loggia_api::Settings) -> Arc<StripeServer> {
    SERVERS.get().unwrap().lock().unwrap()[&settings.commerce.stripe_url].clone()
}

async fn answer(request: HttpRequest, body: Bytes, server: Data<StripeServer>) -> HttpResponse {
    let header = |name: &str| request.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    let call = format!("{} {}", request.method(), request.path());
    let key = header("idempotency-key");
    let bearer = header("authorization");
    if bearer.as_deref() != Some(&format!("Bearer {SECRET_KEY}")) {
        return refusal(StatusCode::UNAUTHORIZED, "invalid_request_error", "api_key_invalid");
    }
    let says = format!("{call}\n{}", String::from_utf8(body.to_vec()).unwrap());
    let fault = {
        let mut state = server.state.lock().unwrap();
        state.calls.push(call.clone());
        let fault = state.faults.pop_front().flatten();
        match fault {
            Some(Fault::Refuses) => return refusal(StatusCode::INTERNAL_SERVER_ERROR, "api_error", ""),
            Some(Fault::IsBusy) => {
                return refusal(StatusCode::TOO_MANY_REQUESTS, "invalid_request_error", "rate_limit");
            }
            _ => {}
        }
        if let Some(key) = &key {
            if let Some((request, status, body)) = state.answers.get(key) {
                if *request != says {
                    return refusal(StatusCode::BAD_REQUEST, "idempotency_error", "");
                }
                return HttpResponse::build(StatusCode::from_u16(*status).unwrap()).json(body);
            }
            if !state.at_work.insert(key.clone()) {
                return refusal(StatusCode::CONFLICT, "invalid_request_error", "idempotency_key_in_use");
            }
        }
        fault
    };
    // A bank takes its time; calls that come meanwhile find the key in use.
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
    if call == "POST /v1/tax/calculations" && server.state.lock().unwrap().taxes.hangs {
        // Nobody waits for this one; it is made all the same when it is too late.
        actix_web::rt::time::sleep(std::time::Duration::from_secs(20)).await;
    }
    let mut fields: BTreeMap<String, String> = serde_form(&body);
    fields.extend(serde_form(request.query_string().as_bytes()));
    let mut state = server.state.lock().unwrap();
    let (status, body) = state.work(&call, &fields);
    if let Some(key) = key {
        state.at_work.remove(&key);
        state.answers.insert(key, (says, status, body.clone()));
    }
    if fault == Some(Fault::LosesAnswer) {
        return refusal(StatusCode::BAD_GATEWAY, "api_error", "");
    }
    HttpResponse::build(StatusCode::from_u16(status).unwrap()).json(body)
}

fn serde_form(body: &[u8]) -> BTreeMap<String, String> {
    let query = format!("?{}", String::from_utf8(body.to_vec()).unwrap());
    web::Query::<BTreeMap<String, String>>::from_query(query.trim_start_matches('?')).unwrap().into_inner()
}

fn refusal(status: StatusCode, kind: &str, code: &str) -> HttpResponse {
    HttpResponse::build(status).json(fault(kind, code))
}

pub fn fault(kind: &str, code: &str) -> Value {
    json!({"error": {"type": kind, "code": code, "message": format!("{kind} {code}")}})
}

pub fn metadata(fields: &BTreeMap<String, String>) -> Value {
    let named = |name: &String| name.strip_prefix("metadata[")?.strip_suffix(']').map(str::to_owned);
    fields
        .iter()
        .filter_map(|(name, value)| Some((named(name)?, json!(value))))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

impl State {
    fn work(&mut self, call: &str, fields: &BTreeMap<String, String>) -> (u16, Value) {
        let field = |name: &str| fields.get(name).cloned();
        match call {
            _ if ["customers", "customer_sessions", "payment_methods"]
                .iter()
                .any(|part| call.split('/').nth(2) == Some(part)) =>
            {
                stripe_cards::work(self, call, fields)
            }
            "POST /v1/payment_intents" => {
                if let Some(refusal) = stripe_cards::check(self, fields) {
                    return refusal;
                }
                let id = format!("pi_{}", self.intents.len() + 1);
                let intent = json!({
                    "id": id, "object": "payment_intent", "status": "requires_payment_method", "amount": field("amount").unwrap().parse::<i64>().unwrap(),
                    "amount_received": 0, "currency": field("currency"), "client_secret": format!("{id}_secret"), "customer": field("customer"),
                    "setup_future_usage": field("setup_future_usage"), "payment_method": null, "last_payment_error": null, "allow_redirects": field("automatic_payment_methods[allow_redirects]"), "metadata": metadata(fields),
                });
                self.intents.insert(id, intent.clone());
                (200, intent)
            }
            _ if call.contains(" /v1/tax/") => stripe_taxes::work(&mut self.taxes, call, fields),
            "POST /v1/checkout/sessions" if fields["mode"] == "setup" => {
                stripe_cards::open_page(self, fields)
            }
            _ if call.contains(" /v1/checkout/sessions") => stripe_sessions::work(self, call, fields),
            "POST /v1/refunds" => self.refund(fields),
            _ => {
                let mut parts = call.split_once("/v1/payment_intents/").unwrap().1.splitn(2, '/');
                let (id, verb) = (parts.next().unwrap().to_owned(), parts.next());
                let Some(mut intent) = self.intents.get(&id).cloned() else {
                    return (404, fault("invalid_request_error", "resource_missing"));
                };
                let done = match verb {
                    // A charge is named, or told as a whole where that is asked for.
                    None => {
                        if fields.get("expand[]").is_some_and(|part| part == "latest_charge") {
                            intent["latest_charge"] = self.charge.clone();
                        }
                        return (200, intent);
                    }
                    Some("confirm") => self.confirm(&mut intent, fields),
                    Some("cancel") => cancel(&mut intent),
                    Some(other) => panic!("{other}"),
                };
                self.intents.insert(id, intent.clone());
                done.map_or_else(|refusal| refusal, |()| (200, intent))
            }
        }
    }

    fn confirm(&mut self, intent: &mut Value, fields: &BTreeMap<String, String>) -> Result<(), (u16, Value)> {
        if !["requires_payment_method", "requires_confirmation", "requires_action"]
            .contains(&intent["status"].as_str().unwrap())
        {
            return Err((400, fault("invalid_request_error", "payment_intent_unexpected_state")));
        }
        let without_shopper = fields.get("off_session").is_some_and(|flag| flag == "true");
        // As the real one: where a shopper may be sent away, it must be known where they come back to.
        if intent["allow_redirects"] == "always"
            && !fields.get("return_url").is_some_and(|url| url.starts_with("http"))
        {
            return Err((400, fault("invalid_request_error", "parameter_missing")));
        }
        let method = fields
            .get("confirmation_token")
            .or_else(|| fields.get("payment_method"))
            .cloned()
            .unwrap_or_default();
        intent["payment_method"] = json!(method);
        match stripe_cards::pays(self, intent, &method) {
            Some(Ok(kept)) if !(without_shopper && self.declines_without_shopper) => {
                if method == "ctoken_save" {
                    intent["setup_future_usage"] = json!("on_session");
                }
                intent["payment_method"] = json!(kept);
                pay(intent);
                return Ok(());
            }
            Some(Err((402, _))) => return Err(decline(intent, "card_declined")),
            Some(Err(refusal)) => return Err(refusal),
            _ => {}
        }
        match method.as_str() {
            "pm_card_chargeDeclined" => return Err(decline(intent, "card_declined")),
            _ if without_shopper && self.declines_without_shopper => {
                return Err(decline(intent, "authentication_required"));
            }
            "pm_card_authenticationRequired" => intent["status"] = json!("requires_action"),
            // A way of paying that sends the shopper to a bank, and one whose bank takes days.
            "ctoken_ideal" => {
                if intent["allow_redirects"] != "always" {
                    return Err((400, fault("invalid_request_error", "payment_intent_invalid_parameter")));
                }
                intent["status"] = json!("requires_action");
                intent["next_action"] = json!({"type": "redirect_to_url", "redirect_to_url": {"url": "https://bank.example/pay", "return_url": fields["return_url"]}});
            }
            "ctoken_sepa" => intent["status"] = json!("processing"),
            "pm_card_visa" | "ctoken_ours" => pay(intent),
            _ if without_shopper => return Err(decline(intent, "card_declined")),
            _ => return Err((400, fault("invalid_request_error", "resource_missing"))),
        }
        Ok(())
    }

    fn refund(&mut self, fields: &BTreeMap<String, String>) -> (u16, Value) {
        let of = fields["payment_intent"].clone();
        let amount: i64 = fields["amount"].parse().unwrap();
        let Some(intent) = self.intents.get(&of) else {
            return (404, fault("invalid_request_error", "resource_missing"));
        };
        let before: i64 = self
            .refunds
            .iter()
            .filter(|refund| refund["payment_intent"] == *of)
            .map(|refund| refund["amount"].as_i64().unwrap())
            .sum();
        if before + amount > intent["amount_received"].as_i64().unwrap() {
            return (400, fault("invalid_request_error", "charge_already_refunded"));
        }
        let refund = json!({
            "id": format!("re_{}", self.refunds.len() + 1), "status": "succeeded", "amount": amount, "currency": intent["currency"],
            "payment_intent": of, "metadata": metadata(fields),
        });
        self.refunds.push(refund.clone());
        (200, refund)
    }
}

pub fn pay(intent: &mut Value) {
    intent["status"] = json!("succeeded");
    intent["amount_received"] = intent["amount"].clone();
}

fn decline(intent: &mut Value, code: &str) -> (u16, Value) {
    intent["status"] = json!("requires_payment_method");
    intent["last_payment_error"] = json!({"type": "card_error", "code": code});
    (402, fault("card_error", code))
}

fn cancel(intent: &mut Value) -> Result<(), (u16, Value)> {
    if ["succeeded", "processing"].contains(&intent["status"].as_str().unwrap()) {
        return Err((400, fault("invalid_request_error", "payment_intent_unexpected_state")));
    }
    intent["status"] = json!("canceled");
    Ok(())
}

impl StripeServer {
    /// The next calls go wrong in this way.
    pub fn fails(&self, faults: &[Fault]) {
        self.state.lock().unwrap().faults.extend(faults.iter().copied().map(Some));
    }

    /// So many calls go well, then one goes wrong.
    pub fn fails_after(&self, calls: usize, fault: Fault) {
        let faults = std::iter::repeat_n(None, calls).chain([Some(fault)]);
        self.state.lock().unwrap().faults.extend(faults);
    }

    /// What is said of the charge of every payment from now on.
    pub fn judges(&self, charge: Value) {
        self.state.lock().unwrap().charge = charge;
    }

    /// Cards are refused when nobody is there to confirm.
    pub fn declines_without_shopper(&self, declines: bool) {
        self.state.lock().unwrap().declines_without_shopper = declines;
    }

    /// What the shopper does in the page: passes the bank's question, or not.
    pub fn shopper_answers_the_bank(&self, id: &str, passes: bool) {
        let mut state = self.state.lock().unwrap();
        let intent = state.intents.get_mut(id).unwrap();
        if passes {
            pay(intent);
        } else {
            decline(intent, "payment_intent_authentication_failure");
        }
    }

    /// What a shopper does on a page that only asks for a card; the name of the card.
    pub fn shopper_enters_card(&self, session: &str, brand: &str, declines: bool) -> String {
        stripe_cards::enters(&mut self.state.lock().unwrap(), session, brand, declines)
    }

    /// What it keeps.
    pub fn wallets<T>(&self, look: impl FnOnce(&mut stripe_cards::Wallets) -> T) -> T {
        look(&mut self.state.lock().unwrap().wallets)
    }

    /// What a shopper does on Stripe's page; `false` when it is closed.
    pub fn shopper_pays_on_page(&self, session: &str, by_debit: bool) -> bool {
        stripe_sessions::shopper_pays(&mut self.state.lock().unwrap(), session, by_debit)
    }

    /// What the bank says of a debit that was ordered on Stripe's page.
    pub fn bank_decides(&self, session: &str, passes: bool) {
        stripe_sessions::bank_decides(&mut self.state.lock().unwrap(), session, passes);
    }

    /// What the tax service has in its books.
    pub fn taxes<T>(&self, look: impl FnOnce(&mut stripe_taxes::Books) -> T) -> T {
        look(&mut self.state.lock().unwrap().taxes)
    }

    pub fn session(&self, id: &str) -> Value {
        self.state.lock().unwrap().sessions[id].clone()
    }

    pub fn sessions(&self) -> Vec<Value> {
        self.state.lock().unwrap().sessions.values().cloned().collect()
    }

    /// It is this late there, in milliseconds.
    pub fn is_now(&self, now_ms: i64) {
        self.state.lock().unwrap().now_s = now_ms / 1000;
    }

    pub fn intent(&self, id: &str) -> Value {
        self.state.lock().unwrap().intents[id].clone()
    }

    pub fn intents(&self) -> Vec<Value> {
        self.state.lock().unwrap().intents.values().cloned().collect()
    }

    /// Minor units taken in all, less what went back.
    pub fn taken(&self) -> i64 {
        let state = self.state.lock().unwrap();
        let received: i64 =
            state.intents.values().map(|intent| intent["amount_received"].as_i64().unwrap()).sum();
        received - state.refunds.iter().map(|refund| refund["amount"].as_i64().unwrap()).sum::<i64>()
    }

    pub fn refunds(&self) -> Vec<Value> {
        self.state.lock().unwrap().refunds.clone()
    }

    pub fn customers(&self) -> Vec<Value> {
        self.state.lock().unwrap().customers.clone()
    }

    /// The calls so far.
    pub fn calls(&self) -> Vec<String> {
        self.state.lock().unwrap().calls.clone()
    }
}

//! A server of ours that speaks the PayPal calls we make, as they are documented: tokens, orders, captures, refunds, the question
//! whether a message is signed. A test may make it fail, lose answers, hang, or do what a shopper does on its page.

use crate::stripe_server::Fault;
use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, mpsc};

pub const WEBHOOK: &str = "WH-OURS";
const CLIENT: &str = "client-ours";
const SECRET: &str = "secret-ours";

/// How the next captures end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captures {
    Completed,
    Pending,
    Declined,
    /// The way of paying was refused; the shopper may choose another.
    InstrumentDeclined,
}

struct State {
    orders: BTreeMap<String, Value>,
    refunds: Vec<Value>,
    invoices: HashSet<String>,
    answers: HashMap<String, (u16, Value)>,
    at_work: HashSet<String>,
    faults: VecDeque<Option<Fault>>,
    captures: Captures,
    tokens: usize,
    calls: Vec<String>,
    /// What is said of every capture beside how it ended.
    said: Value,
    /// Messages that PayPal itself sent: their signature, and the message.
    signed: HashMap<String, Value>,
}

/// The server as a test sees it.
pub struct PayPalServer {
    state: Mutex<State>,
}

static SERVERS: OnceLock<Mutex<HashMap<String, Arc<PayPalServer>>>> = OnceLock::new();

/// Starts one, and makes the settings name it.
pub fn start(settings: &mut loggia_api::Settings) {
    let server = Arc::new(PayPalServer {
        state: Mutex::new(State {
            orders: BTreeMap::new(),
            refunds: Vec::new(),
            invoices: HashSet::new(),
            answers: HashMap::new(),
            at_work: HashSet::new(),
            faults: VecDeque::new(),
            captures: Captures::Completed,
            tokens: 0,
            calls: Vec::new(),
            said: Value::Null,
            signed: HashMap::new(),
        }),
    });
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
    settings.paypal.client_id = Some(CLIENT.into());
    settings.paypal.secret = Some(SECRET.into());
    settings.paypal.webhook_id = Some(WEBHOOK.into());
    settings.paypal.url = url;
    settings.commerce.payment_pause_ms = 5;
    settings.limits.checkout = 1_000_000;
    settings.limits.add_entry = 1_000_000;
    settings.limits.order_page = 1_000_000;
}

/// The server these settings name.
pub fn of(settings: &loggia_api::Settings) -> Arc<PayPalServer> {
    SERVERS.get().unwrap().lock().unwrap()[&settings.paypal.url].clone()
}

async fn answer(request: HttpRequest, body: Bytes, server: Data<PayPalServer>) -> HttpResponse {
    let header = |name: &str| request.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    let call = format!("{} {}", request.method(), request.path());
    let authorization = header("authorization").unwrap_or_default();
    if call == "POST /v1/oauth2/token" {
        use base64::Engine;
        let wanted = base64::engine::general_purpose::STANDARD.encode(format!("{CLIENT}:{SECRET}"));
        if authorization != format!("Basic {wanted}") || &body[..] != b"grant_type=client_credentials" {
            return HttpResponse::Unauthorized().json(json!({"error": "invalid_client"}));
        }
        let mut state = server.state.lock().unwrap();
        state.tokens += 1;
        return HttpResponse::Ok().json(
            json!({"access_token": format!("token-{}", state.tokens), "token_type": "Bearer", "expires_in": 32400}),
        );
    }
    let key = header("paypal-request-id").map(|key| format!("{call} {key}"));
    let fault = {
        let mut state = server.state.lock().unwrap();
        if authorization != format!("Bearer token-{}", state.tokens) {
            return HttpResponse::Unauthorized().json(json!({"error": "invalid_token"}));
        }
        state.calls.push(call.clone());
        let fault = state.faults.pop_front().flatten();
        match fault {
            Some(Fault::Refuses) => {
                return HttpResponse::InternalServerError().json(json!({"name": "INTERNAL_SERVER_ERROR"}));
            }
            Some(Fault::IsBusy) => {
                return HttpResponse::TooManyRequests().json(json!({"name": "RATE_LIMIT_REACHED"}));
            }
            _ => {}
        }
        if let Some(key) = &key {
            if let Some((status, body)) = state.answers.get(key) {
                return HttpResponse::build(StatusCode::from_u16(*status).unwrap()).json(body);
            }
            if !state.at_work.insert(key.clone()) {
                return HttpResponse::Conflict().json(json!({"name": "RESOURCE_CONFLICT"}));
            }
        }
        fault
    };
    // It takes its time; calls that come meanwhile find the key in use.
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
    let fields: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let mut state = server.state.lock().unwrap();
    let (status, body) = state.work(&call, &fields);
    if let Some(key) = key {
        state.at_work.remove(&key);
        state.answers.insert(key, (status, body.clone()));
    }
    if fault == Some(Fault::LosesAnswer) {
        return HttpResponse::BadGateway().json(json!({}));
    }
    HttpResponse::build(StatusCode::from_u16(status).unwrap()).json(body)
}

fn issue(status: u16, issue: &str) -> (u16, Value) {
    (status, json!({"name": "UNPROCESSABLE_ENTITY", "details": [{"issue": issue}]}))
}

fn cents(amount: &Value) -> i64 {
    let value = amount["value"].as_str().unwrap();
    let (whole, part) = value.split_once('.').unwrap_or((value, "00"));
    assert_eq!(part.len(), 2, "{value}");
    whole.parse::<i64>().unwrap() * 100 + part.parse::<i64>().unwrap()
}

impl State {
    fn work(&mut self, call: &str, fields: &Value) -> (u16, Value) {
        if call == "POST /v1/notifications/verify-webhook-signature" {
            let signature = fields["transmission_sig"].as_str().unwrap_or_default();
            let is_ours = fields["webhook_id"] == WEBHOOK
                && self.signed.get(signature).is_some_and(|signed| *signed == fields["webhook_event"]);
            return (200, json!({"verification_status": if is_ours { "SUCCESS" } else { "FAILURE" }}));
        }
        if call == "POST /v2/checkout/orders" {
            return self.open(fields);
        }
        if let Some(path) = call.strip_prefix("POST /v2/payments/captures/") {
            return self.refund(path.strip_suffix("/refund").unwrap(), fields);
        }
        if let Some(id) = call.strip_prefix("GET /v2/payments/captures/CAP-") {
            let Some(order) = self.orders.get(id) else {
                return (404, json!({"name": "RESOURCE_NOT_FOUND"}));
            };
            let mut capture = order["purchase_units"][0]["payments"]["captures"][0].clone();
            for (member, value) in self.said.as_object().into_iter().flatten() {
                capture[member] = value.clone();
            }
            return (200, capture);
        }
        let (_, path) = call.split_once(" /v2/checkout/orders/").unwrap();
        let (id, verb) = path.split_once('/').map_or((path, None), |(id, verb)| (id, Some(verb)));
        let id = id.to_owned();
        let Some(order) = self.orders.get(&id).cloned() else {
            return (404, json!({"name": "RESOURCE_NOT_FOUND"}));
        };
        match verb {
            None => (200, order),
            Some("capture") => self.capture(&id, order),
            Some(other) => panic!("{other}"),
        }
    }

    fn open(&mut self, fields: &Value) -> (u16, Value) {
        let id = format!("PP-{}", self.orders.len() + 1);
        let units = fields["purchase_units"].as_array().unwrap();
        let context = &fields["payment_source"]["paypal"]["experience_context"];
        let is_address = |name: &str| context[name].as_str().is_some_and(|url| url.starts_with("http"));
        if fields["intent"] != "CAPTURE"
            || units.len() != 1
            || !is_address("return_url")
            || !is_address("cancel_url")
        {
            return issue(400, "INVALID_PARAMETER_VALUE");
        }
        let amount = &units[0]["amount"];
        if ["HUF", "JPY", "TWD"].iter().any(|code| amount["currency_code"] == *code)
            && amount["value"].as_str().unwrap().contains('.')
        {
            return issue(422, "DECIMALS_NOT_SUPPORTED");
        }
        let order = json!({"id": id, "status": "PAYER_ACTION_REQUIRED", "purchase_units": units, "context": context,
            "links": [{"rel": "self", "href": format!("https://api.paypal.example/{id}")}, {"rel": "payer-action", "href": format!("https://www.paypal.example/checkoutnow?token={id}")}]});
        self.orders.insert(id, order.clone());
        (200, order)
    }

    fn capture(&mut self, id: &str, mut order: Value) -> (u16, Value) {
        if order["status"] == "COMPLETED" {
            return issue(422, "ORDER_ALREADY_CAPTURED");
        }
        if order["status"] != "APPROVED" {
            return issue(422, "ORDER_NOT_APPROVED");
        }
        let unit = &order["purchase_units"][0];
        let status = match self.captures {
            Captures::InstrumentDeclined => return issue(422, "INSTRUMENT_DECLINED"),
            Captures::Completed => "COMPLETED",
            Captures::Pending => "PENDING",
            Captures::Declined => "DECLINED",
        };
        if !self.invoices.insert(unit["invoice_id"].as_str().unwrap().to_owned()) {
            return issue(422, "DUPLICATE_INVOICE_ID");
        }
        let capture = json!({"id": format!("CAP-{id}"), "status": status, "amount": unit["amount"], "custom_id": unit["custom_id"],
            "invoice_id": unit["invoice_id"]});
        order["purchase_units"][0]["payments"] = json!({"captures": [capture]});
        order["status"] = json!("COMPLETED");
        self.orders.insert(id.to_owned(), order.clone());
        (201, order)
    }

    fn refund(&mut self, capture: &str, fields: &Value) -> (u16, Value) {
        let id = capture.trim_start_matches("CAP-");
        let Some(order) = self.orders.get_mut(id) else { return issue(404, "INVALID_RESOURCE_ID") };
        let of = &mut order["purchase_units"][0]["payments"]["captures"][0];
        let before: i64 = self
            .refunds
            .iter()
            .filter(|refund| refund["of"] == capture)
            .map(|refund| cents(&refund["amount"]))
            .sum();
        let after = before + cents(&fields["amount"]);
        if of["status"] == "PENDING" || of["status"] == "DECLINED" {
            return issue(422, "CAPTURE_NOT_COMPLETED");
        }
        if after > cents(&of["amount"]) {
            return issue(422, "REFUND_AMOUNT_EXCEEDED");
        }
        of["status"] = json!(if after == cents(&of["amount"]) { "REFUNDED" } else { "PARTIALLY_REFUNDED" });
        let refund = json!({"id": format!("REF-{}", self.refunds.len() + 1), "status": "COMPLETED", "amount": fields["amount"], "custom_id": fields["custom_id"],
            "of": capture, "links": [{"rel": "up", "href": format!("https://api.paypal.example/v2/payments/captures/{capture}")}]});
        self.refunds.push(refund.clone());
        (201, refund)
    }
}

impl PayPalServer {
    /// The next calls go wrong in this way.
    pub fn fails(&self, faults: &[Fault]) {
        self.state.lock().unwrap().faults.extend(faults.iter().copied().map(Some));
    }

    /// So many calls go well, then one goes wrong.
    pub fn fails_after(&self, calls: usize, fault: Fault) {
        let faults = std::iter::repeat_n(None, calls).chain([Some(fault)]);
        self.state.lock().unwrap().faults.extend(faults);
    }

    /// What is said of every capture from now on, beside how it ended.
    pub fn judges(&self, said: Value) {
        self.state.lock().unwrap().said = said;
    }

    /// How captures end from now on.
    pub fn captures(&self, how: Captures) {
        self.state.lock().unwrap().captures = how;
    }

    /// Every token that was given out holds no more.
    pub fn ends_tokens(&self) {
        self.state.lock().unwrap().tokens += 1;
    }

    /// What the shopper does on PayPal's page.
    pub fn shopper_agrees(&self, id: &str) {
        let mut state = self.state.lock().unwrap();
        let order = state.orders.get_mut(id).unwrap();
        if order["status"] == "PAYER_ACTION_REQUIRED" || order["status"] == "APPROVED" {
            order["status"] = json!("APPROVED");
            order["times"] = json!(order["times"].as_u64().unwrap_or(0) + 1);
            order["update_time"] =
                json!(format!("2026-11-21T06:00:{:02}Z", order["times"].as_u64().unwrap() % 60));
        }
    }

    /// PayPal forgets an order that nobody captured.
    pub fn forgets(&self, id: &str) {
        self.state.lock().unwrap().orders.remove(id);
    }

    /// The money is taken without the shop's knowing.
    pub fn captured_by_somebody(&self, id: &str) {
        let mut state = self.state.lock().unwrap();
        let order = state.orders[id].clone();
        assert_eq!(state.capture(id, order).0, 201);
    }

    /// What became of a capture that waited.
    pub fn capture_ends(&self, id: &str, status: &str) {
        let mut state = self.state.lock().unwrap();
        state.orders.get_mut(id).unwrap()["purchase_units"][0]["payments"]["captures"][0]["status"] =
            json!(status);
    }

    pub fn order(&self, id: &str) -> Value {
        self.state.lock().unwrap().orders[id].clone()
    }

    pub fn orders(&self) -> Vec<Value> {
        self.state.lock().unwrap().orders.values().cloned().collect()
    }

    pub fn refunds(&self) -> Vec<Value> {
        self.state.lock().unwrap().refunds.clone()
    }

    pub fn calls(&self) -> Vec<String> {
        self.state.lock().unwrap().calls.clone()
    }

    /// The capture of an order.
    pub fn capture(&self, id: &str) -> Value {
        self.order(id)["purchase_units"][0]["payments"]["captures"][0].clone()
    }

    /// Signs a message; the signature.
    pub fn signs(&self, event: &Value) -> String {
        let mut state = self.state.lock().unwrap();
        let signature = format!("signature-{}", state.signed.len() + 1);
        state.signed.insert(signature.clone(), event.clone());
        signature
    }

    /// Minor units taken in all, less what went back.
    pub fn taken(&self) -> i64 {
        let state = self.state.lock().unwrap();
        let captures = state.orders.values().filter_map(|order| {
            let capture = &order["purchase_units"][0]["payments"]["captures"][0];
            let is_taken = ["COMPLETED", "REFUNDED", "PARTIALLY_REFUNDED"]
                .iter()
                .any(|status| capture["status"] == *status);
            is_taken.then(|| cents(&capture["amount"]))
        });
        captures.sum::<i64>() - state.refunds.iter().map(|refund| cents(&refund["amount"])).sum::<i64>()
    }
}

//! Submissions on their way to services the owner has accounts with: servers that speak those services' documented calls.

use crate::app::{TestApp, on_both};
use crate::catalog;
use crate::forms::{key, send};
use actix_web::web::{Bytes, Data};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use loggia_api::Settings;
use loggia_api::config::NewMember;
use serde_json::{Value, json};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, mpsc};

/// One server for the three kinds: keeps every call, answers as the services do.
pub struct Services {
    calls: Mutex<Vec<Call>>,
    /// What the next calls are answered with in place of success: a part of their path, and the status.
    faults: Mutex<VecDeque<(&'static str, u16)>>,
    pub rows: Mutex<Vec<Value>>,
    public_key: Vec<u8>,
}

#[derive(Clone, Debug)]
pub struct Call {
    pub method: String,
    pub path: String,
    pub authorization: String,
    pub delivery: String,
    pub body: String,
}

static SERVICES: OnceLock<Mutex<HashMap<String, Arc<Services>>>> = OnceLock::new();

pub fn start(settings: &mut Settings) {
    let pair = KeyPair::generate(KeySize::Rsa2048).unwrap();
    let der = AsDer::<aws_lc_rs::encoding::Pkcs8V1Der<'_>>::as_der(&pair).unwrap();
    let lines: Vec<String> = STANDARD
        .encode(der.as_ref())
        .as_bytes()
        .chunks(64)
        .map(|line| String::from_utf8(line.to_vec()).unwrap())
        .collect();
    let services = Arc::new(Services {
        calls: Mutex::default(),
        faults: Mutex::default(),
        rows: Mutex::default(),
        public_key: pair.public_key().as_ref().to_vec(),
    });
    let (say, address) = mpsc::channel();
    let shared = services.clone();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let app = move || {
                App::new().app_data(Data::from(shared.clone())).default_service(web::route().to(take))
            };
            let http = HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
            say.send(http.addrs()[0]).unwrap();
            http.run().await.unwrap();
        });
    });
    let base = format!("http://{}", address.recv().unwrap());
    settings.commerce.audience_key = Some("key-us1".into());
    settings.commerce.audience_member = NewMember::Pending;
    settings.commerce.sheet_account = Some(
        json!({
            "client_email": "shop@project.example",
            "private_key": format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", lines.join("\n")),
            "token_uri": format!("{base}/token"),
        })
        .to_string(),
    );
    SERVICES.get_or_init(Mutex::default).lock().unwrap().insert(base, services);
}

/// The server of a test, and where it is.
fn services(app: &TestApp) -> (String, Arc<Services>) {
    services_of(&app.settings)
}

/// The server these settings name, and where it is.
pub fn services_of(settings: &Settings) -> (String, Arc<Services>) {
    let account: Value = serde_json::from_str(settings.commerce.sheet_account.as_deref().unwrap()).unwrap();
    let base = account["token_uri"].as_str().unwrap().trim_end_matches("/token").to_owned();
    let services = SERVICES.get().unwrap().lock().unwrap()[&base].clone();
    (base, services)
}

async fn take(request: HttpRequest, body: Bytes, services: Data<Services>) -> HttpResponse {
    let header = |name: &str| {
        request.headers().get(name).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default()
    };
    let call = Call {
        method: request.method().to_string(),
        path: request.uri().to_string(),
        authorization: header("authorization"),
        delivery: header("loggia-delivery"),
        body: String::from_utf8(body.to_vec()).unwrap(),
    };
    services.calls.lock().unwrap().push(call.clone());
    let answer = services.answer(&call);
    let mut faults = services.faults.lock().unwrap();
    // Messages to several services go at once, so each service has its own order of faults.
    let next = faults.iter().position(|(path, _)| call.path.contains(path));
    if let Some((_, status)) = next.and_then(|next| faults.remove(next)) {
        return HttpResponse::build(actix_web::http::StatusCode::from_u16(status).unwrap()).finish();
    }
    answer
}

impl Services {
    fn answer(&self, call: &Call) -> HttpResponse {
        if call.path == "/token" {
            return self.token(call);
        }
        if call.path.starts_with("/v4/") {
            if call.authorization != "Bearer token-1" {
                return HttpResponse::Unauthorized().finish();
            }
            if call.method == "GET" {
                let ids: Vec<Value> = self.rows.lock().unwrap().iter().map(|row| row[0].clone()).collect();
                return HttpResponse::Ok().json(json!({"majorDimension": "COLUMNS", "values": [ids]}));
            }
            let sent: Value = serde_json::from_str(&call.body).unwrap();
            self.rows.lock().unwrap().extend(sent["values"].as_array().unwrap().iter().cloned());
        }
        HttpResponse::Ok().json(json!({}))
    }

    /// Gives a token for a statement that this account has signed.
    fn token(&self, call: &Call) -> HttpResponse {
        let fields: HashMap<String, String> =
            form_urlencoded::parse(call.body.as_bytes()).into_owned().collect();
        assert_eq!(fields["grant_type"], "urn:ietf:params:oauth:grant-type:jwt-bearer");
        let (statement, signature) = fields["assertion"].rsplit_once('.').unwrap();
        UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &self.public_key)
            .verify(statement.as_bytes(), &URL_SAFE_NO_PAD.decode(signature).unwrap())
            .unwrap();
        let claims = URL_SAFE_NO_PAD.decode(statement.split_once('.').unwrap().1).unwrap();
        let claims: Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(claims["iss"], "shop@project.example");
        assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 3600);
        HttpResponse::Ok()
            .json(json!({"access_token": "token-1", "expires_in": 3600, "token_type": "Bearer"}))
    }

    pub fn calls(&self, path: &str) -> Vec<Call> {
        self.calls.lock().unwrap().iter().filter(|call| call.path.contains(path)).cloned().collect()
    }

    pub fn fails(&self, faults: &[(&'static str, u16)]) {
        self.faults.lock().unwrap().extend(faults);
    }

    /// From now on every call is answered as it should be.
    pub fn recovers(&self) {
        self.faults.lock().unwrap().clear();
    }
}

/// The shop with a form that goes to all three.
async fn publish(app: &TestApp) {
    let (base, _) = services(app);
    let mut catalog = catalog::catalog();
    catalog["forms"].as_array_mut().unwrap().push(json!({
        "id": "everywhere", "name": "Everywhere", "fields": [
            {"id": "who", "type": "name", "title": "Name"},
            {"id": "email", "type": "email", "title": "Email"},
            {"id": "one", "type": "text", "title": "Wish"}, {"id": "two", "type": "text", "title": "Wish"},
        ],
        "storage": [
            {"kind": "hook", "target": format!("{base}/hook")},
            {"kind": "audience", "target": format!("{base}/3.0/lists/abc")},
            {"kind": "sheet", "target": format!("{base}/v4/spreadsheets/s1/values/Wishes")},
        ],
    }));
    app.publish(&catalog).await;
}

fn answers() -> Value {
    json!({"who": {"First": "Ann", "Last": "Ruiz"}, "email": "Ann@Shopper.example", "one": "=1+1", "two": "cake"})
}

on_both! {
    /// A-068, E-070: what each service is told, in its own words.
    async fn a_068_e_070_a_submission_reaches_every_service(app: &TestApp) with |settings| start(settings); {
        publish(app).await;
        assert_eq!(send(&app.visitor(), "everywhere", answers()).await.status, 200);
        app.work().await;
        let (_, services) = services(app);
        let hook = &services.calls("/hook")[0];
        let received: Value = serde_json::from_str(&hook.body).unwrap();
        assert_eq!(received["answers"], json!({"Name": "Ann Ruiz", "Email": "Ann@Shopper.example", "Wish": "=1+1", "Wish 2": "cake"}));
        assert_eq!((&received["form"], &received["suspect"], &received["page"]), (&json!("Everywhere"), &json!(false), &json!("/contact")));
        assert_eq!(received["createdOn"], "2026-11-21T06:00:00Z");
        let member = &services.calls("/3.0/")[0];
        // The MD5 of `ann@shopper.example`.
        assert_eq!((member.method.as_str(), member.path.as_str()), ("PUT", "/3.0/lists/abc/members/cece2714505bf3e14a2c675200891aa1"));
        assert_eq!(member.authorization, format!("Basic {}", STANDARD.encode("loggia:key-us1")));
        let received: Value = serde_json::from_str(&member.body).unwrap();
        assert_eq!(received, json!({"email_address": "ann@shopper.example", "status_if_new": "pending", "merge_fields": {"FNAME": "Ann", "LNAME": "Ruiz"}}));
        let rows = services.rows.lock().unwrap().clone();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].as_array().unwrap()[1..], [json!("2026-11-21T06:00:00Z"), json!("/contact"), json!(""), json!("Ann Ruiz"), json!("Ann@Shopper.example"), json!("=1+1"), json!("cake")]);
        assert!(services.calls(":append")[0].path.contains("valueInputOption=RAW"));
        app.work().await;
        assert_eq!((services.calls("/hook").len(), services.calls("/3.0/").len(), services.calls(":append").len()), (1, 1, 1));
    }

    /// a service that is away for an hour gets everything once; a row whose answer was lost is not written again.
    async fn a_068_a_service_that_is_away_gets_it_once(app: &TestApp) with |settings| start(settings); {
        publish(app).await;
        let (_, services) = services(app);
        services.fails(&[("/hook", 500), ("/3.0/", 503), (":append", 502), ("/hook", 429), ("/hook", 500)]);
        assert_eq!(send(&app.visitor(), "everywhere", answers()).await.status, 200);
        for _ in 0..12 {
            app.work().await;
            app.clock.advance(5 * 60_000);
        }
        assert_eq!(services.rows.lock().unwrap().len(), 1, "the row was there when its answer was lost");
        let hooks = services.calls("/hook");
        assert_eq!(hooks.len(), 4);
        assert!(hooks.iter().all(|call| call.delivery == hooks[0].delivery && !call.delivery.is_empty()));
        assert_eq!(app.count("outbox", "kind = 'handover' AND done_at IS NOT NULL").await, 3);
        assert_eq!(services.calls("/token").len(), 1, "a token is kept for as long as it holds");
    }

    /// nobody is signed up by a program; the owner who knows better makes up for it.
    async fn a_068_a_suspect_joins_no_audience(app: &TestApp) with |settings| start(settings); {
        publish(app).await;
        let (_, services) = services(app);
        let visitor = app.visitor();
        let body = json!({"key": key(&visitor).await, "formId": "everywhere", "form": answers(), "decoy": "spam"});
        assert_eq!(visitor.post("/api/form/SaveFormSubmission", body).await.status, 200);
        app.work().await;
        assert_eq!((services.calls("/3.0/").len(), services.calls("/hook").len()), (0, 1));
        assert_eq!(services.rows.lock().unwrap()[0][3], "suspect");
        let editor = app.member("ed@shop.example", &[loggia_api::roles::Role::Editor]).await;
        let id = editor.get("/api/form/submissions").await.json()["submissions"][0]["id"].as_str().unwrap().to_owned();
        editor.put(&format!("/api/form/submissions/{id}"), json!({"suspect": false})).await;
        app.work().await;
        assert_eq!(services.calls("/3.0/").len(), 1);
    }

    /// without its secret a service is not asked, and the owner reads why.
    async fn a_068_a_missing_secret_is_told(app: &TestApp) with |settings| { start(settings); settings.commerce.audience_key = None; }; {
        publish(app).await;
        send(&app.visitor(), "everywhere", answers()).await;
        app.work().await;
        let owner = app.member("own@shop.example", &[loggia_api::roles::Role::StoreManager]).await;
        let listed = owner.get("/api/commerce/deliveries").await.json();
        let delivery = &listed["deliveries"][0];
        assert_eq!((&delivery["kind"], &delivery["fault"], &delivery["subject"]), (&json!("HANDOVER"), &json!("LOGGIA_AUDIENCE_KEY is not set"), &json!("Everywhere")));
    }
}

#[test]
fn a_wrong_service_account_is_told_at_the_start() {
    let read = loggia_api::outbound::connector::ServiceAccount::read;
    assert!(read("{}").unwrap_err().to_string().contains("client_email"));
    let file = json!({"client_email": "a@b.example", "private_key": "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "token_uri": "https://token.example"});
    assert_eq!(
        read(&file.to_string()).unwrap_err().to_string(),
        "the private_key of LOGGIA_SHEET_ACCOUNT is not an RSA key in PKCS #8"
    );
}

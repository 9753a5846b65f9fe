//! A captcha service elsewhere: a server of ours that answers as Turnstile, hCaptcha and reCAPTCHA do.

use crate::app::{Reply, TestApp, Visitor, on_both};
use crate::restock::RESTOCK;
use actix_web::web::{Data, Form};
use actix_web::{App, HttpResponse, HttpServer, web};
use loggia_api::config::Captcha;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock, mpsc};

const SECRET: &str = "the secret of the site key";

/// What it was asked, and which tokens are worth something.
#[derive(Default)]
struct Service {
    asked: Mutex<Vec<BTreeMap<String, String>>>,
    solved: Mutex<Vec<String>>,
    is_away: Mutex<bool>,
}

static SERVICES: OnceLock<Mutex<HashMap<String, Arc<Service>>>> = OnceLock::new();

fn start(settings: &mut loggia_api::Settings) {
    let service = Arc::new(Service::default());
    let (say, address) = mpsc::channel();
    let shared = service.clone();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let app = move || {
                App::new().app_data(Data::from(shared.clone())).route("/siteverify", web::post().to(verify))
            };
            let http = HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
            say.send(http.addrs()[0]).unwrap();
            http.run().await.unwrap();
        });
    });
    let url = format!("http://{}/siteverify", address.recv().unwrap());
    SERVICES.get_or_init(Mutex::default).lock().unwrap().insert(url.clone(), service);
    settings.captcha.checked_by = Some(Captcha::Service);
    settings.captcha.url = Some(url);
    settings.captcha.secret = Some(SECRET.into());
}

/// Each token once, for anyone who has the secret.
async fn verify(asked: Form<BTreeMap<String, String>>, service: Data<Service>) -> HttpResponse {
    if *service.is_away.lock().unwrap() {
        return HttpResponse::BadGateway().finish();
    }
    let asked = asked.into_inner();
    let mut solved = service.solved.lock().unwrap();
    let found = solved.iter().position(|token| *token == asked["response"] && asked["secret"] == SECRET);
    let answer = match found {
        Some(index) => {
            solved.remove(index);
            json!({"success": true, "hostname": "shop.example", "challenge_ts": "2026-11-21T06:00:00Z"})
        }
        None => json!({"success": false, "error-codes": ["invalid-input-response"]}),
    };
    service.asked.lock().unwrap().push(asked);
    HttpResponse::Ok().json(answer)
}

fn service(app: &TestApp) -> Arc<Service> {
    SERVICES.get().unwrap().lock().unwrap()[app.settings.captcha.url.as_ref().unwrap()].clone()
}

impl Service {
    fn solve(&self, token: &str) {
        self.solved.lock().unwrap().push(token.to_owned());
    }
}

async fn send(visitor: &Visitor, token: Value) -> Reply {
    let key = crate::forms::key(visitor).await;
    let body = json!({"key": key, "formId": "guarded", "form": {"text": "x"}, "captchaKey": token});
    visitor.post("/api/form/SaveFormSubmission", body).await
}

on_both! {
    /// the service is asked with the secret, and its word counts; the visitor's address is not passed on.
    async fn a_017_a_service_elsewhere_says_whether_a_captcha_is_solved(app: &TestApp) with |settings| start(settings); {
        let visitor = app.visitor();
        let service = service(app);
        service.solve("solved");
        for unsolved in [json!(null), json!(""), json!("x".repeat(10_000)), json!("wrong"), json!("test-pass")] {
            let refused = send(&visitor, unsolved).await;
            assert_eq!((refused.status.as_u16(), refused.error()), (400, "Complete CAPTCHA before submitting.".into()));
        }
        assert_eq!(send(&visitor, json!("solved")).await.status, 200);
        assert_eq!(send(&visitor, json!("solved")).await.status, 400, "the service says so once");
        assert_eq!(app.count("form_submission", "form_id = 'guarded'").await, 1);
        let asked = service.asked.lock().unwrap().clone();
        // What is no token is not worth a question.
        assert_eq!(asked.len(), 4);
        assert!(asked.iter().all(|asked| asked["secret"] == SECRET && asked.len() == 2), "{asked:?}");
    }

    /// a submission with faults does not use the token up: the shopper mends them and sends the same again.
    async fn a_017_a_faulty_submission_keeps_its_captcha(app: &TestApp) with |settings| start(settings); {
        let mut catalog = crate::catalog::catalog();
        let forms = catalog["forms"].as_array_mut().unwrap();
        let guarded = forms.iter_mut().find(|form| form["id"] == "guarded").unwrap();
        guarded["fields"][0]["required"] = json!(true);
        app.publish(&catalog).await;
        let visitor = app.visitor();
        service(app).solve("solved");
        let key = crate::forms::key(&visitor).await;
        let mut body = json!({"key": key, "formId": "guarded", "form": {"text": ""}, "captchaKey": "solved"});
        assert_eq!(visitor.post("/api/form/SaveFormSubmission", body.clone()).await.json()["errors"], json!({"text": "Required"}));
        body["form"]["text"] = json!("x");
        assert_eq!(visitor.post("/api/form/SaveFormSubmission", body).await.status, 200);
    }

    /// while the service is away nobody is let in, and nothing is used up.
    async fn a_017_a_service_that_is_away_lets_nobody_in(app: &TestApp) with |settings| start(settings); {
        let visitor = app.visitor();
        let service = service(app);
        service.solve("solved");
        *service.is_away.lock().unwrap() = true;
        let key = crate::forms::key(&visitor).await;
        let body = json!({"key": key, "formId": "guarded", "form": {"text": "x"}, "captchaKey": "solved"});
        let refused = visitor.post("/api/form/SaveFormSubmission", body.clone()).await;
        assert_eq!((refused.status.as_u16(), refused.error()), (500, "Unable to send form. Please try again later.".into()));
        *service.is_away.lock().unwrap() = false;
        assert_eq!(visitor.post("/api/form/SaveFormSubmission", body).await.status, 200);
        assert_eq!(app.count("form_submission", "TRUE").await, 1);
    }

    /// restock sign-ups ask the same service.
    async fn a_075_a_sign_up_asks_the_service(app: &TestApp) with |settings| start(settings); {
        let mut catalog = crate::catalog::catalog();
        catalog["website"]["captchaSiteKey"] = json!("public");
        app.publish(&catalog).await;
        service(app).solve("solved");
        let visitor = app.visitor();
        let mut body = json!({"productId": "empty", "variantId": "empty", "siteVisitorEmail": "a@b.example", "isJoinMailingList": false, "captchaToken": "wrong"});
        assert_eq!(visitor.post(RESTOCK, body.clone()).await.status, 400);
        body["captchaToken"] = json!("solved");
        assert_eq!(visitor.post(RESTOCK, body).await.status, 200);
    }
}

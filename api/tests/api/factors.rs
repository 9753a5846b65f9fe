//! The second factor: set up, asked for, taken away, lost; and everything somebody tries who has the password alone.

use crate::app::{PASSWORD, Reply, TestApp, Visitor, on_both};
use crate::authenticator::Authenticator;
use loggia_api::roles::Role;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

pub const FACTORS: &str = "/api/site-users/account/factors";
const SESSION: &str = "/api/site-users/account/session";
const GIVE: &str = "/api/site-users/account/session/factor";
pub const CONFIRM: &str = "/api/site-users/account/session/confirmation";
const ASK: &str = "/api/site-users/account/session/confirmation/challenge";
pub const OWN: &str = "own@shop.example";
const HERE: &str = "http://localhost:4000";
const STEP: i64 = 30_000;
const MINUTE: i64 = 60_000;

/// An authenticator app that was told a secret.
pub struct App(Totp);

impl App {
    fn with_secret(secret: &str) -> App {
        App(Builder::new().with_secret(Secret::try_from_base32(secret).unwrap()).build().unwrap())
    }

    /// What it shows now.
    pub fn code(&self, app: &TestApp) -> String {
        self.code_at(app.clock.now_ms())
    }

    fn code_at(&self, now: i64) -> String {
        self.0.generate(u64::try_from(now / 1000).unwrap()).to_string()
    }
}

fn refusal(reply: &Reply) -> (u16, String) {
    (reply.status.as_u16(), reply.json()["code"].as_str().unwrap_or_default().to_owned())
}

fn is(reply: &Reply, status: u16, code: &str) {
    assert_eq!(refusal(reply), (status, code.to_owned()), "{}", reply.text);
}

/// The first step; what is asked besides.
async fn password(visitor: &Visitor, email: &str) -> Value {
    let reply = visitor.post(SESSION, json!({"email": email, "password": PASSWORD})).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.set_cookie("SiteUserSession"), None);
    assert!(reply.json().get("xsrfToken").is_none(), "{}", reply.text);
    reply.json()["factor"].clone()
}

async fn is_in(visitor: &Visitor) -> bool {
    visitor.get("/api/site-users/account").await.json()["authenticated"] == true
}

/// Sets up an authenticator app for somebody signed in; the app and the recovery codes.
pub async fn set_up_totp(app: &TestApp, visitor: &Visitor) -> (App, Vec<String>) {
    let offer = visitor.post(&format!("{FACTORS}/totp"), json!({})).await;
    assert_eq!(offer.status, 200, "{}", offer.text);
    let offer = offer.json();
    assert!(
        offer["qr"].as_str().unwrap().starts_with("<svg")
            && offer["url"].as_str().unwrap().starts_with("otpauth://totp/"),
        "{offer}"
    );
    let shown = App::with_secret(offer["secret"].as_str().unwrap());
    let added = visitor.put(&format!("{FACTORS}/totp"), json!({"code": shown.code(app)})).await;
    assert_eq!(added.status, 200, "{}", added.text);
    visitor.learn_xsrf(&added);
    // The next code is another.
    app.clock.advance(STEP);
    (shown, codes(&added.json()))
}

fn codes(answer: &Value) -> Vec<String> {
    let codes = answer["recoveryCodes"].as_array().map(Vec::as_slice).unwrap_or_default();
    codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

/// Adds a passkey for somebody signed in.
async fn add_passkey(visitor: &Visitor, key: &Authenticator) -> Reply {
    let asked = visitor.post(&format!("{FACTORS}/passkeys/challenge"), json!({})).await;
    assert_eq!(asked.status, 200, "{}", asked.text);
    let made = key.create(&asked.json()["passkey"]);
    let added =
        visitor.post(&format!("{FACTORS}/passkeys"), json!({"name": "Blue key", "passkey": made})).await;
    visitor.learn_xsrf(&added);
    added
}

/// An administrator with an authenticator app, and ten codes.
async fn with_totp(app: &TestApp) -> (Visitor, App, Vec<String>) {
    let visitor = app.member(OWN, &[Role::Admin]).await;
    let (shown, codes) = set_up_totp(app, &visitor).await;
    assert_eq!(codes.len(), 10);
    (visitor, shown, codes)
}

async fn with_passkey(app: &TestApp) -> (Visitor, Authenticator, Vec<String>) {
    let visitor = app.member(OWN, &[Role::Admin]).await;
    let key = Authenticator::at(HERE);
    let added = add_passkey(&visitor, &key).await;
    assert_eq!(added.status, 200, "{}", added.text);
    (visitor, key, codes(&added.json()))
}

fn many(settings: &mut loggia_api::Settings) {
    settings.limits.log_in = 1000;
}

on_both! {
    /// S-181: the secret counts once a code came back; then the password alone lets nobody in, and a code does, once.
    async fn s_181_a_code_is_asked_after_the_password_and_holds_once(app: &TestApp) with |settings| many(settings); {
        let owner = app.member(OWN, &[Role::Admin]).await;
        owner.post(&format!("{FACTORS}/totp"), json!({})).await;
        // Not confirmed: it does not count, and a wrong code does not make it.
        assert!(app.visitor().log_in(OWN, false).await.json()["xsrfToken"].is_string());
        is(&owner.put(&format!("{FACTORS}/totp"), json!({"code": "000000"})).await, 403, "wrong-code");
        let (shown, _) = set_up_totp(app, &owner).await;
        is(&owner.post(&format!("{FACTORS}/totp"), json!({})).await, 409, "totp-is-there");

        let visitor = app.visitor();
        let factor = password(&visitor, OWN).await;
        assert_eq!((&factor["kinds"], &factor["setUp"]), (&json!(["totp", "recoveryCode"]), &json!(false)));
        assert!(!is_in(&visitor).await);
        let code = shown.code(app);
        is(&visitor.post(GIVE, json!({"code": if code == "123456" { "654321" } else { "123456" }})).await, 403, "wrong-code");
        let entered = visitor.post(GIVE, json!({"code": format!("{} {}", &code[..3], &code[3..])})).await;
        assert!(entered.status == 200 && entered.json()["xsrfToken"].is_string(), "{}", entered.text);
        assert!(is_in(&visitor).await && visitor.cookie("SiteUserHalf").is_none());

        // Replayed: neither in another log-in, nor the code of an earlier step.
        let thief = app.visitor();
        password(&thief, OWN).await;
        is(&thief.post(GIVE, json!({"code": code})).await, 403, "wrong-code");
        let earlier = shown.code_at(app.clock.now_ms() - STEP);
        is(&thief.post(GIVE, json!({"code": earlier})).await, 403, "wrong-code");
        // One step of the clock is forgiven, two are not.
        app.clock.advance(5 * STEP);
        is(&thief.post(GIVE, json!({"code": shown.code_at(app.clock.now_ms() - 2 * STEP)})).await, 403, "wrong-code");
        assert_eq!(thief.post(GIVE, json!({"code": shown.code_at(app.clock.now_ms() + STEP)})).await.status, 200);
    }

    /// S-181: the secret is nowhere in the database as it is.
    async fn s_181_the_secret_is_sealed_where_it_is_kept(app: &TestApp); {
        let owner = app.member(OWN, &[Role::Admin]).await;
        let offer = owner.post(&format!("{FACTORS}/totp"), json!({})).await.json();
        let secret = Secret::try_from_base32(offer["secret"].as_str().unwrap()).unwrap();
        let plain: String = secret.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        let hex = if app.settings.database_url.is_some() { "encode(sealed, 'hex')" } else { "lower(hex(sealed))" };
        assert_eq!(app.count("totp_factor", &format!("{hex} LIKE '%{plain}%'")).await, 0);
        assert_eq!(app.count("totp_factor", "length(sealed) = 12 + 20 + 16").await, 1);
        assert_eq!(plain.len(), 40);
    }

    /// S-182: ten codes, each once, none of before after new ones were made; the address is told.
    async fn s_182_recovery_codes_hold_once(app: &TestApp) with |settings| many(settings); {
        let (owner, _, codes) = with_totp(app).await;
        let visitor = app.visitor();
        password(&visitor, OWN).await;
        let typed = codes[0].to_lowercase().replace('-', " ");
        assert_eq!(visitor.post(GIVE, json!({"code": typed})).await.status, 200);
        let thief = app.visitor();
        password(&thief, OWN).await;
        is(&thief.post(GIVE, json!({"code": codes[0]})).await, 403, "wrong-code");
        let emails = app.emails_to(OWN).await;
        assert_eq!(emails.iter().filter(|message| message.contains("a recovery code was used") && message.contains("9 are left")).count(), 1, "{emails:?}");
        assert_eq!(owner.get(FACTORS).await.json()["recoveryCodes"], 9);

        let fresh = owner.post(&format!("{FACTORS}/recovery-codes"), json!({})).await.json();
        assert_eq!(fresh["recoveryCodes"].as_array().unwrap().len(), 10);
        is(&thief.post(GIVE, json!({"code": codes[1]})).await, 403, "wrong-code");
        assert_eq!(thief.post(GIVE, json!({"code": fresh["recoveryCodes"][4]})).await.status, 200);
        // Those of another account open nothing here.
        let other = app.member("two@shop.example", &[Role::Editor]).await;
        let (_, theirs) = set_up_totp(app, &other).await;
        let visitor = app.visitor();
        password(&visitor, OWN).await;
        is(&visitor.post(GIVE, json!({"code": theirs[0]})).await, 403, "wrong-code");
        // Without a factor there is nothing to recover.
        let plain = app.member("three@shop.example", &[Role::Editor]).await;
        is(&plain.post(&format!("{FACTORS}/recovery-codes"), json!({})).await, 400, "no-factor");
    }

    /// S-182: sixty at once with the same code: one gets in.
    async fn s_182_one_recovery_code_lets_one_in(app: &TestApp) with |settings| many(settings); {
        let (_, _, codes) = with_totp(app).await;
        let mut visitors = Vec::new();
        for _ in 0..8 {
            let visitor = app.visitor();
            password(&visitor, OWN).await;
            visitors.push(visitor);
        }
        let tries = visitors.iter().map(|visitor| visitor.post(GIVE, json!({"code": codes[3]})));
        let replies = futures_util::future::join_all(tries).await;
        assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    }

    /// S-183: five wrong codes end the log-in, its time does, and a right code does not come after.
    async fn s_183_five_wrong_codes_end_the_log_in(app: &TestApp) with |settings| many(settings); {
        let (_, shown, codes) = with_totp(app).await;
        let visitor = app.visitor();
        password(&visitor, OWN).await;
        for _ in 0..4 {
            is(&visitor.post(GIVE, json!({"code": "AAAA-AAAA-AAAA-AAAA"})).await, 403, "wrong-code");
        }
        is(&visitor.post(GIVE, json!({"code": "AAAA-AAAA-AAAA-AAAA"})).await, 401, "log-in-over");
        is(&visitor.post(GIVE, json!({"code": codes[0]})).await, 401, "log-in-over");
        assert_eq!(app.count("half_session", "TRUE").await, 0);
        let emails = app.emails_to(OWN).await;
        assert!(emails.iter().any(|message| message.contains("wrong codes at a log-in")), "{emails:?}");
        let late = app.visitor();
        password(&late, OWN).await;
        app.clock.advance(10 * MINUTE);
        is(&late.post(GIVE, json!({"code": shown.code(app)})).await, 401, "log-in-over");
        is(&app.visitor().post(GIVE, json!({"code": codes[0]})).await, 401, "log-in-over");
    }

    /// S-183: guesses over many log-ins meet a growing pause of the account, even those that come at the same moment; what
    /// cannot be guessed is not held up.
    async fn s_183_wrong_digits_make_the_account_pause(app: &TestApp) with |settings| many(settings); {
        let (_, shown, codes) = with_totp(app).await;
        let wrong = if shown.code(app) == "111111" { "222222" } else { "111111" };
        let mut guessers = Vec::new();
        for _ in 0..9 {
            let guesser = app.visitor();
            password(&guesser, OWN).await;
            guessers.push(guesser);
        }
        let replies = futures_util::future::join_all(guessers.iter().map(|guesser| guesser.post(GIVE, json!({"code": wrong})))).await;
        let count = |status: u16| replies.iter().filter(|reply| reply.status == status).count();
        assert_eq!((count(403), count(429)), (5, 4));
        // The right one is not looked at either, and the answer says when.
        let paused = guessers[0].post(GIVE, json!({"code": shown.code(app)})).await;
        is(&paused, 429, "too-many-requests");
        assert_eq!(paused.headers["retry-after"], "60");
        assert_eq!(guessers[1].post(GIVE, json!({"code": codes[0]})).await.status, 200);
        app.clock.advance(MINUTE);
        is(&guessers[2].post(GIVE, json!({"code": "333333"})).await, 403, "wrong-code");
        let longer = guessers[3].post(GIVE, json!({"code": shown.code(app)})).await;
        assert_eq!(longer.headers["retry-after"], "120");
        app.clock.advance(2 * MINUTE);
        assert_eq!(guessers[4].post(GIVE, json!({"code": shown.code(app)})).await.status, 200);
    }

    /// S-183: a log-in that waits opens no call of the document, whatever its token is called.
    async fn s_183_a_half_session_opens_nothing(app: &TestApp) with |settings| many(settings); {
        with_totp(app).await;
        let visitor = app.visitor();
        password(&visitor, OWN).await;
        let half = visitor.cookie("SiteUserHalf").unwrap();
        // As the session's own cookie it is none.
        visitor.set_cookie("SiteUserSession", &half);
        visitor.get("/api/crumb").await;
        let document = serde_json::to_value(loggia_api::openapi::document()).unwrap();
        let mut asked = 0;
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, call) in item.as_object().unwrap() {
                let is_second_step = path.starts_with(GIVE);
                if call["responses"].get("401").is_none() || is_second_step || path.ends_with("/account/session") {
                    continue;
                }
                let method = reqwest::Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
                let headers = [("x-csrf-token", visitor.crumb().await), ("x-siteuser-xsrf-token", half.clone()), ("content-type", "application/json".to_owned())];
                let body = (method != "GET").then(|| "{}".to_owned());
                let reply = visitor.send(method.clone(), &path.replace(['{', '}'], ""), &headers, body).await;
                assert!(!reply.status.is_success(), "{method} {path}: {}", reply.text);
                asked += 1;
            }
        }
        assert!(asked > 60, "the document is read: {asked}");
        for page in ["", "/submissions", "/team", "/security"] {
            let reply = visitor.get(&format!("/api/owner{page}")).await;
            assert!(!reply.text.contains(OWN), "{page}");
        }
    }

    /// S-180: a passkey is added and asked; the answer holds once, for its log-in, its site and its account alone.
    async fn s_180_a_passkey_lets_in_and_its_answer_holds_once(app: &TestApp) with |settings| many(settings); {
        let (owner, mut key, codes) = with_passkey(app).await;
        assert_eq!(codes.len(), 10);
        let own = owner.get(FACTORS).await.json();
        assert_eq!((&own["passkeys"][0]["name"], &own["passkeysPossible"], &own["totp"]), (&json!("Blue key"), &json!(true), &json!(false)));
        let visitor = app.visitor();
        let factor = password(&visitor, OWN).await;
        assert_eq!((&factor["kinds"], &factor["passkey"]["rpId"], &factor["passkey"]["userVerification"]), (&json!(["passkey", "recoveryCode"]), &json!("localhost"), &json!("required")));
        let answer = key.get(&factor["passkey"]);
        assert_eq!(visitor.post(GIVE, json!({"passkey": answer})).await.status, 200);
        assert!(is_in(&visitor).await);
        // Replayed in a new log-in.
        let thief = app.visitor();
        password(&thief, OWN).await;
        is(&thief.post(GIVE, json!({"passkey": answer})).await, 403, "wrong-passkey");
        // Asked once, answered twice.
        let thief = app.visitor();
        let asked = password(&thief, OWN).await;
        let wrong = Authenticator::at(HERE).get(&asked["passkey"]);
        is(&thief.post(GIVE, json!({"passkey": wrong})).await, 403, "wrong-passkey");
        let right = key.get(&asked["passkey"]);
        is(&thief.post(GIVE, json!({"passkey": right})).await, 403, "wrong-passkey");
        // Asked anew.
        let again = thief.post(&format!("{GIVE}/challenge"), json!({})).await.json();
        assert_eq!(thief.post(GIVE, json!({"passkey": key.get(&again["passkey"])})).await.status, 200);
        // Too late.
        let late = app.visitor();
        let asked = password(&late, OWN).await;
        let answer = key.get(&asked["passkey"]);
        app.clock.advance(5 * MINUTE);
        is(&late.post(GIVE, json!({"passkey": answer})).await, 403, "wrong-passkey");
    }

    /// S-180: another page, another site, another account, nobody verified, a copy of the key: none is let in.
    async fn s_180_a_passkey_of_elsewhere_is_refused(app: &TestApp) with |settings| many(settings); {
        let (_, mut key, _) = with_passkey(app).await;
        let other = app.member("two@shop.example", &[Role::Editor]).await;
        let mut theirs = Authenticator::at(HERE);
        add_passkey(&other, &theirs).await;
        let visitor = app.visitor();
        let asked = password(&visitor, OWN).await["passkey"].clone();
        is(&visitor.post(GIVE, json!({"passkey": theirs.get(&asked)})).await, 403, "wrong-passkey");
        let refused = async |key: &mut Authenticator| {
            let visitor = app.visitor();
            let asked = password(&visitor, OWN).await["passkey"].clone();
            is(&visitor.post(GIVE, json!({"passkey": key.get(&asked)})).await, 403, "wrong-passkey");
            assert!(!is_in(&visitor).await);
        };
        for origin in ["https://evil.example", "http://localhost.evil.example:4000", "https://localhost:4000", "null"] {
            key.origin = origin.to_owned();
            refused(&mut key).await;
        }
        key.origin = HERE.to_owned();
        key.rp_id = Some("evil.example".to_owned());
        refused(&mut key).await;
        key.rp_id = None;
        key.user_verified = false;
        refused(&mut key).await;
        key.user_verified = true;
        // The counter stands still, or goes back: somebody has a copy.
        let visitor = app.visitor();
        let asked = password(&visitor, OWN).await["passkey"].clone();
        key.counter = 50;
        assert_eq!(visitor.post(GIVE, json!({"passkey": key.get(&asked)})).await.status, 200);
        key.counter = 50;
        refused(&mut key).await;
        key.counter = 10;
        refused(&mut key).await;
        for junk in [json!(null), json!("x"), json!({}), json!({"id": "x", "rawId": "x", "type": "public-key", "response": {}})] {
            let visitor = app.visitor();
            password(&visitor, OWN).await;
            let reply = visitor.post(GIVE, json!({"passkey": junk})).await;
            assert_eq!(reply.status, 403, "{}", reply.text);
        }
        // A key that one account has is not added to another.
        let reply = add_passkey(&other, &key).await;
        is(&reply, 403, "wrong-passkey");
        assert_eq!(app.count("passkey", "TRUE").await, 2);
    }

    /// S-180: whom passkeys are made for is what the settings say, whatever a call calls this server.
    async fn s_180_the_host_of_a_call_decides_nothing(app: &TestApp) with |settings| {
        settings.public_url = Some("https://api.shop.example/".into());
        settings.site_origins = vec!["https://shop.example".into(), "https://www.api.shop.example".into()];
    }; {
        let owner = app.member(OWN, &[Role::Admin]).await;
        let headers = [("x-csrf-token", owner.crumb().await), ("x-siteuser-xsrf-token", owner.xsrf().unwrap()), ("host", "evil.example".to_owned()), ("content-type", "application/json".to_owned())];
        let asked = owner.send(reqwest::Method::POST, &format!("{FACTORS}/passkeys/challenge"), &headers, Some("{}".into())).await.json();
        assert_eq!(asked["passkey"]["rp"]["id"], "api.shop.example");
        let mut key = Authenticator::at("https://evil.example");
        is(&add_passkey(&owner, &key).await, 403, "wrong-passkey");
        // A site beside it is no part of it.
        key.origin = "https://shop.example".to_owned();
        is(&add_passkey(&owner, &key).await, 403, "wrong-passkey");
        key.origin = "https://api.shop.example".to_owned();
        assert_eq!(add_passkey(&owner, &key).await.status, 200);
        let mut other = Authenticator::at("https://www.api.shop.example");
        assert_eq!(add_passkey(&owner, &other).await.status, 200);
        other.counter += 1;
    }

    /// S-180: twenty passkeys are enough.
    async fn s_180_passkeys_are_bounded(app: &TestApp) with |settings| many(settings); {
        let owner = app.member(OWN, &[Role::Admin]).await;
        for _ in 0..20 {
            assert_eq!(add_passkey(&owner, &Authenticator::at(HERE)).await.status, 200);
        }
        is(&owner.post(&format!("{FACTORS}/passkeys/challenge"), json!({})).await, 400, "too-many-passkeys");
    }

    /// S-180: a server that has only a number makes no passkeys, and says so.
    async fn s_180_without_a_name_there_are_no_passkeys(app: &TestApp) with |settings| settings.public_url = Some("http://192.0.2.7:8787".into()); {
        let owner = app.member(OWN, &[Role::Admin]).await;
        is(&owner.post(&format!("{FACTORS}/passkeys/challenge"), json!({})).await, 400, "no-passkeys-here");
        assert_eq!(owner.get(FACTORS).await.json()["passkeysPossible"], false);
        set_up_totp(app, &owner).await;
    }

    /// S-184: where a factor is asked for, anyone who works on the site sets one up before anything else opens; shoppers do not.
    async fn s_184_a_required_factor_is_set_up_first(app: &TestApp) with |settings| {
        many(settings);
        settings.accounts.second_factor = loggia_api::config::SecondFactor::Required;
    }; {
        app.account(OWN, &[Role::StoreManager]).await;
        app.account("ann@shopper.example", &[]).await;
        app.account("eve@shopper.example", &[Role::Commenter]).await;
        for free in ["ann@shopper.example", "eve@shopper.example"] {
            assert!(app.visitor().log_in(free, false).await.json()["xsrfToken"].is_string());
        }
        let visitor = app.visitor();
        let factor = password(&visitor, OWN).await;
        assert_eq!((&factor["setUp"], &factor["kinds"]), (&json!(true), &json!([])));
        assert_eq!(visitor.get("/api/commerce/orders").await.status, 401);
        is(&visitor.post(GIVE, json!({"code": "123456"})).await, 401, "log-in-over");
        // A second log-in that waits as well: it adds nothing once the first has.
        let thief = app.visitor();
        password(&thief, OWN).await;
        let thiefs = thief.post(&format!("{FACTORS}/totp"), json!({})).await.json();
        let (shown, codes) = set_up_totp(app, &visitor).await;
        assert_eq!(codes.len(), 10);
        assert_eq!(visitor.get("/api/commerce/orders").await.status, 200);
        is(&thief.post(&format!("{FACTORS}/totp"), json!({})).await, 401, "log-in-over");
        let code = App::with_secret(thiefs["secret"].as_str().unwrap()).code(app);
        is(&thief.put(&format!("{FACTORS}/totp"), json!({"code": code})).await, 401, "log-in-over");
        is(&thief.post(&format!("{FACTORS}/passkeys/challenge"), json!({})).await, 401, "log-in-over");
        // The last one cannot be taken away.
        let wish = json!({"password": PASSWORD, "code": codes[0]});
        is(&visitor.post(&format!("{FACTORS}/removal"), wish).await, 400, "factor-needed");
        let again = app.visitor();
        assert_eq!(password(&again, OWN).await["setUp"], false);
        assert_eq!(again.post(GIVE, json!({"code": shown.code(app)})).await.status, 200);
        // A shopper's session opens nothing more once the shopper works here without a factor.
        let ann = app.visitor();
        ann.log_in("ann@shopper.example", false).await;
        app.execute("UPDATE site_user SET roles = '[1]' WHERE email = 'ann@shopper.example'").await;
        assert_eq!(ann.get("/api/commerce/orders").await.status, 401);
    }

    /// S-184: an email for a forgotten password does not go around the second factor.
    async fn s_184_a_new_password_by_email_still_asks_for_the_factor(app: &TestApp) with |settings| many(settings); {
        let (_, shown, _) = with_totp(app).await;
        let visitor = app.visitor();
        visitor.post("/api/site-users/account/password/key", json!({"email": OWN})).await;
        let emails = app.emails_to(OWN).await;
        let message = emails.iter().find(|message| message.contains("/account#key=")).unwrap();
        let key = message.split_once("/account#key=").unwrap().1.split_whitespace().next().unwrap();
        let chosen = visitor.put("/api/site-users/account/password", json!({"key": key, "password": "another long one"})).await;
        assert!(chosen.status == 200 && chosen.json()["factor"]["kinds"] == json!(["totp", "recoveryCode"]), "{}", chosen.text);
        assert!(!is_in(&visitor).await);
        assert_eq!(visitor.post(GIVE, json!({"code": shown.code(app)})).await.status, 200);
    }

    /// S-185: taken away with the password and another factor or a recovery code, never by itself; the address is told.
    async fn s_185_a_factor_is_removed_by_another(app: &TestApp) with |settings| many(settings); {
        let (owner, shown, codes) = with_totp(app).await;
        let mut key = Authenticator::at(HERE);
        assert_eq!(codes_of(&add_passkey(&owner, &key).await), 0, "codes come with the first factor alone");
        let removal = format!("{FACTORS}/removal");
        let totp = async |proof: Value| {
            let mut wish = proof;
            if wish.get("password").is_none() {
                wish["password"] = json!(PASSWORD);
            }
            owner.post(&removal, wish).await
        };
        is(&totp(json!({"code": codes[0], "password": "not the password"})).await, 403, "wrong-password");
        is(&totp(json!({})).await, 403, "wrong-code");
        is(&totp(json!({"code": shown.code(app)})).await, 403, "same-factor");
        let asked = owner.post(ASK, json!({})).await.json();
        let own = key.get(&asked["passkey"]);
        is(&totp(json!({"passkeyId": key.name(), "passkey": own})).await, 403, "same-factor");
        assert_eq!(owner.get(FACTORS).await.json()["totp"], true);
        is(&totp(json!({"passkeyId": "nobody's", "code": codes[0]})).await, 404, "not-found");
        let confirmed = owner.post(CONFIRM, json!({"password": PASSWORD, "code": codes[9]})).await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.text);
        let asked = owner.post(ASK, json!({})).await.json();
        assert_eq!(totp(json!({"passkey": key.get(&asked["passkey"])})).await.status, 200);
        // The last one, by a recovery code; the codes go with it.
        assert_eq!(totp(json!({"passkeyId": key.name(), "code": codes[0]})).await.status, 200);
        assert_eq!(app.count("recovery_code", "TRUE").await, 0);
        assert!(app.visitor().log_in(OWN, false).await.json()["xsrfToken"].is_string());
        let emails = app.emails_to(OWN).await;
        for notice in ["An authenticator app was added", "A passkey was added", "The authenticator app was removed", "A passkey was removed"] {
            assert_eq!(emails.iter().filter(|message| message.contains(notice)).count(), 1, "{notice}: {emails:?}");
        }
        let noted = app.count("record", "kind IN ('second-factor-added', 'second-factor-removed')").await;
        assert_eq!(noted, 4);
    }

    /// S-185: nobody takes another's factor away, and a fresh proof is asked first.
    async fn s_185_factors_of_others_are_left_alone(app: &TestApp) with |settings| many(settings); {
        let (owner, key, codes) = with_passkey(app).await;
        let other = app.member("two@shop.example", &[Role::Admin]).await;
        let (shown, theirs) = set_up_totp(app, &other).await;
        let wish = json!({"passkeyId": key.name(), "password": PASSWORD, "code": theirs[0]});
        is(&other.post(&format!("{FACTORS}/removal"), wish).await, 404, "not-found");
        let wish = json!({"password": PASSWORD, "code": codes[0]});
        is(&owner.post(&format!("{FACTORS}/removal"), wish).await, 404, "not-found");
        app.clock.advance(15 * MINUTE);
        for (visitor, path) in [(&other, "/totp"), (&other, "/passkeys/challenge"), (&other, "/recovery-codes"), (&other, "/removal")] {
            is(&visitor.post(&format!("{FACTORS}{path}"), json!({"password": PASSWORD})).await, 403, "confirm-again");
        }
        is(&other.put(&format!("{FACTORS}/totp"), json!({"code": shown.code(app)})).await, 403, "confirm-again");
        assert_eq!(app.count("passkey", "TRUE").await + app.count("totp_factor", "TRUE").await, 2);
    }

    /// S-187: the operator of the server takes everything away from somebody who lost it all.
    async fn s_187_the_operator_resets_a_factor(app: &TestApp) with |settings| many(settings); {
        let (owner, ..) = with_totp(app).await;
        let context = app.handle().context();
        loggia_api::accounts::reset_factors(&context.db, &context.publications, " Own@shop.example", app.clock.now_ms()).await.unwrap();
        assert!(!is_in(&owner).await);
        assert!(app.visitor().log_in(OWN, false).await.json()["xsrfToken"].is_string());
        let emails = app.emails_to(OWN).await;
        assert!(emails.iter().any(|message| message.contains("removed from your account on the server")), "{emails:?}");
        let unknown = loggia_api::accounts::reset_factors(&context.db, &context.publications, "nobody@shop.example", 0).await.unwrap_err();
        assert_eq!(unknown.to_string(), "nobody@shop.example has no account");
    }
}

fn codes_of(reply: &Reply) -> usize {
    assert_eq!(reply.status, 200, "{}", reply.text);
    codes(&reply.json()).len()
}

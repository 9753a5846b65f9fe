//! One's own factors and sessions.

use super::factor::{codes_page, proof};
use super::page::{Page, View, address, change, look, open};
use crate::context::Context;
use crate::error::ApiError;
use crate::extract::visitor::Visitor;
use crate::pages::form_guard::{FormFields, check as check_form};
use crate::pages::menu::HOME;
use crate::roles::Right;
use crate::usecase::account::factors::{self, FactorRemoval};
use crate::usecase::account::sessions::{self, SessionAnswer};
use crate::usecase::session::confirm;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde_json::{Value, json};

const TITLE: &str = "Security";

/// The rows of a list of sessions; `action` is where the form goes that ends one.
pub(super) fn rows(page: &Page<'_>, sessions: &[SessionAnswer], action: &str) -> Vec<Value> {
    let row = |session: &SessionAnswer| {
        json!({"id": session.id, "device": session.device, "place": session.place, "since": page.moment(session.created_on),
            "seen": page.moment(session.seen_on), "isThis": session.is_this, "action": action, "ends": format!("End {}, {}", session.device, session.place)})
    };
    sessions.iter().map(row).collect()
}

/// What one has, and where one is signed in.
pub(super) async fn show(request: HttpRequest, context: Data<Context>) -> HttpResponse {
    look(&request, &context, (View::Security, None::<Right>), async |page, who, _| {
        let holder = confirm::holder(&Visitor::of(&request, &context), who)?;
        let own = factors::own(page.context, who, &holder).await?;
        let found = sessions::of(page.context, &who.id, who).await?.sessions;
        let count = own.passkeys.len() + usize::from(own.totp);
        let removable = count > 1 || !own.required;
        // A factor is never removed by itself; a passkey as proof needs the call, a code does not.
        let of_passkey = if own.totp { "Code of your authenticator app, or a recovery code" } else { "A recovery code" };
        let passkeys: Vec<Value> = own
            .passkeys
            .iter()
            .enumerate()
            .map(|(index, passkey)| {
                json!({"id": passkey.id, "key": index, "name": passkey.name, "since": page.moment(passkey.created_on), "used": passkey.used_on.map(|used| page.moment(used)),
                    "removable": removable, "proof": of_passkey, "label": format!("Remove {}", passkey.name)})
            })
            .collect();
        let app = own.totp.then(|| json!({"removable": removable, "key": "app", "proof": "A recovery code", "label": "Remove the app"}));
        let rows = rows(page, &found, &format!("{HOME}/security/sessions"));
        Ok(json!({"title": TITLE, "hasFactor": count > 0, "passkeys": passkeys, "app": app, "codesLeft": own.recovery_codes,
            "others": found.len() > 1, "rows": rows}))
    })
    .await
}

/// Takes a factor away.
pub(super) async fn remove(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    change(&request, &context, &body, None::<Right>, async |who, sent| {
        let given = proof(&sent)?;
        let removal = FactorRemoval {
            passkey_id: sent.find("passkeyId").map(str::to_owned),
            password: sent.get("password").to_owned(),
            code: given.code,
            passkey: given.passkey,
        };
        factors::remove(&context, &Visitor::of(&request, &context), &who, &removal).await?;
        Ok((address("security", &[]), "factorRemoved"))
    })
    .await
}

/// Makes ten new codes, and shows them.
pub(super) async fn codes(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    let page = match open(&context, &request).await {
        Ok(page) => page,
        Err(why) => return why.error_response(),
    };
    let made = async {
        let sent = FormFields::read(&request, &body)?;
        let who = page.who(None)?;
        check_form(&request, &context, &sent)?;
        factors::new_codes(&context, &Visitor::of(&request, &context), who).await
    };
    match made.await {
        Ok(codes) => codes_page(&page, &codes, &address("security", &[])),
        Err(why) => page.turn_away(&why),
    }
}

/// Ends one session, or all others.
pub(super) async fn end(request: HttpRequest, context: Data<Context>, body: Bytes) -> HttpResponse {
    change(&request, &context, &body, None::<Right>, async |who, sent| {
        let here = address("security", &[]);
        if sent.get("id") == "others" {
            sessions::end_others(&context, &who).await?;
            return Ok((here, "sessionsEnded"));
        }
        sessions::end_one(&context, &who, who.id.clone(), sent.get("id").to_owned()).await?;
        Ok::<_, ApiError>((here, "sessionEnded"))
    })
    .await
}

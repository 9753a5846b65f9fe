//! The services that submissions are handed to, each by its own rules.

use super::audience::Audience;
use super::handover::{Handover, Service, at};
use super::sheet::Sheet;
use crate::outbound::email::Undelivered;
use crate::outbound::hook::Hooks;
use loggia_forms::StorageKind;
use reqwest::Method;
use serde_json::Value;
use std::sync::Arc;

/// The services the owner has given secrets for.
#[derive(Clone, Debug)]
pub struct Connectors {
    http: Hooks,
    audience: Option<Audience>,
    sheet: Option<Arc<Sheet>>,
}

impl Connectors {
    /// Those of the settings; `http` keeps every call away from the private network.
    pub fn new(http: Hooks, audience: Option<Audience>, sheet: Option<Sheet>) -> Self {
        Connectors { http, audience, sheet: sheet.map(Arc::new) }
    }

    /// Asks the other side of a connection whether it is there, with a message that says of itself that it is only a test;
    /// a table is only looked at. A mailing list of the site's own and its inbox are always there.
    ///
    /// # Errors
    /// What kept it from being reached, or that a secret of the owner's is missing.
    pub async fn try_out(&self, kind: StorageKind, url: &str, now_ms: i64) -> Result<(), Undelivered> {
        let no_secret = |setting: &str| Undelivered::Never(format!("{setting} is not set"));
        match kind {
            StorageKind::Inbox | StorageKind::Email | StorageKind::List => Ok(()),
            StorageKind::Webhook => {
                let body = serde_json::json!({"type": "connection.test", "test": true}).to_string();
                self.http.send((url, "connection-test"), body, now_ms, &mut None).await
            }
            StorageKind::Hook => {
                let body = serde_json::json!({"test": true, "form": "", "answers": {}});
                let request = self.http.request(Method::POST, url)?.json(&body);
                self.http.call(request, url).await.map(|_| ())
            }
            StorageKind::Audience => {
                let audience = self.audience.as_ref().ok_or_else(|| no_secret("LOGGIA_AUDIENCE_KEY"))?;
                audience.look(&self.http, url).await
            }
            StorageKind::Sheet => {
                let sheet = self.sheet.as_ref().ok_or_else(|| no_secret("LOGGIA_SHEET_ACCOUNT"))?;
                sheet.look(&self.http, url, now_ms).await
            }
        }
    }

    /// What an address of the open internet answers, as JSON; null when the answer is not JSON.
    ///
    /// # Errors
    /// What kept it from being read.
    pub async fn look(&self, url: &str) -> Result<Value, Undelivered> {
        self.http.call(self.http.request(Method::GET, url)?, url).await
    }

    /// Hands a submission to its service. `now_ms` signs where a signature has a time.
    ///
    /// # Errors
    /// [`Undelivered::Later`] when it is worth another try, [`Undelivered::Never`] when it is not.
    pub async fn send(&self, handover: &Handover, now_ms: i64) -> Result<(), Undelivered> {
        let no_secret = |setting: &str| Undelivered::Never(format!("{setting} is not set"));
        match handover.service {
            Service::Hook => hook(&self.http, handover).await,
            Service::Audience => {
                let audience = self.audience.as_ref().ok_or_else(|| no_secret("LOGGIA_AUDIENCE_KEY"))?;
                audience.join(&self.http, handover).await
            }
            Service::Sheet => {
                let sheet = self.sheet.as_ref().ok_or_else(|| no_secret("LOGGIA_SHEET_ACCOUNT"))?;
                sheet.append(&self.http, handover, now_ms).await
            }
        }
    }
}

/// One flat object: what services that start something with it can be clicked together from. Two fields of one title keep
/// both answers.
async fn hook(http: &Hooks, handover: &Handover) -> Result<(), Undelivered> {
    let mut answers = serde_json::Map::new();
    for (title, answer) in &handover.answers {
        let mut name = title.clone();
        let mut number = 2;
        while answers.contains_key(&name) {
            name = format!("{title} {number}");
            number += 1;
        }
        answers.insert(name, answer.clone().into());
    }
    let body = serde_json::json!({
        "submissionId": handover.submission_id, "form": handover.form_name, "createdOn": at(handover.created_on),
        "page": handover.page_path, "suspect": handover.suspect, "answers": answers,
    });
    let request =
        http.request(Method::POST, &handover.url)?.header("Loggia-Delivery", &handover.submission_id);
    http.call(request.json(&body), &handover.url).await.map(|_| ())
}

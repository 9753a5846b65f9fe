//! Members of an audience, in the words of Mailchimp's list calls (version 3.0), which services of its kind understand too.

use super::handover::{Handover, Membership};
use crate::outbound::email::Undelivered;
use crate::outbound::hook::Hooks;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest, Md5};
use reqwest::Method;
use serde_json::{Value, json};
use std::fmt;

/// The owner's account with a mailing service.
#[derive(Clone)]
pub struct Audience {
    key: String,
    /// The service asks new members whether they mean it.
    asks_first: bool,
}

impl fmt::Debug for Audience {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Audience").field("asks_first", &self.asks_first).finish_non_exhaustive()
    }
}

impl Audience {
    /// With the service's key; `asks_first` has the service ask new members whether they mean it.
    pub fn new(key: &str, asks_first: bool) -> Self {
        Audience { key: key.to_owned(), asks_first }
    }

    /// Whether the list at `url` is there for this key.
    pub(super) async fn look(&self, http: &Hooks, url: &str) -> Result<(), Undelivered> {
        let request = http.request(Method::GET, url)?.header("Authorization", self.authorization());
        http.call(request, url).await.map(|_| ())
    }

    fn authorization(&self) -> String {
        format!("Basic {}", STANDARD.encode(format!("loggia:{}", self.key)))
    }

    /// Every address of the submission becomes a member of the list at `url`, or leaves it. Who is one stays as they are,
    /// unsubscribed too, unless they ask to come back: the call puts a member under the hash of the address.
    pub(super) async fn join(&self, http: &Hooks, handover: &Handover) -> Result<(), Undelivered> {
        for email in &handover.emails {
            let member = hex::encode(Md5::digest(email.as_bytes()));
            let url = format!("{}/members/{member}", handover.url.trim_end_matches('/'));
            let joined = if self.asks_first { "pending" } else { "subscribed" };
            let mut body = match handover.membership {
                Membership::Joins => json!({"email_address": email, "status_if_new": joined}),
                // Such services let nobody back in who left without asking them.
                Membership::ComesBack => {
                    json!({"email_address": email, "status_if_new": joined, "status": "pending"})
                }
                Membership::Leaves => {
                    json!({"email_address": email, "status_if_new": "unsubscribed", "status": "unsubscribed"})
                }
            };
            if let Some((first, last)) = &handover.name {
                body["merge_fields"] = json!({"FNAME": first, "LNAME": last});
            }
            let request = http.request(Method::PUT, &url)?.header("Authorization", self.authorization());
            let _: Value = http.call(request.json(&body), &handover.url).await?;
        }
        Ok(())
    }
}

//! VIES, the Commission's register of VAT numbers: `POST /check-vat-number` answers whether a number is valid. The registers of
//! the members stand behind it, and each of them may be away for a while.

use super::register::VatRegister;
use crate::outbound::hook::Hooks;
use futures_util::future::BoxFuture;
use loggia_commerce::VatId;
use reqwest::Method;
use serde_json::json;
use std::time::Duration;

/// So long a purchase waits for an answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The register at an address.
#[derive(Clone)]
pub struct Vies {
    http: Hooks,
    url: String,
}

impl Vies {
    /// The service at `url`, such as `https://ec.europa.eu/taxation_customs/vies/rest-api`; `http` carries every call.
    pub fn new(http: Hooks, url: &str) -> Self {
        Vies { http, url: url.trim_end_matches('/').to_owned() }
    }

    async fn answer(&self, id: &VatId) -> Option<bool> {
        let url = format!("{}/check-vat-number", self.url);
        let asked = json!({"countryCode": id.country(), "vatNumber": id.number()});
        let request = self.http.request(Method::POST, &url).ok()?.json(&asked);
        let answer = self.http.call(request, &self.url).await.ok()?;
        // What failed has no `valid`: it says nothing of the number.
        answer.get("valid")?.as_bool()
    }
}

impl VatRegister for Vies {
    fn ask<'a>(&'a self, id: &'a VatId) -> BoxFuture<'a, Option<bool>> {
        Box::pin(async move {
            if !id.is_in_vies() {
                return None;
            }
            tokio::time::timeout(PATIENCE, self.answer(id)).await.ok().flatten()
        })
    }
}

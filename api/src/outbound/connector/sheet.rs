//! Rows of a sheet, in the words of Google Sheets' calls (version 4): the address of a form's sheet is
//! `https://sheets.googleapis.com/v4/spreadsheets/<id>/values/<sheet>`.

use super::handover::{Handover, at};
use super::token::ServiceAccount;
use crate::outbound::hook::Hooks;
use crate::outbound::letter::Undelivered;
use reqwest::Method;
use serde_json::{Value, json};

/// The owner's account with a table service.
#[derive(Debug)]
pub struct Sheet {
    account: ServiceAccount,
}

impl Sheet {
    /// Writes as `account`, with whom the owner has shared the sheet.
    pub fn new(account: ServiceAccount) -> Self {
        Sheet { account }
    }

    /// Whether the sheet at `url` can be read by this account.
    pub(super) async fn look(&self, http: &Hooks, url: &str, now_ms: i64) -> Result<(), Undelivered> {
        let token = self.account.token(http, now_ms).await?;
        let first = format!("{}!A1:A1", url.trim_end_matches('/'));
        let request = http.request(Method::GET, &first)?.bearer_auth(&token);
        http.carry(request, url).await.map(|_| ())
    }

    /// Appends a row, unless one begins with the submission's id already: a call whose answer was lost is made again.
    pub(super) async fn append(
        &self,
        http: &Hooks,
        handover: &Handover,
        now_ms: i64,
    ) -> Result<(), Undelivered> {
        let token = self.account.token(http, now_ms).await?;
        let url = handover.url.trim_end_matches('/');
        let ids =
            http.request(Method::GET, &format!("{url}!A:A?majorDimension=COLUMNS"))?.bearer_auth(&token);
        let ids: Value = http.carry(ids, &handover.url).await?;
        let is_there = |row: &Value| row.as_str() == Some(handover.submission_id.as_str());
        if ids["values"][0].as_array().is_some_and(|ids| ids.iter().any(is_there)) {
            return Ok(());
        }
        let mut row = vec![
            handover.submission_id.clone(),
            at(handover.created_on),
            handover.page_path.clone(),
            if handover.suspect { "suspect".to_owned() } else { String::new() },
        ];
        row.extend(handover.answers.iter().map(|(_, answer)| answer.clone()));
        // RAW: nothing a visitor typed is taken for a formula.
        let append = format!("{url}:append?valueInputOption=RAW&insertDataOption=INSERT_ROWS");
        let request =
            http.request(Method::POST, &append)?.bearer_auth(&token).json(&json!({"values": [row]}));
        http.carry(request, &handover.url).await.map(|_| ())
    }
}

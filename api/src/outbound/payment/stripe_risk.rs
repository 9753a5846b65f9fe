//! What Stripe says of a payment: its own judgement, and what the bank checked. It stands with the charge.

use super::risk::{Risk, RiskLevel};
use serde::Deserialize;
use serde_json::Value;

/// A PaymentIntent with its last charge as a whole.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Judged {
    #[serde(default)]
    latest_charge: Option<Value>,
}

impl Judged {
    /// Only what is said as documented counts.
    pub fn risk(&self) -> Risk {
        let Some(charge) = &self.latest_charge else { return Risk::default() };
        let outcome = &charge["outcome"];
        // What was paid with stands under the name of its kind.
        let details = &charge["payment_method_details"];
        let card = details["type"].as_str().map_or(&Value::Null, |kind| &details[kind]);
        let failed = |check: &str| card["checks"][check] == "fail";
        Risk {
            level: match outcome["risk_level"].as_str() {
                Some("elevated") => RiskLevel::Elevated,
                Some("highest") => RiskLevel::Highest,
                _ => RiskLevel::Normal,
            },
            score: outcome["risk_score"].as_i64(),
            card_country: country(card["country"].as_str()),
            security_code_failed: failed("cvc_check"),
            postal_code_failed: failed("address_postal_code_check"),
            is_unprotected: false,
        }
    }
}

/// A country's two letters; "" for anything else.
fn country(said: Option<&str>) -> String {
    let said = said.unwrap_or_default().to_ascii_uppercase();
    if said.len() == 2 && said.bytes().all(|one| one.is_ascii_uppercase()) { said } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn risk(charge: Value) -> Risk {
        serde_json::from_value::<Judged>(json!({"id": "pi_1", "latest_charge": charge})).unwrap().risk()
    }

    /// S-346: what Stripe documents of a charge is read, and nothing that is missing or another shape is a reason.
    #[test]
    fn s_346_what_stripe_says_of_a_charge() {
        let charge = json!({"id": "ch_1", "outcome": {"risk_level": "highest", "risk_score": 81},
            "payment_method_details": {"type": "card", "card": {"country": "de",
                "checks": {"cvc_check": "fail", "address_postal_code_check": "pass", "address_line1_check": null}}}});
        let read = risk(charge);
        let wanted = Risk {
            level: RiskLevel::Highest,
            score: Some(81),
            card_country: "DE".into(),
            security_code_failed: true,
            ..Risk::default()
        };
        assert_eq!(read, wanted);
        for nothing in [
            json!(null),
            json!("ch_1"),
            json!({}),
            json!({"outcome": null, "payment_method_details": null}),
            json!({"outcome": {"risk_level": "not_assessed"}, "payment_method_details": {"type": "sepa_debit", "sepa_debit": {"country": 7}}}),
            json!({"outcome": {"risk_level": "unknown"}, "payment_method_details": {"type": "card", "card": {"country": "USA", "checks": {"cvc_check": "unavailable"}}}}),
        ] {
            assert_eq!(risk(nothing.clone()), Risk::default(), "{nothing}");
        }
    }
}

//! What PayPal says of money that was taken: whether it bears the loss of a dispute, and what the card's bank checked.

use super::risk::Risk;
use serde::Deserialize;

/// A capture, as far as it is judged.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Judged {
    seller_protection: Option<Protection>,
    processor_response: Option<Checked>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Protection {
    status: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Checked {
    avs_code: String,
    cvv_code: String,
}

/// The codes of an address whose postal code is not that of the card's holder: the street alone is right, or nothing is.
const OTHER_POSTAL_CODE: [&str; 4] = ["A", "B", "C", "N"];

impl Judged {
    /// What is not said is nothing.
    pub fn risk(&self) -> Risk {
        let checked = self.processor_response.clone().unwrap_or_default();
        let protection = self.seller_protection.clone().unwrap_or_default();
        Risk {
            security_code_failed: checked.cvv_code == "N",
            postal_code_failed: OTHER_POSTAL_CODE.contains(&checked.avs_code.as_str()),
            is_unprotected: protection.status == "NOT_ELIGIBLE",
            ..Risk::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// S-346: what PayPal documents of a capture is read.
    #[test]
    fn s_346_what_paypal_says_of_a_capture() {
        let read = |json| serde_json::from_value::<Judged>(json).unwrap().risk();
        let card = read(
            json!({"id": "1", "processor_response": {"avs_code": "N", "cvv_code": "N", "response_code": "0000"}}),
        );
        assert_eq!(
            (card.postal_code_failed, card.security_code_failed, card.is_unprotected),
            (true, true, false)
        );
        let good = json!({"seller_protection": {"status": "ELIGIBLE"}, "processor_response": {"avs_code": "Y", "cvv_code": "M"}});
        assert_eq!((read(good), read(json!({"id": "1"}))), (Risk::default(), Risk::default()));
        let open = read(json!({"seller_protection": {"status": "NOT_ELIGIBLE", "dispute_categories": []}}));
        assert!(open.is_unprotected);
    }
}

//! Back-in-stock sign-ups (A-071…077).

use loggia_forms::{Email, EmailProblem, is_blank};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// Body of `POST /api/site-users/account/notifications/restock`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RestockSignUp {
    /// The product.
    pub product_id: String,
    /// The variant: its sku.
    pub variant_id: String,
    /// Who is to be told.
    #[serde(default)]
    pub site_visitor_email: String,
    /// The visitor joins the mailing list too; counts only where the product's context allows it.
    #[serde(default)]
    pub is_join_mailing_list: bool,
    /// The captcha's token; needed where the site has a captcha.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captcha_token: Option<String>,
}

/// Checks a sign-up as far as it can be checked without the catalogue and the captcha's verifier.
///
/// # Errors
/// [`Problem::EmailBlank`], [`Problem::EmailInvalid`], [`Problem::CaptchaMissing`], in this order.
pub fn check_restock(sign_up: &RestockSignUp, captcha_required: bool) -> Result<Email, Problem> {
    let email = Email::parse(&sign_up.site_visitor_email).map_err(|problem| match problem {
        EmailProblem::Blank => Problem::EmailBlank,
        EmailProblem::Invalid => Problem::EmailInvalid,
    })?;
    if captcha_required && sign_up.captcha_token.as_deref().is_none_or(is_blank) {
        return Err(Problem::CaptchaMissing);
    }
    Ok(email)
}

//! A purchase, from what the shopper sent to what is answered.

use super::answer::{CheckoutAnswer, answer};
use super::place::{as_bought, method_unavailable, place};
use super::purchase::{Checkout, PROVIDER_PREFIX, Purchase};

use crate::context::Context;
use crate::error::ApiError;
use crate::extract::shopper::Shopper;
use crate::links::Opens;
use crate::outbound::payment::{Outcome, PaymentMethod, PaymentProvider};
use crate::repository::cart::{Key, Kind};
use crate::repository::idempotency::Call;
use crate::settlement::{self};
use crate::token;
use crate::usecase::cart::taxes::{self, When};
use crate::usecase::cart::vat_id::keep_vat_id;
use loggia_commerce::forms::{Email, EmailProblem};
use loggia_commerce::{Problem, VatId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The payment is not decided yet: the shopper does what the provider asks, then the same call is sent again.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentPending {
    /// The order that waits.
    pub order_id: String,
    /// What the provider's script in the page needs to ask the shopper; without it there is nothing to do but wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<String>,
    /// Where the shopper goes for it, such as to their bank, and comes back from to the order's page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_url: Option<String>,
    /// Where its page is, from the root of the API's address: it says when the payment is confirmed.
    #[serde(default)]
    pub order_page: String,
}

/// What became of a purchase that was not refused.
pub enum Bought {
    /// It is paid, or will be by hand; the kind of cart that was bought.
    Paid(Box<CheckoutAnswer>, Kind),
    /// It waits for the shopper or for the provider.
    Pending(PaymentPending),
}

/// Buys the cart that is named, or the shopper's; `idempotency_key` is the same for every repeat of one purchase.
pub async fn buy(
    context: &Context,
    shopper: &Shopper,
    request: Checkout,
    idempotency_key: Option<&[u8]>,
) -> Result<Bought, ApiError> {
    let email = Email::parse(&request.email).map_err(|problem| match problem {
        EmailProblem::Blank => Problem::EmailBlank,
        EmailProblem::Invalid => Problem::EmailInvalid,
    })?;
    let named = request.cart_token.as_deref().map(|token| Key::Token(token::hash(token)));
    let key = named.clone().or_else(|| shopper.key()).ok_or(Problem::CartEmpty)?;
    let call = idempotency_key.map(|text| call(text, &key, &request)).transpose()?;
    let provider = provider(context, &request)?;
    // Asked before anything is held: the register may take its time.
    let vat_id = VatId::parse(&request.buyer.vat_id).ok();
    let vat_id_confirmed = match &vat_id {
        Some(id) => context.vat.ask(id).await,
        None => None,
    };
    // Kept also when the purchase is refused: the cart then says the total that it would come to now.
    keep_vat_id(context, &key, (vat_id.as_ref(), vat_id_confirmed)).await?;
    let purchase = Purchase {
        publications: context.publications.clone(),
        key,
        email: email.to_string(),
        member: shopper.member.clone(),
        call,
        payments: context.payments.clone(),
        provider: provider.name(),
        test_mode: provider.is_test(),
        now: context.clock.now_ms(),
        vat_id,
        vat_id_confirmed,
        by_staff: false,
        request: request.clone(),
    };
    ask_taxes(context, &purchase).await?;
    let order = context.db.write(async move |connection| place(connection, &purchase).await).await?;
    let (mut client_secret, mut redirect_url) = (None, None);
    let means =
        if provider.has_page() { PaymentMethod::Page } else { PaymentMethod::Token(request.payment_token) };
    if order.is_pending()
        && !order.is_waiting()
        && let Outcome::NeedsShopper { client_secret: secret, redirect } =
            settlement::pay(context, &order, means).await?
    {
        (client_secret, redirect_url) = (secret, redirect);
    }
    Ok(match answer(context, &order.id).await? {
        Some((answer, kind)) => Bought::Paid(Box::new(answer), kind),
        None => {
            let subject = (order.id.as_str(), order.link_version);
            let order_page = context.publications.links().page(Opens::Order, subject, context.clock.now_ms());
            Bought::Pending(PaymentPending { order_id: order.id, client_secret, redirect_url, order_page })
        }
    })
}

/// Has a service work out the taxes of what is bought, where they are not known. Nothing is held meanwhile; what does not hold
/// of the purchase itself is said when it is placed.
async fn ask_taxes(context: &Context, purchase: &Purchase) -> Result<(), ApiError> {
    if context.taxes.is_none() {
        return Ok(());
    }
    let found = context.db.read(async |connection| as_bought(connection, purchase).await).await;
    match found {
        Ok(Some(cart)) => taxes::ask(context, &cart, When::Paid).await.map(drop),
        Ok(None) | Err(_) => Ok(()),
    }
}

/// Who takes the money: whose page was chosen, else the provider of the shop.
fn provider<'a>(context: &'a Context, request: &Checkout) -> Result<&'a dyn PaymentProvider, ApiError> {
    let chosen = request.payment_method.as_deref().and_then(|method| method.strip_prefix(PROVIDER_PREFIX));
    match chosen {
        Some(name) => {
            let found = context.payments.by_name(name).filter(|provider| provider.has_page());
            found.ok_or_else(method_unavailable)
        }
        None => Ok(context.payments.main()),
    }
}

/// The `Idempotency-Key` of a call, bound to everything the call says.
fn call(text: &[u8], key: &Key, request: &Checkout) -> Result<Call, ApiError> {
    Call::new("checkout", text, &format!("{key:?}\n{}", serde_json::to_string(request)?))
}

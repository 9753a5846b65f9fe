//! Who waits for what, and telling them.

use super::unsubscribe;
use crate::context::Context;
use crate::usecase::paging::{ONE_MORE, page};

use crate::emails;
use crate::error::ApiError;
use crate::extract::signed_in::SignedIn;
use crate::published::{Published, variant_name};
use crate::repository::record::{self, Event, Kind};
use crate::repository::{Connection, catalog, outbox, restock};
use crate::roles::Right;
use crate::token::Secret;
use loggia_commerce::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most groups one call may send to.
const MOST_GROUPS: usize = 200;

/// A page of groups.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupsPage {
    /// By product and variant.
    pub sign_up_groups: Vec<SignUpGroup>,
    /// Whether there are more.
    pub has_next_page: bool,
    /// Where they begin.
    pub next_page_cursor: Option<String>,
}

/// Everybody who waits for one variant.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignUpGroup {
    /// The product.
    pub product_id: String,
    /// The variant.
    pub variant_id: String,
    /// What the product is called; its id where it is sold no more.
    pub product_title: String,
    /// The variant's values, such as `Large, Blue`; empty without options, its SKU where it is sold no more.
    pub variant_name: String,
    /// How many.
    pub count: i64,
}

/// A page of the groups, from `cursor` on.
pub async fn groups(who: &SignedIn, context: &Context, cursor: &str) -> Result<GroupsPage, ApiError> {
    let page = page(
        context,
        (who, Right::ReadRestock),
        cursor,
        async |connection, after| restock::groups(connection, (after.part(0), after.part(1)), ONE_MORE).await,
        |row| vec![&row.product_id, &row.variant_id],
    )
    .await?;
    let has_next_page = page.has_next();
    let published = context.publications.newest(&context.db).await?;
    let group = |row: restock::Group| {
        let product = published.product(&row.product_id);
        SignUpGroup {
            product_title: product.map_or_else(|| row.product_id.clone(), |product| product.title.clone()),
            variant_name: variant_name(product, &row.variant_id),
            product_id: row.product_id,
            variant_id: row.variant_id,
            count: row.waiting,
        }
    };
    let sign_up_groups = page.rows.into_iter().map(group).collect();
    Ok(GroupsPage { sign_up_groups, has_next_page, next_page_cursor: page.next })
}

/// Whom to tell.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SendRequest {
    /// The product.
    pub product_id: String,
    /// The variant.
    pub variant_id: String,
}

/// Tells everybody who waits for these; how many emails are on their way. Written down when there is one.
pub async fn send(who: &SignedIn, context: &Context, groups: Vec<SendRequest>) -> Result<usize, ApiError> {
    who.must(Right::SendRestock)?;
    if groups.len() > MOST_GROUPS {
        return Err(ApiError::bad_request("too-many-groups", "That is too many groups for one call."));
    }
    let published = context.publications.newest(&context.db).await?;
    let now = context.clock.now_ms();
    let (who, secret) = (who.clone(), context.secret.clone());
    let public_url = context.settings.public_url.clone();
    let most = i64::from(context.settings.commerce.letters_a_day);
    context
        .db
        .write(async move |connection| {
            for group in &groups {
                check_stock(connection, group).await?;
            }
            let base_url = public_url.as_deref().unwrap_or(&published.catalog.website.base_url);
            let (mut sent, mut done) = (0, Vec::new());
            for group in &groups {
                let notified = tell(connection, &published, (&secret, base_url), group, (most, now)).await?;
                if notified > 0 {
                    let subject = format!("{} {}", group.product_id, group.variant_id);
                    done.push(Event::new(Kind::SendRestock, &subject).with("sent", notified));
                }
                sent += notified;
            }
            for event in done.drain(..) {
                record::write(connection, &who.actor(), event, now).await?;
            }
            Ok(sent)
        })
        .await
}

/// Nobody is notified of a variant that is not there.
async fn check_stock(connection: &mut Connection<'_>, group: &SendRequest) -> Result<(), ApiError> {
    let rows = catalog::stock_of_item(connection, &group.product_id).await?;
    let row = rows.iter().find(|row| row.sku == group.variant_id).ok_or(Problem::ItemUnavailable)?;
    if row.unlimited || row.quantity > 0 {
        return Ok(());
    }
    Err(ApiError::bad_request("not-in-stock", "That variant is not in stock."))
}

async fn tell(
    connection: &mut Connection<'_>,
    published: &Published,
    (secret, base_url): (&Secret, &str),
    group: &SendRequest,
    (most, now): (i64, i64),
) -> Result<usize, ApiError> {
    let product = published.product(&group.product_id).ok_or(Problem::ItemUnavailable)?;
    let waiting = restock::send(connection, (&group.product_id, &group.variant_id), now).await?;
    for sign_up in &waiting {
        let way_out = unsubscribe::address(secret, base_url, &sign_up.id);
        let email_message = emails::restock(published, product, &sign_up.email, way_out);
        // Anybody may sign an address up for everything there is: what is beyond a day's emails goes on the days after it.
        let due_at = outbox::next_email_at(connection, &sign_up.email.to_lowercase(), most, now).await?;
        let (cause, body) = (format!("restock-{}", sign_up.id), serde_json::to_string(&email_message)?);
        outbox::add_for(connection, &cause, outbox::MAIL, &body, (due_at, now)).await?;
    }
    Ok(waiting.len())
}

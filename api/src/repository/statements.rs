//! Every statement of the store, for a look at all of them at once.

use super::connection::{Backend, fetch};
use super::db::Db;
use super::{
    account_key, audit, captcha, cart, catalog, coupon, coupon_use, dispute, factor, form, gauges, gift_card,
    guess, idempotency, imported, invoice, keep, list_request, mailing_list, order, outbox, own_orders,
    owner, payment, person, product_file, rate, record, refund, restock, sales, schedule, session,
    site_document, site_user, social, subscription, withdrawal,
};
use crate::error::ApiError;

/// A file of this folder and its statements, by name.
type File = (&'static str, &'static [(&'static str, &'static str)]);

/// Every statement of this folder by its file and name: what a compile-time check would see, for both databases.
fn statements() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let files: [File; 42] = [
        ("account_key", account_key::STATEMENTS),
        ("audit", audit::STATEMENTS),
        ("captcha", captcha::STATEMENTS),
        ("cart", cart::carts::STATEMENTS),
        ("cart/entries", cart::entries::STATEMENTS),
        ("cart/wanted", cart::wanted::STATEMENTS),
        ("catalog", catalog::STATEMENTS),
        ("coupon", coupon::STATEMENTS),
        ("coupon_use", coupon_use::STATEMENTS),
        ("dispute", dispute::STATEMENTS),
        ("factor", factor::STATEMENTS),
        ("gauges", gauges::STATEMENTS),
        ("form", form::STATEMENTS),
        ("gift_card", gift_card::STATEMENTS),
        ("idempotency", idempotency::STATEMENTS),
        ("imported", imported::STATEMENTS),
        ("invoice", invoice::STATEMENTS),
        ("keep", keep::STATEMENTS),
        ("list_request", list_request::STATEMENTS),
        ("mailing_list", mailing_list::STATEMENTS),
        ("order", order::STATEMENTS),
        ("outbox", outbox::STATEMENTS),
        ("own_orders", own_orders::STATEMENTS),
        ("owner", owner::STATEMENTS),
        ("payment", payment::STATEMENTS),
        ("person", person::find::STATEMENTS),
        ("person/erase", person::erase::STATEMENTS),
        ("guess", guess::STATEMENTS),
        ("product_file", product_file::STATEMENTS),
        ("rate", rate::STATEMENTS),
        ("record", record::rows::STATEMENTS),
        ("record/chain", record::chain::STATEMENTS),
        ("refund", refund::STATEMENTS),
        ("restock", restock::STATEMENTS),
        ("sales", sales::STATEMENTS),
        ("schedule", schedule::STATEMENTS),
        ("social", social::STATEMENTS),
        ("site_document", site_document::STATEMENTS),
        ("session", session::STATEMENTS),
        ("site_user", site_user::STATEMENTS),
        ("subscription", subscription::STATEMENTS),
        ("withdrawal", withdrawal::STATEMENTS),
    ];
    files
        .into_iter()
        .flat_map(|(file, statements)| statements.iter().map(move |(name, sql)| (file, *name, *sql)))
}

impl Db {
    /// Prepares every statement; the faults found, each with its place.
    pub async fn prepare_all(&self) -> Result<Vec<String>, ApiError> {
        use sqlx::{Executor, SqlStr};
        self.read(async |connection| {
            let mut faults = Vec::new();
            let own = match connection.backend() {
                Backend::Sqlite(_) => cart::put::sqlite::STATEMENTS,
                Backend::Postgres(_) => cart::put::postgres::STATEMENTS,
            };
            let own = own.iter().map(|(name, sql)| ("cart/put", *name, *sql));
            for (file, name, sql) in statements().chain(own) {
                let prepared = fetch!(connection, |c| c.prepare(SqlStr::from_static(sql)).await.map(drop));
                if let Err(fault) = prepared {
                    faults.push(format!("{file}::{name}: {fault}"));
                }
            }
            Ok(faults)
        })
        .await
    }
}

//! Every statement of the store, for a look at all of them at once.

use super::connection::{Backend, fetch};
use super::db::Db;
use super::{
    account_key, api_key, audit, books, brought, captcha, cart, catalog, coupon, coupon_use, customer,
    customer_file, customer_group, delivery_window, desk, device, dispute, download, draft, factor, form,
    gauges, gift_card, gift_card_desk, guess, idempotency, imported, inbox, invoice, keep, list_request,
    mailing_list, mention, order, order_change, order_number, order_return, outbox, own_orders, owner,
    payment, person, product_file, rate, record, refund, restock, sales, schedule, session, site_document,
    site_user, social, stock, subscription, tax, wallet, withdrawal,
};
use crate::error::ApiError;

/// A file of this folder and its statements, by name.
type File = (&'static str, &'static [(&'static str, &'static str)]);

/// Every statement of this folder by its file and name: what a compile-time check would see, for both databases.
fn statements() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let files: [File; 80] = [
        ("account_key", account_key::STATEMENTS),
        ("api_key", api_key::STATEMENTS),
        ("audit", audit::STATEMENTS),
        ("books/accounts", books::accounts::STATEMENTS),
        ("books/journal", books::journal::STATEMENTS),
        ("books/mark", books::mark::STATEMENTS),
        ("books/sums", books::sums::STATEMENTS),
        ("books/write", books::write::STATEMENTS),
        ("brought", brought::STATEMENTS),
        ("captcha", captcha::STATEMENTS),
        ("cart", cart::carts::STATEMENTS),
        ("cart/entries", cart::entries::STATEMENTS),
        ("cart/wanted", cart::wanted::STATEMENTS),
        ("catalog", catalog::STATEMENTS),
        ("coupon", coupon::STATEMENTS),
        ("coupon_use", coupon_use::STATEMENTS),
        ("customer", customer::STATEMENTS),
        ("customer_file", customer_file::STATEMENTS),
        ("customer_group", customer_group::STATEMENTS),
        ("delivery_window", delivery_window::STATEMENTS),
        ("desk/forget", desk::forget::STATEMENTS),
        ("desk/live", desk::live::STATEMENTS),
        ("desk/marks", desk::marks::STATEMENTS),
        ("desk/notes", desk::notes::STATEMENTS),
        ("desk/parcel", desk::parcel::STATEMENTS),
        ("desk/terms", desk::terms::STATEMENTS),
        ("desk/views", desk::views::STATEMENTS),
        ("device", device::STATEMENTS),
        ("dispute", dispute::STATEMENTS),
        ("draft", draft::STATEMENTS),
        ("download", download::STATEMENTS),
        ("factor", factor::STATEMENTS),
        ("gauges", gauges::STATEMENTS),
        ("form", form::STATEMENTS),
        ("gift_card", gift_card::STATEMENTS),
        ("gift_card_desk", gift_card_desk::STATEMENTS),
        ("idempotency", idempotency::STATEMENTS),
        ("imported", imported::STATEMENTS),
        ("inbox", inbox::STATEMENTS),
        ("invoice", invoice::STATEMENTS),
        ("keep", keep::STATEMENTS),
        ("list_request", list_request::STATEMENTS),
        ("mailing_list", mailing_list::STATEMENTS),
        ("mention", mention::STATEMENTS),
        ("order", order::STATEMENTS),
        ("order_change", order_change::STATEMENTS),
        ("order_number", order_number::STATEMENTS),
        ("order_return", order_return::STATEMENTS),
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
        ("stock/beside", stock::beside::STATEMENTS),
        ("stock/counted", stock::counted::STATEMENTS),
        ("stock/described", stock::described::STATEMENTS),
        ("stock/ledger", stock::ledger::STATEMENTS),
        ("stock/levels", stock::levels::STATEMENTS),
        ("stock/location", stock::location::STATEMENTS),
        ("stock/taken", stock::taken::STATEMENTS),
        ("stock/told", stock::told::STATEMENTS),
        ("stock/transfer", stock::transfer::STATEMENTS),
        ("subscription", subscription::STATEMENTS),
        ("tax", tax::STATEMENTS),
        ("wallet", wallet::STATEMENTS),
        ("withdrawal", withdrawal::STATEMENTS),
    ];
    files
        .into_iter()
        .flat_map(|(file, statements)| statements.iter().map(move |(name, sql)| (file, *name, *sql)))
}

impl Db {
    /// Prepares every statement; the faults found, each with its place.
    pub async fn prepare_all(&self) -> Result<Vec<String>, ApiError> {
        use sqlx::{AssertSqlSafe, Executor, SqlSafeStr, SqlStr};
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
            for (name, sql) in desk::list::statements().into_iter().chain(stock::list::statements()) {
                let prepared =
                    fetch!(connection, |c| c.prepare(AssertSqlSafe(sql).into_sql_str()).await.map(drop));
                if let Err(fault) = prepared {
                    faults.push(format!("a list, {name}: {fault}"));
                }
            }
            Ok(faults)
        })
        .await
    }

    /// How the database would answer each statement of the desk's lists, of orders and of stock, by name: its own words, a step a line.
    /// PostgreSQL is asked what it does where it has to use an index.
    pub async fn desk_plans(&self) -> Result<Vec<(String, String)>, ApiError> {
        use sqlx::AssertSqlSafe;
        self.read(async |connection| {
            let mut plans = Vec::new();
            let stock =
                stock::list::statements().into_iter().map(|(name, sql)| (format!("stock {name}"), sql));
            for (name, sql) in desk::list::statements().into_iter().chain(stock) {
                let plan = match connection.backend() {
                    Backend::Sqlite(c) => {
                        let asked = sqlx::query_as(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}")));
                        let steps: Vec<(i64, i64, i64, String)> = asked.fetch_all(&mut **c).await?;
                        steps.into_iter().map(|(.., step)| step).collect::<Vec<_>>()
                    }
                    Backend::Postgres(c) => {
                        sqlx::query("SET enable_seqscan = off").execute(c.ask()).await?;
                        let mut asked = sqlx::query_scalar(AssertSqlSafe(format!("EXPLAIN {sql}")));
                        for value in values(&name) {
                            asked = match value {
                                Some(number) => asked.bind(*number),
                                None => asked.bind(""),
                            };
                        }
                        let steps = asked.fetch_all(c.ask()).await?;
                        sqlx::query("RESET enable_seqscan").execute(c.ask()).await?;
                        steps
                    }
                };
                plans.push((name, plan.join("\n")));
            }
            Ok(plans)
        })
        .await
    }
}

/// What a statement of a list is asked with: numbers, and texts without letters.
fn values(name: &str) -> &'static [Option<i64>] {
    const MANY: Option<i64> = Some(i64::MAX);
    const PAGE: Option<i64> = Some(50);
    match name {
        "stock held" => &[],
        "stock beginning counted" => &[None, None, PAGE],
        _ if name.ends_with(" counted") => &[PAGE],
        _ if name.starts_with("stock") && name.ends_with("word at a location") => {
            &[None, None, None, None, None, None, None, PAGE, None, None, None]
        }
        _ if name.starts_with("stock") && name.contains("by word") => {
            &[None, None, None, None, None, None, None, PAGE, None, None]
        }
        _ if name.starts_with("stock") && name.ends_with("at a location") => {
            &[None, None, None, None, None, None, None, PAGE, None]
        }
        _ if name.starts_with("stock") => &[None, None, None, None, None, None, None, PAGE],
        _ => &[MANY, None, Some(0), None, None, None, None, PAGE],
    }
}

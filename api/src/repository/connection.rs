//! One connection to whichever database is there, and the macros every statement goes through.

use super::asked::Asked;
use super::server::Manner;
use sqlx::{PgConnection, SqliteConnection};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many statements were sent.
pub(in crate::repository) type Sent = Arc<AtomicU64>;

/// A connection inside a transaction or of the read pool, on either database.
///
/// Statements are written once: `$1` parameters, `RETURNING` and `ON CONFLICT` are common ground.
#[derive(Debug)]
pub struct Connection<'c> {
    backend: Backend<'c>,
    changed: bool,
    sent: &'c AtomicU64,
}

/// The two databases.
#[derive(Debug)]
pub(in crate::repository) enum Backend<'c> {
    /// The embedded file.
    Sqlite(&'c mut SqliteConnection),
    /// The server.
    Postgres(Asked<'c>),
}

impl<'c> Connection<'c> {
    pub(in crate::repository) fn sqlite(connection: &'c mut SqliteConnection, sent: &'c AtomicU64) -> Self {
        Connection { backend: Backend::Sqlite(connection), changed: false, sent }
    }

    pub(in crate::repository) fn postgres(
        connection: &'c mut PgConnection,
        manner: Manner,
        sent: &'c AtomicU64,
    ) -> Self {
        Connection { backend: Backend::Postgres(Asked::new(connection, manner)), changed: false, sent }
    }

    /// For one statement, which is counted.
    pub(in crate::repository) fn backend(&mut self) -> &mut Backend<'c> {
        self.sent.fetch_add(1, Ordering::Relaxed);
        &mut self.backend
    }

    /// For a text of several statements: counts those after its first.
    pub(in crate::repository) fn send_more(&self, statements: u64) {
        self.sent.fetch_add(statements, Ordering::Relaxed);
    }

    /// Whether a statement that changes something went through: decides if a refusal needs a rollback.
    pub(in crate::repository) fn changed(&self) -> bool {
        self.changed
    }

    pub(in crate::repository) fn mark_changed(&mut self) {
        self.changed = true;
    }
}

/// Runs one reading statement against whichever database is there; the body is written once and type-checked twice.
macro_rules! fetch {
    ($connection:expr, |$c:ident| $body:expr) => {
        match $connection.backend() {
            $crate::repository::connection::Backend::Sqlite($c) => {
                let $c = &mut **$c;
                $body
            }
            $crate::repository::connection::Backend::Postgres($c) => {
                let $c = $c.ask();
                $body
            }
        }
    };
}

/// Runs one changing statement: like `fetch!`, and remembers that something was changed.
macro_rules! change {
    ($connection:expr, |$c:ident| $body:expr) => {{
        $connection.mark_changed();
        $crate::repository::connection::fetch!($connection, |$c| $body)
    }};
}

/// Runs one changing statement with these values; how many rows it touched.
macro_rules! affected {
    ($connection:expr, $sql:expr $(, $value:expr)* $(,)?) => {
        $crate::repository::connection::change!($connection, |c| sqlx::query($sql)
            $(.bind($value))*
            .execute(c)
            .await
            .map(|done| done.rows_affected()))
    };
}

/// Names the statements of a file and lists them, so that a test can prepare every one on both databases.
macro_rules! statements {
    ($($(#[$meta:meta])* $name:ident = $sql:expr;)+) => {
        $($(#[$meta])* const $name: &str = $sql;)+
        /// Every statement of this file.
        pub(in crate::repository) const STATEMENTS: &[(&str, &str)] = &[$((stringify!($name), $name)),+];
    };
}

pub(crate) use {affected, change, fetch, statements};

//! What the address of a PostgreSQL server says: how to reach it, and what may be asked of it.

use super::open_error::OpenError;
use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use std::str::FromStr;

/// What stands behind an address beside PostgreSQL itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::repository) struct Manner {
    /// A pooler lends a session for one transaction alone: nothing may be left in a session, no prepared statement either.
    pub is_pooled: bool,
    /// The server speaks PostgreSQL and is spread over many: what such servers lack is not asked of it.
    pub is_distributed: bool,
}

/// A server at its address.
#[derive(Clone)]
pub(in crate::repository) struct Server {
    /// How to reach it.
    pub options: PgConnectOptions,
    /// What may be asked of it.
    pub manner: Manner,
    /// How a transaction begins.
    pub begin: &'static str,
}

impl Server {
    /// Reads `postgres://…`. Beside the driver's parameters there are `pooler=transaction` (pgbouncer in that mode stands in
    /// front) and `engine=distributed`.
    ///
    /// # Errors
    /// When it is no such address, or one of the two says something else.
    pub fn at(url: &str) -> Result<Server, OpenError> {
        let (place, parameters) = url.split_once('?').unwrap_or((url, ""));
        let mut manner = Manner::default();
        let mut rest = Vec::new();
        for parameter in parameters.split('&') {
            match parameter.split_once('=') {
                Some(("pooler", "transaction")) => manner.is_pooled = true,
                Some(("engine", "distributed")) => manner.is_distributed = true,
                Some(("pooler" | "engine", _)) => return Err(OpenError::Parameter(parameter.into())),
                _ => rest.push(parameter),
            }
        }
        if manner.is_pooled && manner.is_distributed {
            return Err(OpenError::Parameter(parameters.into()));
        }
        let options = PgConnectOptions::from_str(&format!("{place}?{}", rest.join("&")))?;
        Ok(Server { options: options.disable_statement_logging(), manner, begin: "BEGIN" })
    }

    /// The same with the tables of the visits, which have a schema of their own. A session is told so when it begins; through a
    /// pooler every transaction is.
    pub fn of_visits(self) -> Server {
        if self.manner.is_pooled {
            return Server { begin: "BEGIN; SET LOCAL search_path TO visits", ..self };
        }
        Server { options: self.options.options([("search_path", "visits")]), ..self }
    }
}

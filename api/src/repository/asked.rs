//! A session of PostgreSQL that is asked one statement at a time, with a name for it or without.

use super::server::Manner;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArguments, PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{Either, Error, Execute, Executor, PgConnection, Postgres, SqlStr};

/// A session and how it may be asked. The driver names every statement and keeps it in the session; where the next transaction meets
/// another session, that name is not known there, or is another's.
#[derive(Debug)]
pub struct Asked<'c> {
    connection: &'c mut PgConnection,
    manner: Manner,
}

impl<'c> Asked<'c> {
    /// The session for statements that are sent in this manner.
    pub(in crate::repository) fn new(connection: &'c mut PgConnection, manner: Manner) -> Self {
        Asked { connection, manner }
    }

    /// For one statement.
    pub(in crate::repository) fn ask(&mut self) -> Asked<'_> {
        Asked { connection: self.connection, manner: self.manner }
    }

    /// What may be asked.
    pub(in crate::repository) fn manner(&self) -> Manner {
        self.manner
    }
}

/// A statement that is kept under its name only where the session stays ours.
struct Statement<E> {
    statement: E,
    manner: Manner,
}

impl<'q, E: Execute<'q, Postgres>> Execute<'q, Postgres> for Statement<E> {
    fn sql(self) -> SqlStr {
        self.statement.sql()
    }

    fn statement(&self) -> Option<&PgStatement> {
        self.statement.statement()
    }

    fn take_arguments(&mut self) -> Result<Option<PgArguments>, BoxDynError> {
        self.statement.take_arguments()
    }

    fn persistent(&self) -> bool {
        !self.manner.is_pooled && self.statement.persistent()
    }
}

impl<'c> Executor<'c> for Asked<'c> {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        statement: E,
    ) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        self.connection.fetch_many(Statement { statement, manner: self.manner })
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, statement: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        self.connection.fetch_optional(Statement { statement, manner: self.manner })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement, Error>>
    where
        'c: 'e,
    {
        self.connection.prepare_with(sql, parameters)
    }
}

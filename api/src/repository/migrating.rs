//! Bringing a PostgreSQL server to the newest form, without what a session keeps: a pooler may stand in front of it, and several
//! programs may begin at once.
//!
//! Who changes tables holds a row until its transaction ends. The driver's own way holds a lock of the session, which through a
//! pooler is another's session by the next statement.

use super::asked::Asked;
use super::db::pause;
use super::portable;
use super::server::Server;
use sqlx::migrate::{MigrateError, Migration, Migrator};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection as _, Error, PgConnection};
use std::collections::BTreeMap;

/// What was applied, in the driver's own form.
const APPLIED_TABLE: &str = "CREATE TABLE IF NOT EXISTS _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL, \
    installed_on TIMESTAMPTZ NOT NULL DEFAULT now(), success BOOLEAN NOT NULL, checksum BYTEA NOT NULL, execution_time BIGINT NOT NULL)";
/// The row that is held (0), and how far a migration came that is not applied as a whole.
const STEP_TABLE: &str =
    "CREATE TABLE IF NOT EXISTS _migrating (version BIGINT PRIMARY KEY, steps BIGINT NOT NULL)";
const HOLD: &str = "INSERT INTO _migrating (version, steps) VALUES (0, 0) ON CONFLICT (version) DO UPDATE SET steps = excluded.steps";
const APPLIED: &str = "SELECT version, checksum FROM _sqlx_migrations ORDER BY version";
const APPLY: &str = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES ($1, $2, TRUE, $3, 0)";
const STEPS: &str = "SELECT steps FROM _migrating WHERE version = $1";
const STEP: &str = "INSERT INTO _migrating (version, steps) VALUES ($1, $2) ON CONFLICT (version) DO UPDATE SET steps = excluded.steps";

/// How often two that begin at once may be in each other's way.
const ATTEMPTS: usize = 100;
/// A table, a column, another thing, a schema that is there already, or the row of its name.
const THERE: [&str; 5] = ["42P07", "42701", "42710", "42P06", "23505"];

/// Applies what lacks of `migrator` to the server that `connection` leads to; makes the schema `within` first.
///
/// # Errors
/// When the database was made by a newer program, a migration was changed, or a statement is refused.
pub(super) async fn migrate(
    connection: &mut PgConnection,
    server: &Server,
    within: Option<&'static str>,
    migrator: &Migrator,
) -> Result<(), MigrateError> {
    let mut attempt = 1;
    while let Err(fault) = attempted(connection, server, within, migrator).await {
        let met = match &fault {
            MigrateError::Execute(fault) => is(fault, &THERE) || is(fault, &["40001", "40P01"]),
            MigrateError::ExecuteMigration(fault, _) => is(fault, &["40001", "40P01"]),
            _ => false,
        };
        if !met || attempt == ATTEMPTS {
            return Err(fault);
        }
        pause(attempt).await;
        attempt += 1;
    }
    Ok(())
}

async fn attempted(
    connection: &mut PgConnection,
    server: &Server,
    within: Option<&'static str>,
    migrator: &Migrator,
) -> Result<(), MigrateError> {
    let mut look = connection.begin_with(server.begin).await?;
    let found = match applied(&mut look, server).await {
        // Without the table nothing was applied.
        Err(fault) if is(&fault, &["42P01"]) => None,
        found => Some(found?),
    };
    look.rollback().await?;
    if let Some(found) = found {
        if next(migrator, &found)?.is_none() {
            return Ok(());
        }
    } else {
        let schema = within.map(|schema| format!("CREATE SCHEMA IF NOT EXISTS {schema}"));
        let tables = [APPLIED_TABLE.to_owned(), STEP_TABLE.to_owned()];
        for made in schema.into_iter().chain(tables) {
            alone(connection, server, &made).await?;
        }
    }
    // Tables of earlier programs have no such row.
    alone(connection, server, STEP_TABLE).await?;
    while one(connection, server, migrator).await? {}
    Ok(())
}

/// Sends one statement by itself.
async fn alone(connection: &mut PgConnection, server: &Server, sql: &str) -> Result<(), Error> {
    let sql = sqlx::raw_sql(AssertSqlSafe(sql.to_owned()));
    if server.manner.is_distributed {
        sql.execute(connection).await?;
        return Ok(());
    }
    let mut made = connection.begin_with(server.begin).await?;
    sql.execute(&mut *made).await?;
    made.commit().await
}

/// The versions that were applied, with their digests.
async fn applied(connection: &mut PgConnection, server: &Server) -> Result<BTreeMap<i64, Vec<u8>>, Error> {
    let found = sqlx::query_as(APPLIED).fetch_all(Asked::new(connection, server.manner)).await?;
    Ok(found.into_iter().collect::<BTreeMap<i64, Vec<u8>>>())
}

/// The first that lacks.
fn next<'m>(
    migrator: &'m Migrator,
    applied: &BTreeMap<i64, Vec<u8>>,
) -> Result<Option<&'m Migration>, MigrateError> {
    if let Some(newer) = applied.keys().find(|version| !migrator.version_exists(**version)) {
        return Err(MigrateError::VersionMissing(*newer));
    }
    for migration in migrator.iter() {
        match applied.get(&migration.version) {
            Some(digest) if *digest != *migration.checksum => {
                return Err(MigrateError::VersionMismatch(migration.version));
            }
            Some(_) => {}
            None => return Ok(Some(migration)),
        }
    }
    Ok(None)
}

/// Applies the first that lacks while nobody else does; whether there was one.
async fn one(
    connection: &mut PgConnection,
    server: &Server,
    migrator: &Migrator,
) -> Result<bool, MigrateError> {
    let mut held = connection.begin_with(server.begin).await?;
    sqlx::query(HOLD).execute(Asked::new(&mut held, server.manner)).await?;
    let Some(migration) = next(migrator, &applied(&mut held, server).await?)? else {
        held.rollback().await?;
        return Ok(false);
    };
    if server.manner.is_distributed {
        let mut beside = server.options.connect().await?;
        step_by_step(&mut beside, server, migration).await?;
        beside.close().await?;
        held.rollback().await?;
        return Ok(true);
    }
    let fault = |fault| MigrateError::ExecuteMigration(fault, migration.version);
    sqlx::raw_sql(migration.sql.clone()).execute(&mut *held).await.map_err(fault)?;
    record(&mut held, server, migration).await?;
    held.commit().await?;
    Ok(true)
}

/// Applies a migration where tables are changed outside of transactions: each statement by itself, so that one who comes after a
/// program that was killed goes on where it stopped.
async fn step_by_step(
    connection: &mut PgConnection,
    server: &Server,
    migration: &Migration,
) -> Result<(), MigrateError> {
    let version = migration.version;
    let asked = Asked::new(connection, server.manner);
    let done: Option<i64> = sqlx::query_scalar(STEPS).bind(version).fetch_optional(asked).await?;
    let done = done.unwrap_or_default();
    for (step, sql) in (1_i64..).zip(portable::statements(migration.sql.as_str())) {
        if step <= done {
            continue;
        }
        let mut made = connection.begin().await?;
        let changes_rows = portable::changes_rows(&sql);
        if changes_rows {
            sqlx::raw_sql(AssertSqlSafe(sql.clone())).execute(&mut *made).await?;
        }
        sqlx::query(STEP).bind(version).bind(step).execute(Asked::new(&mut made, server.manner)).await?;
        if changes_rows {
            made.commit().await?;
            continue;
        }
        // What changes tables comes before its step is written down: it may be there when that was not reached.
        made.rollback().await?;
        match sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *connection).await {
            Err(fault) if step == done + 1 && is(&fault, &THERE) => {}
            Err(fault) => return Err(MigrateError::ExecuteMigration(fault, version)),
            Ok(_) => {}
        }
        let asked = Asked::new(connection, server.manner);
        sqlx::query(STEP).bind(version).bind(step).execute(asked).await?;
    }
    Ok(record(connection, server, migration).await?)
}

async fn record(connection: &mut PgConnection, server: &Server, migration: &Migration) -> Result<(), Error> {
    sqlx::query(APPLY)
        .bind(migration.version)
        .bind(&*migration.description)
        .bind(&*migration.checksum)
        .execute(Asked::new(connection, server.manner))
        .await?;
    Ok(())
}

fn is(fault: &Error, codes: &[&str]) -> bool {
    let code = fault.as_database_error().and_then(|fault| fault.code());
    code.is_some_and(|code| codes.contains(&code.as_ref()))
}

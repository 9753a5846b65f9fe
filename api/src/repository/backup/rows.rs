//! Rows from one database into the other: the tables and columns are the same, only the types have other names.

use super::error::{BackupError, Carried};
use crate::repository::asked::Asked;
use crate::repository::server::Server;
use futures_util::TryStreamExt;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Connection, PgConnection, Postgres, QueryBuilder, Row, Sqlite, SqliteConnection};
use std::collections::BTreeMap;

/// How many rows one statement puts in.
const ROWS_AT_ONCE: usize = 200;
/// What a server works out anew: the quotas of the last minute, who sweeps next, who rolls up.
const NOT_KEPT: [&str; 4] = ["_sqlx_migrations", "rate", "roll_up", "schedule"];
/// Numbers that PostgreSQL would give itself stay what they were.
const OWN_NUMBERS: &str = "OVERRIDING SYSTEM VALUE ";

/// A table with its columns, in the order in which they were made.
struct Table {
    name: String,
    columns: Vec<(String, Kind)>,
}

impl Table {
    fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
    }

    fn select(&self) -> AssertSqlSafe<String> {
        AssertSqlSafe(format!("SELECT {} FROM \"{}\"", self.names(), self.name))
    }

    fn insert(&self) -> String {
        format!("INSERT INTO \"{}\" ({}) ", self.name, self.names())
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Whole,
    Flag,
    Text,
    Bytes,
}

/// What stands in one column of one row.
enum Cell {
    Whole(Option<i64>),
    Flag(Option<bool>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

macro_rules! cell {
    ($row:expr, $column:expr, $kind:expr) => {
        match $kind {
            Kind::Whole => Cell::Whole($row.try_get($column)?),
            Kind::Flag => Cell::Flag($row.try_get($column)?),
            Kind::Text => Cell::Text($row.try_get($column)?),
            Kind::Bytes => Cell::Bytes($row.try_get($column)?),
        }
    };
}

macro_rules! put {
    ($database:ty, $executor:expr, $table:expr, $rows:expr, $numbers:expr) => {{
        let mut statement = QueryBuilder::<$database>::new($table.insert() + $numbers);
        statement.push_values($rows.drain(..), |mut values, row: Vec<Cell>| {
            for cell in row {
                match cell {
                    Cell::Whole(value) => values.push_bind(value),
                    Cell::Flag(value) => values.push_bind(value),
                    Cell::Text(value) => values.push_bind(value),
                    Cell::Bytes(value) => values.push_bind(value),
                };
            }
        });
        statement.build().execute($executor).await?
    }};
}

/// Copies one snapshot of everything; `target` is migrated and empty.
pub(super) async fn from_postgres(
    (source, server): (&mut PgConnection, &Server),
    target: &mut SqliteConnection,
) -> Result<(), BackupError> {
    let mut snapshot = source.begin_with(server.begin).await?;
    sqlx::raw_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        .execute(&mut *snapshot)
        .await?;
    let mut copy = target.begin().await?;
    for table in tables(&mut copy, (&mut snapshot, server)).await? {
        let mut found = sqlx::query(table.select()).fetch(Asked::new(&mut snapshot, server.manner));
        let mut rows = Vec::with_capacity(ROWS_AT_ONCE);
        while let Some(row) = found.try_next().await? {
            rows.push(postgres_row(&table, &row)?);
            if rows.len() == ROWS_AT_ONCE {
                put!(Sqlite, &mut *copy, table, rows, "");
            }
        }
        if !rows.is_empty() {
            put!(Sqlite, &mut *copy, table, rows, "");
        }
    }
    copy.commit().await?;
    snapshot.rollback().await?;
    Ok(())
}

/// Copies everything in one transaction; `target` is migrated, and must be empty.
pub(super) async fn to_postgres(
    source: &mut SqliteConnection,
    (target, server): (&mut PgConnection, &Server),
) -> Result<Carried, BackupError> {
    let mut copy = target.begin_with(server.begin).await?;
    let mut carried = Carried::default();
    for table in tables(source, (&mut copy, server)).await? {
        let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM \"{}\"", table.name));
        let there: i64 = sqlx::query_scalar(count).fetch_one(Asked::new(&mut copy, server.manner)).await?;
        if there > 0 {
            return Err(BackupError::NotEmpty { table: table.name, rows: there });
        }
        carried.tables += 1;
        let mut found = sqlx::query(table.select()).fetch(&mut *source);
        let mut rows = Vec::with_capacity(ROWS_AT_ONCE);
        while let Some(row) = found.try_next().await? {
            rows.push(sqlite_row(&table, &row)?);
            carried.rows += 1;
            if rows.len() == ROWS_AT_ONCE {
                put!(Postgres, Asked::new(&mut copy, server.manner), table, rows, OWN_NUMBERS);
            }
        }
        if !rows.is_empty() {
            put!(Postgres, Asked::new(&mut copy, server.manner), table, rows, OWN_NUMBERS);
        }
    }
    copy.commit().await?;
    Ok(carried)
}

/// How much a file holds.
pub(super) async fn count(file: &mut SqliteConnection) -> Result<Carried, BackupError> {
    let mut carried = Carried::default();
    for name in names(file).await? {
        let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM \"{name}\""));
        carried.tables += 1;
        carried.rows += sqlx::query_scalar::<_, i64>(count).fetch_one(&mut *file).await?;
    }
    Ok(carried)
}

fn postgres_row(table: &Table, row: &PgRow) -> Result<Vec<Cell>, sqlx::Error> {
    table.columns.iter().enumerate().map(|(column, (_, kind))| Ok(cell!(row, column, kind))).collect()
}

fn sqlite_row(table: &Table, row: &SqliteRow) -> Result<Vec<Cell>, sqlx::Error> {
    table.columns.iter().enumerate().map(|(column, (_, kind))| Ok(cell!(row, column, kind))).collect()
}

/// The tables of the file in the order in which they were made: one that is referred to comes first.
async fn names(file: &mut SqliteConnection) -> Result<Vec<String>, sqlx::Error> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .fetch_all(file)
    .await?;
    Ok(names.into_iter().filter(|name| !NOT_KEPT.contains(&name.as_str())).collect())
}

async fn tables(
    file: &mut SqliteConnection,
    (connection, server): (&mut PgConnection, &Server),
) -> Result<Vec<Table>, BackupError> {
    let mut tables = Vec::new();
    for name in names(file).await? {
        let columns: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_info($1) ORDER BY cid")
            .bind(&name)
            .fetch_all(&mut *file)
            .await?;
        let types: Vec<(String, String)> = sqlx::query_as(
            "SELECT column_name::text, data_type::text FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = $1",
        )
        .bind(&name)
        .fetch_all(Asked::new(connection, server.manner))
        .await?;
        let types: BTreeMap<String, String> = types.into_iter().collect();
        let columns = columns.into_iter().map(|column| {
            let kind = match types.get(&column).map(String::as_str) {
                Some("bigint") => Kind::Whole,
                Some("boolean") => Kind::Flag,
                Some("text") => Kind::Text,
                Some("bytea") => Kind::Bytes,
                _ => return Err(BackupError::Column(format!("{name}.{column}"))),
            };
            Ok((column, kind))
        });
        tables.push(Table { columns: columns.collect::<Result<_, _>>()?, name });
    }
    Ok(tables)
}

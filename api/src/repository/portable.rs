//! Migrations for servers that speak PostgreSQL and are none: without functions, triggers, partitions and collations. What else
//! differs is in docs/operation/engines.md.
//!
//! Nothing of the shop rests on these. Triggers say once more what the statements and the chain of the record hold; partitions make
//! forgetting fast; and such servers compare texts by their bytes as it is.

/// What such a server lacks, as a statement begins.
const LACKED: [&str; 2] = ["CREATE FUNCTION", "CREATE TRIGGER"];
/// What it lacks within a statement, and what stands there instead.
const WITHIN: [(&str, &str); 3] = [
    (" COLLATE \"C\"", ""),
    (") PARTITION BY RANGE (occurred_at)", ")"),
    // The quotient of two whole numbers is none there.
    ("starts_at / 604800000 * 604800000", "starts_at - starts_at % 604800000"),
];

/// The statements of a migration, those that such a server knows.
pub(super) fn statements(sql: &str) -> Vec<String> {
    split(sql)
        .into_iter()
        .filter(|statement| !LACKED.iter().any(|lacked| statement.starts_with(lacked)))
        .map(|statement| WITHIN.iter().fold(statement, |sql, (lacked, instead)| sql.replace(lacked, instead)))
        .collect()
}

/// Whether a statement changes rows, and no table.
pub(super) fn changes_rows(statement: &str) -> bool {
    ["INSERT", "UPDATE", "DELETE", "WITH"].iter().any(|verb| statement.starts_with(verb))
}

/// The statements without their comments; a `;` in a text or in the body of a function ends none.
fn split(sql: &str) -> Vec<String> {
    let (mut found, mut statement) = (Vec::new(), String::new());
    let mut rest = sql;
    while let Some(letter) = rest.chars().next() {
        let taken = if rest.starts_with("--") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
            continue;
        } else if letter == '\'' {
            rest[1..].find('\'').map_or(rest.len(), |end| end + 2)
        } else if let Some(body) = rest.strip_prefix("$$") {
            body.find("$$").map_or(rest.len(), |end| end + 4)
        } else {
            letter.len_utf8()
        };
        if letter == ';' {
            found.push(std::mem::take(&mut statement));
        } else {
            statement.push_str(&rest[..taken]);
        }
        rest = &rest[taken..];
    }
    found.push(statement);
    found.into_iter().map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_end_where_they_end() {
        let sql = "-- a; b\nCREATE TABLE a (b TEXT COLLATE \"C\" DEFAULT ';');\nCREATE FUNCTION c() AS $$ BEGIN; END $$;\n\
                   INSERT INTO a VALUES ('it''s; x')";
        let expected = ["CREATE TABLE a (b TEXT DEFAULT ';')", "INSERT INTO a VALUES ('it''s; x')"];
        assert_eq!(statements(sql), expected);
        assert_eq!(expected.map(changes_rows), [false, true]);
    }
}

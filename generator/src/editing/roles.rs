//! What each role sees of the editor, by the role codes of the specification and the table of rights (A-099, E-025, E-162).

use super::wire::site::{Code, Role, Tool};

/// Code and name of every role.
pub const ALL: [(u8, &str); 12] = [
    (ADMIN, "ADMIN"),
    (2, "BILLING"),
    (3, "REPORTING"),
    (EDITOR, "EDITOR"),
    (6, "MODERATOR"),
    (7, "COMMENTER"),
    (STORE_MANAGER, "STORE_MANAGER"),
    (9, "SCHEDULING"),
    (VIEWER, "VIEWER"),
    (11, "CAMPAIGNS_EDITOR"),
    (12, "SCHEDULING_VIEWER"),
    (13, "SCHEDULING_EDITOR"),
];

/// Everything.
pub const ADMIN: u8 = 1;
/// Content, templates, files, forms.
pub const EDITOR: u8 = 4;

/// Products, orders, stock.
pub const STORE_MANAGER: u8 = 8;
/// Sees what is not published.
pub const VIEWER: u8 = 10;

/// Every tool, in order.
pub const TOOLS: [Tool; 12] = [
    Tool::Content,
    Tool::Design,
    Tool::Files,
    Tool::Forms,
    Tool::Commerce,
    Tool::Restock,
    Tool::Analytics,
    Tool::Moderation,
    Tool::Campaigns,
    Tool::Scheduling,
    Tool::Billing,
    Tool::Settings,
];

/// The tools of a role. A role without any may not open the editor (E-025), but for VIEWER, who looks at the preview.
#[must_use]
pub fn tools(code: u8) -> &'static [Tool] {
    match code {
        ADMIN => &TOOLS,
        2 => &[Tool::Billing],
        3 => &[Tool::Restock, Tool::Analytics],
        EDITOR => &[Tool::Content, Tool::Design, Tool::Files, Tool::Forms],
        6 => &[Tool::Moderation],
        STORE_MANAGER => &[Tool::Commerce, Tool::Restock],
        9 | 12 | 13 => &[Tool::Scheduling],
        11 => &[Tool::Campaigns],
        // COMMENTER, VIEWER, and codes that are no role.
        _ => &[],
    }
}

/// What somebody with these roles sees; the one at the machine, where there are no users, is ADMIN.
#[must_use]
pub fn role(codes: Option<&[u8]>) -> Role {
    let own = codes.unwrap_or(&[ADMIN]);
    Role {
        codes: own.to_vec(),
        tools: TOOLS.into_iter().filter(|tool| may(own, *tool)).collect(),
        may_publish: may_publish(own),
        signed_in: codes.is_some(),
    }
}

/// Whether one of the roles has a tool.
#[must_use]
pub fn may(codes: &[u8], tool: Tool) -> bool {
    codes.iter().any(|code| tools(*code).contains(&tool))
}

/// ADMIN and EDITOR publish; others send to review (E-013).
#[must_use]
pub fn may_publish(codes: &[u8]) -> bool {
    codes.contains(&ADMIN) || codes.contains(&EDITOR)
}

/// Whether somebody with these roles may open the editor at all (E-025).
#[must_use]
pub fn may_open(codes: &[u8]) -> bool {
    may_preview(codes) || codes.iter().any(|code| !tools(*code).is_empty())
}

/// Whether somebody with these roles sees pages that are not published: who works on them, and VIEWER, who does nothing
/// else.
#[must_use]
pub fn may_preview(codes: &[u8]) -> bool {
    codes.iter().any(|code| matches!(*code, ADMIN | EDITOR | STORE_MANAGER | VIEWER))
}

/// The table for the editor (E-161).
#[must_use]
pub fn codes() -> Vec<Code> {
    ALL.iter().map(|(code, name)| Code { code: i64::from(*code), name: (*name).to_owned() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cell: a line a role, a column a tool, in the order of [`TOOLS`].
    const TABLE: [(&str, &str, bool); 12] = [
        ("ADMIN", "xxxxxxxxxxxx", true),
        ("BILLING", "..........x.", false),
        ("REPORTING", ".....xx.....", false),
        ("EDITOR", "xxxx........", true),
        ("MODERATOR", ".......x....", false),
        ("COMMENTER", "............", false),
        ("STORE_MANAGER", "....xx......", false),
        ("SCHEDULING", ".........x..", false),
        ("VIEWER", "............", false),
        ("CAMPAIGNS_EDITOR", "........x...", false),
        ("SCHEDULING_VIEWER", ".........x..", false),
        ("SCHEDULING_EDITOR", ".........x..", false),
    ];

    /// E-025, E-161, E-162.
    #[test]
    fn e_162_each_role_sees_its_tools_and_no_other() {
        for ((name, cells, publishes), (code, known)) in TABLE.into_iter().zip(ALL) {
            assert_eq!(name, known);
            for (cell, tool) in cells.chars().zip(TOOLS) {
                assert_eq!(may(&[code], tool), cell == 'x', "{name} {tool:?}");
            }
            assert_eq!(may_publish(&[code]), publishes, "{name}");
            assert_eq!(may_open(&[code]), name != "COMMENTER", "E-025 {name}");
        }
        assert!(!may_open(&[5]) && !may_open(&[]), "no role is no right");
        assert!(may_open(&[10, 8]) && may(&[10, 8], Tool::Commerce), "one of several is enough");
        assert_eq!(role(None).codes, [ADMIN], "E-025: the one at the machine needs no log-in");
    }
}

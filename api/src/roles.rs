//! Who may do what: the role codes of the specification and a table of their rights.

use serde::{Deserialize, Serialize};

/// The website roles, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum)]
#[serde(try_from = "u8", into = "u8")]
#[value(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Role {
    /// 1: everything.
    Admin,
    /// 2: the plan and its bills. Nothing asks for its right yet: see [`Right::Billing`].
    Billing,
    /// 3: reads reports.
    Reporting,
    /// 4: content, templates, files, forms.
    Editor,
    /// 6: comments and reviews.
    Moderator,
    /// 7: signs in and comments.
    Commenter,
    /// 8: products, stock, orders, restock.
    StoreManager,
    /// 9: reads and writes the schedule.
    Scheduling,
    /// 10: sees what is not published.
    Viewer,
    /// 11: mailing lists and campaigns.
    CampaignsEditor,
    /// 12: reads the schedule.
    SchedulingViewer,
    /// 13: reads and writes the schedule.
    SchedulingEditor,
}

/// What a call may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// Plan and bills. Reserved: this server keeps neither, and no call asks for it yet.
    Billing,
    /// Analytics.
    ReadAnalytics,
    /// What the shop sold, and what went back: sums, of no person.
    ReadFigures,
    /// Taking away what is kept of a visitor.
    EraseVisitors,
    /// The record of who did what.
    ReadRecord,
    /// Accounts, roles, invitations and sessions of others; everything that is kept of a person: given out, or erased.
    ManagePeople,
    /// Keys of the owner's own programs.
    ManageKeys,
    /// Web-vitals metrics.
    ReadPerformance,
    /// The lists of restock sign-ups.
    ReadRestock,
    /// Sending restock notices.
    SendRestock,
    /// Content, templates, files, forms, header and footer.
    EditContent,
    /// Comments and reviews of others.
    Moderate,
    /// The inbox: of what visitors sent those kinds that the other rights open.
    UseInbox,
    /// Comments of one's own. Reserved: every visitor may comment where comments show, and no call asks for it.
    Comment,
    /// Products, stock, orders, the store's currency.
    ManageStore,
    /// The schedule. Reserved: this server keeps none, and no call asks for it yet.
    ReadSchedule,
    /// Changes of the schedule. Reserved as [`Right::ReadSchedule`] is.
    WriteSchedule,
    /// Unpublished and locked pages.
    SeeUnpublished,
    /// Mailing lists and campaigns.
    EditCampaigns,
}

/// A number that is no role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no role")]
pub struct NotARole(u8);

impl Role {
    /// Every role, in the order of the codes.
    pub const ALL: [Role; 12] = [
        Role::Admin,
        Role::Billing,
        Role::Reporting,
        Role::Editor,
        Role::Moderator,
        Role::Commenter,
        Role::StoreManager,
        Role::Scheduling,
        Role::Viewer,
        Role::CampaignsEditor,
        Role::SchedulingViewer,
        Role::SchedulingEditor,
    ];

    /// The number of the role.
    pub const fn code(self) -> u8 {
        match self {
            Role::Admin => 1,
            Role::Billing => 2,
            Role::Reporting => 3,
            Role::Editor => 4,
            Role::Moderator => 6,
            Role::Commenter => 7,
            Role::StoreManager => 8,
            Role::Scheduling => 9,
            Role::Viewer => 10,
            Role::CampaignsEditor => 11,
            Role::SchedulingViewer => 12,
            Role::SchedulingEditor => 13,
        }
    }

    /// Whether an account with it works on the site: reads or changes what visitors do not.
    pub const fn works(self) -> bool {
        !matches!(self, Role::Commenter | Role::Viewer)
    }

    /// Whether the role has a right.
    pub fn has(self, right: Right) -> bool {
        let rights: &[Right] = match self {
            Role::Admin => return true,
            Role::Billing => &[Right::Billing],
            Role::Reporting => {
                &[Right::ReadAnalytics, Right::ReadFigures, Right::ReadPerformance, Right::ReadRestock]
            }
            Role::Editor => &[Right::EditContent, Right::UseInbox, Right::Comment],
            Role::Moderator => &[Right::Moderate, Right::UseInbox, Right::Comment],
            Role::Commenter => &[Right::Comment],
            Role::StoreManager => &[
                Right::ManageStore,
                Right::ReadFigures,
                Right::ReadRestock,
                Right::SendRestock,
                Right::UseInbox,
            ],
            Role::Scheduling | Role::SchedulingEditor => &[Right::ReadSchedule, Right::WriteSchedule],
            Role::SchedulingViewer => &[Right::ReadSchedule],
            Role::Viewer => &[Right::SeeUnpublished],
            Role::CampaignsEditor => &[Right::EditCampaigns],
        };
        rights.contains(&right)
    }
}

/// The name the specification gives it.
impl std::fmt::Display for Role {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let value = clap::ValueEnum::to_possible_value(self);
        formatter.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

impl TryFrom<u8> for Role {
    type Error = NotARole;

    fn try_from(code: u8) -> Result<Self, NotARole> {
        Self::ALL.into_iter().find(|role| role.code() == code).ok_or(NotARole(code))
    }
}

impl From<Role> for u8 {
    fn from(role: Role) -> Self {
        role.code()
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;

    /// N-020 too: the codes go by their names.
    #[test]
    fn a_100_n_020_the_codes_are_those_of_the_specification() {
        let codes: Vec<u8> = Role::ALL.into_iter().map(Role::code).collect();
        assert_eq!(codes, [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13]);
        assert_eq!(Role::try_from(4), Ok(Role::Editor));
        assert_eq!(Role::try_from(5), Err(NotARole(5)));
        let name = |role: Role| role.to_possible_value().map(|value| value.get_name().to_owned());
        let names: Vec<String> = Role::ALL.into_iter().filter_map(name).collect();
        assert_eq!(
            names.join(" "),
            "ADMIN BILLING REPORTING EDITOR MODERATOR COMMENTER STORE_MANAGER SCHEDULING VIEWER CAMPAIGNS_EDITOR \
             SCHEDULING_VIEWER SCHEDULING_EDITOR"
        );
    }

    #[test]
    fn a_099_only_the_admin_has_every_right() {
        let full: Vec<Role> = Role::ALL
            .into_iter()
            .filter(|role| role.has(Right::Billing) && role.has(Right::EditContent))
            .collect();
        assert_eq!(full, [Role::Admin]);
    }
}

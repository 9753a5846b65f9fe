//! What each role may do, written out by hand from A-099: what the server does is compared with this, never with its own table.

use loggia_api::roles::{Right, Role};

/// Every right.
const RIGHTS: [Right; 19] = [
    Right::Billing,
    Right::ReadAnalytics,
    Right::ReadFigures,
    Right::EraseVisitors,
    Right::ReadRecord,
    Right::ManagePeople,
    Right::ManageKeys,
    Right::ReadPerformance,
    Right::ReadRestock,
    Right::SendRestock,
    Right::EditContent,
    Right::Moderate,
    Right::UseInbox,
    Right::Comment,
    Right::ManageStore,
    Right::ReadSchedule,
    Right::WriteSchedule,
    Right::SeeUnpublished,
    Right::EditCampaigns,
];

/// The roles that have a right. ADMIN has each of them.
const fn roles_with(right: Right) -> &'static [Role] {
    match right {
        Right::Billing => &[Role::Admin, Role::Billing],
        Right::ReadAnalytics | Right::ReadPerformance => &[Role::Admin, Role::Reporting],
        Right::EraseVisitors | Right::ReadRecord | Right::ManagePeople | Right::ManageKeys => &[Role::Admin],
        Right::ReadFigures | Right::ReadRestock => &[Role::Admin, Role::Reporting, Role::StoreManager],
        Right::SendRestock | Right::ManageStore => &[Role::Admin, Role::StoreManager],
        Right::EditContent => &[Role::Admin, Role::Editor],
        Right::Moderate => &[Role::Admin, Role::Moderator],
        Right::UseInbox => &[Role::Admin, Role::Editor, Role::Moderator, Role::StoreManager],
        Right::Comment => &[Role::Admin, Role::Editor, Role::Moderator, Role::Commenter],
        Right::ReadSchedule => {
            &[Role::Admin, Role::Scheduling, Role::SchedulingViewer, Role::SchedulingEditor]
        }
        Right::WriteSchedule => &[Role::Admin, Role::Scheduling, Role::SchedulingEditor],
        Right::SeeUnpublished => &[Role::Admin, Role::Viewer],
        Right::EditCampaigns => &[Role::Admin, Role::CampaignsEditor],
    }
}

/// Whether a role shall have a right.
pub fn may(role: Role, right: Right) -> bool {
    roles_with(right).contains(&role)
}

/// the server's table has the rights of each role that it shall have, and no others.
#[test]
fn a_099_each_role_has_its_rights_and_no_others() {
    for role in Role::ALL {
        for right in RIGHTS {
            assert_eq!(role.has(right), may(role, right), "{role:?} {right:?}");
        }
    }
}

/// VIEWER sees what is not published, and has no right to change or read anything else.
#[test]
fn a_099_a_viewer_sees_unpublished_pages_and_nothing_else() {
    let rights: Vec<Right> = RIGHTS.into_iter().filter(|right| Role::Viewer.has(*right)).collect();
    assert_eq!(rights, [Right::SeeUnpublished]);
}

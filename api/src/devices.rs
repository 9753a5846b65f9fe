//! Which right a notice asks for: a device hears of nothing that its account may not see.

use crate::repository::device::Told;
use crate::roles::{Right, Role};

/// The right that what it tells of asks for.
pub const fn right(kind: Told) -> Right {
    match kind {
        Told::Order | Told::Payment | Told::Stock | Told::Mention => Right::ManageStore,
        Told::Message => Right::EditContent,
        Told::Review => Right::Moderate,
    }
}

/// What an account with these roles may be told of.
pub fn open_to(roles: &[Role]) -> Vec<Told> {
    Told::ALL.into_iter().filter(|kind| roles.iter().any(|role| role.has(right(*kind)))).collect()
}

/// The same of role codes as they are kept, as JSON; of what cannot be read nothing.
pub fn open_to_kept(roles: &str) -> Vec<Told> {
    open_to(&serde_json::from_str::<Vec<Role>>(roles).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_669_a_role_hears_of_what_it_may_see() {
        assert_eq!(open_to(&[Role::StoreManager]), [Told::Order, Told::Payment, Told::Stock, Told::Mention]);
        assert_eq!(open_to(&[Role::Editor, Role::Moderator]), [Told::Message, Told::Review]);
        assert_eq!(open_to(&[Role::Admin]), Told::ALL);
        assert!(open_to(&[Role::Reporting, Role::Commenter]).is_empty());
        assert!(open_to_kept("nonsense").is_empty());
    }
}

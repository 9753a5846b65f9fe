//! What people who work on the site see and change: by right, and each change written down.

pub mod inbox;
pub mod inbox_acts;
pub mod inbox_kind;
pub mod keys;
pub mod mailing_list;
pub mod moderation;
pub mod note;
pub mod orders;
pub mod personal_data;
pub mod received;
pub mod record;
pub mod submissions;
pub mod team;

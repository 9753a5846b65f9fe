//! One's own account: asked for, given a password, looked at, its second factor, its sessions.

pub mod add_factor;
pub mod cards;
pub mod devices;
pub mod factors;
pub mod leave;
pub mod password;
pub mod sessions;
pub mod sign_up;

//! The use cases: what the JSON routes, the pages without script and the owner's pages do alike. Each takes what was asked and
//! who asks, decides by the rules, saves, and answers with what became of it or why it was refused. Nothing here knows of HTTP:
//! the callers read requests and write answers.

pub mod account;
pub mod accounting;
pub mod address;
pub mod bringing;
pub mod brought;
pub mod came_along;
pub mod captcha;
pub mod cart;
pub mod checkout;
pub mod customer_file;
pub mod customer_groups;
pub mod customers;
pub mod desk;
pub mod figures;
pub mod gift_cards;
pub mod history;
pub mod mailing_list;
pub mod mentions;
pub mod order;
pub mod owner;
pub mod paging;
pub mod papers;
pub mod pass_on;
pub mod restock;
pub mod session;
pub mod social;
pub mod stock;
pub mod subscription;
pub mod subscription_card;
pub mod subscription_desk;
pub mod windows;
pub mod withdrawal;

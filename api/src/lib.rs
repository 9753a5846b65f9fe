//! The loggia API: carts, checkout, forms and sign-ups, for pages that were published as plain files.
//!
//! [`serve`] is the way in for programs: settings in, a listening server out. A call goes through the same steps everywhere:
//! [`guard`] (origin, size, time), [`extract`] (crumb, cart, session), a use case (load, decide by a pure rule of
//! `loggia-commerce` or `loggia-forms`, save), an answer. What only one route does stands in that route. SQL stands only in
//! [`repository`].

pub mod accounts;
pub mod clock;
pub mod config;
pub mod context;
mod devices;
mod emails;
pub mod error;
pub mod extract;
pub mod factors;
pub mod files;
pub mod guard;
mod guesses;
mod links;
mod lists;
pub mod live;
pub mod metrics;
pub mod moves;
mod notices;
pub mod openapi;
mod ordered;
pub mod outbound;
mod owner;
mod pages;
pub mod passwords;
pub mod people;
mod plain;
pub mod published;
pub mod rates;
pub mod replicate;
mod report_pages;
pub mod reports;
pub mod repository;
mod respond;
pub mod roles;
mod routes;
mod scopes;
mod server;
mod settlement;
mod shopping;
pub mod telemetry;
pub mod token;
pub mod tracking;
mod usecase;
pub mod work;

pub use config::{Captcha, CommerceSettings, Environment, LimitSettings, LogFormat, Payment, Settings};
pub use server::{Handle, Mount, StartError, nothing, open_store, serve, serve_at};

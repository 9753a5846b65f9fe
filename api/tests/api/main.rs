//! The calls as a browser makes them, one file for each route file, every test on both databases.

#![expect(clippy::unwrap_used, reason = "a test that meets a surprise fails there")]

mod app;
mod catalog;
mod postgres;
mod process;

mod account;
mod analytics;
mod attempts;
mod backup;
mod bodies;
mod builds;
mod captcha;
mod cart;
mod census;
mod checkout;
mod commands;
mod concurrency;
mod contract;
mod crumb;
mod delivery;
mod events;
mod fallback;
mod figures;
mod fire;
mod forms;
mod guard;
mod header_footer;
mod health;
mod hostile;
mod kill;
mod locked;
mod openapi;
mod owner;
mod performance;
mod places;
mod plain;
mod renewal;
mod replicas;
mod restock;
mod restock_owner;
mod roles;
mod rooms;
mod session;
mod site;
mod smtp_server;
mod social;
mod statements;
mod stock;
mod storage;
mod stripe;
mod stripe_server;
mod submissions;
mod subscription;
mod terms;

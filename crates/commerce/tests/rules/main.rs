//! The rules of the store, one test a statement; each names its requirement.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod buying;
mod cart;
mod item;
mod money;
mod product;
mod wire;

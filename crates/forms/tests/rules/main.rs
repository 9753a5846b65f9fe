//! The rules of forms, one test a statement; each names its requirement.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod form;
mod submission;
mod summary;

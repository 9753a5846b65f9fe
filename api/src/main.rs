//! The `loggia-api` server.

fn main() {}

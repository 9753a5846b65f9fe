//! The `loggia` command.

fn main() {}

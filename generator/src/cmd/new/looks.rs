//! The looks by their names.

use clap::ValueEnum;

use crate::cli::Starter;

/// Each look on a line, with its number and what is in it.
pub(super) fn list() -> String {
    let line = |(place, starter): (usize, &Starter)| {
        format!("  {}  {:<11} {}\n", place + 1, name(*starter), about(*starter))
    };
    Starter::value_variants().iter().enumerate().map(line).collect()
}

/// As `--starter` has it.
pub(super) fn name(starter: Starter) -> String {
    starter.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// What is in it, in a line.
pub(super) fn about(starter: Starter) -> String {
    let value = starter.to_possible_value();
    value.and_then(|value| value.get_help().map(ToString::to_string)).unwrap_or_default()
}

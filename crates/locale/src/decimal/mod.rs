//! Decimals of any number of digits: prices and quantities are never floats.

mod parse;
mod rounding;
mod value;

pub use parse::ParseDecimalError;
pub use rounding::Rounding;
pub use value::Decimal;

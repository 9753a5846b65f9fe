//! The named functions (T-044).

use super::value::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Max,
    Min,
    Abs,
    Num,
    Str,
    Bool,
}

impl Function {
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "max" => Function::Max,
            "min" => Function::Min,
            "abs" => Function::Abs,
            "num" => Function::Num,
            "str" => Function::Str,
            "bool" => Function::Bool,
            _ => return None,
        })
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Function::Max => "max",
            Function::Min => "min",
            Function::Abs => "abs",
            Function::Num => "num",
            Function::Str => "str",
            Function::Bool => "bool",
        }
    }

    /// Adds an argument to those before it. Of several only the first counts, except for the largest and the smallest;
    /// where a comparison fails the right side wins, so what a NaN does depends on its place.
    pub(super) fn fold<'r>(self, before: Option<Value<'r>>, argument: Value<'r>) -> Value<'r> {
        match (self, before) {
            (Function::Max | Function::Min, None) => Value::Number(argument.to_number()),
            (Function::Max | Function::Min, Some(before)) => {
                let (left, right) = (before.to_number(), argument.to_number());
                let left_wins = if self == Function::Max { left > right } else { left < right };
                Value::Number(if left_wins { left } else { right })
            }
            (_, before) => before.unwrap_or(argument),
        }
    }

    /// The result for the folded arguments.
    pub(super) fn finish(self, value: Value<'_>) -> Value<'_> {
        match self {
            Function::Max | Function::Min => value,
            Function::Abs => Value::Number(value.to_number().abs()),
            Function::Num => Value::Number(value.to_number()),
            Function::Str => Value::Text(value.to_text()),
            Function::Bool => Value::Boolean(value.to_boolean()),
        }
    }
}

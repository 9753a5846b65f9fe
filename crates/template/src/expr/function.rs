//! The named functions (T-044).

use super::eval::Value;

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

    /// The result, if there is an argument.
    pub(super) fn call<'r>(self, arguments: &[Value<'r>]) -> Option<Value<'r>> {
        let first = arguments.first()?;
        let numbers = || arguments.iter().map(Value::to_number);
        // `reduce` keeps the right side when the comparison fails, so a NaN wins on the right and loses on the left.
        Some(match self {
            Function::Max => Value::Number(numbers().reduce(|a, b| if a > b { a } else { b })?),
            Function::Min => Value::Number(numbers().reduce(|a, b| if a < b { a } else { b })?),
            Function::Abs => Value::Number(first.to_number().abs()),
            Function::Num => Value::Number(first.to_number()),
            Function::Str => Value::Text(first.to_text()),
            Function::Bool => Value::Boolean(first.to_boolean()),
        })
    }
}

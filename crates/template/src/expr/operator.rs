//! The operators, how tightly they bind, and their names in messages.

/// An operator, or one of the marks that the parser treats like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Not,
    BitNot,
    Power,
    Multiply,
    Divide,
    Modulus,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    Equal,
    NotEqual,
    StrictEqual,
    StrictNotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Assign,
    Semicolon,
    Comma,
    Open,
    Close,
}

impl Operator {
    /// How tightly it binds: JavaScript's table (T-042).
    pub(super) const fn precedence(self) -> u8 {
        match self {
            Operator::Plus | Operator::Minus | Operator::Not | Operator::BitNot => 17,
            Operator::Power => 16,
            Operator::Multiply | Operator::Divide | Operator::Modulus => 15,
            Operator::Add | Operator::Subtract => 14,
            Operator::ShiftLeft | Operator::ShiftRight => 13,
            Operator::Less | Operator::Greater | Operator::LessOrEqual | Operator::GreaterOrEqual => 12,
            Operator::Equal | Operator::NotEqual | Operator::StrictEqual | Operator::StrictNotEqual => 11,
            Operator::BitAnd => 10,
            Operator::BitXor => 9,
            Operator::BitOr => 8,
            Operator::And => 7,
            Operator::Or => 6,
            Operator::Assign => 3,
            Operator::Semicolon | Operator::Comma | Operator::Open | Operator::Close => 1,
        }
    }

    /// Whether `a op b op c` means `(a op b) op c`.
    pub(super) const fn is_left(self) -> bool {
        !matches!(
            self,
            Operator::Plus
                | Operator::Minus
                | Operator::Not
                | Operator::BitNot
                | Operator::Power
                | Operator::Assign
                | Operator::Comma
        )
    }

    /// The operator's name in messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Operator::Plus => "unary plus",
            Operator::Minus => "unary minus",
            Operator::Not => "logical not",
            Operator::BitNot => "bitwise not",
            Operator::Power => "exponent",
            Operator::Multiply => "multiply",
            Operator::Divide => "divide",
            Operator::Modulus => "modulus",
            Operator::Add => "add",
            Operator::Subtract => "subtract",
            Operator::ShiftLeft => "left shift",
            Operator::ShiftRight => "right shift",
            Operator::Less => "less than",
            Operator::Greater => "greater than",
            Operator::LessOrEqual => "less than or equal",
            Operator::GreaterOrEqual => "greater than or equal",
            Operator::Equal => "equality",
            Operator::NotEqual => "inequality",
            Operator::StrictEqual => "strict equality",
            Operator::StrictNotEqual => "strict inequality",
            Operator::BitAnd => "bitwise and",
            Operator::BitXor => "bitwise xor",
            Operator::BitOr => "bitwise or",
            Operator::And => "logical and",
            Operator::Or => "logical or",
            Operator::Assign => "assign",
            Operator::Semicolon => "semicolon",
            Operator::Comma => "comma",
            Operator::Open => "left paren",
            Operator::Close => "right paren",
        }
    }
}

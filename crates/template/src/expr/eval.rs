//! Runs a program over a scope.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::function::Function;
use super::number;
use super::operator::Operator;
use super::surroundings::{ExpressionLimits, Scope};
use super::token::Token;
use super::value::Value;
use crate::node::{Arena, Node, utf16_len};
use crate::variable::{Path, Segment};

/// What lies on the stack: a value, a name that is looked up when it is used, or a mark.
enum Item<'r> {
    Value(Value<'r>),
    Name(&'r Path),
    /// Where the arguments of a call start.
    Arguments,
    /// Nothing: what an operator leaves whose operand is missing.
    Nothing,
}

/// The stack of a running program: as deep as most programs need without asking for memory.
struct Stack<'r> {
    near: [Item<'r>; Stack::NEAR],
    far: Vec<Item<'r>>,
    length: usize,
}

impl<'r> Stack<'r> {
    const NEAR: usize = 6;

    fn new() -> Self {
        Stack { near: [const { Item::Nothing }; Stack::NEAR], far: Vec::new(), length: 0 }
    }

    #[inline]
    fn push(&mut self, item: Item<'r>) {
        match self.near.get_mut(self.length) {
            Some(place) => *place = item,
            None => self.far.push(item),
        }
        self.length += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<Item<'r>> {
        self.length = self.length.checked_sub(1)?;
        match self.near.get_mut(self.length) {
            Some(place) => Some(std::mem::replace(place, Item::Nothing)),
            None => self.far.pop(),
        }
    }

    /// The item at a place below the length.
    fn get(&mut self, at: usize) -> &mut Item<'r> {
        match self.near.get_mut(at) {
            Some(place) => place,
            None => &mut self.far[at - Stack::NEAR],
        }
    }

    fn last_mut(&mut self) -> Option<&mut Item<'r>> {
        let last = self.length.checked_sub(1)?;
        Some(self.get(last))
    }
}

/// Runs a program. An assignment ends it without a value.
pub(super) fn run<'r>(
    program: &'r [Token],
    limits: ExpressionLimits,
    scope: &mut dyn Scope<'r>,
) -> Option<Node<'r>> {
    let mut stack = Stack::new();
    for token in program {
        let item = match token {
            Token::Null => Item::Value(Value::Null),
            Token::Boolean(value) => Item::Value(Value::Boolean(*value)),
            Token::Number(value) => Item::Value(Value::Number(*value)),
            Token::Text(text) => Item::Value(Value::Text(Cow::Borrowed(text))),
            Token::Variable(path) => Item::Name(path),
            Token::Arguments => Item::Arguments,
            Token::Call(function) => match call(*function, &mut stack, scope) {
                Some(value) => Item::Value(value),
                None => {
                    scope.fail(format!("Error calling function {}", function.name()));
                    break;
                }
            },
            Token::Operator(
                operator @ (Operator::Plus | Operator::Minus | Operator::Not | Operator::BitNot),
            ) => {
                // An operator without an operand leaves an empty stack empty.
                let Some(operand) = stack.pop() else { continue };
                // The reference engine does not look at a variable's value for `~`, which gives -1.
                let blind = *operator == Operator::BitNot && matches!(operand, Item::Name(_));
                literal(operand, scope).map_or(Item::Nothing, |value| {
                    Item::Value(if blind { Value::Number(-1.0) } else { unary(*operator, &value) })
                })
            }
            Token::Operator(Operator::Assign) => {
                assign(&mut stack, scope);
                // The expression is complete and has no value.
                if let Some(top) = stack.last_mut() {
                    *top = Item::Nothing;
                }
                break;
            }
            Token::Operator(operator) => {
                let right = stack.pop().and_then(|item| literal(item, scope));
                let left = stack.pop().and_then(|item| literal(item, scope));
                let (Some(left), Some(right)) = (left, right) else {
                    scope.fail(format!("Invalid arguments to operator {}", operator.name()));
                    break;
                };
                match binary(*operator, &left, &right, limits) {
                    Ok(value) => Item::Value(value),
                    Err(detail) => {
                        scope.fail(detail);
                        break;
                    }
                }
            }
        };
        stack.push(item);
    }
    match stack.pop()? {
        Item::Nothing => None,
        item => match literal(item, scope) {
            Some(value) => Some(value.into_node(scope)),
            None => {
                scope.fail("Reduce error: unexpected token on stack".to_owned());
                None
            }
        },
    }
}

/// The value of programs without a name, as a token, if they have one and raise no error.
pub(super) fn constant(programs: &[Vec<Token>], limits: ExpressionLimits) -> Option<Token> {
    if programs.iter().flatten().any(|token| matches!(token, Token::Variable(_))) {
        return None;
    }
    let arena = Arena::new();
    let mut scope = Nowhere { arena: &arena, failed: false };
    let mut result = None;
    for program in programs {
        result = run(program, limits, &mut scope);
    }
    match result {
        _ if scope.failed => None,
        Some(Node::Null) => Some(Token::Null),
        Some(Node::Boolean(value)) => Some(Token::Boolean(value)),
        Some(Node::Number(number)) => Some(Token::Number(number.value())),
        Some(Node::Text(text)) => Some(Token::Text(text.into())),
        _ => None,
    }
}

/// Surroundings without a name.
struct Nowhere<'r> {
    arena: &'r Arena,
    failed: bool,
}

impl<'r> Scope<'r> for Nowhere<'r> {
    fn value(&self, _path: &Path) -> Node<'r> {
        Node::Missing
    }

    fn assign(&mut self, _name: &'r str, _value: Node<'r>) {
        self.failed = true;
    }

    fn keep(&self, text: &str) -> &'r str {
        self.arena.text(text)
    }

    fn fail(&mut self, _detail: String) {
        self.failed = true;
    }
}

/// Takes the arguments of a call from the stack, with the mark before them.
fn call<'r>(function: Function, stack: &mut Stack<'r>, scope: &dyn Scope<'r>) -> Option<Value<'r>> {
    let end = stack.length;
    let mut start = end;
    while start > 0 && !matches!(stack.get(start - 1), Item::Arguments | Item::Nothing) {
        start -= 1;
    }
    let mut result = None;
    for at in start..end {
        let item = std::mem::replace(stack.get(at), Item::Nothing);
        if let Some(value) = literal(item, scope) {
            result = Some(function.fold(result, value));
        }
    }
    while stack.length > start.saturating_sub(1) {
        stack.pop();
    }
    result.map(|value| function.finish(value))
}

/// The value of an item; lists, objects and marks have none.
fn literal<'r>(item: Item<'r>, scope: &dyn Scope<'r>) -> Option<Value<'r>> {
    match item {
        Item::Value(value) => Some(value),
        Item::Arguments | Item::Nothing => None,
        Item::Name(path) => match scope.value(path) {
            Node::Missing | Node::Null => Some(Value::Null),
            Node::Boolean(value) => Some(Value::Boolean(value)),
            Node::Number(number) => Some(Value::Number(number.value())),
            Node::Text(text) => Some(Value::Text(Cow::Borrowed(text))),
            Node::List(_) | Node::Object(_) => None,
        },
    }
}

/// Binds the name under the top of the stack; anything that is not a single `@name` is ignored.
fn assign<'r>(stack: &mut Stack<'r>, scope: &mut dyn Scope<'r>) {
    let value = stack.pop().and_then(|item| literal(item, scope));
    if let (Some(Item::Name(path)), Some(value)) = (stack.pop(), value)
        && path.segments.len() == 1
        && !matches!(path.segments[0], Segment::Member { .. } | Segment::Index { .. })
    {
        let node = value.into_node(scope);
        scope.assign(path.text(), node);
    }
}

fn unary<'r>(operator: Operator, value: &Value<'r>) -> Value<'r> {
    match operator {
        Operator::Minus => Value::Number(-value.to_number()),
        Operator::Not => Value::Boolean(!value.to_boolean()),
        Operator::BitNot => Value::Number(f64::from(!number::to_int32(value.to_number()))),
        _ => Value::Number(value.to_number()),
    }
}

fn binary<'r>(
    operator: Operator,
    left: &Value<'r>,
    right: &Value<'r>,
    limits: ExpressionLimits,
) -> Result<Value<'r>, String> {
    let numbers = || (left.to_number(), right.to_number());
    let integers = || (number::to_int32(left.to_number()), number::to_int32(right.to_number()));
    let shift = |right: i32| right as u32 & 31;
    Ok(match operator {
        Operator::Add if matches!((left, right), (Value::Text(_), _) | (_, Value::Text(_))) => {
            return concatenate(&left.to_text(), &right.to_text(), limits.text);
        }
        Operator::Add => Value::Number(numbers().0 + numbers().1),
        Operator::Subtract => Value::Number(numbers().0 - numbers().1),
        Operator::Multiply => Value::Number(numbers().0 * numbers().1),
        Operator::Divide => Value::Number(numbers().0 / numbers().1),
        Operator::Modulus => Value::Number(numbers().0 % numbers().1),
        Operator::Power => Value::Number(number::power(numbers().0, numbers().1)),
        Operator::ShiftLeft => Value::Number(f64::from(integers().0.wrapping_shl(shift(integers().1)))),
        Operator::ShiftRight => Value::Number(f64::from(integers().0.wrapping_shr(shift(integers().1)))),
        Operator::BitAnd => Value::Number(f64::from(integers().0 & integers().1)),
        Operator::BitXor => Value::Number(f64::from(integers().0 ^ integers().1)),
        Operator::BitOr => Value::Number(f64::from(integers().0 | integers().1)),
        Operator::Less => Value::Boolean(order(left, right) == Some(Ordering::Less)),
        Operator::Greater => Value::Boolean(order(left, right) == Some(Ordering::Greater)),
        Operator::LessOrEqual => {
            Value::Boolean(matches!(order(left, right), Some(Ordering::Less | Ordering::Equal)))
        }
        Operator::GreaterOrEqual => {
            Value::Boolean(matches!(order(left, right), Some(Ordering::Greater | Ordering::Equal)))
        }
        Operator::Equal => Value::Boolean(loosely_equal(left, right)),
        Operator::NotEqual => Value::Boolean(!loosely_equal(left, right)),
        Operator::StrictEqual => Value::Boolean(left == right),
        Operator::StrictNotEqual => Value::Boolean(left != right),
        Operator::And => Value::Boolean(left.to_boolean() && right.to_boolean()),
        Operator::Or => Value::Boolean(left.to_boolean() || right.to_boolean()),
        _ => return Err(format!("Unexpected operator found during evaluation: {}", operator.name())),
    })
}

/// The longest text that is ever put together, in UTF-16 code units.
const LONGEST_TEXT: usize = 1 << 26;

fn concatenate<'r>(left: &str, right: &str, limit: usize) -> Result<Value<'r>, String> {
    // Without a limit there is still one, as in every engine.
    let limit = if limit == 0 { LONGEST_TEXT } else { limit };
    if left.len() + right.len() > limit && utf16_len(left) + utf16_len(right) > limit {
        return Err(format!("Concatenation would exceed maximum string length {limit}"));
    }
    Ok(Value::Text(Cow::Owned([left, right].concat())))
}

/// JavaScript's comparison: text with text by code units, everything else by number.
fn order(left: &Value<'_>, right: &Value<'_>) -> Option<Ordering> {
    if let (Value::Text(left), Value::Text(right)) = (left, right) {
        return Some(crate::node::order_text(left, right));
    }
    script_number(left).partial_cmp(&script_number(right))
}

/// JavaScript's `==`.
fn loosely_equal(left: &Value<'_>, right: &Value<'_>) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Null, _) | (_, Value::Null) => false,
        (Value::Text(left), Value::Text(right)) => left == right,
        _ => script_number(left) == script_number(right),
    }
}

/// JavaScript's own `Number(value)`, which comparisons use: it trims, and knows `.5`, `Infinity` and binary digits.
fn script_number(value: &Value<'_>) -> f64 {
    match value {
        Value::Text(text) => number::script_number(text),
        other => other.to_number(),
    }
}

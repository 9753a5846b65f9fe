//! Numbers as JavaScript knows them: doubles, printed with the fewest digits that read back the same.

/// A number with JavaScript's text of it where that text is not worth making twice.
#[derive(Clone, Copy, Debug)]
pub struct Number<'a> {
    value: f64,
    text: Option<&'a &'a str>,
}

impl<'a> Number<'a> {
    /// The number of this value.
    #[inline]
    pub const fn new(value: f64) -> Self {
        Number { value, text: None }
    }

    /// A number whose canonical text is known.
    pub(crate) const fn with_text(value: f64, text: &'a &'a str) -> Self {
        Number { value, text: Some(text) }
    }

    /// The value.
    #[inline]
    pub const fn value(self) -> f64 {
        self.value
    }

    /// Its canonical text, where that is known.
    pub(super) fn text(self) -> Option<&'a str> {
        self.text.copied()
    }

    /// Writes the number as JavaScript prints it.
    pub fn write(self, out: &mut String) {
        match self.text {
            Some(text) => out.push_str(text),
            None => write_number(self.value, out),
        }
    }
}

/// Writes a double as JavaScript prints it: `1e21`, `1e-7`, `NaN`, `Infinity`, and `0` for minus zero.
pub fn write_number(value: f64, out: &mut String) {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.trunc() == value && value.abs() < EXACT {
        return write_integer(value as i64, out);
    }
    out.push_str(ryu_js::Buffer::new().format(value));
}

fn write_integer(value: i64, out: &mut String) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = value.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        at -= 1;
        digits[at] = b'-';
    }
    out.push_str(std::str::from_utf8(&digits[at..]).unwrap_or_default());
}

/// JavaScript's `parseInt(text, 10)`: leading white space, a sign, then as many digits as there are.
pub fn parse_int(text: &str) -> f64 {
    let text = trim_start(text);
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let end = digits.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
    if end == 0 {
        return f64::NAN;
    }
    let value = digits[..end].parse().unwrap_or(f64::NAN);
    if negative { -value } else { value }
}

/// JavaScript's `parseFloat(text)`: the longest prefix that is a number.
pub fn parse_float(text: &str) -> f64 {
    let text = trim_start(text);
    let bytes = text.as_bytes();
    let mut at = usize::from(matches!(bytes.first(), Some(b'-' | b'+')));
    if text[at..].starts_with("Infinity") {
        return if bytes[0] == b'-' { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits(at);
    at += whole;
    let mut fraction = 0;
    if bytes.get(at) == Some(&b'.') {
        fraction = digits(at + 1);
        if whole + fraction > 0 {
            at += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return f64::NAN;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'-' | b'+')));
        let exponent = digits((at + 1 + sign).min(bytes.len()));
        if exponent > 0 {
            at += 1 + sign + exponent;
        }
    }
    text[..at].parse().unwrap_or(f64::NAN)
}

fn trim_start(text: &str) -> &str {
    text.trim_start_matches(crate::scan::is_js_space)
}

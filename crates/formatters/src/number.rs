//! Numbers as the language computes them: doubles, with JavaScript's conversions.

pub(crate) use loggia_template::{parse_int, write_number};

/// JavaScript's `value | 0`: the integer part modulo 2^32, as a signed number; 0 for what is no number.
pub(crate) fn to_int32(value: f64) -> i32 {
    if !value.is_finite() {
        return 0;
    }
    let wrapped = value.trunc().rem_euclid(4_294_967_296.0);
    // Between 0 and 2^32 by the line above; the second conversion only gives the sign back.
    wrapped as u32 as i32
}

/// Writes a number rounded to at most `places` fraction digits, ties away from zero, without trailing zeros.
pub(crate) fn write_rounded(value: f64, places: i32, out: &mut String) {
    let scale = 10f64.powi(places);
    // A double lies exactly between two roundings only when its eighths are odd; everywhere else printing decides.
    let eighths = value * 8.0;
    if eighths.fract() == 0.0 && eighths.rem_euclid(2.0) == 1.0 {
        let rounded = (value.abs() * scale).round() / scale;
        return write_number(rounded.copysign(value), out);
    }
    let digits = usize::try_from(places).unwrap_or(0);
    write_number(format!("{value:.digits$}").parse().unwrap_or(value), out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_wrap_at_32_bits() {
        for (value, expected) in [
            (1.9, 1),
            (-1.9, -1),
            (4_294_967_296.0, 0),
            (2_147_483_648.0, i32::MIN),
            (f64::NAN, 0),
            (5e9, 705_032_704),
        ] {
            assert_eq!(to_int32(value), expected, "{value}");
        }
    }

    #[test]
    fn ties_go_away_from_zero_and_nothing_else_does() {
        for (value, expected) in
            [(0.125, "0.13"), (12.345, "12.35"), (1.005, "1"), (12.005, "12.01"), (30.0, "30")]
        {
            let mut text = String::new();
            write_rounded(value, 2, &mut text);
            assert_eq!(text, expected, "{value}");
        }
    }
}

//! The colors that settings may hold (T-220, T-221).

use super::color_names::NAMED;

/// A color: red, green and blue from 0 to 255, and how opaque it is, from 0 to 1.
///
/// ```
/// use loggia_formatters::Color;
///
/// let crust = Color::parse("hsl(30, 50%, 40%)").unwrap();
/// assert_eq!((crust.red, crust.green, crust.blue), (153, 102, 51));
/// assert_eq!(Color::parse("#fff"), Color::parse("white"));
/// assert_eq!(Color::parse("#abcd"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// 1 hides what is behind.
    pub alpha: f64,
}

impl Color {
    /// Reads `#abc`, `#aabbcc`, `rgb(…)`, `rgba(…)`, `hsl(…)`, `hsla(…)`, `hwb(…)` or the name of a color; letter case
    /// does not matter. `rgb` and `hsl` take no alpha, `rgba` and `hsla` need one.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        if let Some(digits) = text.strip_prefix('#') {
            return Self::from_digits(digits);
        }
        let Some((function, inside)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) else {
            let at = NAMED.binary_search_by_key(&&*text, |(name, _)| name).ok()?;
            return Some(Self::from_number(NAMED[at].1));
        };
        let parts = parts(inside)?;
        let alpha = parts.get(3).map_or(Some(1.0), |part| share(part, 1.0))?;
        let (color, has_alpha) = match (function, parts.as_slice()) {
            ("rgb" | "rgba", [red, green, blue, ..]) => {
                let of = |part: &str| share(part, 255.0).map(byte);
                (Self { red: of(red)?, green: of(green)?, blue: of(blue)?, alpha }, function == "rgba")
            }
            ("hsl" | "hsla", [hue, saturation, lightness, ..]) => (
                Self::from_hsl(angle(hue)?, percent(saturation)?, percent(lightness)?, alpha),
                function == "hsla",
            ),
            ("hwb", [hue, white, black, ..]) => {
                (Self::from_hwb(angle(hue)?, percent(white)?, percent(black)?, alpha), parts.len() == 4)
            }
            _ => return None,
        };
        (has_alpha == (parts.len() == 4)).then_some(color)
    }

    fn from_number(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self { red, green, blue, alpha: 1.0 }
    }

    fn from_digits(digits: &str) -> Option<Self> {
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        match digits.len() {
            3 => {
                let twice = |shift: u32| ((number >> shift) & 0xf) * 0x11;
                Some(Self::from_number(twice(8) << 16 | twice(4) << 8 | twice(0)))
            }
            6 => Some(Self::from_number(number)),
            _ => None,
        }
    }

    fn from_hsl(hue: f64, saturation: f64, lightness: f64, alpha: f64) -> Self {
        let reach = saturation * lightness.min(1.0 - lightness);
        let channel = |offset: f64| {
            let place = (offset + hue / 30.0) % 12.0;
            byte(255.0 * (lightness - reach * (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0)))
        };
        Self { red: channel(0.0), green: channel(8.0), blue: channel(4.0), alpha }
    }

    fn from_hwb(hue: f64, white: f64, black: f64, alpha: f64) -> Self {
        if white + black >= 1.0 {
            let grey = byte(255.0 * white / (white + black));
            return Self { red: grey, green: grey, blue: grey, alpha };
        }
        let pure = Self::from_hsl(hue, 1.0, 0.5, alpha);
        let mixed = |channel: u8| byte(f64::from(channel) * (1.0 - white - black) + 255.0 * white);
        Self { red: mixed(pure.red), green: mixed(pure.green), blue: mixed(pure.blue), alpha }
    }
}

/// Three or four parts, divided by commas, or by spaces with a slash before the alpha.
fn parts(inside: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> = if inside.contains(',') {
        inside.split(',').map(str::trim).collect()
    } else {
        let (color, alpha) =
            inside.split_once('/').map_or((inside, None), |(color, alpha)| (color, Some(alpha)));
        color.split_whitespace().chain(alpha.map(str::trim)).collect()
    };
    matches!(parts.len(), 3 | 4).then_some(parts)
}

/// A finite number.
fn number(text: &str) -> Option<f64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.e".contains(&byte));
    text.parse().ok().filter(|number: &f64| is_plain && number.is_finite())
}

/// A number of `whole`, or a percentage of it, kept between nothing and all.
fn share(text: &str, whole: f64) -> Option<f64> {
    let value = match text.strip_suffix('%') {
        Some(percent) => number(percent)? / 100.0 * whole,
        None => number(text)?,
    };
    Some(value.clamp(0.0, whole))
}

/// A percentage as a share of 1.
fn percent(text: &str) -> Option<f64> {
    share(text.ends_with('%').then_some(text)?, 1.0)
}

/// Degrees around the wheel, from 0 to below 360.
fn angle(text: &str) -> Option<f64> {
    Some(number(text.strip_suffix("deg").unwrap_or(text))?.rem_euclid(360.0))
}

/// Between 0 and 255: the conversion cuts what is outside.
fn byte(value: f64) -> u8 {
    value.round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgb(text: &str) -> Option<(u8, u8, u8)> {
        Color::parse(text).map(|color| (color.red, color.green, color.blue))
    }

    #[test]
    fn t_220_every_notation_is_read() {
        for (text, expected) in [
            ("#abc", (0xaa, 0xbb, 0xcc)),
            ("#AABBCC", (0xaa, 0xbb, 0xcc)),
            ("rgb(1,2,3)", (1, 2, 3)),
            ("rgb(100%, 0%, 50%)", (255, 0, 128)),
            ("rgba(1, 2, 3, .5)", (1, 2, 3)),
            ("rgba(1 2 3 / 50%)", (1, 2, 3)),
            ("hsl(120, 100%, 25%)", (0, 128, 0)),
            ("hsla(1,2%,3%,.5)", (8, 8, 7)),
            ("hwb(1 2% 3%)", (247, 9, 5)),
            ("hwb(0 60% 60%)", (128, 128, 128)),
            ("tomato", (0xff, 0x63, 0x47)),
            (" Rebeccapurple ", (0x66, 0x33, 0x99)),
        ] {
            assert_eq!(rgb(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn t_220_what_is_no_color_is_refused() {
        for text in [
            "",
            "#abcd",
            "#ab",
            "#ggg",
            "nocolour",
            "rgb(1,2)",
            "rgb(a,b,c)",
            "hsl(1,2,3)",
            "hwb(1 2 3)",
            "lab(1 2 3)",
        ] {
            assert_eq!(rgb(text), None, "{text}");
        }
    }

    #[test]
    fn t_221_alpha_stands_where_the_name_says_and_nowhere_else() {
        for text in ["rgb(1,2,3,.5)", "rgba(1,2,3)", "hsl(1,2%,3%,.5)", "hsla(1,2%,3%)"] {
            assert_eq!(rgb(text), None, "{text}");
        }
    }
}

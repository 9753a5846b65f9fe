//! How alike two photographs of pages are: the structural similarity (SSIM) of their brightness, strip by strip from top
//! to bottom, times how near their colors are.
//!
//! A block that is missing or higher in one of two pages moves all that follows. So strips are not held against those at
//! the same height: each is paired with one of the other page, in order, so that the whole is as alike as it can be; a strip
//! that is left over is alike to nothing. Strips in which nothing stands count for less: every page is mostly empty.

use image::imageops::FilterType;
use image::{ImageReader, Limits, RgbImage};

/// Photographs are compared in this width, in pixels.
const WIDTH: u32 = 128;
/// The side of the squares that are compared, and the height of a strip.
const SIDE: u32 = 8;
/// So many strips are compared: a page of eight times its width in the photograph.
const STRIPS: usize = 160;
/// What a strip counts in which nothing stands, against one in which something does.
const EMPTY: f64 = 0.15;
/// From this spread of brightness on something stands in a strip.
const SPREAD: f64 = 4.0;
/// A difference of color of so much is all.
const COLOR: f64 = 96.0;
/// A photograph is at most so wide and high.
const LARGEST: u32 = 16_384;
/// Unpacked it has at most so many bytes.
const UNPACKED: u64 = 256 << 20;

/// A strip of a photograph: brightness and two colors of each pixel.
struct Strip {
    light: Vec<f64>,
    colors: [f64; 2],
    weight: f64,
}

/// Reads a photograph (PNG).
///
/// # Errors
/// When it is none, or too large.
pub(super) fn photograph(png: &[u8]) -> Result<RgbImage, String> {
    let mut reader = ImageReader::with_format(std::io::Cursor::new(png), image::ImageFormat::Png);
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST);
    limits.max_image_height = Some(LARGEST);
    limits.max_alloc = Some(UNPACKED);
    reader.limits(limits);
    reader.decode().map(|image| image.to_rgb8()).map_err(|error| error.to_string())
}

/// How alike two photographs are, in thousandths: 1000 when they are the same.
pub(super) fn alike(one: &RgbImage, other: &RgbImage) -> u32 {
    let (one, other) = (strips(one), strips(other));
    let all: f64 = one.iter().chain(&other).map(|strip| strip.weight).sum();
    if all == 0.0 {
        return 1_000;
    }
    // The best that can be had of the first strips of both, row by row.
    let mut best = vec![0.0_f64; other.len() + 1];
    for own in &one {
        let mut before = 0.0;
        for (at, their) in other.iter().enumerate() {
            let paired = before + (own.weight + their.weight) * strip_alike(own, their);
            before = best[at + 1];
            best[at + 1] = paired.max(best[at]).max(before);
        }
    }
    let part = best.last().copied().unwrap_or_default() / all;
    // Between 0 and 1 whatever the pictures are; what is added is less than any difference, and more than sums are off.
    (part.clamp(0.0, 1.0) * 1_000.0 + 1e-6).floor() as u32
}

fn strips(image: &RgbImage) -> Vec<Strip> {
    let (width, height) = image.dimensions();
    if width == 0 || height == 0 {
        return Vec::new();
    }
    let scaled = (u64::from(height) * u64::from(WIDTH) / u64::from(width)).max(1);
    let scaled = u32::try_from(scaled).unwrap_or(u32::MAX).div_ceil(SIDE).saturating_mul(SIDE);
    let scaled = scaled.min(SIDE * STRIPS as u32);
    let small = image::imageops::resize(image, WIDTH, scaled, FilterType::Triangle);
    (0..scaled / SIDE).map(|at| strip(&small, at * SIDE)).collect()
}

fn strip(image: &RgbImage, top: u32) -> Strip {
    let mut light = Vec::with_capacity((WIDTH * SIDE) as usize);
    let mut colors = [0.0, 0.0];
    for y in top..top + SIDE {
        for x in 0..WIDTH {
            let [red, green, blue] = image.get_pixel(x, y).0.map(f64::from);
            let bright = 0.299 * red + 0.587 * green + 0.114 * blue;
            light.push(bright);
            colors[0] += (blue - bright) * 0.564;
            colors[1] += (red - bright) * 0.713;
        }
    }
    let count = f64::from(WIDTH * SIDE);
    let mean = light.iter().sum::<f64>() / count;
    let spread = (light.iter().map(|own| (own - mean).powi(2)).sum::<f64>() / count).sqrt();
    let weight = if spread < SPREAD { EMPTY } else { 1.0 };
    Strip { light, colors: colors.map(|color| color / count), weight }
}

fn strip_alike(one: &Strip, other: &Strip) -> f64 {
    let squares = WIDTH / SIDE;
    let sum: f64 = (0..squares).map(|square| ssim(one, other, (square * SIDE) as usize)).sum();
    let away: f64 = one.colors.iter().zip(other.colors).map(|(own, their)| (own - their).abs()).sum();
    (sum / f64::from(squares)).max(0.0) * (1.0 - (away / COLOR).min(1.0))
}

/// The structural similarity of two squares (Wang and others, 2004), with its usual constants for 8 bits.
fn ssim(one: &Strip, other: &Strip, left: usize) -> f64 {
    const BRIGHT: f64 = 6.502_5;
    const CONTRAST: f64 = 58.522_5;
    let count = f64::from(SIDE * SIDE);
    let (mut a, mut b, mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for row in 0..SIDE as usize {
        let start = row * WIDTH as usize + left;
        for at in start..start + SIDE as usize {
            let (own, their) = (one.light[at], other.light[at]);
            a += own;
            b += their;
            aa += own * own;
            bb += their * their;
            ab += own * their;
        }
    }
    let (mean_a, mean_b) = (a / count, b / count);
    let (var_a, var_b) = (aa / count - mean_a * mean_a, bb / count - mean_b * mean_b);
    let both = ab / count - mean_a * mean_b;
    ((2.0 * mean_a * mean_b + BRIGHT) * (2.0 * both + CONTRAST))
        / ((mean_a * mean_a + mean_b * mean_b + BRIGHT) * (var_a + var_b + CONTRAST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// A white page with bars of text: top, height, shade.
    fn page(height: u32, bars: &[(u32, u32, [u8; 3])]) -> RgbImage {
        RgbImage::from_fn(256, height, |x, y| {
            let bar = bars.iter().find(|(top, high, _)| (*top..top + high).contains(&y) && (x / 6) % 3 != 0);
            Rgb(bar.map_or([255; 3], |(.., shade)| *shade))
        })
    }

    /// S-581: the same page is alike, one that is moved by a block is nearly so, another one is not.
    #[test]
    fn s_581_pages_are_alike_as_far_as_they_are() {
        let ink = [30, 30, 30];
        let old = page(1_600, &[(40, 60, ink), (300, 200, ink), (700, 120, ink), (1_200, 300, ink)]);
        assert_eq!(alike(&old, &old), 1_000);
        let moved = page(1_760, &[(40, 60, ink), (460, 200, ink), (860, 120, ink), (1_360, 300, ink)]);
        let other = page(900, &[(0, 900, [200, 40, 40])]);
        let bare = page(1_600, &[]);
        let (moved, other, bare) = (alike(&old, &moved), alike(&old, &other), alike(&old, &bare));
        assert!(moved > 900 && moved < 1_000, "{moved}");
        assert!(other < 300, "{other}");
        assert!(bare < 700, "{bare}");
        let red = page(
            1_600,
            &[
                (40, 60, [160, 0, 0]),
                (300, 200, [160, 0, 0]),
                (700, 120, [160, 0, 0]),
                (1_200, 300, [160, 0, 0]),
            ],
        );
        let red = alike(&old, &red);
        assert!(red < 950, "{red}");
        assert_eq!(alike(&old, &page(900, &[])), alike(&page(900, &[]), &old), "whichever comes first");
    }

    #[test]
    fn s_581_what_is_no_photograph_is_refused() {
        assert!(photograph(b"<html>").is_err());
        assert!(photograph(&[]).is_err());
        let tiny = RgbImage::new(1, 1);
        assert_eq!(alike(&tiny, &tiny), 1_000);
        assert_eq!(alike(&RgbImage::new(0, 0), &RgbImage::new(0, 0)), 1_000);
    }
}

//! Pixels: read upright and in sRGB, scaled, written.

use std::io::Cursor;

use base64::Engine as _;
use image::codecs::{gif::GifDecoder, jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder};
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, Limits, RgbImage, RgbaImage};
use moxcms::{ColorProfile, Layout, TransformOptions};

use super::gate::{self, Raster, UNPACKED};
use super::settings::Format;

/// The width of a placeholder.
const PLACEHOLDER: u32 = 24;
/// From 1, best and slowest, to 10: a build must end.
const AVIF_SPEED: u8 = 8;

/// A picture as pixels: 8 bits, three channels or four.
pub struct Pixels {
    width: u32,
    height: u32,
    alpha: bool,
    bytes: Vec<u8>,
}

/// How a picture is made smaller.
enum Scaling {
    Sharp,
    Average,
}

/// A picture as it was read.
pub struct Picture {
    /// Upright, in sRGB.
    pub pixels: Pixels,
    /// Whether it moves. Scaled, it would stand still, so it is left as it is.
    pub is_animated: bool,
}

impl Picture {
    /// Reads a picture of any format that the web knows, turned as its camera was held.
    ///
    /// # Errors
    /// What is wrong with it. A decoder that gives up in any other way is an error as well.
    pub fn read(bytes: &[u8]) -> Result<Picture, String> {
        let look = gate::look(bytes)?;
        std::panic::catch_unwind(|| Picture::unpack(bytes, &look))
            .unwrap_or_else(|_| Err("its decoder gave up".to_owned()))
    }

    fn unpack(bytes: &[u8], look: &gate::Look) -> Result<Picture, String> {
        let text_of = |error: image::ImageError| error.to_string();
        let source = Cursor::new(bytes);
        let mut limits = Limits::default();
        limits.max_alloc = Some(UNPACKED);
        let is_animated;
        let mut decoder: Box<dyn ImageDecoder + '_> = match look.format {
            Raster::Jpeg => {
                is_animated = false;
                Box::new(JpegDecoder::new(source).map_err(text_of)?)
            }
            Raster::Gif => {
                is_animated = true;
                Box::new(GifDecoder::new(source).map_err(text_of)?)
            }
            Raster::Png => {
                let decoder = PngDecoder::with_limits(source, limits.clone()).map_err(text_of)?;
                is_animated = decoder.is_apng().map_err(text_of)?;
                Box::new(decoder)
            }
            Raster::Webp => {
                let decoder = WebPDecoder::new(source).map_err(text_of)?;
                is_animated = decoder.has_animation();
                Box::new(decoder)
            }
        };
        decoder.set_limits(limits).map_err(text_of)?;
        // The library reserves whatever the file says; nothing is reserved that is not allowed.
        let unpacked = decoder.total_bytes();
        if unpacked > UNPACKED {
            return Err(format!("it has {} MB when it is unpacked", unpacked >> 20));
        }
        let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
        let profile = decoder.icc_profile().ok().flatten();
        let profile = profile.filter(|profile| profile.len() as u64 <= gate::LARGEST_PROFILE);
        let mut image = DynamicImage::from_decoder(decoder).map_err(text_of)?;
        image.apply_orientation(orientation);
        let mut pixels = Pixels::of(image);
        if let Some(profile) = profile {
            pixels.make_srgb(&profile);
        }
        Ok(Picture { pixels, is_animated })
    }
}

impl Pixels {
    fn of(image: DynamicImage) -> Pixels {
        let (width, height) = (image.width(), image.height());
        let alpha = image.color().has_alpha();
        let bytes = if alpha { image.into_rgba8().into_raw() } else { image.into_rgb8().into_raw() };
        Pixels { width, height, alpha, bytes }
    }

    /// Width and height.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Cameras and telephones write wider color spaces; variants carry no profile, so their colors are changed into
    /// those of the web. A profile that cannot be read is as good as none.
    fn make_srgb(&mut self, profile: &[u8]) {
        let layout = if self.alpha { Layout::Rgba } else { Layout::Rgb };
        let Ok(own) = ColorProfile::new_from_slice(profile) else { return };
        let transform =
            own.create_transform_8bit(layout, &ColorProfile::new_srgb(), layout, TransformOptions::default());
        let Ok(transform) = transform else { return };
        let mut changed = vec![0; self.bytes.len()];
        if transform.transform(&self.bytes, &mut changed).is_ok() {
            self.bytes = changed;
        }
    }

    /// The same picture in another size.
    ///
    /// # Errors
    /// When a side is 0.
    pub fn scaled(&self, width: u32, height: u32) -> Result<Pixels, String> {
        self.resized(width, height, Scaling::Sharp)
    }

    fn resized(&self, width: u32, height: u32, how: Scaling) -> Result<Pixels, String> {
        if width == 0 || height == 0 {
            return Err("it has no size".to_owned());
        }
        let image = self.image(self.alpha)?;
        let image = match how {
            Scaling::Sharp => image.resize_exact(width, height, FilterType::Lanczos3),
            Scaling::Average => image.thumbnail_exact(width, height),
        };
        let mut scaled = Pixels::of(image);
        if self.alpha {
            // What is transparent has no color: each channel was weighed by how much of it is seen.
            for [r, g, b, a] in scaled.bytes.as_chunks_mut::<4>().0 {
                if *a > 0 {
                    let weight = u32::from(*a);
                    for channel in [r, g, b] {
                        let value = (u32::from(*channel) * 255 + weight / 2) / weight;
                        *channel = u8::try_from(value).unwrap_or(u8::MAX);
                    }
                }
            }
        }
        Ok(scaled)
    }

    /// As the library takes it; with `weighed`, each channel by how much of it is seen.
    fn image(&self, weighed: bool) -> Result<DynamicImage, String> {
        let mut bytes = self.bytes.clone();
        if weighed {
            for [r, g, b, a] in bytes.as_chunks_mut::<4>().0 {
                for channel in [r, g, b] {
                    let value = (u32::from(*channel) * u32::from(*a) + 127) / 255;
                    *channel = u8::try_from(value).unwrap_or(u8::MAX);
                }
            }
        }
        let (width, height) = self.size();
        let image = match self.alpha {
            true => RgbaImage::from_raw(width, height, bytes).map(DynamicImage::ImageRgba8),
            false => RgbImage::from_raw(width, height, bytes).map(DynamicImage::ImageRgb8),
        };
        image.ok_or_else(|| "its size and its pixels differ".to_owned())
    }

    /// Writes it.
    ///
    /// # Errors
    /// When the encoder refuses.
    pub fn encoded(&self, format: Format, quality: u8) -> Result<Vec<u8>, String> {
        match format {
            Format::Webp => self.webp(f32::from(quality)),
            Format::Avif => self.avif(quality),
        }
    }

    fn webp(&self, quality: f32) -> Result<Vec<u8>, String> {
        let encoder = match self.alpha {
            true => webp::Encoder::from_rgba(&self.bytes, self.width, self.height),
            false => webp::Encoder::from_rgb(&self.bytes, self.width, self.height),
        };
        let encoded = encoder.encode_simple(false, quality).map_err(|error| format!("{error:?}"))?;
        Ok(encoded.to_vec())
    }

    fn avif(&self, quality: u8) -> Result<Vec<u8>, String> {
        // The scales of the two encoders differ: ten steps lower looks about alike.
        let quality = f32::from(quality.saturating_sub(10).max(1));
        let encoder =
            ravif::Encoder::new().with_quality(quality).with_speed(AVIF_SPEED).with_num_threads(Some(1));
        let (width, height) = (self.width as usize, self.height as usize);
        let encoded = if self.alpha {
            let pixels: Vec<ravif::RGBA8> = self
                .bytes
                .as_chunks::<4>()
                .0
                .iter()
                .map(|&[r, g, b, a]| ravif::RGBA8::new(r, g, b, a))
                .collect();
            encoder.encode_rgba(ravif::Img::new(&pixels, width, height))
        } else {
            let pixels: Vec<ravif::RGB8> =
                self.bytes.as_chunks::<3>().0.iter().map(|&[r, g, b]| ravif::RGB8::new(r, g, b)).collect();
            encoder.encode_rgb(ravif::Img::new(&pixels, width, height))
        };
        encoded.map(|encoded| encoded.avif_file).map_err(|error| error.to_string())
    }

    /// The picture in a few hundred bytes, as an address: what is seen, blurred, until the picture is there.
    ///
    /// # Errors
    /// When the encoder refuses.
    pub fn placeholder(&self) -> Result<String, String> {
        let height = super::facts::height_at(self.width, self.height, PLACEHOLDER).min(2 * PLACEHOLDER);
        let small = self.scaled(PLACEHOLDER, height)?.webp(30.0)?;
        Ok(format!("data:image/webp;base64,{}", base64::engine::general_purpose::STANDARD.encode(small)))
    }

    /// The average colors of the four quarters and of the middle, as six hex digits (G-038): top left, top right, bottom
    /// left, bottom right, center.
    ///
    /// # Errors
    /// When a side is 0.
    pub fn averages(&self) -> Result<[String; 5], String> {
        let grid = self.resized(4, 4, Scaling::Average)?;
        let channels = if self.alpha { 4 } else { 3 };
        let average = |left: usize, top: usize| {
            let cells = [(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)];
            let channel = |channel: usize| {
                let sum: u32 =
                    cells.iter().map(|(x, y)| u32::from(grid.bytes[(y * 4 + x) * channels + channel])).sum();
                (sum + 2) / 4
            };
            format!("{:02x}{:02x}{:02x}", channel(0), channel(1), channel(2))
        };
        Ok([average(0, 0), average(2, 0), average(0, 2), average(2, 2), average(1, 1)])
    }
}

//! Pictures made here: what becomes of them, what is kept, and what is never done twice.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use image::{DynamicImage, ImageFormat, ImageReader, Rgb, RgbImage, Rgba, RgbaImage};

use super::*;
use crate::site::document::Document;
use crate::site::memory::Reader;
use loggia_template::Arena;

/// Four quarters: red, green, blue, white.
fn quarters(width: u32, height: u32) -> DynamicImage {
    let image = RgbImage::from_fn(width, height, |x, y| match (x < width / 2, y < height / 2) {
        (true, true) => Rgb([255, 0, 0]),
        (false, true) => Rgb([0, 255, 0]),
        (true, false) => Rgb([0, 0, 255]),
        (false, false) => Rgb([255, 255, 255]),
    });
    DynamicImage::ImageRgb8(image)
}

fn bytes_of(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn site(files: &[(&str, Vec<u8>)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        write(root.path(), name, bytes);
    }
    root
}

fn write(root: &Path, name: &str, bytes: &[u8]) {
    let file = root.join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, bytes).unwrap();
}

fn prepared(root: &Path, settings: &Settings) -> (Assets, Pictures, Vec<Diagnostic>) {
    let mut assets = Assets::load(root).unwrap();
    let mut faults = Vec::new();
    let pictures = prepare(&mut assets, settings, &Cache::of_site(root), 1_764_000_000_000, &mut faults);
    (assets, pictures, faults)
}

fn widths(facts: &Facts) -> Vec<u32> {
    facts.variants.iter().map(|variant| variant.width).collect()
}

fn size_of(file: &Path) -> (u32, u32) {
    ImageReader::open(file).unwrap().with_guessed_format().unwrap().into_dimensions().unwrap()
}

#[test]
fn g_039_a_picture_of_1200_gets_the_widths_up_to_1000_and_its_facts() {
    let root = site(&[("files/deep/a.jpg", bytes_of(&quarters(1200, 900), ImageFormat::Jpeg))]);
    let (assets, pictures, faults) = prepared(root.path(), &Settings::default());
    assert_eq!(faults, []);
    let facts = &pictures.facts["/files/deep/a.jpg"];
    assert_eq!((facts.width, facts.height), (1200, 900));
    assert_eq!(widths(facts), [100, 300, 500, 750, 1000]);
    let sizes: Vec<(u32, u32)> =
        assets.alternatives().map(|alternative| size_of(&alternative.asset.source)).collect();
    assert_eq!(sizes, [(100, 75), (300, 225), (500, 375), (750, 563), (1000, 750)]);
    for alternative in assets.alternatives() {
        let bytes = fs::read(&alternative.asset.source).unwrap();
        assert_eq!(Entry::of(&bytes), alternative.asset.entry, "its name tells its content");
    }
    assert!(facts.placeholder.as_ref().unwrap().starts_with("data:image/webp;base64,"));
    assert!(facts.placeholder.as_ref().unwrap().len() < 1000);
}

/// N-071: every width, and the picture as it is.
#[test]
fn n_071_a_picture_of_3000_gets_exactly_seven_widths() {
    let root = site(&[("files/wide.png", bytes_of(&quarters(3000, 30), ImageFormat::Png))]);
    let (assets, pictures, faults) = prepared(root.path(), &Settings::default());
    assert_eq!(faults, []);
    assert_eq!(widths(&pictures.facts["/files/wide.png"]), [100, 300, 500, 750, 1000, 1500, 2500]);
    assert_eq!(assets.alternatives().count(), 7);
}

#[test]
fn g_038_colors_are_the_averages_of_the_quarters_and_the_middle() {
    let root = site(&[("files/a.png", bytes_of(&quarters(400, 400), ImageFormat::Png))]);
    let (_, pictures, _) = prepared(root.path(), &Settings::default());
    let colors = pictures.facts["/files/a.png"].colors.clone().unwrap();
    assert_eq!(colors, ["ff0000", "00ff00", "0000ff", "ffffff", "808080"]);
}

#[test]
fn addresses_with_a_format_lead_to_the_variant_that_is_wide_enough() {
    let root = site(&[
        ("files/a.jpg", bytes_of(&quarters(600, 400), ImageFormat::Jpeg)),
        ("files/note.txt", b"text".to_vec()),
    ]);
    let settings = Settings { formats: vec![Format::Webp, Format::Avif], quality: 60 };
    let (assets, ..) = prepared(root.path(), &settings);
    let resolved = |address: &str| assets.resolve(address).unwrap();
    let original = resolved("/files/a.jpg");
    assert!(resolved("/files/a.jpg?format=300w").starts_with("/assets/files/a-300w."));
    assert!(resolved("/files/a.jpg?format=300w").ends_with(".webp"));
    assert_eq!(resolved("/files/a.jpg?format=200w"), resolved("/files/a.jpg?format=300w"));
    assert!(resolved("/files/a.jpg?format=500w.avif#x").ends_with(".avif#x"));
    assert_eq!(resolved("/files/a.jpg?format=original"), original);
    assert_eq!(resolved("/files/a.jpg?format=2500w"), original, "never larger than it is");
    assert_eq!(resolved("/files/a.jpg?v=2"), format!("{original}?v=2"));
    let page = r#"<img src="/files/a.jpg" srcset="/files/a.jpg?format=100w 100w,/files/a.jpg?format=original 750w">"#;
    let page = String::from_utf8(assets.rewrite(page.as_bytes().to_vec())).unwrap();
    let small = resolved("/files/a.jpg?format=100w");
    assert_eq!(page, format!(r#"<img src="{original}" srcset="{small} 100w,{original} 750w">"#));
    assert!(resolved("/files/note.txt?format=100w").ends_with(".txt"));
}

#[test]
fn avif_is_made_when_asked_for_and_is_a_picture() {
    let root = site(&[("files/a.png", bytes_of(&quarters(320, 200), ImageFormat::Png))]);
    let settings = Settings { formats: vec![Format::Avif], quality: 80 };
    let (assets, pictures, faults) = prepared(root.path(), &settings);
    assert_eq!((faults.len(), pictures.made), (0, 2));
    let file = &assets.alternatives().last().unwrap().asset.source;
    let size = imagesize::size(file).unwrap();
    assert_eq!((size.width, size.height), (300, 188));
}

#[test]
fn a_picture_stands_upright_as_its_camera_was_held() {
    let jpeg = bytes_of(&quarters(200, 100), ImageFormat::Jpeg);
    // EXIF with one entry: orientation (0x0112), a short, 6: turn by a quarter clockwise.
    let mut tiff = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
    let mut turned = jpeg[..2].to_vec();
    turned.extend([0xff, 0xe1, 0, u8::try_from(tiff.len() + 2).unwrap()]);
    turned.append(&mut tiff);
    turned.extend(&jpeg[2..]);
    let root = site(&[("files/a.jpg", turned)]);
    let (_, pictures, faults) = prepared(root.path(), &Settings::default());
    assert_eq!(faults, []);
    let facts = &pictures.facts["/files/a.jpg"];
    assert_eq!((facts.width, facts.height), (100, 200));
    let colors = facts.colors.clone().unwrap();
    assert!(
        colors[0].ends_with("fe") || colors[0].ends_with("ff"),
        "blue has come to the top left: {colors:?}"
    );
    assert!(colors[1].starts_with("fe") || colors[1].starts_with("ff"), "red to the top right: {colors:?}");
}

#[test]
fn what_is_transparent_stays_so_and_what_moves_stays_as_it_is() {
    let clear = RgbaImage::from_fn(200, 200, |x, _| Rgba([200, 0, 0, if x < 100 { 0 } else { 255 }]));
    let root = site(&[
        ("files/a.png", bytes_of(&DynamicImage::ImageRgba8(clear), ImageFormat::Png)),
        ("files/b.gif", bytes_of(&quarters(200, 200), ImageFormat::Gif)),
        ("template/assets/c.png", bytes_of(&quarters(300, 200), ImageFormat::Png)),
    ]);
    let (assets, pictures, faults) = prepared(root.path(), &Settings::default());
    assert_eq!(faults, []);
    let alternatives: Vec<&Alternative> = assets.alternatives().collect();
    assert_eq!(alternatives.len(), 1, "neither of the GIF nor of what belongs to the template");
    let small = ImageReader::open(&alternatives[0].asset.source).unwrap().with_guessed_format().unwrap();
    let small = small.decode().unwrap().into_rgba8();
    assert!(small.get_pixel(10, 50)[3] < 10 && small.get_pixel(90, 50)[3] > 245);
    assert_eq!(widths(&pictures.facts["/files/b.gif"]), [0_u32; 0]);
    assert_eq!(pictures.facts["/assets/c.png"].width, 300);
}

#[test]
fn nothing_is_made_twice() {
    let first = bytes_of(&quarters(320, 200), ImageFormat::Png);
    let root = site(&[
        ("files/a.png", first.clone()),
        ("files/b.png", bytes_of(&quarters(100, 50), ImageFormat::Png)),
    ]);
    let run = |settings: &Settings| {
        let (assets, pictures, _) = prepared(root.path(), settings);
        let mut names: Vec<String> = assets.alternatives().map(|found| found.asset.path.clone()).collect();
        names.sort();
        ((pictures.unpacked, pictures.made), names)
    };
    let (work, names) = run(&Settings::default());
    assert_eq!(work, (2, 3));
    assert_eq!(run(&Settings::default()), ((0, 0), names.clone()));

    write(root.path(), "files/b.png", &bytes_of(&quarters(120, 50), ImageFormat::Png));
    assert_eq!(run(&Settings::default()).0, (1, 1), "only the one that changed");
    write(root.path(), "files/moved.png", &first);
    assert_eq!(run(&Settings::default()).0, (0, 0), "the same picture under another name");
    assert_eq!(
        run(&Settings { quality: 50, ..Settings::default() }).0.1,
        3,
        "another quality is another picture"
    );

    let kept = root.path().join(crate::cache::FOLDER).join("pictures");
    let variant = |entry: &fs::DirEntry| entry.path().extension().is_some_and(|ending| ending == "webp");
    let lost = fs::read_dir(&kept).unwrap().flatten().find(variant).unwrap();
    fs::remove_file(lost.path()).unwrap();
    let again = run(&Settings::default()).0.0 + run(&Settings { quality: 50, ..Settings::default() }).0.0;
    assert_eq!(again, 1, "what is lost is made again");
    fs::remove_dir_all(root.path().join(crate::cache::FOLDER)).unwrap();
    assert_eq!(
        run(&Settings::default()).0.0,
        2,
        "the cache may be deleted at any time; equal pictures are one"
    );
}

#[test]
fn a_broken_picture_is_reported_with_its_file_and_stops_no_other() {
    let whole = bytes_of(&quarters(320, 200), ImageFormat::Png);
    let root = site(&[
        ("files/cut.png", whole[..whole.len() / 2].to_vec()),
        ("files/empty.jpg", Vec::new()),
        ("files/text.webp", b"not a picture".to_vec()),
        ("files/whole.png", whole),
    ]);
    let (assets, pictures, faults) = prepared(root.path(), &Settings::default());
    let places: Vec<String> = faults.iter().map(Diagnostic::place).collect();
    assert_eq!(places, ["files/cut.png", "files/empty.jpg", "files/text.webp"]);
    assert!(faults.iter().all(|fault| fault.is_error() && fault.help.is_some()));
    assert_eq!(pictures.facts.len(), 1);
    assert_eq!(assets.alternatives().count(), 2);
}

#[test]
fn one_thread_and_eight_make_the_same_bytes() {
    let files: Vec<(String, Vec<u8>)> = (0..6_u32)
        .map(|index| {
            let image = quarters(60 + index * 9, 50 + index * 7);
            (format!("files/{index}.jpg"), bytes_of(&image, ImageFormat::Jpeg))
        })
        .collect();
    let files: Vec<(&str, Vec<u8>)> =
        files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
    let run = |threads: usize| {
        let root = site(&files);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let settings = Settings { formats: vec![Format::Webp, Format::Avif], quality: 70 };
        let (assets, pictures, _) = pool.install(|| prepared(root.path(), &settings));
        let entries = assets.alternatives().map(|found| (found.asset.path.clone(), found.asset.entry));
        (entries.collect::<Vec<_>>(), pictures.facts)
    };
    assert_eq!(run(1), run(8));
}

#[test]
fn a_cache_that_cannot_be_written_costs_time_and_nothing_else() {
    let root = site(&[("files/a.png", bytes_of(&quarters(320, 200), ImageFormat::Png))]);
    fs::write(root.path().join(".loggia"), "a file, not a folder").unwrap();
    let (assets, pictures, faults) = prepared(root.path(), &Settings::default());
    assert_eq!((faults.len(), pictures.made), (0, 2));
    assert!(assets.alternatives().all(|found| found.asset.source.exists()));
}

#[test]
fn settings_are_read_and_their_faults_reported() {
    let read = |json: &str| {
        let mut faults = Vec::new();
        let arena = Arena::new();
        let document =
            Document::parse(Path::new("site.json"), json.as_bytes().to_vec(), &mut Reader::new(&arena))
                .unwrap();
        (settings(document, &mut faults), faults.iter().map(Diagnostic::place).collect::<Vec<_>>())
    };
    assert_eq!(read("{}"), (Settings::default(), vec![]));
    let asked = Settings { formats: vec![Format::Avif, Format::Webp], quality: 55 };
    assert_eq!(
        read(r#"{"pictures": {"formats": ["avif", "webp", "avif"], "quality": 55}}"#),
        (asked, vec![])
    );
    assert_eq!(read(r#"{"pictures": {"formats": []}}"#).0.formats, []);
    let (_, faults) = read("{\"pictures\": {\n \"formats\": [\"jpeg\"],\n \"quality\": 101}}");
    assert_eq!(faults, ["site.json:2:14", "site.json:3:13"]);
}

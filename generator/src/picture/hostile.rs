//! Pictures made to harm: none takes the program or its memory along, and each is reported with its file and a reason. All
//! are made here, so that every byte of them has a known cause.

use std::fs;
use std::io::Cursor;

use image::{DynamicImage, GrayImage, ImageFormat, Rgb, RgbImage};

use super::*;

/// What the machine may have in use at most while all of these are looked at, and one as large as is allowed: KiB.
const BOUND: u64 = 5 << 18;

fn plain(format: ImageFormat) -> Vec<u8> {
    let image = RgbImage::from_fn(64, 48, |x, y| Rgb([x as u8 * 4, y as u8 * 5, 128]));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(image).write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |sum: u32| (0..8).fold(sum, |sum, _| (sum >> 1) ^ (0xedb8_8320 & 0_u32.wrapping_sub(sum & 1)));
    !bytes.iter().fold(u32::MAX, |sum, byte| step((sum ^ u32::from(*byte)) & 0xff) ^ (sum >> 8))
}

fn chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut bytes = (content.len() as u32).to_be_bytes().to_vec();
    bytes.extend_from_slice(kind);
    bytes.extend_from_slice(content);
    let sum = crc(&bytes[4..]);
    bytes.extend(sum.to_be_bytes());
    bytes
}

/// Bytes as zlib keeps them without making them smaller.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 1];
    let mut pieces = bytes.chunks(0xffff).peekable();
    while let Some(piece) = pieces.next() {
        let length = piece.len() as u16;
        out.push(u8::from(pieces.peek().is_none()));
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend_from_slice(piece);
    }
    let (a, b) = bytes.iter().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    out.extend(((b << 16) | a).to_be_bytes());
    out
}

fn header(width: u32, height: u32, depth: u8, color: u8) -> Vec<u8> {
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    chunk(b"IHDR", &[&size[..], &[depth, color, 0, 0, 0]].concat())
}

fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.concat(), chunk(b"IEND", b"")].concat()
}

/// A small whole picture with more chunks before its pixels.
fn png_with(more: &[Vec<u8>]) -> Vec<u8> {
    let pixels = chunk(b"IDAT", &stored(&[0, 1, 2, 3, 0, 4, 5, 6]));
    png(&[vec![header(1, 2, 8, 2)], more.to_vec(), vec![pixels]].concat())
}

fn png_of(width: u32, height: u32, depth: u8, color: u8) -> Vec<u8> {
    png(&[header(width, height, depth, color), chunk(b"IDAT", &stored(&[0; 64]))])
}

fn segment(marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
    [&[0xff, marker], &length[..], content].concat()
}

/// A JPEG with something after its first mark.
fn jpeg_with(more: &[u8]) -> Vec<u8> {
    let whole = plain(ImageFormat::Jpeg);
    [&whole[..2], more, &whole[2..]].concat()
}

/// A JPEG whose frame says another size.
fn jpeg_of(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = plain(ImageFormat::Jpeg);
    let at = memchr::memmem::find(&bytes, &[0xff, 0xc0]).unwrap();
    bytes[at + 5..at + 7].copy_from_slice(&height.to_be_bytes());
    bytes[at + 7..at + 9].copy_from_slice(&width.to_be_bytes());
    bytes
}

fn gif(width: u16, height: u16, blocks: &[u8]) -> Vec<u8> {
    let size = [width.to_le_bytes(), height.to_le_bytes()].concat();
    [b"GIF89a", &size[..], &[0x80, 0, 0, 0, 0, 0, 255, 255, 255], blocks, &[0x3b]].concat()
}

fn gif_frame(width: u16, height: u16) -> Vec<u8> {
    let size = [width.to_le_bytes(), height.to_le_bytes()].concat();
    [&[0x2c, 0, 0, 0, 0], &size[..], &[0, 2, 2, 0x44, 1, 0]].concat()
}

fn riff(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut bytes = [&kind[..], &(content.len() as u32).to_le_bytes(), content].concat();
    if content.len() % 2 == 1 {
        bytes.push(0);
    }
    bytes
}

fn webp(chunks: &[Vec<u8>]) -> Vec<u8> {
    let body = [b"WEBP".to_vec(), chunks.concat()].concat();
    [b"RIFF".to_vec(), (body.len() as u32).to_le_bytes().to_vec(), body].concat()
}

fn canvas(flags: u8, width: u32, height: u32) -> Vec<u8> {
    let side = |side: u32| (side - 1).to_le_bytes()[..3].to_vec();
    riff(b"VP8X", &[vec![flags, 0, 0, 0], side(width), side(height)].concat())
}

fn lossless(width: u32, height: u32) -> Vec<u8> {
    let packed = (width - 1) | (height - 1) << 14;
    riff(b"VP8L", &[&[0x2f][..], &packed.to_le_bytes(), &[0; 12]].concat())
}

fn moving_frame(width: u32, height: u32) -> Vec<u8> {
    let side = |side: u32| (side - 1).to_le_bytes()[..3].to_vec();
    riff(b"ANMF", &[vec![0; 6], side(width), side(height), vec![0; 4], lossless(width, height)].concat())
}

fn svg(inside: &str) -> Vec<u8> {
    format!("<svg xmlns='http://www.w3.org/2000/svg'>{inside}</svg>").into_bytes()
}

type Corpus = Vec<(String, Vec<u8>)>;

fn bombs() -> Corpus {
    let mut corpus = Corpus::new();
    let mut add = |name: &str, bytes: Vec<u8>| corpus.push((name.to_owned(), bytes));
    add("bomb-60000-gray.png", png_of(60_000, 60_000, 8, 0));
    add("bomb-60000-one-bit.png", png_of(60_000, 60_000, 1, 0));
    add("bomb-sixteen-bits.png", png_of(8_900, 8_900, 16, 6));
    add("bomb-alpha.png", png_of(8_900, 8_900, 8, 6));
    add("bomb-long.png", png_of(70_000_000, 1, 8, 0));
    add("bomb-tall.png", png_of(1, 70_000_000, 8, 0));
    add("overflow-all.png", png_of(u32::MAX, u32::MAX, 16, 6));
    add("overflow-signed.png", png_of(0x7fff_ffff, 0x7fff_ffff, 8, 6));
    add("overflow-to-zero.png", png_of(0x8000_0000, 2, 8, 6));
    add("overflow-64-bits.png", png_of(0x4000_0000, 0x4000_0000, 8, 6));
    add("bomb-65535.jpg", jpeg_of(65_535, 65_535));
    add("bomb-wide.jpg", jpeg_of(65_535, 2_000));
    add("bomb-65535.gif", gif(65_535, 65_535, &gif_frame(1, 1)));
    add("bomb-frame.gif", gif(1, 1, &gif_frame(65_535, 65_535)));
    add("bomb-canvas.webp", webp(&[canvas(0, 1 << 24, 1 << 24), lossless(1, 1)]));
    add("bomb-lossless.webp", webp(&[lossless(16_384, 16_384)]));
    add("bomb-inside.webp", webp(&[canvas(0, 10, 10), lossless(16_384, 16_384)]));
    let lossy = [&[0, 0, 0, 0x9d, 0x01, 0x2a][..], &[0xff, 0x3f, 0xff, 0x3f], &[0; 16]].concat();
    add("bomb-lossy.webp", webp(&[riff(b"VP8 ", &lossy)]));
    let moving = [canvas(2, 100, 100), riff(b"ANIM", &[0; 6]), moving_frame(1 << 20, 1 << 20)];
    add("bomb-moving.webp", webp(&moving));
    add("frames-100000.gif", gif(1, 1, &gif_frame(1, 1).repeat(100_000)));
    let frames = vec![moving_frame(2, 2); 100_000].concat();
    add("frames-100000.webp", webp(&[canvas(2, 2, 2), riff(b"ANIM", &[0; 6]), frames]));
    let control = chunk(b"acTL", &[100_000_u32.to_be_bytes(), [0; 4]].concat());
    add("frames-100000.png", png_with(&[control]));
    let frame = |width: u32| {
        let size = [0_u32.to_be_bytes(), width.to_be_bytes(), 60_000_u32.to_be_bytes()].concat();
        chunk(b"fcTL", &[size, vec![0; 14]].concat())
    };
    add("bomb-frame.png", png_with(&[chunk(b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]), frame(60_000)]));
    corpus
}

fn damaged() -> Corpus {
    let mut corpus = Corpus::new();
    let formats = [
        ("png", ImageFormat::Png),
        ("jpg", ImageFormat::Jpeg),
        ("gif", ImageFormat::Gif),
        ("webp", ImageFormat::WebP),
    ];
    for (ending, format) in formats {
        let whole = plain(format);
        for part in 1..8 {
            let cut = whole[..whole.len() * part / 8].to_vec();
            corpus.push((format!("cut-{part}-of-8.{ending}"), cut));
        }
        corpus.push((format!("cut-last.{ending}"), whole[..whole.len() - 1].to_vec()));
        corpus.push((format!("empty.{ending}"), Vec::new()));
        corpus.push((format!("page.{ending}"), b"<!doctype html><script>alert(1)</script>".to_vec()));
        corpus.push((format!("program.{ending}"), b"\x7fELF\x02\x01\x01".to_vec()));
        corpus.push((format!("lines.{ending}"), svg("<script>alert(1)</script>")));
    }
    let mut add = |name: &str, bytes: Vec<u8>| corpus.push((name.to_owned(), bytes));
    add("no-width.png", png_of(0, 5, 8, 2));
    add("no-height.png", png_of(5, 0, 8, 2));
    add("no-size.jpg", jpeg_of(0, 0));
    add("no-size.gif", gif(0, 0, &gif_frame(0, 0)));
    add("no-frame.gif", gif(5, 5, &[]));
    add("no-pixels.png", png(&[header(5, 5, 8, 2)]));
    add("no-pixels.webp", webp(&[canvas(0, 5, 5)]));
    add("no-header.png", png(&[chunk(b"IDAT", &stored(&[0; 8]))]));
    let mut sum = png_with(&[]);
    sum[29] ^= 1;
    add("wrong-sum-of-header.png", sum);
    let mut sum = png_with(&[]);
    let end = sum.len();
    sum[end - 14] ^= 1;
    add("wrong-sum-of-pixels.png", sum);
    add("wrong-zlib.png", png(&[header(2, 2, 8, 2), chunk(b"IDAT", b"no zlib at all")]));
    add("wrong-depth.png", png_of(2, 2, 7, 2));
    add("wrong-color.png", png_of(2, 2, 8, 9));
    let mut length = png_with(&[]);
    length[33..37].copy_from_slice(&u32::MAX.to_be_bytes());
    add("chunk-without-end.png", length);
    add("scan-first.jpg", [&[0xff, 0xd8][..], &segment(0xda, &[1, 1, 0, 0, 63, 0]), &[0xff, 0xd9]].concat());
    add("two-sizes.jpg", jpeg_with(&segment(0xc0, &[8, 0, 1, 0, 1, 1, 1, 0x11, 0])));
    let scan = segment(0xda, &[1, 1, 0, 0, 63, 0]);
    let whole = plain(ImageFormat::Jpeg);
    add("passes-5000.jpg", [&whole[..whole.len() - 2], &scan.repeat(5_000), &[0xff, 0xd9]].concat());
    corpus
}

fn notes() -> Corpus {
    let mut corpus = Corpus::new();
    let mut add = |name: &str, bytes: Vec<u8>| corpus.push((name.to_owned(), bytes));
    let large = vec![b'x'; 5 << 20];
    add("profile.png", png_with(&[chunk(b"iCCP", &[b"p\0\0", &stored(&large)[..]].concat())]));
    add("text.png", png_with(&vec![chunk(b"tEXt", &[b"k\0", &large[..]].concat()); 4]));
    add("exif.png", png_with(&vec![chunk(b"eXIf", &large); 4]));
    let piece = |place: u8| [b"ICC_PROFILE\0", &[place, 255][..], &vec![0; 65_000]].concat();
    let pieces: Vec<u8> = (1..=80).flat_map(|place| segment(0xe2, &piece(place))).collect();
    add("profile.jpg", jpeg_with(&pieces));
    add("exif.jpg", jpeg_with(&segment(0xe1, &vec![b'x'; 65_000]).repeat(270)));
    add("comment.jpg", jpeg_with(&segment(0xfe, &vec![b'x'; 65_000]).repeat(270)));
    add("profile.webp", webp(&[canvas(32, 2, 2), riff(b"ICCP", &large), lossless(2, 2)]));
    add("exif.webp", webp(&[canvas(8, 2, 2), lossless(2, 2), riff(b"EXIF", &vec![0; 17 << 20])]));
    let comment = [&[255][..], &[b'x'; 255]].concat().repeat(70_000);
    add("comment.gif", gif(1, 1, &[&[0x21, 0xfe], &comment[..], &[0], &gif_frame(1, 1)].concat()));
    corpus
}

fn lines() -> Corpus {
    let entities = "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>]><svg xmlns='http://www.w3.org/2000/svg'>&c;</svg>";
    let mut corpus = vec![
        ("entities.svg".to_owned(), entities.as_bytes().to_vec()),
        ("script.svg".to_owned(), svg("<script>alert(1)</script>")),
        ("handler.svg".to_owned(), svg("<path onload='alert(1)'/>")),
        (
            "foreign.svg".to_owned(),
            svg("<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'/></foreignObject>"),
        ),
        ("elsewhere.svg".to_owned(), svg("<use href='//evil.example/a.svg#b'/>")),
        ("file.svg".to_owned(), svg("<image href='file:///etc/passwd'/>")),
        ("style.svg".to_owned(), svg("<style>@import url(//evil.example)</style>")),
        ("deep.svg".to_owned(), svg(&"<g>".repeat(100_000))),
        ("large.svg".to_owned(), svg(&"<g/>".repeat(2_000_000))),
        (
            "page.svg".to_owned(),
            b"<html xmlns='http://www.w3.org/1999/xhtml'><script>1</script></html>".to_vec(),
        ),
        ("packed.svgz".to_owned(), b"\x1f\x8b\x08\0\0\0\0\0".to_vec()),
        ("empty.svg".to_owned(), Vec::new()),
    ];
    corpus.extend((1..4).map(|part| {
        let whole = svg("<path d='M0 0'/>");
        (format!("cut-{part}-of-4.svg"), whole[..whole.len() * part / 4].to_vec())
    }));
    corpus
}

fn corpus() -> Corpus {
    [bombs(), damaged(), notes(), lines()].concat()
}

/// Pictures that are something else as well. They are pictures, and what is made of them holds nothing of the rest.
fn polyglots() -> Corpus {
    let page = b"<!doctype html><script>alert(document.domain)</script>";
    let comment = [&[0x21, 0xfe, page.len() as u8], &page[..], &[0]].concat();
    let mut end = plain(ImageFormat::Jpeg);
    end.extend_from_slice(page);
    let mut pdf = plain(ImageFormat::Png);
    pdf.extend_from_slice(b"%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj");
    vec![
        ("page.gif".to_owned(), gif(1, 1, &[&comment[..], &gif_frame(1, 1)].concat())),
        ("page-behind.jpg".to_owned(), end),
        ("page-inside.jpg".to_owned(), jpeg_with(&segment(0xfe, page))),
        ("document-behind.png".to_owned(), pdf),
        ("page-inside.png".to_owned(), png_with(&[chunk(b"tEXt", &[b"k\0", &page[..]].concat())])),
    ]
}

fn written(corpus: &Corpus) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    fs::create_dir(root.path().join("files")).unwrap();
    for (name, bytes) in corpus {
        fs::write(root.path().join("files").join(name), bytes).unwrap();
    }
    root
}

fn prepared(root: tempfile::TempDir) -> (tempfile::TempDir, Assets, Pictures, Vec<Diagnostic>) {
    let mut assets = Assets::load(root.path()).unwrap();
    let mut faults = Vec::new();
    let cache = Cache::of_site(root.path());
    let settings = Settings::default();
    let pictures = prepare(&mut assets, &settings, &cache, 1_764_000_000_000, &mut faults);
    (root, assets, pictures, faults)
}

#[test]
fn s_140_every_hostile_picture_is_reported_with_its_file_and_why() {
    let corpus = corpus();
    assert!(corpus.len() >= 50, "{}", corpus.len());
    let (_root, assets, pictures, faults) = prepared(written(&corpus));
    for (name, _) in &corpus {
        let about: Vec<_> =
            faults.iter().filter(|fault| fault.file.ends_with(name)).map(|fault| &fault.message).collect();
        assert_eq!(about.len(), 1, "{name}: {about:?}");
        assert!(!about[0].contains("gave up"), "{name}: a decoder panicked");
    }
    assert_eq!(pictures.facts.len(), 0, "{:?}", pictures.facts.keys());
    assert_eq!(assets.alternatives().count(), 0);
}

/// What a file asks for is refused before a byte is reserved for it.
#[test]
fn s_141_bombs_are_refused_by_their_size() {
    for (name, bytes) in bombs() {
        let why = try_out(&bytes).unwrap_err();
        let known = ["pixels are allowed", "million are allowed", "frames", "when it is unpacked"];
        assert!(known.iter().any(|known| why.contains(known)), "{name}: {why}");
    }
}

/// What is packed in a part that is not pixels counts as what it becomes, all such parts of a file together.
#[test]
fn s_146_packed_notes_and_profiles_are_bounded_by_what_they_become() {
    use std::io::Write;
    let packed = |megabytes: usize| {
        let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        (0..megabytes).for_each(|_| packer.write_all(&[0; 1 << 20]).unwrap());
        packer.finish().unwrap()
    };
    let part = |kind: &[u8; 4], head: &[u8], megabytes| chunk(kind, &[head, &packed(megabytes)].concat());
    let (plain, text) = (&b"x\0\0"[..], &b"x\0\x01\0\0\0"[..]);
    let refused = [
        ("a profile", vec![part(b"iCCP", plain, 5)]),
        ("a profile of hundreds", vec![part(b"iCCP", plain, 400)]),
        ("a text", vec![part(b"zTXt", plain, 17)]),
        ("a text of the world", vec![part(b"iTXt", text, 17)]),
        ("many texts", (0..9).map(|_| part(b"iTXt", text, 2)).collect()),
        ("texts of both kinds", vec![part(b"iTXt", text, 9), part(b"zTXt", plain, 9)]),
    ];
    for (name, parts) in refused {
        let bytes = png_with(&parts);
        assert!(bytes.len() < 1 << 20, "{name}");
        let why = try_out(&bytes).unwrap_err();
        assert!(why.contains("unpacks to more than") || why.contains("of notes"), "{name}: {why}");
    }
    let long = chunk(b"iTXt", &[&b"x\0\0\0\0\0"[..], &packed(17)].concat());
    for (name, parts) in [
        ("a small text", vec![part(b"zTXt", plain, 1)]),
        ("a text that is not packed", vec![long]),
        ("a text that is damaged", vec![chunk(b"zTXt", b"x\0\0no zlib")]),
        ("parts that are empty", vec![chunk(b"zTXt", b""), chunk(b"iTXt", b"x"), chunk(b"iTXt", b"x\0\x01")]),
    ] {
        assert_eq!(try_out(&png_with(&parts)), Ok(()), "{name}");
    }
}

#[test]
fn s_142_what_is_made_of_a_picture_holds_nothing_else_that_was_in_it() {
    let corpus = polyglots();
    let (_root, assets, pictures, faults) = prepared(written(&corpus));
    assert_eq!(faults, []);
    assert_eq!(pictures.facts.len(), corpus.len());
    for alternative in assets.alternatives() {
        let bytes = fs::read(&alternative.asset.source).unwrap();
        assert!(!bytes.windows(6).any(|part| part == b"script"), "{}", alternative.asset.path);
    }
}

/// The largest picture that is taken, beside everything hostile, in a process of its own.
#[test]
#[ignore = "begun by the test below, in a process of its own"]
fn all_in_a_process_of_its_own() {
    let root = written(&corpus());
    let largest = root.path().join("files/largest.png");
    DynamicImage::ImageLuma8(GrayImage::new(8_900, 8_900)).save(largest).unwrap();
    let (_root, _, pictures, _) = prepared(root);
    assert_eq!(pictures.facts.len(), 1, "the largest one is taken");
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    println!("{peak}");
}

#[cfg(target_os = "linux")]
#[test]
fn s_141_all_of_them_leave_the_memory_of_the_process_within_its_bound() {
    let name = "picture::hostile::all_in_a_process_of_its_own";
    let done = std::process::Command::new(std::env::current_exe().unwrap())
        .args([name, "--exact", "--ignored", "--nocapture"])
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{stdout}");
    let peak = stdout.split("VmHWM:").nth(1).unwrap().split_whitespace().next().unwrap();
    let peak: u64 = peak.parse().unwrap();
    assert!(peak < BOUND, "{peak} KiB");
}

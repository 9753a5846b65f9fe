//! Lists of many shops, made of one set of goods: what goes in comes out, whatever the columns are called and wherever a
//! variant stands.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::fmt::Write as _;

use loggia_commerce::CurrencyCode;
use loggia_exchange::products::{List, Shop, Stock, read};
use proptest::prelude::*;

/// A product of our own making, with a variant for each size.
#[derive(Debug, Clone)]
struct Good {
    pictures: usize,
    /// Price in hundredths, pieces, grams.
    sizes: Vec<(i64, u32, u32)>,
}

/// What of a list can be counted: products, variants, all prices, all pieces, all pictures, all grams.
type Sums = (usize, usize, i64, u64, usize, u64);

fn goods() -> impl Strategy<Value = Vec<Good>> {
    let size = (1_i64..2_000_000, 0_u32..5_000, 1_u32..20_000);
    let good = (0_usize..4, prop::collection::vec(size, 2..5));
    let made = good.prop_map(|(pictures, sizes)| Good { pictures, sizes });
    prop::collection::vec(made, 1..5)
}

fn sums_of(goods: &[Good]) -> Sums {
    let sizes = || goods.iter().flat_map(|good| &good.sizes);
    (
        goods.len(),
        sizes().count(),
        sizes().map(|size| size.0).sum(),
        sizes().map(|size| u64::from(size.1)).sum(),
        goods.iter().map(|good| good.pictures).sum(),
        sizes().map(|size| u64::from(size.2)).sum(),
    )
}

fn sums(list: &List) -> Sums {
    let all = || list.products.iter().flat_map(|product| &product.variants);
    let pieces = |stock: Stock| match stock {
        Stock::Count(count) => u64::from(count),
        Stock::Unlimited => 0,
    };
    (
        list.products.len(),
        all().count(),
        all().filter_map(|one| one.price).map(|price| price.get()).sum(),
        all().map(|one| pieces(one.stock)).sum(),
        list.products.iter().map(|product| product.pictures.len()).sum(),
        all().filter_map(|one| one.weight?.grams()).map(u64::from).sum(),
    )
}

fn amount(cents: i64, mark: char) -> String {
    format!("{}{mark}{:02}", cents / 100, cents % 100)
}

fn kilograms(grams: u32, mark: char) -> String {
    format!("{}{mark}{:03}", grams / 1000, grams % 1000)
}

fn picture(good: usize, number: usize) -> String {
    format!("https://shop.example/{good}-{number}.jpg")
}

fn pictures(good: usize, count: usize, separator: &str) -> String {
    (0..count).map(|number| picture(good, number)).collect::<Vec<_>>().join(separator)
}

/// A list: its name, its bytes.
type Written = (&'static str, Vec<u8>);

fn rows(
    head: &str,
    goods: &[Good],
    parent: impl Fn(usize, &Good) -> String,
    variant: impl Fn(usize, &Good, usize) -> String,
) -> String {
    let mut text = format!("{head}\n");
    for (at, good) in goods.iter().enumerate() {
        let first = parent(at, good);
        if !first.is_empty() {
            let _ = writeln!(text, "{first}");
        }
        for size in 0..good.sizes.len() {
            let _ = writeln!(text, "{}", variant(at, good, size));
        }
    }
    text
}

/// The same goods as several programs write them.
fn lists(goods: &[Good]) -> Vec<Written> {
    let none = |_: usize, _: &Good| String::new();
    let square = rows(
        "Token,Item Name,Variation Name,SKU,Description,Weight (kg),Price,Option Name 1,Option Value 1,Current Quantity Main Street,Current Quantity Mill,New Quantity Mill,Stock Alert Count Mill,Photo URL",
        goods,
        none,
        |at, good, size| {
            let (price, pieces, grams) = good.sizes[size];
            let (here, there) = (pieces / 2, pieces - pieces / 2);
            let shown = if size == 0 { pictures(at, good.pictures, " ") } else { String::new() };
            format!(
                "T{at}{size},Thing {at},V{size},S-{at}-{size},Text,{},{},Size,V{size},{here},{there},,9,{shown}",
                kilograms(grams, '.'),
                amount(price, '.')
            )
        },
    );
    let kinds = rows(
        "Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Low Stock,Price,Product URL,Weight,Is Visible,Image URL (Import)",
        goods,
        |at, good| {
            let mut text =
                format!("Product,{at},Thing {at},physical,S-{at},,variant,0,0,1.00,/thing-{at}/,9,TRUE,");
            for number in 0..good.pictures {
                let _ = write!(text, "\nImage,{number},,,,,,,,,,,,{}", picture(at, number));
            }
            text
        },
        |at, good, size| {
            let (price, pieces, grams) = good.sizes[size];
            format!(
                "Variant,{size},,,S-{at}-{size},Type=Swatch|Name=Size|Value=V{size}[#ff0000],,{pieces},0,{},,{},,",
                amount(price, '.'),
                kilograms(grams, '.')
            )
        },
    );
    let options = rows(
        "type;product_internal_id;product_sku;product_quantity;product_name;product_media_main_image_url;product_media_gallery_image_url_1;product_media_gallery_image_url_2;product_price;product_weight;product_variation_sku;product_variation_price;product_variation_option_{Size}",
        goods,
        |at, good| {
            let shown =
                |number: usize| if number < good.pictures { picture(at, number) } else { String::new() };
            format!("product;{at};S-{at};;Thing {at};{};{};{};1.00;;;;", shown(0), shown(1), shown(2))
        },
        |at, good, size| {
            let (price, pieces, grams) = good.sizes[size];
            format!(
                "product_variation;{at};S-{at};{pieces};Thing {at};;;;;{};S-{at}-{size};{};V{size}",
                kilograms(grams, '.'),
                amount(price, '.')
            )
        },
    );
    let spelled = rows(
        "id\thandle\tsku\tname\tproduct_category\tvariant_option_one_name\tvariant_option_one_value\tsupply_price\tretail_price\tactive\tinventory_Main\treorder_point_Main\tweight kg\timage_url",
        goods,
        none,
        |at, good, size| {
            let (price, pieces, grams) = good.sizes[size];
            let shown = if size == 0 { pictures(at, good.pictures, " ") } else { String::new() };
            format!(
                "id-{at}-{size}\tthing-{at}\tS-{at}-{size}\tThing {at}\tA / B\tSize\tV{size}\t0.01\t{}\t1\t{pieces}\t5\t{}\t{shown}",
                amount(price, '.'),
                kilograms(grams, '.')
            )
        },
    );
    let spanish = rows(
        "\"Identificador de URL\";\"Nombre\";\"Categorías\";\"Nombre de propiedad 1\";\"Valor de propiedad 1\";\"Precio\";\"Peso (kg)\";\"Stock\";\"SKU\";\"Mostrar en tienda\";\"Descripción\";\"Imágenes\"",
        goods,
        none,
        |at, good, size| {
            let (price, pieces, grams) = good.sizes[size];
            let (name, shown) = if size == 0 {
                (format!("Cosa {at}"), pictures(at, good.pictures, ", "))
            } else {
                Default::default()
            };
            format!(
                "\"cosa-{at}\";\"{name}\";\"Ropa\";\"Tamaño\";\"V{size}\";\"{}\";\"{}\";\"{pieces}\";\"S-{at}-{size}\";\"SÍ\";\"Línea\nnueva\";\"{shown}\"",
                amount(price, ','),
                kilograms(grams, ',')
            )
        },
    );
    let german = rows(
        "Artikelnummer|Artikelname|Brutto-VK|Netto-VK|Lagerbestand|Artikelgewicht (g)|Bild 1|Bild 2|Bild 3|Identifizierungsspalte Vaterartikel|Variationsname 1|Variationswertname 1",
        goods,
        |at, good| {
            let shown =
                |number: usize| if number < good.pictures { picture(at, number) } else { String::new() };
            format!("A{at}|Ding {at}|1,00|0,84|0||{}|{}|{}|||", shown(0), shown(1), shown(2))
        },
        |at, good, size| {
            let (price, pieces, grams) = good.sizes[size];
            format!(
                "A{at}-{size}|Ding {at} V{size}|{}|0,01|{pieces}|{grams}||||A{at}|Größe|V{size}",
                amount(price, ',')
            )
        },
    );
    let utf_16 =
        |text: &str| format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    vec![
        ("places", square.into_bytes()),
        ("kinds", kinds.into_bytes()),
        ("options", options.into_bytes()),
        ("spelled", utf_16(&spelled)),
        ("spanish", encoding_rs::WINDOWS_1252.encode(&spanish).0.into_owned()),
        ("german", encoding_rs::WINDOWS_1252.encode(&german).0.into_owned()),
        ("order", in_order(goods).into_bytes()),
    ]
}

/// The columns of WooCommerce in a language of nobody: only their order says what they are.
fn in_order(goods: &[Good]) -> String {
    let mut names = vec!["ID".to_owned()];
    names.extend((1..19).map(|at| format!("Kolo{}", letters(at))));
    names.extend(["Waag (kg)", "Laang (cm)", "Breed (cm)", "Hoog (cm)"].map(str::to_owned));
    names.extend((23..40).map(|at| format!("Kolo{}", letters(at))));
    names.extend(["Naam 1", "Woord 1", "Te sien 1", "Orals 1"].map(str::to_owned));
    let count = names.len();
    let row = |cells: &[(usize, String)]| {
        let mut all = vec![String::new(); count];
        cells.iter().for_each(|(at, text)| all[*at] = format!("\"{text}\""));
        all.join(",")
    };
    rows(
        &names.join(","),
        goods,
        |at, good| {
            let values: Vec<String> = (0..good.sizes.len()).map(|size| format!("V{size}")).collect();
            row(&[
                (0, at.to_string()),
                (1, "variable".into()),
                (2, format!("S-{at}")),
                (4, format!("Ding {at}")),
                (5, "1".into()),
                (7, "visible".into()),
                (30, pictures(at, good.pictures, ", ")),
                (40, "Grootte".into()),
                (41, values.join(", ")),
            ])
        },
        |at, good, size| {
            let (price, pieces, grams) = good.sizes[size];
            row(&[
                (0, format!("9{at}{size}")),
                (1, "variation".into()),
                (2, format!("S-{at}-{size}")),
                (4, format!("Ding {at} V{size}")),
                (5, "1".into()),
                (7, "visible".into()),
                (14, "1".into()),
                (15, pieces.to_string()),
                (19, kilograms(grams, '.')),
                (26, amount(price, '.')),
                (33, format!("S-{at}")),
                (40, "Grootte".into()),
                (41, format!("V{size}")),
            ])
        },
    )
}

fn letters(number: usize) -> String {
    number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// S-376, S-377, S-378: products, variants, the sum of prices, pieces, pictures and grams of a list are those of the
    /// goods that it was made of, in every dialect.
    #[test]
    fn s_376_what_goes_into_a_list_comes_out(goods in goods()) {
        let shop = Shop { currency: CurrencyCode::parse("EUR").unwrap(), metric: Some(true), now: 1_795_219_200_000 };
        for (name, bytes) in lists(&goods) {
            let list = read(&bytes, shop);
            prop_assert!(list.is_some(), "{name}");
            let list = list.unwrap();
            prop_assert_eq!(sums(&list), sums_of(&goods), "{} {:#?}", name, list.faults);
            for product in &list.products {
                let values: std::collections::BTreeSet<_> = product.variants.iter().map(|one| &one.values).collect();
                prop_assert_eq!(values.len(), product.variants.len());
                prop_assert!(product.variants.iter().all(|one| one.values.last().is_some_and(|value| value.starts_with('V'))), "{} {:?}", name, product.variants);
            }
        }
    }
}

/// S-378: a list of WooCommerce in a language of nobody is read by the order of its columns; another order is none of its.
#[test]
fn s_378_a_list_in_an_unknown_language_is_read_by_its_order() {
    let shop =
        Shop { currency: CurrencyCode::parse("EUR").unwrap(), metric: Some(true), now: 1_795_219_200_000 };
    let goods = [Good { pictures: 2, sizes: vec![(1_999, 3, 250), (2_499, 0, 300)] }];
    let text = in_order(&goods);
    let list = read(text.as_bytes(), shop).unwrap();
    assert_eq!(sums(&list), sums_of(&goods), "{:#?}", list.faults);
    assert_eq!(
        (list.products[0].title.as_str(), list.products[0].options.join(" ")),
        ("Ding 0", "Grootte".into())
    );
    assert!(read(text.replace("Waag (kg),", "").as_bytes(), shop).is_none());
}

/// An old workbook of one sheet: a compound file whose stream has the records of its cells.
fn old_workbook(cells: &[(u16, u16, &str)]) -> Vec<u8> {
    old_workbook_sharing(cells, ("", 0))
}

/// The same, with a text that so many more cells share, row by row.
fn old_workbook_sharing(cells: &[(u16, u16, &str)], (text, times): (&str, u16)) -> Vec<u8> {
    let record = |kind: u16, body: &[u8]| {
        let length = u16::try_from(body.len()).unwrap();
        [&kind.to_le_bytes()[..], &length.to_le_bytes(), body].concat()
    };
    let begin =
        |kind: u16| record(0x0809, &[&0x0600_u16.to_le_bytes()[..], &kind.to_le_bytes(), &[0; 12]].concat());
    let end = record(0x000a, &[]);
    let mut globals = begin(5);
    if times > 0 {
        let parts: Vec<&[u8]> = text.as_bytes().chunks(8000).collect();
        let count = u16::try_from(text.len()).unwrap().to_le_bytes();
        globals.extend(record(0x00fc, &[&[0; 8][..], &count, &[0], parts[0]].concat()));
        for part in &parts[1..] {
            globals.extend(record(0x003c, &[&[0], *part].concat()));
        }
    }
    let name = b"Goods";
    let sheet_record = |place: u32| {
        let head = [&place.to_le_bytes()[..], &[0, 0, u8::try_from(name.len()).unwrap(), 0], name].concat();
        record(0x0085, &head)
    };
    let place = globals.len() + sheet_record(0).len() + end.len();
    let mut stream =
        [globals, sheet_record(u32::try_from(place).unwrap()), end.clone(), begin(0x10)].concat();
    for (row, column, text) in cells {
        let at = [row.to_le_bytes(), column.to_le_bytes(), [0, 0]].concat();
        match text.parse::<f64>() {
            Ok(number) => stream.extend(record(0x0203, &[&at[..], &number.to_le_bytes()].concat())),
            Err(_) => {
                let letters: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
                let count = u16::try_from(letters.len() / 2).unwrap().to_le_bytes();
                stream.extend(record(0x0204, &[&at[..], &count, &[1], &letters].concat()));
            }
        }
    }
    for row in 0..times {
        let at = [(row + 10).to_le_bytes(), [1, 0], [0, 0]].concat();
        stream.extend(record(0x00fd, &[&at[..], &[0; 4]].concat()));
    }
    stream.extend(end);
    stream.resize(stream.len().max(4096).next_multiple_of(512), 0);
    let sectors = u32::try_from(stream.len() / 512).unwrap();
    // First the table of sectors, then the folder, then the stream.
    let tables = (sectors + 2).div_ceil(127);
    let mut table = vec![0xffff_fffd_u32; tables as usize];
    table.push(0xffff_fffe);
    table.extend((0..sectors).map(|at| if at + 1 == sectors { 0xffff_fffe } else { at + tables + 2 }));
    table.resize(128 * tables as usize, 0xffff_ffff);
    let entry = |name: &str, kind: u8, child: u32, first: u32, size: u32| {
        let mut all = vec![0_u8; 128];
        let letters: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        all[..letters.len()].copy_from_slice(&letters);
        all[64..66].copy_from_slice(&u16::try_from(letters.len() + 2).unwrap().to_le_bytes());
        (all[66], all[67]) = (kind, 1);
        all[68..76].fill(0xff);
        all[76..80].copy_from_slice(&child.to_le_bytes());
        all[116..120].copy_from_slice(&first.to_le_bytes());
        all[120..124].copy_from_slice(&size.to_le_bytes());
        all
    };
    let mut head = vec![0_u8; 512];
    head[..8].copy_from_slice(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
    head[24..34].copy_from_slice(&[0x3e, 0, 3, 0, 0xfe, 0xff, 9, 0, 6, 0]);
    head[44..48].copy_from_slice(&tables.to_le_bytes());
    head[48..52].copy_from_slice(&tables.to_le_bytes());
    head[56..60].copy_from_slice(&4096_u32.to_le_bytes());
    head[60..64].copy_from_slice(&0xffff_fffe_u32.to_le_bytes());
    head[68..72].copy_from_slice(&0xffff_fffe_u32.to_le_bytes());
    head[76..512].fill(0xff);
    for at in 0..tables {
        head[76 + at as usize * 4..][..4].copy_from_slice(&at.to_le_bytes());
    }
    let mut folder = entry("Root Entry", 5, 1, 0xffff_fffe, 0);
    folder.extend(entry("Workbook", 2, 0xffff_ffff, tables + 1, sectors * 512));
    folder.resize(512, 0);
    let table: Vec<u8> = table.into_iter().flat_map(u32::to_le_bytes).collect();
    [head, table, folder, stream].concat()
}

/// S-379: a workbook of Excel before 2007 is a list like any other; one that is damaged, or whose cells lie so far apart
/// that there is no room for all between them, is none, and nothing ends the program.
#[test]
fn s_379_an_old_workbook_is_a_list_of_products() {
    let shop = Shop { currency: CurrencyCode::parse("EUR").unwrap(), metric: None, now: 1_795_219_200_000 };
    let cells = [
        (0, 0, "Unsere Waren"),
        (2, 1, "Artikelname"),
        (2, 2, "Preis"),
        (2, 3, "Bestand"),
        (3, 1, "Schüssel"),
        (3, 2, "19.989999999999998"),
        (3, 3, "7"),
        (5, 1, "Чаша"),
        (5, 2, "3"),
    ];
    let book = old_workbook(&cells);
    let list = read(&book, shop).unwrap();
    let said: Vec<_> = list
        .products
        .iter()
        .map(|one| (one.title.as_str(), one.line, one.variants[0].price.unwrap().get()))
        .collect();
    assert_eq!(said, [("Schüssel", 4, 1999), ("Чаша", 6, 300)]);
    let far = old_workbook(&[(0, 0, "Name"), (0, 1, "Price"), (65_535, 255, "x")]);
    assert!(read(&far, shop).is_none(), "more cells than are read");
    // Each book would take as much room as the whole file: of more than two none is read.
    let mut many = book.clone();
    many.copy_within(1152..1280, 1280);
    assert!(read(&many, shop).is_some(), "the formats of 1997 and before in one file");
    many.copy_within(1152..1280, 1408);
    assert!(read(&many, shop).is_none(), "three books");
    // S-743: a text that many cells share is counted for each of them.
    let long = "a".repeat(60_000);
    assert!(read(&old_workbook_sharing(&cells, (&long, 100)), shop).is_some());
    assert!(read(&old_workbook_sharing(&cells, (&long, 5000)), shop).is_none(), "more text than is read");
    for end in (0..book.len()).step_by(31) {
        let _ = read(&book[..end], shop);
        let mut other = book.clone();
        other[end] ^= 0xff;
        let _ = read(&other, shop);
    }
}

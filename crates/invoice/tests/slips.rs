//! Slips, pick lists and labels (S-886). With LOGGIA_SLIPS a folder gets the files, to be
//! looked at, with the fonts in the folder LOGGIA_SLIPS_FONTS.

use std::path::Path;

use loggia_invoice::{FontFolders, PaperSize, Printing, Slip, SlipLine, SlipSheet, print};

fn order(number: usize, to: &[&str]) -> Slip {
    let line = |quantity, name: &str, options: &str| SlipLine {
        quantity,
        name: name.to_owned(),
        options: options.to_owned(),
        sku: format!("sku-{name}"),
        answers: vec!["Writing: Happy birthday".to_owned()],
        places: vec![("Warehouse".to_owned(), quantity)],
    };
    Slip {
        name: format!("#{number}"),
        placed: "1 December 2026".to_owned(),
        to: to.iter().map(|line| (*line).to_owned()).collect(),
        phone: "+12125550100".to_owned(),
        delivery: "Post".to_owned(),
        note: "Please ring twice.".to_owned(),
        gift_message: "Happy birthday!\nYours, Ann".to_owned(),
        lines: vec![line(2, "Country sourdough", "Size: large"), line(1, "كعك بالتمر", "")],
    }
}

fn printing(paper: PaperSize, orders: Vec<Slip>) -> Printing {
    Printing {
        language: "en-US".to_owned(),
        from: vec!["Test Bakery".to_owned(), "1 Oven Lane".to_owned(), "Leeds LS1 1AA".to_owned()],
        paper,
        sheets: vec![SlipSheet::PickList, SlipSheet::PackingSlips, SlipSheet::Labels],
        orders,
    }
}

fn sample() -> Vec<Slip> {
    let long = "A very long line of an address that goes on and on ".repeat(4);
    vec![
        order(1001, &["Ann Lee", "1 Main Street", "New York, NY 10001", "United States"]),
        order(1002, &["ليلى حداد", "شارع الحمرا 12", "بيروت", "Lebanon"]),
        order(1003, &["יעל כהן", "רחוב הרצל 5", "תל אביב 61000", "Israel"]),
        order(1004, &["山田太郎", "千代田区1-1", "Tokyo 100-0001", "Japan"]),
        order(1005, &[&long, &long, "Ünter den Lärchen 7", "Łódź"]),
        order(1006, &[]),
    ]
}

fn pages(file: &[u8]) -> usize {
    let text = String::from_utf8_lossy(file);
    text.matches("/Type /Page\n").count()
        + text.matches("/Type/Page/").count()
        + text.matches("/Type /Page ").count()
}

#[test]
fn s_886_one_file_has_pick_list_slips_and_labels_of_each_paper() {
    for (name, paper, size) in [
        ("a4", PaperSize::A4, "595 842"),
        ("letter", PaperSize::Letter, "612 792"),
        ("label", PaperSize::Label, "288 432"),
    ] {
        let printed = print(&printing(paper, sample()), &FontFolders::default()).unwrap();
        assert!(printed.file.starts_with(b"%PDF-"));
        assert_eq!(
            printed,
            print(&printing(paper, sample()), &FontFolders::default()).unwrap(),
            "the same bytes each time"
        );
        let text = String::from_utf8_lossy(&printed.file).into_owned();
        assert!(text.contains(size), "{name}: no page of {size}");
        // A list, a slip for each of six, and labels for the five with an address, four a sheet or one.
        let labels = if paper == PaperSize::Label { 5 } else { 2 };
        assert!(pages(&printed.file) >= 1 + 6 + labels, "{name}: {} pages", pages(&printed.file));
        if let Ok(folder) = std::env::var("LOGGIA_SLIPS") {
            let mut orders = sample();
            orders.push(order(1007, &["김민준", "서울특별시 강남구 테헤란로 1", "Seoul", "Korea"]));
            orders.push(order(1008, &["สมชาย ใจดี", "99 ถนนสุขุมวิท กรุงเทพฯ 10110", "Thailand"]));
            orders.push(order(1009, &["आरती शर्मा", "12 महात्मा गांधी मार्ग, नई दिल्ली 110001", "India"]));
            orders.push(order(1010, &["李小龍", "香港九龍彌敦道1號", "Hong Kong"]));
            let fonts =
                FontFolders(std::env::var_os("LOGGIA_SLIPS_FONTS").map(Into::into).into_iter().collect());
            let printed = print(&printing(paper, orders), &fonts).unwrap();
            println!("{name}: {} bytes, without letters: {:?}", printed.file.len(), printed.unknown_letters);
            std::fs::write(format!("{folder}/slips-{name}.pdf"), &printed.file).unwrap();
        }
    }
}

#[test]
fn s_887_what_cannot_be_printed_is_named() {
    let printed = print(&printing(PaperSize::A4, sample()), &FontFolders::default()).unwrap();
    assert_eq!(printed.unknown_letters, ["#1004"], "Arabic, Hebrew and Latin letters are there");
    assert_eq!(printed.without_label, ["#1006"]);
    let mut slips = printing(PaperSize::A4, sample());
    slips.sheets = vec![SlipSheet::PackingSlips];
    assert!(print(&slips, &FontFolders::default()).unwrap().without_label.is_empty());
}

#[test]
fn s_886_texts_of_any_kind_are_printed() {
    for text in
        ["", "\u{202e}abc", "a\u{0}b", "🍞", "?", "ـــ", "א\u{5b7}ב (a) ג 12", "\u{200d}", "  ", "a\nb"]
    {
        for paper in [PaperSize::A4, PaperSize::Label] {
            let mut one = order(1, &[text, text]);
            one.note = text.to_owned();
            one.lines[0].name = text.repeat(40);
            assert!(
                print(&printing(paper, vec![one]), &FontFolders::default())
                    .unwrap()
                    .file
                    .starts_with(b"%PDF-"),
                "{text:?}"
            );
        }
    }
    assert!(
        print(&printing(PaperSize::A4, Vec::new()), &FontFolders::default())
            .unwrap()
            .file
            .starts_with(b"%PDF-")
    );
}

/// S-815: the message for a gift is printed, whole and in any script that can be; it stands on slips alone.
#[test]
fn s_815_a_gift_has_its_message_on_the_slip() {
    let of = |message: &str, sheet: SlipSheet| {
        let mut one = order(1, &["Ann Lee", "1 Main Street"]);
        one.gift_message = message.to_owned();
        let mut slips = printing(PaperSize::A4, vec![one]);
        slips.sheets = vec![sheet];
        print(&slips, &FontFolders::default()).unwrap()
    };
    let without = of("", SlipSheet::PackingSlips);
    assert_ne!(of("Happy birthday!", SlipSheet::PackingSlips).file, without.file);
    assert_eq!(of("Happy birthday!", SlipSheet::Labels).file, of("", SlipSheet::Labels).file);
    assert_eq!(of("お誕生日おめでとう", SlipSheet::PackingSlips).unknown_letters, ["#1"]);
    assert_eq!(of("كل عام وأنت بخير", SlipSheet::PackingSlips).unknown_letters, [""; 0]);
    let long = of(&"A line of a long message.\n".repeat(200), SlipSheet::PackingSlips);
    assert!(pages(&long.file) > pages(&without.file), "what is long goes on, on the next sheet");
}

/// S-698: a letter that the bundled faces do not have is found in the folders of the computer, and the order is not named any more.
#[test]
fn s_698_letters_are_found_in_the_fonts_of_the_computer() {
    let folders = FontFolders(vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fonts")]);
    let slips = printing(PaperSize::Label, sample());
    let printed = print(&slips, &folders).unwrap();
    assert_eq!(printed.unknown_letters, [""; 0], "#1004 is Japanese");
    assert_eq!(printed, print(&slips, &folders).unwrap(), "the same bytes each time");
    let text = String::from_utf8_lossy(&printed.file).into_owned();
    assert!(text.contains("NotoSansCJK"), "the face is in the file");
    let mut other = sample();
    other[3].note = "ありがとう".to_owned();
    let named = print(&printing(PaperSize::Label, other), &folders).unwrap().unknown_letters;
    assert_eq!(named, ["#1004"], "what that face does not have is told as before");
}

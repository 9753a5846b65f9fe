//! Customers and codes of other shops, by the columns that their documents name.

use loggia_exchange::Fault;
use loggia_exchange::people::{Consent, Person, is_people, read};
use loggia_exchange::sales::{cards, discounts, is_cards, is_discounts};
use loggia_exchange::sheet::Sheet;

fn people(text: &str) -> (Vec<Person>, Vec<Fault>) {
    let sheet = Sheet::read(text);
    assert!(is_people(&sheet), "{text}");
    let (found, faults) = read(&sheet);
    for one in &found {
        assert_eq!(&one.merged(one), one, "brought a second time it is the same");
    }
    (found, faults)
}

fn codes(faults: &[Fault]) -> Vec<&str> {
    faults.iter().map(|fault| fault.why.code).collect()
}

/// S-647: lists of customers keep name, telephone, address, sums, labels and since when somebody is known; other columns are named.
#[test]
fn s_647_lists_of_customers_are_read_whole() {
    let shopify = "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags\n\
        '7001,Ann,Lee,Ann@Shopper.example,no,Lee Ltd,1 Main Street,Flat 2,Newark,NJ,US,'07102,'+15550100,,no,1234.50,3,Rings twice,yes,\"vip, trade\"\n";
    let (found, faults) = people(shopify);
    let ann = &found[0];
    assert_eq!(
        (ann.email.as_str(), ann.name.as_str(), ann.phone.as_str()),
        ("ann@shopper.example", "Ann Lee", "+15550100")
    );
    assert_eq!(
        (ann.orders, ann.spent_cents, ann.consent, ann.is_customer),
        (3, 123_450, Consent::Refused, true)
    );
    let place: Vec<(&str, &str)> =
        ann.address.iter().map(|(part, text)| (part.as_str(), text.as_str())).collect();
    assert_eq!(
        place,
        [
            ("address1", "1 Main Street"),
            ("address2", "Flat 2"),
            ("city", "Newark"),
            ("company", "Lee Ltd"),
            ("country", "US"),
            ("province", "NJ"),
            ("zip", "07102")
        ]
    );
    assert_eq!(ann.labels, ["trade", "vip"]);
    let named: Vec<&str> = faults
        .iter()
        .filter(|fault| fault.why.code == "column-unknown")
        .map(|fault| fault.why.values[0].1.as_str())
        .collect();
    assert_eq!(named, ["Tax Exempt"]);

    let report = "Name,Username,Last Active,Date Registered,Email,Orders,Total Spend,AOV,\"Country / Region\",City,Region,\"Postal Code\"\n\
        \"Bea Ray\",bea,2024-05-02,2023-01-31,bea@shopper.example,2,88.00,44.00,DE,Bonn,,53111\n";
    let (found, faults) = people(report);
    let bea = &found[0];
    assert_eq!(
        (bea.orders, bea.spent_cents, bea.created_on, bea.address["zip"].as_str()),
        (2, 8800, 1_675_123_200_000, "53111")
    );
    assert_eq!(codes(&faults), [""; 0]);

    let wix = "First Name,Last Name,Email 1,Phone 1,Address 1 - Street,Address 1 - City,Address 1 - Zip,Address 1 - Country,Labels,Created At (UTC+0),Email subscriber status,SMS subscriber status,Last Activity\n\
        Cy,Orr,cy@shopper.example,+49 30 1,Hauptstr. 1,Berlin,10115,DE,Contacts;Trade,2023-01-31 00:00,Subscribed,Never subscribed,Form\n";
    let (found, faults) = people(wix);
    assert_eq!(
        (found[0].created_on, found[0].labels.clone(), found[0].consent),
        (1_675_123_200_000, vec!["Contacts".to_owned(), "Trade".to_owned()], Consent::Unknown)
    );
    assert_eq!(
        (found[0].address["address1"].as_str(), codes(&faults)),
        ("Hauptstr. 1", vec!["consent-undated"])
    );
}

/// S-647: what two lists say of one address is one address of either, whichever came first.
#[test]
fn s_647_two_addresses_never_mix() {
    let of = |parts: &[(&str, &str)]| Person {
        address: parts.iter().map(|(part, text)| ((*part).to_owned(), (*text).to_owned())).collect(),
        ..Person::default()
    };
    let (one, two) = (
        of(&[("city", "Bonn"), ("zip", "53111")]),
        of(&[("city", "Berlin"), ("zip", "10115"), ("country", "DE")]),
    );
    assert_eq!(
        (one.merged(&two).address, two.merged(&one).address),
        (two.address.clone(), two.address.clone())
    );
    assert_eq!(one.merged(&Person::default()).address, one.address);
}

/// S-648: a code of another shop counts here for what it counted there, or does not come.
#[test]
fn s_648_no_code_counts_for_more_than_it_did() {
    let head = "Name,Value,Value Type,Type,Discount Class,Minimum Purchase Requirements,Combines with Order Discounts,Customer Selection,Context,Times Used In Total,Applies Once Per Customer,Usage Limit Per Code,Status,Start,End\n";
    let list = |row: &str| {
        let sheet = Sheet::read(&format!("{head}{row}\n"));
        assert!(is_discounts(&sheet));
        discounts(&sheet)
    };
    let (kept, faults) = list(
        "SPRING,-10.0,percentage,amount_off_order,order,$50.00,false,All,All,40,true,100,Active,2025-12-08 11:28:18 -0600,2026-12-31 00:00:00 +0000",
    );
    assert_eq!(codes(&faults), [""; 0]);
    let limits = &kept[0].coupon.limits;
    assert_eq!(
        (limits.minimum_cents.get(), limits.uses_in_all, limits.uses_per_customer),
        (5000, Some(60), Some(1))
    );
    assert_eq!((limits.starts_on, limits.expires_on), (Some(1_765_214_898_000), Some(1_798_675_200_000)));
    for (row, code) in [
        (
            "MUGS,-10.0,percentage,amount_off_product,product,,false,All,All,0,false,,Active,,",
            "coupon-some-only",
        ),
        (
            "SHIP,-100.0,percentage,free_shipping,shipping,,false,All,All,0,false,,Active,,",
            "coupon-some-only",
        ),
        ("BOGO,-100.0,percentage,buy_x_get_y,product,,false,All,All,0,false,,Active,,", "coupon-some-only"),
        (
            "VIPS,-10.0,percentage,amount_off_order,order,,false,Trade,All,0,false,,Active,,",
            "coupon-some-only",
        ),
        (
            "THREE,-10.0,percentage,amount_off_order,order,3 items,false,All,All,0,false,,Active,,",
            "coupon-some-only",
        ),
        ("GONE,-10.0,percentage,amount_off_order,order,,false,All,All,5,false,5,Active,,", "coupon-used-up"),
        ("EVER,-10.0,percentage,amount_off_order,order,,false,All,All,0,false,,Active,,soon", "coupon-end"),
        ("OVER,-10.0,percentage,amount_off_order,order,,false,All,All,0,false,,Expired,,", "coupon-over"),
    ] {
        let (kept, faults) = list(row);
        assert_eq!((kept.len(), codes(&faults)), (0, vec![code]), "{row}");
    }
    let woo = "post_title,post_status,discount_type,coupon_amount,minimum_amount,maximum_amount,exclude_sale_items,usage_limit,usage_count,date_expires\n\
        ten,publish,fixed_cart,10.00,,,no,,3,2027-01-01\n\
        mugs,publish,fixed_product,10.00,,,no,,0,\n\
        each,publish,percent_product,10,,,no,,0,\n\
        most,publish,percent,10,,100,no,,0,\n\
        sale,publish,percent,10,,,yes,,0,\n";
    let (kept, faults) = discounts(&Sheet::read(woo));
    assert_eq!(
        (kept.len(), kept[0].coupon.code.as_str(), codes(&faults)),
        (1, "ten", vec!["coupon-some-only"; 4])
    );
}

/// S-648: of a gift card whose list has only the end of its code it is said that it cannot come.
#[test]
fn s_648_cards_without_their_codes_are_named() {
    let sheet = Sheet::read(
        "Id,Last Characters,Customer Name,Email,Order Name,Created At,Expires On,Initial Balance,Current Balance,Currency,Expired?,Enabled?,Disabled At\n1,ab12,Ann,ann@shopper.example,#1001,2024-01-01 10:00:00 +0000,,50.00,20.00,USD,false,true,\n",
    );
    assert!(is_cards(&sheet));
    let (kept, faults) = cards(&sheet);
    assert_eq!((kept.len(), codes(&faults)), (0, vec!["card-no-code"]));
}

/// S-569: customers in the languages of their lands, and of programs that call columns otherwise.
#[test]
fn s_569_lists_of_customers_in_other_words_are_read() {
    for list in [
        "E-Mail-Adresse;Vorname;Nachname;Telefon;Firma;Straße;PLZ;Ort;Land;Kundengruppe\nida@mail.example;Ida;Moor;0301;Moor;Weg 1;01067;Ferry;DE;Stamm\n",
        "Adresse e-mail;Prénom;Nom;Téléphone;Société;Adresse;Code postal;Ville;Pays;Groupe\nida@mail.example;Ida;Moor;0301;Moor;Weg 1;01067;Ferry;DE;Stamm\n",
        "Correo electrónico;Nombre;Apellidos;Teléfono;Empresa;Dirección;Código postal;Ciudad;País;Grupo\nida@mail.example;Ida;Moor;0301;Moor;Weg 1;01067;Ferry;DE;Stamm\n",
        "ID,Name,Email,Group,Phone,ZIP,Country,\"Customer Since\",\"Street Address\",City,Company\n7,Ida Moor,ida@mail.example,Stamm,0301,01067,DE,\"2024-05-03 10:00:00\",Weg 1,Ferry,Moor\n",
    ] {
        let sheet = Sheet::read(list);
        assert!(is_people(&sheet), "{list}");
        let (people, faults) = read(&sheet);
        assert_eq!(codes(&faults), [""; 0], "{list}");
        let ida = &people[0];
        assert_eq!(
            (ida.email.as_str(), ida.name.as_str(), ida.phone.as_str(), ida.labels.join(" ").as_str()),
            ("ida@mail.example", "Ida Moor", "0301", "Stamm"),
            "{list}"
        );
        let place: Vec<&str> = ["company", "address1", "zip", "city", "country"]
            .iter()
            .map(|part| ida.address.get(*part).map_or("", String::as_str))
            .collect();
        assert_eq!(place, ["Moor", "Weg 1", "01067", "Ferry", "DE"], "{list}");
    }
}

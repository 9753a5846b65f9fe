//! No input panics, and every packed locale has something to say.

use loggia_locale::{
    Calendar, DateFormat, DateOptions, Decimal, DigitOptions, IntervalFormat, IntervalOptions, Locale,
    Message, MessageArguments, MessageKey, Moment, MoneyFormat, MoneyOptions, MoneyStyle, NumberFormat,
    NumberOptions, NumberStyle, PluralRules, RelativeFormat, RelativeOptions, Rounding, Width, Zone,
};
use proptest::prelude::*;

const STYLES: [NumberStyle; 8] = [
    NumberStyle::Decimal,
    NumberStyle::Short,
    NumberStyle::Long,
    NumberStyle::Percent,
    NumberStyle::PercentScaled,
    NumberStyle::PerMille,
    NumberStyle::PerMilleScaled,
    NumberStyle::Scientific,
];
const MONEY_STYLES: [MoneyStyle; 5] =
    [MoneyStyle::Symbol, MoneyStyle::Accounting, MoneyStyle::Code, MoneyStyle::Name, MoneyStyle::Short];
const CALENDARS: [Calendar; 5] =
    [Calendar::Gregorian, Calendar::Iso8601, Calendar::Buddhist, Calendar::Japanese, Calendar::Persian];

/// T-136, T-138
#[test]
fn t_136_t_138_every_locale_writes_numbers_and_amounts() {
    let number: Decimal = "-1234567.891".parse().unwrap();
    for name in Locale::available() {
        let locale = Locale::resolve(name);
        for style in STYLES {
            let text =
                NumberFormat::new(&locale, &NumberOptions { style, ..Default::default() }).format(&number);
            assert!(text.chars().any(char::is_numeric), "{name} {style:?}: {text}");
        }
        for style in MONEY_STYLES {
            let text = MoneyFormat::new(&locale, "EUR", &MoneyOptions { style, ..Default::default() })
                .format(&number);
            assert!(text.chars().any(char::is_numeric), "{name} {style:?}: {text}");
            assert!(!text.contains(['{', '¤']), "{name} {style:?}: {text}");
        }
    }
}

/// T-120, T-121, T-122
#[test]
fn t_120_t_121_t_122_every_locale_writes_dates() {
    let zone = Zone::find("Europe/Berlin").unwrap();
    let (start, end) =
        (Moment::new(1_582_571_080_000, &zone).unwrap(), Moment::new(1_585_000_000_000, &zone).unwrap());
    for name in Locale::available() {
        let locale = Locale::resolve(name);
        for calendar in CALENDARS {
            for width in [Width::Full, Width::Long, Width::Medium, Width::Short] {
                let options = DateOptions {
                    calendar: Some(calendar),
                    date: Some(width),
                    time: Some(width),
                    ..Default::default()
                };
                let text = DateFormat::new(&locale, &options).format(&start);
                assert!(text.chars().any(char::is_numeric), "{name} {calendar:?} {width:?}: {text}");
            }
        }
        let interval = IntervalFormat::new(&locale, &IntervalOptions::default()).format(&start, &end);
        assert!(
            interval.chars().filter(|character| character.is_numeric()).count() > 1,
            "{name}: {interval}"
        );
        let relative = RelativeFormat::new(&locale, &RelativeOptions::default()).format(&start, &end);
        assert!(!relative.is_empty() && !relative.contains('{'), "{name}: {relative}");
    }
}

/// Arguments that answer with themselves.
struct Echo;

impl MessageArguments for Echo {
    fn write_text(&self, key: &MessageKey, out: &mut String) {
        out.push_str(&key.to_string());
    }

    fn number(&self, key: &MessageKey) -> Option<Decimal> {
        key.to_string().parse().ok()
    }

    fn call(&self, function: &str, _: &[MessageKey], _: &[Box<str>], out: &mut String) {
        out.push_str(function);
    }
}

fn rounding() -> impl Strategy<Value = Rounding> {
    use Rounding::*;
    prop::sample::select(vec![Up, Down, Ceiling, Floor, HalfUp, HalfDown, HalfEven])
}

prop_compose! {
    fn digits()(
        rounding in rounding(),
        counts in prop::array::uniform5(prop::option::of(0u8..=255)),
    ) -> DigitOptions {
        let [minimum_integer, minimum_fraction, maximum_fraction, minimum_significant, maximum_significant] = counts;
        DigitOptions {
            rounding, minimum_integer, minimum_fraction, maximum_fraction, minimum_significant, maximum_significant,
        }
    }
}

proptest! {
    /// T-135
    #[test]
    fn t_135_any_number_and_digits_are_written(
        text in r"-?[0-9]{0,30}\.?[0-9]{0,30}([eE]-?[0-9]{1,3})?",
        style in prop::sample::select(STYLES.to_vec()),
        digits in digits(),
        tag in prop::sample::select(vec!["en", "hi", "ar-EG", "sw", "si"]),
    ) {
        if let Ok(number) = text.parse::<Decimal>() {
            let options = NumberOptions { style, digits, ..NumberOptions::default() };
            let locale = Locale::resolve(tag);
            prop_assert!(!NumberFormat::new(&locale, &options).format(&number).is_empty());
            let money = MoneyOptions { digits, style: MoneyStyle::Short, ..MoneyOptions::default() };
            prop_assert!(!MoneyFormat::new(&locale, "USD", &money).format(&number).is_empty());
        }
    }

    #[test]
    fn any_text_is_a_number_or_an_error(text in "\\PC{0,40}") {
        if let Ok(number) = text.parse::<Decimal>() {
            prop_assert_eq!(number.to_string().parse::<Decimal>(), Ok(number));
        }
    }

    #[test]
    fn any_tag_resolves(tag in "\\PC{0,40}") {
        let locale = Locale::resolve(&tag);
        prop_assert!(Locale::available().contains(&locale.name()));
    }

    #[test]
    fn any_skeleton_and_moment_are_written(
        skeleton in "[A-Za-z' ,.é]{0,24}",
        milliseconds in any::<i64>(),
        length in any::<i32>(),
        calendar in prop::sample::select(CALENDARS.to_vec()),
    ) {
        let (locale, zone) = (Locale::resolve("de"), Zone::find("Europe/Berlin").unwrap());
        let start = Moment::clamped(milliseconds, &zone);
        let end = Moment::clamped(milliseconds.saturating_add(i64::from(length) * 1000), &zone);
        let options = DateOptions { calendar: Some(calendar), ..DateOptions::skeleton(&skeleton) };
        DateFormat::new(&locale, &options).format(&start);
        let options =
            IntervalOptions { skeleton: Some(skeleton.clone()), calendar: Some(calendar), ..IntervalOptions::default() };
        IntervalFormat::new(&locale, &options).format(&start, &end);
        RelativeFormat::new(&locale, &RelativeOptions::default()).format(&start, &end);
    }

    /// T-147
    #[test]
    fn t_147_any_text_is_a_message(text in "[{}'#;,:=0-9a-z -]{0,80}|\\PC{0,60}") {
        let plurals = PluralRules::new(&Locale::resolve("ru"));
        Message::parse(&text, &["money", "decimal"]).format(&Echo, &plurals);
    }

    /// T-147
    #[test]
    fn t_147_text_without_syntax_stands_for_itself(text in "[^{}']{0,60}") {
        let plurals = PluralRules::new(&Locale::resolve("en"));
        prop_assert_eq!(Message::parse(&text, &[]).format(&Echo, &plurals), text);
    }
}

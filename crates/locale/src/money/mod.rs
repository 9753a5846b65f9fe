//! Amounts of money in every locale.

mod currency;
mod options;
mod pieces;

pub use currency::{currency_digits, currency_name, currency_symbol};
pub use options::{MoneyOptions, MoneyStyle, SymbolWidth};
pub use pieces::MoneyPieces;

use crate::{
    decimal::Decimal,
    locale::Locale,
    number::{Compact, DigitRules, Fill, Layout, NumberSystem, Separators},
    plural::{PluralCategory, PluralRules},
};

/// The form of an amount in one currency and locale, made once and used for many amounts (T-137, T-138).
///
/// ```
/// use loggia_locale::{Decimal, Locale, MoneyFormat, MoneyOptions, MoneyStyle};
/// let english = Locale::resolve("en-US");
/// let dollars = MoneyFormat::new(&english, "USD", &MoneyOptions::default());
/// assert_eq!(dollars.format(&"1234.56".parse()?), "$1,234.56");
/// let named = MoneyFormat::new(&english, "EUR", &MoneyOptions { style: MoneyStyle::Name, ..Default::default() });
/// assert_eq!(named.format(&"123456.789".parse()?), "123,456.79 euros");
/// # Ok::<(), loggia_locale::ParseDecimalError>(())
/// ```
#[derive(Debug, Clone)]
pub struct MoneyFormat {
    system: NumberSystem,
    separators: Separators,
    rules: DigitRules,
    style: Style,
}

#[derive(Debug, Clone)]
enum Style {
    Symbol(Layout),
    Compact(Box<Compact>),
    Worded(Box<Worded>),
}

/// A plain number and the currency in words or as its code: `5.00 euros`.
#[derive(Debug, Clone)]
struct Worded {
    layout: Layout,
    plurals: PluralRules,
    /// The text before and behind the number a plural category, in the order of `PluralCategory::ALL`.
    around: [(String, String); 6],
}

impl MoneyFormat {
    /// The form that a locale, an ISO 4217 code (any case) and the options make. A code that nobody knows is shown as
    /// it is, with two fraction digits.
    pub fn new(locale: &Locale, code: &str, options: &MoneyOptions) -> Self {
        let code = code.to_ascii_uppercase();
        let system = NumberSystem::new(locale);
        let mut separators = system.separators(locale, false, options.group != Some(false));
        let with_symbol = !matches!(options.style, MoneyStyle::Code | MoneyStyle::Name);
        if with_symbol {
            separators = system.separators(locale, true, options.group != Some(false));
        }
        // Cape Verde writes its escudos with `$` for a point.
        let own_point = locale.get(&format!("currency.{code}.decimal"));
        if !own_point.is_empty() {
            separators.decimal = own_point;
        }
        let digits = Some(i32::from(currency_digits(&code)));
        let symbol = currency_symbol(locale, &code, options.symbol);
        let fill = Fill { currency: &symbol, ..Fill::default() };
        let rules = match options.style {
            MoneyStyle::Short => DigitRules::compact(options.digits, digits),
            _ => DigitRules::plain(options.digits, digits),
        };
        let pattern = |key: &str| Layout::new(locale, &system, system.text(locale, key), fill);
        let style = match options.style {
            MoneyStyle::Symbol => Style::Symbol(pattern("money")),
            MoneyStyle::Accounting => Style::Symbol(pattern("accounting")),
            MoneyStyle::Short => {
                // A number system without short amounts (Arabic digits in most of Arabic) writes them whole.
                let key = format!("{}.moneyShort", system.name);
                let standard = system.text(locale, "money");
                let compact = Compact::new(locale, &system, &key, standard, false, rules, fill);
                Style::Compact(Box::new(compact))
            }
            MoneyStyle::Code => Style::Worded(Box::new(Worded::new(locale, &system, |_| code.clone()))),
            MoneyStyle::Name => {
                let name = |category| currency_name(locale, &code, category);
                Style::Worded(Box::new(Worded::new(locale, &system, name)))
            }
        };
        Self { system, separators, rules, style }
    }

    /// The form's pieces; `None` for styles that are more than pieces around digits (short, with the code or in words).
    pub fn pieces(&self) -> Option<MoneyPieces> {
        let Style::Symbol(layout) = &self.style else { return None };
        let (group_size, further_group_size) = self.system.group_sizes(layout.shape(false));
        let count = |digits: usize| u8::try_from(digits).unwrap_or(u8::MAX);
        let pair = |(before, after): (&str, &str)| (before.to_owned(), after.to_owned());
        Some(MoneyPieces {
            digits: self.system.own_digits(),
            number_system: self.system.name,
            decimal: self.separators.decimal.to_owned(),
            group: self.separators.group.to_owned(),
            group_size: count(group_size),
            further_group_size: count(further_group_size),
            minimum_grouping: count(self.system.minimum_grouping()),
            fraction_digits: self.rules.limits(layout.shape(false)).fraction_digits(),
            positive: pair(layout.around(false)),
            negative: pair(layout.around(true)),
        })
    }

    /// The amount's text.
    pub fn format(&self, amount: &Decimal) -> String {
        let mut out = String::with_capacity(16);
        self.write(amount, &mut out);
        out
    }

    /// Writes the amount's text behind what stands in `out`.
    pub fn write(&self, amount: &Decimal, out: &mut String) {
        let layout = match &self.style {
            Style::Compact(compact) => {
                return compact.write(out, &self.system, amount.clone(), self.separators);
            }
            Style::Symbol(layout) => layout,
            Style::Worded(worded) => &worded.layout,
        };
        let limits = self.rules.limits(layout.shape(amount.is_negative()));
        let amount = limits.apply(amount.clone()).without_negative_zero();
        let (before, after) = match &self.style {
            Style::Worded(worded) => worded.around(&amount),
            _ => ("", ""),
        };
        out.push_str(before);
        layout.write(out, &self.system, &amount, limits.minimum_integer, self.separators, "");
        out.push_str(after);
    }
}

impl Worded {
    fn new(locale: &Locale, system: &NumberSystem, unit: impl Fn(PluralCategory) -> String) -> Self {
        let around = PluralCategory::ALL.map(|category| {
            let pattern = locale.first_of([
                &format!("{}.unit.{category}", system.name),
                &format!("{}.unit.other", system.name),
                &format!("latn.unit.{category}"),
                "latn.unit.other",
            ]);
            let (before, after) = pattern.split_once("{0}").unwrap_or(("", " {1}"));
            let unit = unit(category);
            (before.replace("{1}", &unit), after.replace("{1}", &unit))
        });
        let layout = Layout::new(locale, system, system.text(locale, "decimal"), Fill::default());
        Self { layout, plurals: PluralRules::new(locale), around }
    }

    fn around(&self, amount: &Decimal) -> (&str, &str) {
        let (before, after) = &self.around[self.plurals.cardinal(amount) as usize];
        (before, after)
    }
}

#[cfg(test)]
mod tests;

//! Puts the reference's questions to this crate.

use crate::{case::Case, message, options};
use loggia_locale::{
    DateFormat, IntervalFormat, Locale, Moment, MoneyFormat, NumberFormat, PluralRules, RelativeFormat, Zone,
};
use std::collections::HashMap;

/// Answers questions; locales and zones are resolved once.
#[derive(Default)]
pub struct Answers {
    locales: HashMap<String, Locale>,
    zones: HashMap<String, Zone>,
}

impl Answers {
    /// This crate's answer; `None` when the question is of a kind that the crate is not asked.
    pub fn answer(&mut self, case: &Case) -> Option<String> {
        let locale = self.locale(case.text("locale"));
        let options = case.options();
        Some(match case.text("api") {
            "formatDecimal" => {
                let number = case.text("n").parse().ok()?;
                NumberFormat::new(&locale, &options::number(options)).format(&number)
            }
            "formatCurrency" => {
                let amount = case.text("n").parse().ok()?;
                MoneyFormat::new(&locale, case.text("code"), &options::money(options)).format(&amount)
            }
            "plural" => PluralRules::new(&locale).cardinal(&case.text("n").parse().ok()?).to_string(),
            "ordinal" => PluralRules::new(&locale).ordinal(&case.text("n").parse().ok()?).to_string(),
            "formatDate" => {
                let moment = self.moment(case, "date")?;
                DateFormat::new(&locale, &options::date(options)).format(&moment)
            }
            "formatDateInterval" => {
                let (start, end) = (self.moment(case, "date")?, self.moment(case, "end")?);
                IntervalFormat::new(&locale, &options::interval(options)).format(&start, &end)
            }
            "formatRelativeTime" => {
                let (start, end) = (self.moment(case, "date")?, self.moment(case, "end")?);
                RelativeFormat::new(&locale, &options::relative(options)).format(&start, &end)
            }
            "message" => message::format(case, &locale, self.zone(case.text("zone"))),
            _ => return None,
        })
    }

    fn locale(&mut self, tag: &str) -> Locale {
        self.locales.entry(tag.to_string()).or_insert_with(|| Locale::resolve(tag)).clone()
    }

    fn zone(&mut self, name: &str) -> Zone {
        self.zones
            .entry(name.to_string())
            .or_insert_with(|| Zone::find(name).unwrap_or_else(Zone::utc))
            .clone()
    }

    fn moment(&mut self, case: &Case, key: &str) -> Option<Moment> {
        let zone = self.zone(case.text("zone"));
        Moment::new(case.milliseconds(key)?, &zone).ok()
    }
}

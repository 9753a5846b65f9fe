//! Messages as the template language evaluates them: JSON arguments and the functions for numbers, money and dates.

use crate::{case::Case, options};
use loggia_locale::{
    DateFormat, Decimal, IntervalFormat, Locale, Message, MessageArguments, MessageKey, Moment, MoneyFormat,
    NumberFormat, PluralRules, Zone,
};
use serde_json::{Map, Value, json};

const FUNCTIONS: [&str; 6] = ["money", "currency", "decimal", "number", "datetime", "datetime-interval"];

pub fn format(case: &Case, locale: &Locale, zone: Zone) -> String {
    let values = case.value("vals").as_array().cloned().unwrap_or_default();
    let arguments = Arguments { values, locale, zone };
    Message::parse(case.text("input"), &FUNCTIONS).format(&arguments, &PluralRules::new(locale))
}

struct Arguments<'a> {
    /// `[name or null, value]`
    values: Vec<Value>,
    locale: &'a Locale,
    zone: Zone,
}

impl Arguments<'_> {
    fn value(&self, key: &MessageKey) -> Option<&Value> {
        let entry = match key {
            MessageKey::Position(at) => self.values.get(*at),
            MessageKey::Name(name) => self.values.iter().rfind(|entry| entry[0] == **name),
        };
        entry.map(|entry| &entry[1])
    }

    fn moment(&self, key: Option<&MessageKey>) -> Option<Moment> {
        let value = self.value(key?)?;
        let milliseconds = value.as_f64().or_else(|| value.as_str()?.parse().ok())?;
        Moment::new(milliseconds as i64, &self.zone).ok()
    }

    fn called(&self, function: &str, keys: &[MessageKey], words: &[Box<str>]) -> Option<String> {
        Some(match function {
            "money" | "currency" => {
                let value = self.value(keys.first()?)?;
                let pair = [("decimalValue", "currencyCode"), ("value", "currency")];
                let (amount, code) = pair.iter().find_map(|(amount, code)| {
                    Some((as_text(value.get(*amount)?), value.get(*code)?.as_str()?))
                })?;
                let options = options::money(&options(words, false));
                MoneyFormat::new(self.locale, code, &options).format(&amount.parse().ok()?)
            }
            "decimal" | "number" => {
                let number = self.number(keys.first()?)?;
                NumberFormat::new(self.locale, &options::number(&options(words, false))).format(&number)
            }
            "datetime" => {
                let moment = self.moment(keys.first())?;
                DateFormat::new(self.locale, &options::date(&options(words, true))).format(&moment)
            }
            _ => {
                let (start, end) = (self.moment(keys.first())?, self.moment(keys.get(1))?);
                IntervalFormat::new(self.locale, &options::interval(&options(words, true)))
                    .format(&start, &end)
            }
        })
    }
}

impl MessageArguments for Arguments<'_> {
    fn write_text(&self, key: &MessageKey, out: &mut String) {
        if let Some(value) = self.value(key) {
            out.push_str(&as_text(amount(value)));
        }
    }

    fn number(&self, key: &MessageKey) -> Option<Decimal> {
        let text = match amount(self.value(key)?) {
            Value::Bool(flag) => u8::from(*flag).to_string(),
            value => as_text(value),
        };
        Some(text.parse().unwrap_or_else(|_| Decimal::zero()))
    }

    fn call(&self, function: &str, keys: &[MessageKey], words: &[Box<str>], out: &mut String) {
        out.push_str(&self.called(function, keys, words).unwrap_or_default());
    }
}

fn amount(value: &Value) -> &Value {
    value.get("decimalValue").or(value.get("value")).unwrap_or(value)
}

fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        _ => String::new(),
    }
}

/// The few words that messages of the recorded calls use, as the library's option objects.
fn options(words: &[Box<str>], date: bool) -> Value {
    let mut object = Map::new();
    for word in words {
        match word.split_once(':') {
            Some((key, value)) => {
                let value = value.parse::<u64>().map_or_else(|_| json!(value), |number| json!(number));
                object.insert(key.to_string(), value);
            }
            None if ["short", "medium", "long", "full"].contains(&&**word) => {
                object.insert("datetime".into(), json!(word));
            }
            None if date => {
                object.insert("skeleton".into(), json!(word));
            }
            None => {
                object.insert(word.to_string(), json!(true));
            }
        }
    }
    Value::Object(object)
}

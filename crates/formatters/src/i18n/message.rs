//! `message` and `plural`: texts with places for values (T-146 to T-148).

use std::sync::Arc;

use loggia_locale::{
    DateFormat, Decimal, IntervalFormat, Locale, Message, MessageArguments, MessageCache, MessageKey,
    MoneyFormat, NumberFormat, PluralRules,
};
use loggia_template::{Arguments, Context, Fault, Node, Path, Vocabulary, Writer};

use super::zones::Zones;
use super::{money, options};
use crate::cache::Cache;
use crate::scope::time_zone;

/// What messages may call besides plurals and choices.
pub const FUNCTIONS: [&str; 6] = ["money", "currency", "datetime-interval", "datetime", "number", "decimal"];

pub(crate) fn install(vocabulary: &mut Vocabulary, zones: &Arc<Zones>) {
    for name in ["message", "plural"] {
        let zones = Arc::clone(zones);
        vocabulary.writer(name, move |arguments| MessageText::new(arguments, &zones));
    }
}

/// A value that a message may name, by its name and by its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Argument<'a> {
    name: Option<&'a str>,
    value: Node<'a>,
}

impl<'a> Argument<'a> {
    /// An argument with a name; it also has its position.
    pub(crate) fn named(name: &'a str, value: Node<'a>) -> Self {
        Self { name: Some(name), value }
    }
}

/// Writes messages: parses each text once, and keeps the forms that messages ask for.
#[derive(Debug)]
pub(crate) struct Messages {
    /// The texts that a tag sees most; a page has few.
    texts: Cache<Box<str>, Arc<Message>>,
    /// The others.
    more: MessageCache,
    plurals: Cache<Box<str>, PluralRules>,
    forms: Forms,
    zones: Arc<Zones>,
}

impl Messages {
    pub(crate) fn new(zones: &Arc<Zones>) -> Self {
        Self {
            texts: Cache::default(),
            more: MessageCache::new(&FUNCTIONS),
            plurals: Cache::default(),
            forms: Forms::default(),
            zones: Arc::clone(zones),
        }
    }

    /// Writes a message with its values filled in; nothing without locale data (T-139).
    pub(crate) fn write(
        &self,
        context: &Context<'_>,
        text: &str,
        arguments: &[Argument<'_>],
        out: &mut String,
    ) {
        let Some(locale) = context.locale() else { return };
        let call = Call { messages: self, context, locale, arguments };
        self.texts.with(
            |known| **known == *text,
            || (text.into(), self.more.get(text)),
            |message| {
                self.plurals.with(
                    |known| **known == *locale,
                    || (locale.into(), PluralRules::new(&Locale::resolve(locale))),
                    |plurals| message.write(&call, plurals, out),
                );
            },
        );
    }
}

/// The forms that the functions of messages have asked for: by locale and options, and the currency of amounts.
#[derive(Debug, Default)]
struct Forms {
    money: Cache<(Asked, Box<str>), MoneyFormat>,
    number: Cache<Asked, NumberFormat>,
    date: Cache<Asked, DateFormat>,
    interval: Cache<Asked, IntervalFormat>,
}

#[derive(Debug)]
struct Asked {
    locale: Box<str>,
    options: Box<[Box<str>]>,
}

impl Asked {
    fn new(locale: &str, options: &[Box<str>]) -> Self {
        Self { locale: locale.into(), options: options.into() }
    }

    fn is(&self, locale: &str, options: &[Box<str>]) -> bool {
        *self.locale == *locale && *self.options == *options
    }
}

/// One message being written.
struct Call<'c, 'r> {
    messages: &'c Messages,
    context: &'c Context<'r>,
    locale: &'c str,
    arguments: &'c [Argument<'c>],
}

impl Call<'_, '_> {
    /// The argument of this key, if there is one; it may be a value that is missing.
    fn argument(&self, key: &MessageKey) -> Option<Node<'_>> {
        let found = match key {
            MessageKey::Position(at) => self.arguments.get(*at),
            MessageKey::Name(name) => self.arguments.iter().rfind(|argument| argument.name == Some(&**name)),
        };
        found.map(|argument| argument.value)
    }

    fn call_with(
        &self,
        function: &str,
        first: Node<'_>,
        second: Option<Node<'_>>,
        options: &[Box<str>],
        out: &mut String,
    ) {
        let locale = self.locale;
        let forms = &self.messages.forms;
        let words = || options.iter().map(|option| &**option);
        let resolved = || Locale::resolve(locale);
        let zone = time_zone(self.context);
        let epoch = first.to_number();
        match function {
            "money" | "currency" => {
                let Some((amount, code)) = money::parts(first) else { return };
                let code = text(code);
                forms.money.with(
                    |(asked, known)| **known == *code && asked.is(locale, options),
                    || {
                        let form = MoneyFormat::new(&resolved(), &code, &options::money(words()));
                        ((Asked::new(locale, options), (*code).into()), form)
                    },
                    |form| form.write(&number(amount), out),
                );
            }
            "number" | "decimal" => forms.number.with(
                |asked| asked.is(locale, options),
                || (Asked::new(locale, options), NumberFormat::new(&resolved(), &options::number(words()))),
                |form| form.write(&number(first), out),
            ),
            "datetime" if epoch.is_finite() => self.messages.zones.with(zone, epoch, |moment| {
                forms.date.with(
                    |asked| asked.is(locale, options),
                    || (Asked::new(locale, options), DateFormat::new(&resolved(), &options::date(words()))),
                    |form| form.write(moment, out),
                );
            }),
            "datetime-interval" => {
                let Some(second) = second else { return };
                let text = self.messages.zones.with(zone, epoch, |start| {
                    self.messages.zones.with(zone, second.to_number(), |end| {
                        forms.interval.with(
                            |asked| asked.is(locale, options),
                            || {
                                let form = IntervalFormat::new(&resolved(), &options::interval(words()));
                                (Asked::new(locale, options), form)
                            },
                            |form| form.format(start, end),
                        )
                    })
                });
                out.push_str(&text);
            }
            _ => {}
        }
    }
}

impl MessageArguments for Call<'_, '_> {
    fn write_text(&self, key: &MessageKey, out: &mut String) {
        if let Some(value) = self.argument(key) {
            amount_of(value).unwrap_or(value).write_text(out);
        }
    }

    fn number(&self, key: &MessageKey) -> Option<Decimal> {
        self.argument(key).map(number)
    }

    fn call(&self, function: &str, keys: &[MessageKey], options: &[Box<str>], out: &mut String) {
        let Some(first) = keys.first().and_then(|key| self.argument(key)) else { return };
        let second = keys.get(1).and_then(|key| self.argument(key));
        self.call_with(function, first, second, options, out);
    }
}

/// The amount of a money value.
fn amount_of(value: Node<'_>) -> Option<Node<'_>> {
    ["decimalValue", "value"].into_iter().map(|key| value.get(key)).find(|amount| !amount.is_missing())
}

fn text(value: Node<'_>) -> std::borrow::Cow<'_, str> {
    amount_of(value).unwrap_or(value).to_text()
}

/// A value as a number: money counts by its amount, what is no number is zero.
fn number(value: Node<'_>) -> Decimal {
    match amount_of(value).unwrap_or(value) {
        Node::Boolean(value) => Decimal::from(i64::from(value)),
        value => value.to_text().parse().unwrap_or_else(|_| Decimal::zero()),
    }
}

/// The formatter: the value is the message, the arguments are names of values around it.
struct MessageText {
    arguments: Vec<(Option<Box<str>>, Path)>,
    messages: Messages,
}

impl MessageText {
    fn new(arguments: &Arguments<'_>, zones: &Arc<Zones>) -> Self {
        let arguments = arguments.iter().map(|argument| match argument.split_once([':', '=']) {
            Some((name, path)) => (Some(name.into()), Path::parse(path)),
            None => (None, Path::parse(argument)),
        });
        Self { arguments: arguments.collect(), messages: Messages::new(zones) }
    }
}

impl Writer for MessageText {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let arguments: Vec<Argument<'_>> = self
            .arguments
            .iter()
            .map(|(name, path)| Argument { name: name.as_deref(), value: context.resolve_outside(path) })
            .collect();
        let mut out = String::new();
        self.messages.write(context, &values[0].to_text(), &arguments, &mut out);
        context.push(&out);
        Ok(())
    }
}

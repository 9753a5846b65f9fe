//! Messages, by construct.

use super::*;
use crate::{Decimal, Locale, PluralRules};

const FUNCTIONS: [&str; 4] = ["money", "decimal", "datetime", "datetime-interval"];

/// Arguments by position, and by name where a name is given.
struct Given(Vec<(&'static str, &'static str)>);

impl Given {
    fn value(&self, key: &MessageKey) -> Option<&'static str> {
        match key {
            MessageKey::Position(at) => self.0.get(*at).map(|(_, value)| *value),
            MessageKey::Name(name) => {
                self.0.iter().find(|(known, _)| *known == &**name).map(|(_, value)| *value)
            }
        }
    }
}

impl MessageArguments for Given {
    fn write_text(&self, key: &MessageKey, out: &mut String) {
        out.push_str(self.value(key).unwrap_or_default());
    }

    fn number(&self, key: &MessageKey) -> Option<Decimal> {
        self.value(key)?.parse().ok()
    }

    fn call(&self, function: &str, keys: &[MessageKey], options: &[Box<str>], out: &mut String) {
        let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
        out.push_str(&format!("<{function} {} {}>", keys.join(";"), options.join(" ")));
    }
}

fn format_in(locale: &str, text: &str, arguments: &[(&'static str, &'static str)]) -> String {
    let plurals = PluralRules::new(&Locale::resolve(locale));
    Message::parse(text, &FUNCTIONS).format(&Given(arguments.to_vec()), &plurals)
}

fn format(text: &str, arguments: &[&'static str]) -> String {
    let arguments: Vec<(&str, &'static str)> = arguments.iter().map(|value| ("", *value)).collect();
    format_in("en", text, &arguments)
}

/// T-146
#[test]
fn t_146_arguments_have_numbers_and_names() {
    assert_eq!(format("{0} and {1}, not {2}{nobody}.", &["a", "b"]), "a and b, not .");
    let named = [("name", "Ada"), ("", "hello")];
    assert_eq!(format_in("en", "Hi {name}: {1} {0}", &named), "Hi Ada: hello Ada");
    assert_eq!(format("{ 0 } {,0,} {00}", &["a"]), "a a a");
}

/// T-147
#[test]
fn t_147_plurals_choose_by_category_exact_number_and_offset() {
    let items = "{0 plural =0 {nothing} one {# item} other {# items}}";
    assert_eq!(format(items, &["0.0"]), "nothing");
    assert_eq!(format(items, &["1"]), "1 item");
    assert_eq!(format(items, &["1.0"]), "1.0 items");
    assert_eq!(format(items, &["3"]), "3 items");
    let guests = "{0 plural offset:1 =0 {nobody} =1 {you} one {you and # guest} other {you and # guests}}";
    assert_eq!(format(guests, &["1"]), "you");
    assert_eq!(format(guests, &["2"]), "you and 1 guest");
    assert_eq!(format(guests, &["5"]), "you and 4 guests");
    assert_eq!(format_in("pl", "{0 plural one{#a} few{#b} many{#c} other{#d}}", &[("", "22")]), "22b");
}

/// T-147
#[test]
fn t_147_ordinals_choose_by_their_own_categories() {
    let place = "{0 selectordinal one{#st} two{#nd} few{#rd} other{#th}}";
    for (number, expected) in
        [("1", "1st"), ("2", "2nd"), ("3", "3rd"), ("4", "4th"), ("11", "11th"), ("21", "21st")]
    {
        assert_eq!(format(place, &[number]), expected);
    }
}

/// T-147
#[test]
fn t_147_select_chooses_by_word_and_blocks_nest() {
    let text = "{0 select cat {A cat has {1 plural one {# life} other {# lives}}} other {# has none}}.";
    assert_eq!(format(text, &["cat", "9"]), "A cat has 9 lives.");
    assert_eq!(format(text, &["cat", "1"]), "A cat has 1 life.");
    assert_eq!(format(text, &["dog", "9"]), "dog has none.");
}

/// T-148
#[test]
fn t_148_functions_get_their_arguments_and_options() {
    assert_eq!(format("{0 money style:short}", &["5"]), "<money 0 style:short>");
    assert_eq!(format("{0,money, style:short group}", &["5"]), "<money 0 style:short group>");
    assert_eq!(format("{0;1 datetime-interval yMMMd}", &[]), "<datetime-interval 0;1 yMMMd>");
    assert_eq!(format("{0 plural other {{0 decimal maxfrac:1}!}}", &["5"]), "<decimal 0 maxfrac:1>!");
}

#[test]
fn apostrophes_and_hidden_braces_are_text() {
    assert_eq!(format("it''s '{0}' {0}", &["x"]), "it's {0} x");
    assert_eq!(format("{-0} {0}", &["x"]), "{0} x");
    assert_eq!(format("'{0} open", &["x"]), "{0} open");
    assert_eq!(format("# {0}", &["x"]), "# x");
}

#[test]
fn what_is_not_understood_prints_nothing_or_itself() {
    assert_eq!(format("a {} b", &["x"]), "a  b");
    assert_eq!(format("open {0", &["x"]), "open {0");
    assert_eq!(format("a } {0}", &["x"]), "a } x");
    assert_eq!(format("{0 frobnicate} x", &["1"]), " x");
    assert_eq!(format("{0 plural other{a {0 frobnicate} b}}", &["1"]), "a 0 frobnicate b");
    assert_eq!(format("{0 plural one{# item} other{# items}}", &["abc"]), "NaN items");
}

fn fault(text: &str) -> String {
    Message::parse(text, &FUNCTIONS).faults()[0].to_string()
}

/// T-149
#[test]
fn t_149_a_missing_other_is_named() {
    assert!(fault("{0 plural one{x}}").contains("'plural' has no 'other' form"));
    assert!(fault("{0 selectordinal one{x}}").contains("'selectordinal' has no 'other' form"));
    assert!(fault("{0 select a{x}}").contains("'select' has no 'other' form"));
    assert_eq!(Message::parse("{0 plural other{x}}", &FUNCTIONS).faults(), []);
}

/// T-150
#[test]
fn t_150_an_invalid_plural_key_is_named() {
    assert!(fault("{0 plural bogus{x} other{y}}").contains("'bogus' is no plural form"));
}

/// T-151
#[test]
fn t_151_an_unknown_function_is_named() {
    assert!(fault("{0 frobnicate}").contains("'frobnicate' is unknown"));
}

#[test]
fn other_faults_are_named_with_their_place() {
    assert_eq!(
        Message::parse("ab {0", &FUNCTIONS).faults(),
        [MessageError { fault: MessageFault::Unclosed, offset: 3 }]
    );
    assert!(fault("{}").contains("names no argument"));
    assert!(fault("{0 plural one other{x}}").contains("'one' has no block"));
}

#[test]
fn deep_nesting_is_refused_without_harm() {
    let depth = 10_000;
    let text = "{0 plural other{".repeat(depth) + &"}}".repeat(depth);
    let message = Message::parse(&text, &FUNCTIONS);
    assert!(message.faults().iter().any(|fault| fault.fault == MessageFault::TooDeep));
    let braces = "{".repeat(100_000);
    assert_eq!(format(&braces, &[]).len(), braces.len());
}

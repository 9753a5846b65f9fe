//! Choosing a variant: `variants-select`, and `variant-descriptor`, its name.

use std::borrow::Cow;
use std::sync::Arc;

use loggia_template::{Context, Fault, Node, Vocabulary, Writer};

use super::facts::{Facts, Kind};
use super::shared::Shared;
use crate::fragment::{Fill, Fragment, fragment};
use crate::i18n::message::{Argument, Messages};
use crate::outcome::{Optional, Outcome, TextOrNothing};
use crate::scope::localized;

pub(crate) fn install(vocabulary: &mut Vocabulary, messages: Messages) -> Arc<VariantsSelect> {
    let select = Arc::new(VariantsSelect::new(messages));
    let shared = Arc::clone(&select);
    vocabulary.formatter("variants-select", move |_| Optional(Shared(Arc::clone(&shared))));
    vocabulary.writer("variant-descriptor", |_| VariantDescriptor);
    select
}

/// An option of a product, and its values in the order of their first appearance.
struct ProductOption<'a> {
    name: Cow<'a, str>,
    values: Vec<Cow<'a, str>>,
}

/// The options in the owner's order (T-169); none when there is no choice to make.
fn options<'a>(item: Node<'a>, content: Node<'a>) -> Vec<ProductOption<'a>> {
    let variants = content.get("variants");
    if variants.size() <= 1 {
        return Vec::new();
    }
    // An owner writes it beside the content, exports have it inside (G-032).
    let inside = content.get("variantOptionOrdering");
    let ordering = if inside.is_nothing() { item.get("variantOptionOrdering") } else { inside };
    let mut options: Vec<ProductOption<'a>> = (0..ordering.size())
        .map(|at| ProductOption { name: ordering.at(at).to_text(), values: Vec::new() })
        .collect();
    for at in 0..variants.size() {
        let Some(attributes) = variants.at(at).get("attributes").as_object() else { continue };
        for (name, value) in attributes.members() {
            let Some(option) = options.iter_mut().find(|option| option.name == name) else { continue };
            let value = value.to_text();
            if !option.values.contains(&value) {
                option.values.push(value);
            }
        }
    }
    options
}

/// T-165 to T-169.
pub(crate) struct VariantsSelect {
    messages: Messages,
    select: Fragment<4>,
    subscription: Fragment<1>,
    option: Fragment<6>,
    choice: Fragment<1>,
    button: Fragment<2>,
}

impl TextOrNothing for Shared<VariantsSelect> {
    fn write<'r>(&self, value: Node<'r>, context: &mut Context<'r>) -> Result<Outcome, Fault> {
        Ok(self.0.write(value, context))
    }
}

impl VariantsSelect {
    fn new(messages: Messages) -> Self {
        Self {
            messages,
            select: fragment!(
                "commerce/variants-select.html",
                "item-id",
                "variants",
                "subscription",
                "options"
            ),
            subscription: fragment!("commerce/variants-select.subscription.html", "plan"),
            option: fragment!(
                "commerce/variants-select.option.html",
                "title",
                "prompt",
                "escaped-prompt",
                "name",
                "choices",
                "buttons"
            ),
            choice: fragment!("commerce/variants-select.choice.html", "value"),
            button: fragment!("commerce/variants-select.button.html", "value", "name"),
        }
    }

    pub(super) fn write<'r>(&self, item: Node<'r>, context: &mut Context<'r>) -> Outcome {
        let facts = Facts::of(item);
        let content = facts.content();
        let options = options(item, content);
        if options.is_empty() {
            return Outcome::Missing;
        }
        let words = Words::of(facts.kind, context);
        let texts = options
            .iter()
            .map(|option| words.of_option(&option.name, &self.messages, context))
            .collect::<Vec<_>>();
        let subscribable = content.get("isSubscribable").is_true();
        let fills = [
            Fill::Value(item.get("id")),
            Fill::Json(content.get("variants")),
            Fill::With(&|out| {
                if subscribable {
                    self.subscription.write(out, [Fill::Json(content.get("subscriptionPlan"))]);
                }
            }),
            Fill::With(&|out| {
                for (option, (title, prompt)) in options.iter().zip(&texts) {
                    self.write_option(option, title, prompt, out);
                }
            }),
        ];
        self.select.write(context.out(), fills);
        Outcome::Written
    }

    fn write_option(&self, option: &ProductOption<'_>, title: &str, prompt: &str, out: &mut String) {
        let name = Fill::Escaped(&option.name);
        let choices = |out: &mut String| {
            for value in &option.values {
                self.choice.write(out, [Fill::Escaped(value)]);
            }
        };
        let buttons = |out: &mut String| {
            for value in &option.values {
                self.button.write(out, [Fill::Escaped(value), name]);
            }
        };
        self.option.write(
            out,
            [
                Fill::Escaped(title),
                Fill::Raw(prompt),
                Fill::Escaped(prompt),
                name,
                Fill::With(&choices),
                Fill::With(&buttons),
            ],
        );
    }
}

/// The messages around an option's name.
struct Words<'r> {
    title: Cow<'r, str>,
    prompt: Cow<'r, str>,
}

impl<'r> Words<'r> {
    /// A gift card's only option is its value, so its own name is not shown (T-167, T-168).
    fn of(kind: Kind, context: &Context<'r>) -> Self {
        let or = |key: &str, default: &'static str| match localized(context, key).to_text() {
            own if own.is_empty() => Cow::Borrowed(default),
            own => own,
        };
        if kind == Kind::GiftCard {
            Self {
                title: or("giftCardValueDisplayText", "Value"),
                prompt: or("giftCardVariantSelectText", "Select Value"),
            }
        } else {
            Self {
                title: Cow::Borrowed("{name}"),
                prompt: or("productVariantSelectText", "Select {variantName}"),
            }
        }
    }

    /// The title and the prompt of an option.
    fn of_option(&self, name: &str, messages: &Messages, context: &Context<'_>) -> (String, String) {
        let text = |message: &str, argument: &str| {
            let mut text = String::with_capacity(message.len() + name.len());
            messages.write(context, message, &[Argument::named(argument, Node::Text(name))], &mut text);
            text
        };
        (text(&self.title, "name"), text(&self.prompt, "variantName"))
    }
}

/// T-185: `blue / large`.
struct VariantDescriptor;

impl Writer for VariantDescriptor {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let options = values[0].get("optionValues");
        for at in 0..options.size() {
            if at > 0 {
                context.push(" / ");
            }
            options.at(at).get("value").write_text(context.out());
        }
        Ok(())
    }
}

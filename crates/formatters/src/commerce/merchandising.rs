//! What an owner says beside a product: `product-status`, `product-scarcity`, `product-restock-notification`, and
//! `product-quick-view`.

use std::sync::Arc;

use loggia_template::{Context, Fault, Node, Vocabulary, Writer};

use super::facts::Facts;
use super::shared::Shared;
use crate::fragment::{Fill, Fragment, fragment};
use crate::i18n::message::{Argument, Messages};
use crate::outcome::{Optional, Outcome, TextOrNothing};
use crate::scope::{localized, visible};

pub(crate) fn install(vocabulary: &mut Vocabulary, messages: Messages) {
    let scarcity = Arc::new(Scarcity::new(messages));
    let quick_view = Arc::new(fragment!("commerce/product-quick-view.html", "id", "group", "label"));
    vocabulary.writer("product-quick-view", move |arguments| QuickView {
        fragment: Arc::clone(&quick_view),
        group: arguments.get(0).unwrap_or_default().into(),
    });
    vocabulary.formatter("product-status", |_| Optional(Status::new()));
    vocabulary.formatter("product-scarcity", move |_| Optional(Shared(Arc::clone(&scarcity))));
    vocabulary.writer("product-restock-notification", |_| Restock::new());
}

/// The merchandising context of a product.
fn merchandising<'r>(context: &Context<'r>, item: Node<'r>) -> Node<'r> {
    context.lookup("productMerchandisingContext").get(&*item.get("id").to_text())
}

/// T-171.
struct QuickView {
    fragment: Arc<Fragment<3>>,
    group: Box<str>,
}

impl Writer for QuickView {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        // An `@name` is looked up as such; any other text is one key, dots and all.
        let group = match values[0].get(&*self.group) {
            Node::Missing if self.group.starts_with('@') => context.resolve_name(&self.group),
            Node::Missing => context.lookup(&self.group),
            own => own,
        };
        let group = match group {
            Node::Missing => Fill::Raw(&self.group),
            group => Fill::Text(group),
        };
        let label = match localized(context, "productQuickViewText") {
            Node::Missing => Fill::Raw("Quick View"),
            label => Fill::Text(label),
        };
        let id = Fill::Text(values[0].get("id"));
        self.fragment.write(context.out(), [id, group, label]);
        Ok(())
    }
}

/// T-172 to T-174.
struct Status {
    sold_out: Fragment<1>,
    sale: Fragment<1>,
}

impl Status {
    fn new() -> Self {
        Self {
            sold_out: fragment!("commerce/product-status.sold-out.html", "text"),
            sale: fragment!("commerce/product-status.sale.html", "text"),
        }
    }
}

impl TextOrNothing for Status {
    fn write<'r>(&self, item: Node<'r>, context: &mut Context<'r>) -> Result<Outcome, Fault> {
        let facts = Facts::of(item);
        if facts.is_sold_out() {
            let own = merchandising(context, item).get("customSoldOutText").to_text();
            let site = localized(context, "productSoldOutText").to_text();
            let text =
                [&*own, &*site, "sold out"].into_iter().find(|text| !text.is_empty()).unwrap_or_default();
            self.sold_out.write(context.out(), [Fill::Escaped(text)]);
        } else if facts.is_on_sale() {
            let site = localized(context, "productSaleText").to_text();
            let text = if site.is_empty() { "sale" } else { &*site };
            self.sale.write(context.out(), [Fill::Raw(text)]);
        } else {
            return Ok(Outcome::Missing);
        }
        Ok(Outcome::Written)
    }
}

/// T-186, T-187.
struct Scarcity {
    messages: Messages,
    block: Fragment<2>,
    attributes: Fragment<1>,
}

impl Scarcity {
    fn new(messages: Messages) -> Self {
        Self {
            messages,
            block: fragment!("commerce/product-scarcity.html", "attributes", "text"),
            attributes: fragment!("commerce/product-scarcity.attributes.html", "attributes"),
        }
    }
}

impl TextOrNothing for Shared<Scarcity> {
    fn write<'r>(&self, item: Node<'r>, context: &mut Context<'r>) -> Result<Outcome, Fault> {
        let product = merchandising(context, item);
        if !product.get("scarcityEnabled").to_boolean() {
            return Ok(Outcome::Unchanged);
        }
        for view in product.get("scarcityTemplateViews").elements() {
            let message = match view.get("scarcityText") {
                Node::Missing => product.get("scarcityText"),
                own => own,
            };
            let message = message.to_text();
            let mut text = String::with_capacity(message.len());
            let stock = Argument::named("qtyInStock", visible(context, *view, "qtyInStock"));
            self.0.messages.write(context, &message, &[stock], &mut text);
            let attributes = visible(context, *view, "attributes");
            let fills = [
                Fill::With(&|out| {
                    if attributes.is_true() {
                        self.0.attributes.write(out, [Fill::Json(attributes)]);
                    }
                }),
                Fill::Escaped(&text),
            ];
            self.0.block.write(context.out(), fills);
        }
        Ok(Outcome::Written)
    }
}

/// T-188 to T-190.
struct Restock {
    forms: Fragment<1>,
    form: Fragment<8>,
    mailing_list: Fragment<2>,
    captcha: Fragment<0>,
}

impl Restock {
    fn new() -> Self {
        Self {
            forms: fragment!("commerce/product-restock-notification.html", "views"),
            form: fragment!(
                "commerce/product-restock-notification.view.html",
                "product-id",
                "variant-id",
                "hidden",
                "call-to-action",
                "placeholder",
                "button",
                "mailing-list",
                "captcha"
            ),
            mailing_list: fragment!(
                "commerce/product-restock-notification.mailing-list.html",
                "checked",
                "description"
            ),
            captcha: fragment!("commerce/product-restock-notification.captcha.html"),
        }
    }

    fn write_form<'r>(
        &self,
        view: Node<'r>,
        facts: &RestockFacts<'r>,
        context: &Context<'r>,
        out: &mut String,
    ) {
        let message = |key: &str| Fill::EscapedValue(facts.messages.get(key));
        let hidden = visible(context, view, "hiddenByDefault").is_true();
        let set = |key: &str| match view.get(key) {
            Node::Missing => facts.product.get(key).is_true(),
            own => own.is_true(),
        };
        let mailing_list = |out: &mut String| {
            if set("mailingListSignUpEnabled") {
                let checked = Fill::Raw(if set("mailingListOptInByDefault") { " checked" } else { "" });
                self.mailing_list.write(out, [checked, message("mailingListDescription")]);
            }
        };
        let captcha = |out: &mut String| {
            if facts.captcha {
                self.captcha.write(out, []);
            }
        };
        self.form.write(
            out,
            [
                Fill::Value(facts.product_id),
                Fill::Value(visible(context, view, "variantId")),
                Fill::Raw(if hidden { " hidden" } else { "" }),
                message("CTAText"),
                message("placeholderText"),
                message("buttonText"),
                Fill::With(&mailing_list),
                Fill::With(&captcha),
            ],
        );
    }
}

/// What every form of a product shares.
struct RestockFacts<'r> {
    product_id: Node<'r>,
    /// The merchandising context.
    product: Node<'r>,
    messages: Node<'r>,
    captcha: bool,
}

impl Writer for Restock {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let item = values[0];
        let product = merchandising(context, item);
        let facts = RestockFacts {
            product_id: item.get("id"),
            messages: product.get("restockNotificationMessages"),
            product,
            captcha: context.lookup("website").get("captchaSettings").get("siteKey").is_true(),
        };
        let text = {
            let mut text = String::new();
            let views = |out: &mut String| {
                for view in product.get("restockNotificationViews").elements() {
                    self.write_form(*view, &facts, context, out);
                }
            };
            self.forms.write(&mut text, [Fill::With(&views)]);
            text
        };
        context.push(&text);
        Ok(())
    }
}

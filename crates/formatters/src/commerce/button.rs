//! What a shopper buys with: `add-to-cart-btn`, `quantity-input`, and `product-checkout`, which is all of it.

use std::sync::Arc;

use loggia_template::{Context, Fault, Node, Vocabulary, Writer};

use super::facts::{Facts, Kind};
use super::shared::Shared;
use super::variants::VariantsSelect;
use crate::fragment::{Fill, Fragment, fragment};
use crate::outcome::{Optional, Outcome, TextOrNothing};
use crate::scope::visible;

pub(crate) fn install(vocabulary: &mut Vocabulary, variants: &Arc<VariantsSelect>) {
    let button = Arc::new(AddToCartButton::new());
    let quantity = Arc::new(QuantityInput::new());
    let checkout = Checkout {
        variants: Arc::clone(variants),
        quantity: Arc::clone(&quantity),
        button: Arc::clone(&button),
    };
    vocabulary.writer("add-to-cart-btn", move |_| Shared(Arc::clone(&button)));
    vocabulary.formatter("quantity-input", move |_| Optional(Shared(Arc::clone(&quantity))));
    vocabulary.writer("product-checkout", move |_| checkout.clone());
}

impl Writer for Shared<AddToCartButton> {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        self.0.write(values[0], context);
        Ok(())
    }
}

impl TextOrNothing for Shared<QuantityInput> {
    fn write<'r>(&self, value: Node<'r>, context: &mut Context<'r>) -> Result<Outcome, Fault> {
        Ok(self.0.write(value, context))
    }
}

/// T-158 to T-162.
struct AddToCartButton {
    button: Fragment<8>,
    form: Fragment<1>,
    subscription: Fragment<1>,
    subscription_option: Fragment<1>,
}

impl AddToCartButton {
    fn new() -> Self {
        Self {
            button: fragment!(
                "commerce/add-to-cart-btn.html",
                "use-form",
                "collection-id",
                "item-id",
                "product-type",
                "use-custom-label",
                "subscription",
                "label",
                "more"
            ),
            form: fragment!("commerce/add-to-cart-btn.form.html", "form"),
            subscription: fragment!("commerce/add-to-cart-btn.subscription.html", "subscribable"),
            subscription_option: fragment!("commerce/add-to-cart-btn.subscription-option.html", "id"),
        }
    }

    fn write<'r>(&self, item: Node<'r>, context: &mut Context<'r>) {
        let content = visible(context, item, "structuredContent");
        let subscribable = content.get("isSubscribable");
        let form = content.get("additionalFieldsForm");
        let has_form = content.get("additionalFieldsFormId").is_true() && form.is_true();
        let options = content.get("productSubscriptionOptions");
        let has_options = (options.size() > 0 || options.as_str().is_some_and(|text| !text.is_empty()))
            && subscribable.is_true();
        let fills = [
            Fill::Raw(if has_form { "use-form" } else { "" }),
            Fill::Value(visible(context, item, "collectionId")),
            Fill::Value(visible(context, item, "id")),
            Fill::Value(content.get("productType")),
            Fill::Value(content.get("useCustomAddButtonText")),
            Fill::With(&|out| {
                if subscribable.is_true() {
                    self.subscription.write(out, [Fill::Value(subscribable)]);
                }
            }),
            label(context, item, content),
            Fill::With(&|out| {
                if has_form {
                    self.form.write(out, [Fill::Json(form)]);
                }
                if has_options {
                    self.subscription_option.write(out, [Fill::Value(options.at(0).get("id"))]);
                }
            }),
        ];
        self.button.write(context.out(), fills);
    }
}

/// The owner's label, else the site's, else the language's.
fn label<'r>(context: &Context<'r>, item: Node<'r>, content: Node<'r>) -> Fill<'r> {
    let own = content.get("customAddButtonText");
    if content.get("useCustomAddButtonText").is_true() && own.is_true() {
        return Fill::EscapedValue(own);
    }
    let (key, default) = if content.get("isSubscribable").is_true() {
        ("productSubscribeText", "Subscribe")
    } else {
        ("productAddToCartText", "Add To Cart")
    };
    let text = visible(context, item, "localizedStrings").get(key);
    if text.is_true() { Fill::EscapedValue(text) } else { Fill::Raw(default) }
}

/// T-163, T-164.
struct QuantityInput(Fragment<2>);

impl QuantityInput {
    fn new() -> Self {
        Self(fragment!("commerce/quantity-input.html", "item-id", "label"))
    }

    fn write<'r>(&self, item: Node<'r>, context: &mut Context<'r>) -> Outcome {
        let facts = Facts::of(item);
        let several_allowed = match facts.kind {
            Kind::Physical => true,
            Kind::Service => services_in_quantity(context.lookup("websiteSettings")),
            _ => false,
        };
        if !several_allowed || facts.is_subscribable() || facts.stock() <= 1.0 {
            return Outcome::Missing;
        }
        let label = visible(context, item, "localizedStrings").get("productQuantityInputLabel");
        let label = if label.is_true() { Fill::Value(label) } else { Fill::Raw("Quantity") };
        let id = Fill::Value(visible(context, item, "id"));
        self.0.write(context.out(), [id, label]);
        Outcome::Written
    }
}

/// Whether a service may be bought more than once at a time; it may unless the store says otherwise.
fn services_in_quantity(settings: Node<'_>) -> bool {
    match settings.get("storeSettings").get("multipleQuantityAllowedForServices") {
        Node::Missing | Node::Null => true,
        allowed => allowed.to_boolean(),
    }
}

/// T-170.
#[derive(Clone)]
struct Checkout {
    variants: Arc<VariantsSelect>,
    quantity: Arc<QuantityInput>,
    button: Arc<AddToCartButton>,
}

impl Writer for Checkout {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        self.variants.write(values[0], context);
        self.quantity.write(values[0], context);
        self.button.write(values[0], context);
        Ok(())
    }
}

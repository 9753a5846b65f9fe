//! The cart, as templates show it: `cart-url`, `cart-quantity`, `cart-subtotal`.

use loggia_template::{Context, Fault, Node, Vocabulary, Writer, write_number};

use super::legacy_money::{hundredths, write_hundredths};
use crate::fragment::{Fill, Fragment, fragment};

/// Where the cart page is (T-155).
pub(crate) const CART_URL: &str = "/cart";

pub(crate) fn install(vocabulary: &mut Vocabulary) {
    vocabulary.writer("cart-url", |_| CartUrl);
    vocabulary
        .writer("cart-quantity", |_| CartQuantity(fragment!("commerce/cart-quantity.html", "quantity")));
    vocabulary.writer("cart-subtotal", |_| CartSubtotal {
        subtotal: fragment!("commerce/cart-subtotal.html", "amount"),
        native: fragment!("commerce/money-native.html", "amount"),
    });
}

struct CartUrl;

impl Writer for CartUrl {
    fn write<'r>(&self, _: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        context.push(CART_URL);
        Ok(())
    }
}

/// T-156: the quantities of the entries together.
struct CartQuantity(Fragment<1>);

impl Writer for CartQuantity {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let entries = values[0].get("entries").elements();
        let quantity: f64 = entries.iter().map(|entry| entry.get("quantity").to_number()).sum();
        // An empty sum of doubles is minus zero, which prints as zero.
        self.0.write(context.out(), [Fill::With(&|out| write_number(quantity, out))]);
        Ok(())
    }
}

/// T-157: kept for old templates; the subtotal with English digits, for the script that converts currencies.
struct CartSubtotal {
    subtotal: Fragment<1>,
    native: Fragment<1>,
}

impl Writer for CartSubtotal {
    fn write<'r>(&self, values: &[Node<'r>], context: &mut Context<'r>) -> Result<(), Fault> {
        let Some(amount) = hundredths(values[0].get("subtotalCents")) else { return Ok(()) };
        let native = |out: &mut String| {
            self.native.write(out, [Fill::With(&|out| write_hundredths(amount, out))]);
        };
        self.subtotal.write(context.out(), [Fill::With(&native)]);
        Ok(())
    }
}

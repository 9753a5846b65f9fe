//! What templates ask about a product, answered from the page's own JSON without making a product of it.

use loggia_template::Node;

/// The kinds of products that the language tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Physical,
    Digital,
    Service,
    GiftCard,
    /// The code -1: not a product.
    Undefined,
    /// A code that the language does not know.
    Unknown,
}

/// A product item, as it stands in the page's data.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'a> {
    content: Node<'a>,
    pub(crate) kind: Kind,
}

/// Stock without end.
const UNLIMITED: f64 = 9_007_199_254_740_991.0;

impl<'a> Facts<'a> {
    pub(crate) fn of(item: Node<'a>) -> Self {
        let content = item.get("structuredContent");
        let code = content.get("productType").to_number();
        let kind = if code == 1.0 {
            Kind::Physical
        } else if code == 2.0 {
            Kind::Digital
        } else if code == 3.0 {
            Kind::Service
        } else if code == 4.0 {
            Kind::GiftCard
        } else if code == -1.0 {
            Kind::Undefined
        } else {
            Kind::Unknown
        };
        Self { content, kind }
    }

    /// The `structuredContent` of the item.
    pub(crate) fn content(self) -> Node<'a> {
        self.content
    }

    /// The variants; none when they are not a list.
    pub(crate) fn variants(self) -> &'a [Node<'a>] {
        self.content.get("variants").elements()
    }

    fn has_stock(self) -> bool {
        matches!(self.kind, Kind::Physical | Kind::Service)
    }

    pub(crate) fn is_subscribable(self) -> bool {
        self.content.get("isSubscribable").to_boolean()
    }

    /// T-055.
    pub(crate) fn has_variants(self) -> bool {
        self.kind != Kind::Digital && self.variants().len() > 1
    }

    /// T-056.
    pub(crate) fn is_on_sale(self) -> bool {
        match self.kind {
            Kind::Digital => is_on_sale(self.content),
            _ => self.has_stock() && self.variants().iter().any(|variant| is_on_sale(*variant)),
        }
    }

    /// T-057. A product of an unknown kind cannot be sold, so it is sold out.
    pub(crate) fn is_sold_out(self) -> bool {
        match self.kind {
            Kind::Digital | Kind::GiftCard => false,
            Kind::Undefined | Kind::Unknown => true,
            Kind::Physical | Kind::Service => self
                .variants()
                .iter()
                .all(|variant| !variant.get("unlimited").is_true() && !is_in_stock(*variant)),
        }
    }

    /// T-058.
    pub(crate) fn has_varied_prices(self) -> bool {
        if matches!(self.kind, Kind::Digital | Kind::Undefined | Kind::Unknown) {
            return false;
        }
        let Some((first, others)) = self.variants().split_first() else { return false };
        let differs = |other: &Node<'a>, key: &str| !other.get(key).equals(first.get(key));
        others.iter().any(|other| {
            differs(other, "onSale")
                || (is_on_sale(*first) && differs(other, "salePrice"))
                || differs(other, "price")
        })
    }

    /// How many there are of all variants together.
    pub(crate) fn stock(self) -> f64 {
        if matches!(self.kind, Kind::Digital | Kind::GiftCard) {
            return UNLIMITED;
        }
        let mut total = 0.0;
        for variant in self.variants() {
            if variant.get("unlimited").is_true() {
                return UNLIMITED;
            }
            total += stock(*variant);
        }
        total
    }
}

/// Whether this variant, product or pricing option is on sale.
pub(crate) fn is_on_sale(node: Node<'_>) -> bool {
    node.get("onSale").is_true()
}

fn is_in_stock(variant: Node<'_>) -> bool {
    stock(variant) > 0.0
}

fn stock(variant: Node<'_>) -> f64 {
    variant.get("qtyInStock").to_number()
}

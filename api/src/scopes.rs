//! What a key may be made for: its scopes, and the calls that each opens. A call that stands in no line here is closed to every key.

use crate::roles::Right;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

macro_rules! scopes {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:tt with $right:ident: $($method:literal $path:literal),+;)+) => {
        /// A scope of a key. Beside it the account that made the key must have the right that the call asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        pub enum Scope {
            $($(#[doc = $doc])+ #[serde(rename = $code)] $name,)+
        }

        impl Scope {
            /// Every scope.
            pub const ALL: &'static [Scope] = &[$(Scope::$name),+];

            /// Its name.
            pub const fn code(self) -> &'static str {
                match self { $(Scope::$name => $code,)+ }
            }

            /// The right that its calls ask for.
            pub const fn right(self) -> Right {
                match self { $(Scope::$name => Right::$right,)+ }
            }

            /// The scope that opens a call, by its method and the pattern of its path.
            pub fn of(method: &str, path: &str) -> Option<Scope> {
                match (method, path) {
                    $($(($method, $path))|+ => Some(Scope::$name),)+
                    _ => None,
                }
            }
        }
    };
}

scopes! {
    /// Orders, as lists, one by one and as tables.
    ReadOrders = "orders:read" with ManageStore:
        "GET" "/api/commerce/desk/carriers", "GET" "/api/commerce/desk/counts", "GET" "/api/commerce/desk/deliveries",
        "GET" "/api/commerce/desk/orders",
        "GET" "/api/commerce/desk/orders.csv", "GET" "/api/commerce/desk/orders/{orderId}", "GET" "/api/commerce/desk/print.pdf",
        "GET" "/api/commerce/desk/returns.csv", "GET" "/api/commerce/desk/selection", "GET" "/api/commerce/orders", "GET" "/api/commerce/orders.csv",
        "GET" "/api/commerce/orders/{orderId}";
    /// Parcels, tracking, addresses, marks that were looked at, notes, tags and letters of orders; beginning returns and deciding them; marking one as paid that is paid by hand.
    WriteOrders = "orders:write" with ManageStore:
        "PUT" "/api/commerce/desk/orders/{orderId}/address", "POST" "/api/commerce/desk/orders/{orderId}/letters",
        "POST" "/api/commerce/desk/orders/{orderId}/looked-at",
        "POST" "/api/commerce/desk/orders/{orderId}/notes", "POST" "/api/commerce/desk/orders/{orderId}/parcels",
        "POST" "/api/commerce/desk/orders/{orderId}/returns", "PUT" "/api/commerce/desk/orders/{orderId}/tags",
        "POST" "/api/commerce/desk/parcels", "POST" "/api/commerce/desk/returns/{returnId}/decision", "POST" "/api/commerce/desk/tags",
        "POST" "/api/commerce/desk/tracking", "POST" "/api/commerce/orders/{orderId}/payment",
        "PUT" "/api/commerce/orders/{orderId}/fulfilment", "DELETE" "/api/commerce/orders/{orderId}/fulfilment";
    /// Money that goes back, and orders that are cancelled.
    WriteRefunds = "refunds:write" with ManageStore:
        "POST" "/api/commerce/desk/returns/{returnId}/preview", "POST" "/api/commerce/desk/returns/{returnId}/receipt",
        "POST" "/api/commerce/orders/{orderId}/cancellation", "POST" "/api/commerce/orders/{orderId}/refund-preview",
        "POST" "/api/commerce/orders/{orderId}/refunds";
    /// Invoices and credit notes.
    ReadInvoices = "invoices:read" with ManageStore:
        "GET" "/api/commerce/invoices", "GET" "/api/commerce/invoices.csv", "GET" "/api/commerce/invoices/{number}/{file}";
    /// Products and variants with their stock, its ledger, where it lies, and what is on its way.
    ReadStock = "stock:read" with ManageStore:
        "GET" "/api/commerce/desk/locations",
        "GET" "/api/commerce/desk/stock", "GET" "/api/commerce/desk/stock/counts", "GET" "/api/commerce/desk/stock.csv",
        "GET" "/api/commerce/desk/transfers", "GET" "/api/commerce/inventory/changes";
    /// Counts of stock, from how many on it is low, where it lies, and transfers.
    WriteStock = "stock:write" with ManageStore:
        "POST" "/api/commerce/desk/locations", "PUT" "/api/commerce/desk/locations", "PUT" "/api/commerce/desk/locations/{locationId}",
        "PUT" "/api/commerce/desk/stock/low", "POST" "/api/commerce/desk/stock/tables",
        "POST" "/api/commerce/desk/transfers", "POST" "/api/commerce/desk/transfers/{transferId}/cancellation",
        "POST" "/api/commerce/desk/transfers/{transferId}/receipt", "POST" "/api/commerce/inventory/adjustments";
    /// Customers, and what each bought.
    ReadCustomers = "customers:read" with ManageStore:
        "POST" "/api/commerce/customers", "POST" "/api/commerce/customers/one";
    /// Coupons, and the orders that used them.
    ReadCoupons = "coupons:read" with ManageStore:
        "GET" "/api/commerce/coupons", "GET" "/api/commerce/coupons/{code}/orders";
    /// Coupons are made, changed and removed.
    WriteCoupons = "coupons:write" with ManageStore:
        "PUT" "/api/commerce/coupons/{code}", "DELETE" "/api/commerce/coupons/{code}";
    /// Gift cards and their ledgers; never a code.
    ReadGiftCards = "gift-cards:read" with ManageStore:
        "GET" "/api/commerce/gift-cards/{cardId}", "POST" "/api/commerce/gift-cards/search";
    /// Gift cards are made and voided.
    WriteGiftCards = "gift-cards:write" with ManageStore:
        "POST" "/api/commerce/gift-cards", "POST" "/api/commerce/gift-cards/{cardId}/void";
    /// Subscriptions.
    ReadSubscriptions = "subscriptions:read" with ManageStore:
        "GET" "/api/commerce/subscriptions", "GET" "/api/commerce/subscriptions/{subscriptionId}",
        "POST" "/api/commerce/subscriptions/search";
    /// Subscriptions are paused, changed, cancelled and resumed.
    WriteSubscriptions = "subscriptions:write" with ManageStore:
        "POST" "/api/commerce/subscriptions/{subscriptionId}/cancellation",
        "POST" "/api/commerce/subscriptions/{subscriptionId}/changes",
        "POST" "/api/commerce/subscriptions/{subscriptionId}/resumption";
    /// What the shop sold and what went back, its taxes, and the tables for the accounts.
    ReadFigures = "figures:read" with ReadFigures:
        "GET" "/api/commerce/accounting/closing", "GET" "/api/commerce/accounting/closing.csv",
        "GET" "/api/commerce/accounting/datev.csv", "GET" "/api/commerce/accounting/journal.csv", "GET" "/api/commerce/figures",
        "GET" "/api/commerce/figures.csv", "GET" "/api/commerce/figures/carts", "GET" "/api/commerce/figures/products",
        "GET" "/api/commerce/figures/taxes", "GET" "/api/commerce/figures/taxes.csv";
    /// What forms were answered.
    ReadForms = "forms:read" with EditContent:
        "GET" "/api/form/submissions", "GET" "/api/form/submissions.csv", "GET" "/api/form/submissions/{submissionId}";
    /// The members of the mailing list.
    ReadMailingList = "mailing-list:read" with EditCampaigns:
        "GET" "/api/mailing-list/members", "GET" "/api/mailing-list/members.csv";
    /// Members are taken off the mailing list.
    WriteMailingList = "mailing-list:write" with EditCampaigns: "DELETE" "/api/mailing-list/members/{email}";
    /// Comments and reviews, those that wait too.
    ReadReviews = "reviews:read" with Moderate: "GET" "/api/comments/moderation", "GET" "/api/commerce/reviews";
    /// Comments and reviews are approved, hidden and removed.
    WriteReviews = "reviews:write" with Moderate:
        "PUT" "/api/comments/{commentId}", "DELETE" "/api/comments/{commentId}",
        "PUT" "/api/commerce/products/{id}/reviews/{reviewId}", "DELETE" "/api/commerce/products/{id}/reviews/{reviewId}";
}

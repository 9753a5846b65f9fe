//! Pages that buy without a script: product, cart, checkout and thanks as plain HTML forms; the page of an order; and the
//! way out of emails.
//!
//! They are for visitors whose browser runs no JavaScript, and for those whom our scripts did not reach. Nothing is
//! decided here: each page calls the same use cases as the JSON routes, so prices, stock and rules are the same. A form
//! that was refused comes back with the words of the refusal and with what was typed.

mod answers;
mod buyer;
mod cards;
mod cart;
mod checkout;
mod confirm;
mod confirmed;
mod delivery;
mod estimate;
mod order;
mod page;
mod pay;
mod paying;
mod product;
mod returns;
mod subscription;
mod sums;
mod unsubscribe;
mod withdraw;
mod withdraw_words;
mod words;

use crate::pages::page::asset;
use actix_web::{HttpResponse, web};

/// Mounts the pages below `/api`. They are read by people, so the document of the calls does not name them.
pub fn mount(config: &mut web::ServiceConfig) {
    config
        .route("/plain/style.css", web::get().to(style))
        .route("/plain/product", web::get().to(product::show))
        .route("/plain/cart", web::get().to(cart::show))
        .route("/plain/cart/entries", web::post().to(product::put_in))
        .route("/plain/cart/quantity", web::post().to(cart::change_quantity))
        .route("/plain/cart/remove", web::post().to(cart::remove))
        .route("/plain/cart/coupon", web::post().to(cart::enter_code))
        .route("/plain/cart/coupon/remove", web::post().to(cart::drop_code))
        .route("/plain/checkout", web::get().to(checkout::show))
        .route("/plain/checkout", web::post().to(checkout::check_out))
        .route("/plain/pay", web::get().to(pay::show))
        .route("/plain/confirmed", web::get().to(confirmed::show))
        .route("/plain/confirm", web::get().to(confirm::show))
        .route("/plain/confirm", web::post().to(confirm::join))
        .route("/plain/order", web::get().to(order::show))
        .route("/plain/order/paper", web::get().to(order::paper))
        .route("/plain/order/again", web::post().to(order::again))
        .route("/plain/order/cancel", web::post().to(order::cancel))
        .route("/plain/order/return", web::post().to(order::send_back))
        .route("/plain/order/renew", web::post().to(order::renew))
        .route("/plain/order/link", web::post().to(order::send))
        .route("/plain/subscription", web::get().to(subscription::show))
        .route("/plain/subscription", web::post().to(subscription::change))
        .route("/plain/cards", web::get().to(cards::show))
        .route("/plain/cards", web::post().to(cards::remove))
        .route("/plain/withdraw", web::get().to(withdraw::show))
        .route("/plain/withdraw", web::post().to(withdraw::send))
        .route("/plain/unsubscribe", web::get().to(unsubscribe::show))
        .route("/plain/unsubscribe", web::post().to(unsubscribe::leave))
        // An address of a form, asked for by itself: a page that came back with a refusal was loaded anew.
        .route("/plain/order/{form:.*}", web::get().to(order::instead))
        .route("/plain/cart/{form:.*}", web::get().to(cart::instead));
}

async fn style() -> HttpResponse {
    asset("text/css; charset=utf-8", page::STYLE)
}

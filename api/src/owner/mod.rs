//! The owner's pages: what visitors sent and wrote, who waits for what, who is on the mailing list; as plain HTML forms that
//! need no script. The one log-in is here, and the page from which everything is reached that somebody's roles open, the
//! reports among it.
//!
//! Nothing is decided here: each page calls the same use cases as the JSON calls, so rights, rules and the record of what was
//! done are the same. A form repeats the crumb, which is bound to the session of the person signed in.

mod factor;
mod log_in;
mod mailing_list;
mod moderation;
mod orders;
mod page;
mod people;
mod record;
mod restock;
mod returns;

mod security;
mod submissions;
mod team;
mod withdrawals;

use crate::pages::page::asset;
use actix_web::{HttpResponse, web};

/// Mounts the pages below `/api`. They are read by people, so the document of the calls does not name them.
pub fn mount(config: &mut web::ServiceConfig) {
    config
        .route("/owner/style.css", web::get().to(style))
        .route("/owner", web::get().to(log_in::home))
        .route("/owner/log-in", web::get().to(log_in::show))
        .route("/owner/log-in", web::post().to(log_in::enter))
        .route("/owner/log-out", web::post().to(log_in::leave))
        .route("/owner/passkey.js", web::get().to(script))
        .route("/owner/factor", web::get().to(factor::show))
        .route("/owner/factor", web::post().to(factor::give))
        .route("/owner/confirm", web::get().to(factor::ask))
        .route("/owner/confirm", web::post().to(factor::confirm))
        .route("/owner/set-up", web::get().to(factor::set_up))
        .route("/owner/set-up/totp", web::post().to(factor::add_totp))
        .route("/owner/set-up/passkey", web::post().to(factor::add_passkey))
        .route("/owner/security", web::get().to(security::show))
        .route("/owner/security/removal", web::post().to(security::remove))
        .route("/owner/security/codes", web::post().to(security::codes))
        .route("/owner/security/sessions", web::post().to(security::end))
        .route("/owner/team", web::get().to(team::list))
        .route("/owner/team/invitations", web::post().to(team::invite))
        .route("/owner/team/{id}", web::get().to(team::show))
        .route("/owner/team/{id}", web::post().to(team::change))
        .route("/owner/team/{id}/sessions", web::post().to(team::end))
        .route("/owner/orders", web::get().to(orders::list))
        .route("/owner/orders/imported", web::get().to(orders::imported))
        .route("/owner/orders/{id}", web::get().to(orders::show))
        .route("/owner/orders/{id}/paid", web::post().to(orders::receive))
        .route("/owner/returns", web::get().to(returns::list))
        .route("/owner/returns/{id}", web::post().to(returns::act))
        .route("/owner/withdrawals", web::get().to(withdrawals::list))
        .route("/owner/withdrawals", web::post().to(withdrawals::handle))
        .route("/owner/submissions", web::get().to(submissions::list))
        .route("/owner/submissions/{id}", web::get().to(submissions::show))
        .route("/owner/submissions/{id}", web::post().to(submissions::change))
        .route("/owner/comments", web::get().to(moderation::comments))
        .route("/owner/comments/{id}", web::post().to(moderation::change_comment))
        .route("/owner/reviews", web::get().to(moderation::reviews))
        .route("/owner/reviews/{product}/{id}", web::post().to(moderation::change_review))
        .route("/owner/mailing-list", web::get().to(mailing_list::list))
        .route("/owner/mailing-list", web::post().to(mailing_list::remove))
        .route("/owner/record", web::get().to(record::list))
        .route("/owner/people", web::get().to(people::show))
        .route("/owner/people", web::post().to(people::erase))
        .route("/owner/people/export", web::post().to(people::export))
        .route("/owner/restock", web::get().to(restock::list))
        .route("/owner/restock", web::post().to(restock::send));
}

/// What asks a passkey, on the pages that need one.
async fn script() -> HttpResponse {
    asset("text/javascript; charset=utf-8", include_str!("passkey.js"))
}

async fn style() -> HttpResponse {
    asset("text/css; charset=utf-8", page::STYLE)
}

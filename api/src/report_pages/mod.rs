//! The pages an owner reads the visits on: made here, without a script, for a person who is logged in with the right. The log-in
//! is that of the owner's other pages.
//!
//! They say what the calls of `routes/reports` say, from the same functions. Plots are drawings with a table beside
//! them; the look follows the system, light or dark, and a telephone's width.

mod page;
mod plot;
mod show;
mod text;

use crate::pages::page::asset;

use actix_web::{HttpResponse, web};

/// Mounts the pages below `/api`. They are read by people, so the document of the calls does not name them.
pub fn mount(config: &mut web::ServiceConfig) {
    config
        .route("/figures", web::get().to(show::start))
        .route("/figures/style.css", web::get().to(style))
        .route("/figures/overview", web::get().to(show::overview))
        .route("/figures/sources", web::get().to(show::sources))
        .route("/figures/pages", web::get().to(show::pages))
        .route("/figures/searches", web::get().to(show::searches))
        .route("/figures/funnel", web::get().to(show::funnel))
        .route("/figures/errors", web::get().to(show::errors))
        .route("/figures/errors/{fingerprint}", web::get().to(show::error))
        .route("/figures/vitals", web::get().to(show::vitals));
}

async fn style() -> HttpResponse {
    asset("text/css; charset=utf-8", page::STYLE)
}

//! The document of every call of the editor, from which the types of its page are generated:
//! `generator/editor.openapi.json`.

use utoipa::OpenApi;

use super::{routes, wire};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "loggia-editor",
        description = "The calls of the editor's page. Only `loggia serve` answers them."
    ),
    paths(routes::site, routes::collection, routes::fonts, routes::file, routes::changes, routes::events, routes::show::render,
        routes::bin::list, routes::bin::put, routes::bin::restore, routes::home::home, routes::offer::offer, routes::products::products, routes::products::product_file, routes::product_list::product_list,
        routes::outside::connect, routes::outside::video, routes::outside::photos, routes::outside::job,
        routes::upload::upload, routes::upload::rename, routes::upload::remove, routes::upload::list, routes::upload::publish,
        routes::versions::list, routes::versions::again),
    tags((name = "site", description = "The site as it is"), (name = "files", description = "Its files"), (name = "preview", description = "Pages as they would be"),
        (name = "uploads", description = "Pictures and other files"), (name = "publish", description = "Publishing"),
        (name = "outside", description = "What other services say")),
    components(schemas(
        wire::Refusal,
        wire::FaultAnswer,
        wire::ConflictAnswer,
        wire::Event,
        wire::PublishLine,
        wire::PublishPlan,
        wire::SiteAnswer,
        wire::CollectionPage,
        wire::FileAnswer,
        wire::ChangeRequest,
        wire::ChangeAnswer,
        wire::RenderRequest,
        wire::RenderAnswer,
        wire::PublishRequest,
        wire::Versions,
        wire::VersionRequest,
        wire::LiveAgain,
        wire::Upload,
        wire::UploadPage,
        wire::RenameRequest,
        wire::Bin,
        wire::BinRequest,
        wire::RestoreRequest,
        wire::offer::Offer,
        wire::home::Home,
        wire::products::ProductsPage,
        wire::product_list::ProductListPlan,
        wire::product_list::ProductListLine,
    ))
)]
struct Document;

/// The document as text, as it is committed.
#[must_use]
pub fn document() -> String {
    let mut text = Document::openapi().to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_committed_document_is_this_one() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("editor.openapi.json");
        let committed = std::fs::read_to_string(file).unwrap_or_default();
        assert!(committed == super::document(), "run `make contract`");
    }
}

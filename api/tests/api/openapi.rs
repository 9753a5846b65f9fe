/// The committed document is the one the routes give: `make contract` writes it.
#[test]
fn the_document_is_not_stale() {
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json")).unwrap();
    assert!(
        committed == loggia_api::openapi::text().unwrap(),
        "api/openapi.json is stale: cargo run -p loggia-api -- openapi > api/openapi.json"
    );
}

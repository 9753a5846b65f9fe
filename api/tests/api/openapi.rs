/// The committed document is the one the routes give: `make contract` writes it.
#[test]
fn the_document_is_not_stale() {
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json")).unwrap();
    // As data: whether an object keeps the order of its members depends on who else is compiled along.
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert!(
        read(&committed) == read(&loggia_api::openapi::text().unwrap()),
        "api/openapi.json is stale: cargo run -p loggia-api -- openapi > api/openapi.json"
    );
}

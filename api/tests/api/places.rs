use crate::app::{TestApp, on_both};
use serde_json::json;

const PLACES: &str = "/api/google-maps/places";

on_both! {
    /// suggestions for what was typed.
    async fn a_096_addresses_are_suggested(app: &TestApp); {
        let visitor = app.visitor();
        let found = visitor.get(&format!("{PLACES}/autocomplete?input=Main%20St")).await;
        assert_eq!((found.status.as_u16(), found.json()), (200, json!({"predictions": [
            {"placeId": "place-1", "description": "1 Main Street, Springfield, IL 62701, United States"},
        ]})));
        assert_eq!(visitor.get(&format!("{PLACES}/autocomplete?input=Main")).await.json()["predictions"].as_array().unwrap().len(), 2);
        assert_eq!(visitor.get(&format!("{PLACES}/autocomplete")).await.json(), json!({"predictions": []}));
    }

    /// details only with the tracking context.
    async fn a_097_details_need_the_tracking_context(app: &TestApp); {
        let visitor = app.visitor();
        for query in ["", "&productPage=shop", "&productPage=shop&productSection="] {
            assert_eq!(visitor.get(&format!("{PLACES}/details?placeId=place-3{query}")).await.status, 400);
        }
        let context = "&productPage=shop&productSection=address";
        let details = visitor.get(&format!("{PLACES}/details?placeId=place-3{context}")).await;
        assert_eq!(details.json(), json!({"addressLine1": "3 Rue du Four", "addressLine2": "75006 Paris", "addressCountry": "France",
            "mapLat": 48.853, "mapLng": 2.335}));
        assert_eq!(visitor.get(&format!("{PLACES}/details?placeId=nowhere{context}")).await.status, 404);
    }
}

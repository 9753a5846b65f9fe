use crate::app::{TestApp, on_both};
use actix_web::web::{Bytes, Data};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use loggia_api::Settings;
use loggia_api::config::PlacesBy;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, mpsc};

const PLACES: &str = "/api/google-maps/places";

on_both! {
    /// suggestions for what was typed.
    async fn a_096_addresses_are_suggested(app: &TestApp); {
        let visitor = app.visitor();
        let found = visitor.get(&format!("{PLACES}/autocomplete?input=Main%20St")).await;
        assert_eq!((found.status.as_u16(), found.json()), (200, json!({"available": true, "predictions": [
            {"placeId": "place-1", "description": "1 Main Street, Springfield, IL 62701, United States"},
        ]})));
        assert_eq!(visitor.get(&format!("{PLACES}/autocomplete?input=Main")).await.json()["predictions"].as_array().unwrap().len(), 2);
        assert_eq!(visitor.get(&format!("{PLACES}/autocomplete")).await.json(), json!({"predictions": [], "available": true}));
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
            "mapLat": 48.853, "mapLng": 2.335, "city": "Paris", "region": "", "postalCode": "75006", "countryCode": "FR"}));
        assert_eq!(visitor.get(&format!("{PLACES}/details?placeId=nowhere{context}")).await.status, 404);
    }
}

/// A server that speaks the documented calls of both services, and keeps what it was asked.
#[derive(Default)]
struct Service {
    asked: Mutex<Vec<(String, String, String)>>,
    is_down: Mutex<bool>,
}

static SERVICES: OnceLock<Mutex<HashMap<String, Arc<Service>>>> = OnceLock::new();

fn start(settings: &mut Settings, by: PlacesBy) {
    let service = Arc::new(Service::default());
    let (say, address) = mpsc::channel();
    let shared = service.clone();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let app = move || {
                App::new().app_data(Data::from(shared.clone())).default_service(web::route().to(answer))
            };
            let http = HttpServer::new(app).workers(1).disable_signals().bind(("127.0.0.1", 0)).unwrap();
            say.send(http.addrs()[0]).unwrap();
            http.run().await.unwrap();
        });
    });
    let url = format!("http://{}", address.recv().unwrap());
    SERVICES.get_or_init(Mutex::default).lock().unwrap().insert(url.clone(), service);
    settings.places.by = Some(by);
    settings.places.url = Some(url);
    settings.places.key = Some("key-1".into());
}

fn service(app: &TestApp) -> Arc<Service> {
    SERVICES.get().unwrap().lock().unwrap()[app.settings.places.url.as_deref().unwrap()].clone()
}

async fn answer(request: HttpRequest, body: Bytes, service: Data<Service>) -> HttpResponse {
    let header =
        |name: &str| request.headers().get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
    let key = header("x-goog-api-key");
    let what = format!("{} {}", request.method(), request.uri());
    service.asked.lock().unwrap().push((
        what.clone(),
        key.clone(),
        String::from_utf8(body.to_vec()).unwrap(),
    ));
    if *service.is_down.lock().unwrap() {
        return HttpResponse::ServiceUnavailable().finish();
    }
    match what.as_str() {
        "POST /v1/places:autocomplete" if key == "key-1" => HttpResponse::Ok().json(json!({"suggestions": [
            {"placePrediction": {"place": "places/ChIJ_1-a", "placeId": "ChIJ_1-a", "text": {"text": "10 Downing Street, London, UK", "matches": []}}},
            {"queryPrediction": {"text": {"text": "downing street tea"}}},
        ]})),
        "GET /v1/places/ChIJ_1-a" if key == "key-1" && header("x-goog-fieldmask") == "addressComponents,location" => {
            let part = |long: &str, short: &str, kind: &str| json!({"longText": long, "shortText": short, "types": [kind, "political"], "languageCode": "en"});
            HttpResponse::Ok().json(json!({"addressComponents": [
                part("10", "10", "street_number"), part("Downing Street", "Downing St", "route"), part("London", "London", "postal_town"),
                part("England", "England", "administrative_area_level_1"), part("United Kingdom", "GB", "country"), part("SW1A 2AA", "SW1A 2AA", "postal_code"),
            ], "location": {"latitude": 51.503, "longitude": -0.128}}))
        }
        _ if what.starts_with("GET /api?q=") => HttpResponse::Ok().json(json!({"type": "FeatureCollection", "features": [
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": [13.38, 52.52]}, "properties": {"osm_type": "N", "osm_id": 1,
                "housenumber": "5", "street": "Hauptstraße", "postcode": "10115", "city": "Berlin", "state": "Berlin", "country": "Germany", "countrycode": "DE", "type": "house"}},
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-89.6, 39.8]}, "properties": {"osm_type": "W", "osm_id": 2,
                "name": "Main Street", "postcode": "62701", "city": "Springfield", "state": "Illinois", "country": "United States", "countrycode": "US", "type": "street"}},
        ]})),
        _ => HttpResponse::NotFound().finish(),
    }
}

impl Service {
    fn asked(&self) -> Vec<(String, String, String)> {
        self.asked.lock().unwrap().clone()
    }
}

const CONTEXT: &str = "&productPage=shop&productSection=address";

on_both! {
    /// a Photon server: its features as addresses of their countries; asked once for the same words, never for too few.
    async fn a_098_photon_suggests_addresses(app: &TestApp) with |settings| start(settings, PlacesBy::Photon); {
        let visitor = app.visitor();
        let service = service(app);
        for short in ["", "ha", "%20%20h%20"] {
            assert_eq!(visitor.get(&format!("{PLACES}/autocomplete?input={short}")).await.json()["predictions"], json!([]));
        }
        assert_eq!(visitor.get(&format!("{PLACES}/autocomplete?input={}", "x".repeat(201))).await.json()["predictions"], json!([]));
        assert!(service.asked().is_empty());
        let found = visitor.get(&format!("{PLACES}/autocomplete?input=Haupt%20%26%20co")).await.json();
        let descriptions: Vec<&Value> = found["predictions"].as_array().unwrap().iter().map(|one| &one["description"]).collect();
        assert_eq!(descriptions, ["Hauptstraße 5, 10115 Berlin, Germany", "Main Street, Springfield, Illinois 62701, United States"]);
        assert_eq!(service.asked()[0].0, "GET /api?q=haupt+%26+co&limit=5");
        assert_eq!(visitor.get(&format!("{PLACES}/autocomplete?input=%20HAUPT%20%20%26%20CO")).await.json(), found);
        assert_eq!(service.asked().len(), 1, "the same words are not asked about twice");
        app.clock.advance(10 * 60_000);
        visitor.get(&format!("{PLACES}/autocomplete?input=haupt%20%26%20co")).await;
        assert_eq!(service.asked().len(), 2);
        let id = found["predictions"][0]["placeId"].as_str().unwrap();
        let details = visitor.get(&format!("{PLACES}/details?placeId={id}{CONTEXT}")).await;
        assert_eq!(details.json(), json!({"addressLine1": "Hauptstraße 5", "addressLine2": "10115 Berlin", "addressCountry": "Germany", "mapLat": 52.52, "mapLng": 13.38,
            "city": "Berlin", "region": "Berlin", "postalCode": "10115", "countryCode": "DE"}));
        for wrong in ["nowhere", "", "%00"] {
            assert_eq!(visitor.get(&format!("{PLACES}/details?placeId={wrong}{CONTEXT}")).await.status, 404, "{wrong}");
        }
        assert_eq!(service.asked().len(), 2, "a place is known by its name");
    }

    /// Google's Places API: the owner's key, the fields that are needed and no more; no name of a place leads elsewhere.
    async fn a_098_google_suggests_addresses(app: &TestApp) with |settings| start(settings, PlacesBy::Google); {
        let visitor = app.visitor();
        let service = service(app);
        let found = visitor.get(&format!("{PLACES}/autocomplete?input=10%20downing")).await.json();
        assert_eq!(found["predictions"], json!([{"placeId": "ChIJ_1-a", "description": "10 Downing Street, London, UK"}]));
        assert_eq!(service.asked()[0], ("POST /v1/places:autocomplete".into(), "key-1".into(), json!({"input": "10 downing"}).to_string()));
        visitor.get(&format!("{PLACES}/autocomplete?input=10%20downing")).await;
        assert_eq!(service.asked().len(), 2, "its terms let nobody keep what it says");
        let details = visitor.get(&format!("{PLACES}/details?placeId=ChIJ_1-a{CONTEXT}")).await;
        assert_eq!(details.json(), json!({"addressLine1": "10 Downing Street", "addressLine2": "London, England SW1A 2AA", "addressCountry": "United Kingdom",
            "mapLat": 51.503, "mapLng": -0.128, "city": "London", "region": "England", "postalCode": "SW1A 2AA", "countryCode": "GB"}));
        assert_eq!(visitor.get(&format!("{PLACES}/details?placeId=unknown{CONTEXT}")).await.status, 404);
        let asked = service.asked().len();
        for wrong in ["..%2F..%2Fkeys", "a%3Fb", "a/b"] {
            assert_eq!(visitor.get(&format!("{PLACES}/details?placeId={wrong}{CONTEXT}")).await.status, 404, "{wrong}");
        }
        assert_eq!(service.asked().len(), asked);
    }

    /// a service that is away suggests nothing, and an address can still be typed; the owner's service is not asked
    /// without end.
    async fn a_098_a_service_that_is_away_stops_nobody(app: &TestApp) with |settings| { start(settings, PlacesBy::Google); settings.limits.places = 3; }; {
        let visitor = app.visitor();
        *service(app).is_down.lock().unwrap() = true;
        let found = visitor.get(&format!("{PLACES}/autocomplete?input=main")).await;
        assert_eq!((found.status.as_u16(), found.json()), (200, json!({"predictions": [], "available": true})));
        assert_eq!(visitor.get(&format!("{PLACES}/details?placeId=ChIJ_1-a{CONTEXT}")).await.status, 500);
        visitor.get(&format!("{PLACES}/autocomplete?input=main")).await;
        let refused = visitor.get(&format!("{PLACES}/autocomplete?input=main")).await;
        assert_eq!((refused.status.as_u16(), refused.error()), (429, "Please try again in a few seconds.".into()));
        assert_eq!(service(app).asked().len(), 3);
    }

    /// nobody is asked where the owner has chosen nobody, and a page need not ask again.
    async fn a_098_nobody_is_asked_without_the_owner(app: &TestApp) with |settings| settings.places.by = Some(PlacesBy::None); {
        let found = app.visitor().get(&format!("{PLACES}/autocomplete?input=main")).await;
        assert_eq!(found.json(), json!({"predictions": [], "available": false}));
        assert_eq!(app.visitor().get(&format!("{PLACES}/details?placeId=place-1{CONTEXT}")).await.status, 404);
    }
}

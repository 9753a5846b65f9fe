//! A place: its address, a link to a map, and a picture of the map where the owner has one.
//!
//! No map service is asked anything unless the owner names one in `websiteSettings.mapTiles`: `{"url":
//! "https://tiles.example/{z}/{x}/{y}.png", "attribution": "© …"}`. Then the pictures around the place are laid beside
//! each other, without a script.

use std::f64::consts::PI;

use loggia_template::{Arena, Node};

use super::call::Call;
use super::media::picture;
use crate::render::website::Members;

/// Pixels of a tile.
const TILE: f64 = 256.0;
/// Half of the width and height that tiles cover.
const HALF: (f64, f64) = (512.0, 192.0);

/// The block's own place, else that of the item it stands in, else the site's.
pub fn map<'a>(call: &mut Call<'_, 'a>) -> Members<'a> {
    let site = call.renderer.site.website.node("website").get("location");
    let places = [call.value("location"), call.place.document.root.get("location"), site];
    let Some(location) = places.into_iter().find(|place| !place.is_nothing()) else {
        call.warn("location", "This block has no place.", "add \"location\": {\"addressLine1\": …}");
        return Vec::new();
    };
    let mut members = vec![("location", location)];
    members.extend(picture(call.value("image"), "100vw", call.arena).map(|picture| ("picture", picture)));
    let at = |key: &str| location.get(key).as_f64();
    let (Some(latitude), Some(longitude)) = (at("mapLat"), at("mapLng")) else { return members };
    let zoom = call.fields().whole("zoom").unwrap_or(15).clamp(1, 19);
    members.push(("zoom", Node::number(zoom as f64)));
    members.push(("hasPosition", Node::Boolean(true)));
    let tiles = call.renderer.site.website.node("websiteSettings").get("mapTiles");
    if let Some(url) = tiles.get("url").as_str() {
        members.push(("tiles", around(latitude, longitude, zoom, url, call.arena)));
        members.push(("attribution", tiles.get("attribution")));
    }
    members
}

/// The tiles around a place with where each stands, in pixels from the middle.
fn around<'a>(latitude: f64, longitude: f64, zoom: i64, url: &str, arena: &'a Arena) -> Node<'a> {
    let count = 2f64.powi(zoom as i32);
    let (x, y) = mercator(latitude, longitude);
    let (x, y) = (x * count * TILE, y * count * TILE);
    let mut tiles = Vec::new();
    let mut row = ((y - HALF.1) / TILE).floor();
    while row * TILE < y + HALF.1 {
        let mut column = ((x - HALF.0) / TILE).floor();
        while column * TILE < x + HALF.0 {
            if (0.0..count).contains(&row) {
                let address = url
                    .replace("{z}", &zoom.to_string())
                    .replace("{x}", &column.rem_euclid(count).to_string())
                    .replace("{y}", &row.to_string());
                tiles.push(arena.object([
                    ("url", arena.text_node(&address)),
                    ("left", Node::number((column * TILE - x).round())),
                    ("top", Node::number((row * TILE - y).round())),
                ]));
            }
            column += 1.0;
        }
        row += 1.0;
    }
    arena.list(&tiles)
}

/// Where a place stands on the map of the world, each from 0 to 1.
fn mercator(latitude: f64, longitude: f64) -> (f64, f64) {
    let latitude = latitude.clamp(-85.0511, 85.0511).to_radians();
    let y = (1.0 - (latitude.tan() + 1.0 / latitude.cos()).ln() / PI) / 2.0;
    ((longitude + 180.0) / 360.0, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_cover_the_place_and_are_named_as_the_service_does() {
        let arena = Arena::new();
        let tiles = around(51.5, -0.12, 10, "https://tiles.example/{z}/{x}/{y}.png", &arena);
        let urls: Vec<&str> = tiles.elements().iter().filter_map(|tile| tile.get("url").as_str()).collect();
        assert!(urls.contains(&"https://tiles.example/10/511/340.png"), "{urls:?}");
        let covering = tiles.elements().iter().filter(|tile| {
            let within = |key: &str| (-TILE..=0.0).contains(&tile.get(key).to_number());
            within("left") && within("top")
        });
        assert_eq!(covering.count(), 1, "one tile lies under the place itself");
    }

    #[test]
    fn the_middle_of_the_world_is_the_middle_of_the_map() {
        let (x, y) = mercator(0.0, 0.0);
        assert!((x - 0.5).abs() < 1e-9 && (y - 0.5).abs() < 1e-9);
    }
}

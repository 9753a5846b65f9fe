//! What other services say: whether a connection of a form is there (E-066, E-068), what a video is (E-043), which photos
//! an account has (E-071). Who carries the questions keeps them away from the network of this machine.

use futures_util::future::LocalBoxFuture;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use super::answer::Refused;
use super::wire::outside::{ConnectionKind, Photo, PhotosAnswer, VideoAnswer};
use actix_web::http::StatusCode;

/// Carries questions to the world outside.
pub trait Outside: Send + Sync {
    /// Asks the other side of a connection whether it is there.
    fn try_out<'a>(&'a self, kind: ConnectionKind, target: &'a str)
    -> LocalBoxFuture<'a, Result<(), String>>;

    /// Reads the JSON at an address.
    fn look<'a>(&'a self, url: &'a str) -> LocalBoxFuture<'a, Result<Value, String>>;
}

/// Photos that are asked for at once (E-071).
const PHOTO_COUNT: usize = 20;
/// How many a page of the service has.
const PHOTO_PAGE: usize = 50;

/// A service did not answer (E-068).
#[must_use]
pub fn unreachable() -> Refused {
    Refused::new(StatusCode::BAD_GATEWAY, "unreachable", "Unable to connect. Please try again")
}

/// Hosts of videos: a part of their names, what they are called, where they describe a video.
const VIDEO_HOSTS: [(&str, &str, &str); 3] = [
    ("vimeo.com", "Vimeo", "https://vimeo.com/api/oembed.json?url="),
    ("youtube.com", "YouTube", "https://www.youtube.com/oembed?format=json&url="),
    ("youtu.be", "YouTube", "https://www.youtube.com/oembed?format=json&url="),
];

/// The address at which a host describes a video, and what the host is called; `None` for an address of no known host.
#[must_use]
pub fn description_of(url: &str) -> Option<(String, &'static str)> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let host = rest.split(['/', '?', '#']).next()?.to_ascii_lowercase();
    let is_of = |name: &str| host == name || host.ends_with(&format!(".{name}"));
    let (_, name, place) = VIDEO_HOSTS.into_iter().find(|(own, ..)| is_of(own))?;
    Some((format!("{place}{}", utf8_percent_encode(url, VALUE)), name))
}

/// What is escaped in a value of a query.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

fn text(value: &Value, keys: &[&str]) -> String {
    keys.iter().find_map(|key| value.get(key)?.as_str()).unwrap_or_default().to_owned()
}

/// What a host's description means.
///
/// # Errors
/// When the video is one of a basic account, which its host does not let be shown elsewhere as the owner wants (E-043).
pub fn video(described: &Value, host: &str) -> Result<VideoAnswer, Refused> {
    if described.get("account_type").and_then(Value::as_str) == Some("basic") {
        let message = format!("Videos of basic {host} accounts are not supported.");
        return Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "basic-account", message));
    }
    let number = |key: &str| described.get(key).and_then(Value::as_u64);
    Ok(VideoAnswer {
        title: text(described, &["title"]),
        author: text(described, &["author_name"]),
        thumbnail_url: described.get("thumbnail_url").and_then(Value::as_str).map(str::to_owned),
        width: number("width"),
        height: number("height"),
    })
}

/// The address that asks a service for photos.
#[must_use]
pub fn photos_address(service: &str) -> String {
    let mark = if service.contains('?') { '&' } else { '?' };
    format!("{service}{mark}count={PHOTO_COUNT}&size={PHOTO_PAGE}")
}

/// The photos of a service's answer: a list, or an object that has one as `photos`, `items`, `data` or `media`.
#[must_use]
pub fn photos(answer: &Value) -> PhotosAnswer {
    let list = ["photos", "items", "data", "media"].iter().find_map(|key| answer.get(key)?.as_array());
    let list = answer.as_array().or(list).map(Vec::as_slice).unwrap_or_default();
    let photo = |photo: &Value| {
        let url = text(photo, &["url", "assetUrl", "media_url", "src", "image"]);
        let title = text(photo, &["title", "caption", "alt", "description"]);
        url.starts_with("https://").then_some(Photo { url, title })
    };
    PhotosAnswer { photos: list.iter().filter_map(photo).take(PHOTO_COUNT).collect() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn e_043_a_video_of_a_basic_account_is_refused_with_a_message() {
        let (address, host) = description_of("https://vimeo.com/76979871?a=b").unwrap();
        assert_eq!(
            address,
            "https://vimeo.com/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F76979871%3Fa%3Db"
        );
        let basic = json!({"type": "video", "title": "Bread", "account_type": "basic"});
        let refused = video(&basic, host).unwrap_err();
        assert_eq!(refused.why.code, "basic-account");
        assert_eq!(refused.why.message, "Videos of basic Vimeo accounts are not supported.");
        let pro = json!({"title": "Bread", "account_type": "pro", "width": 640, "height": 360, "thumbnail_url": "https://i.example/a.jpg"});
        let good = video(&pro, host).unwrap();
        assert_eq!((good.title.as_str(), good.width, good.height), ("Bread", Some(640), Some(360)));
        for none in ["https://video.example/1", "ftp://vimeo.com/1", "https://notvimeo.com/1", "vimeo.com/1"]
        {
            assert!(description_of(none).is_none(), "{none}");
        }
        assert_eq!(description_of("https://www.youtube.com/watch?v=1").unwrap().1, "YouTube");
    }

    /// E-071, N-090: what the service is asked.
    #[test]
    fn e_071_n_090_photos_are_asked_for_twenty_at_a_time_from_pages_of_fifty() {
        assert_eq!(photos_address("https://photos.example/me"), "https://photos.example/me?count=20&size=50");
        assert_eq!(
            photos_address("https://photos.example/?user=me"),
            "https://photos.example/?user=me&count=20&size=50"
        );
        let many: Vec<Value> = (0..21)
            .map(|n| json!({"media_url": format!("https://p.example/{n}.jpg"), "caption": "c"}))
            .collect();
        let found = photos(&json!({ "data": many }));
        assert_eq!(found.photos.len(), 20);
        assert_eq!(
            found.photos[0],
            Photo { url: "https://p.example/0.jpg".to_owned(), title: "c".to_owned() }
        );
        assert_eq!(
            photos(&json!([{"url": "javascript:alert(1)"}, {"title": "no address"}])),
            PhotosAnswer::default()
        );
    }
}

//! Films and sounds of other services, by their addresses.

use serde_json::{Value, json};

use super::text::escaped;

/// A film that waits for a press, when the address is that of one whose player is known.
#[must_use]
pub fn player(address: &str) -> Option<Value> {
    let (source, provider) = match (youtube(address), vimeo(address)) {
        (Some(id), _) => (format!("https://www.youtube-nocookie.com/embed/{id}"), "YouTube"),
        (_, Some(id)) => (format!("https://player.vimeo.com/video/{id}"), "Vimeo"),
        _ => return None,
    };
    let html = format!(
        "<iframe src=\"{}\" width=\"640\" height=\"360\" allowfullscreen title=\"{provider}\"></iframe>",
        escaped(&source)
    );
    Some(
        json!({"type": "video", "value": {"url": address, "oembed": {"html": html, "providerName": provider}}}),
    )
}

/// A block for an address that was embedded: a player, or a link with its title. `None` without an address.
#[must_use]
pub fn embed(address: &str, title: &str) -> Option<Value> {
    let address = address.trim();
    if !address.starts_with("http://") && !address.starts_with("https://") {
        return None;
    }
    let title = if title.is_empty() { address } else { title };
    Some(
        player(address)
            .unwrap_or_else(|| json!({"type": "embed", "value": {"url": address, "title": title}})),
    )
}

fn host_and_rest(address: &str) -> Option<(String, &str)> {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    let (host, rest) = rest.split_once('/')?;
    Some((host.trim_start_matches("www.").trim_start_matches("m.").to_ascii_lowercase(), rest))
}

fn identifier(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(text.len());
    Some(&text[..end]).filter(|id| (6..=20).contains(&id.len()))
}

fn youtube(address: &str) -> Option<&str> {
    let (host, rest) = host_and_rest(address)?;
    match host.as_str() {
        "youtu.be" => identifier(rest),
        "youtube.com" | "youtube-nocookie.com" | "music.youtube.com" => {
            let by_path =
                ["embed/", "shorts/", "live/", "v/"].iter().find_map(|part| rest.strip_prefix(part));
            let by_query = || rest.split(['?', '&']).find_map(|part| part.strip_prefix("v="));
            by_path.filter(|id| !id.starts_with("videoseries")).or_else(by_query).and_then(identifier)
        }
        _ => None,
    }
}

fn vimeo(address: &str) -> Option<&str> {
    let (host, rest) = host_and_rest(address)?;
    if host != "vimeo.com" && host != "player.vimeo.com" {
        return None;
    }

    rest.split(['?', '#'])
        .next()?
        .split('/')
        .find(|part| part.len() > 4 && part.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn films_are_known_by_their_addresses() {
        for address in [
            "https://www.youtube.com/watch?feature=x&v=abcDEF12345&t=3",
            "https://youtu.be/abcDEF12345?si=1",
            "http://youtube.com/embed/abcDEF12345",
            "https://m.youtube.com/shorts/abcDEF12345",
        ] {
            let html = player(address).unwrap()["value"]["oembed"]["html"].to_string();
            assert!(html.contains("/embed/abcDEF12345\\\""), "{address} {html}");
        }
        assert_eq!(player("https://vimeo.com/12345678").unwrap()["value"]["oembed"]["providerName"], "Vimeo");
        assert_eq!(player("https://example.com/watch?v=abcDEF12345"), None);
        assert_eq!(embed("javascript:alert(1)", ""), None);
        assert_eq!(embed("https://a.example/x", "").unwrap()["type"], "embed");
    }
}

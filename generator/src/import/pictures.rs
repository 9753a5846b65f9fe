//! Pictures that are still on another machine, brought into `files/`.

use serde_json::Value;

/// Members that are the address of a picture.
const ADDRESSES: [&str; 2] = ["assetUrl", "originalUrl"];
/// Members that are HTML, in which pictures may stand.
const HTML: [&str; 4] = ["body", "excerpt", "mainContent", "html"];

/// Every address of a picture on another machine, in order.
#[cfg_attr(
    not(feature = "remote"),
    expect(dead_code, reason = "only with a network can pictures be fetched")
)]
pub(super) fn addresses(value: &Value, found: &mut Vec<String>) {
    each(value, &mut |address| {
        if !found.iter().any(|known| known == address) {
            found.push(address.to_owned());
        }
    });
}

fn each(value: &Value, hear: &mut impl FnMut(&str)) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| each(value, hear)),
        Value::Object(members) => {
            for (key, value) in members {
                match value.as_str() {
                    Some(text) if ADDRESSES.contains(&key.as_str()) && is_remote(text) => hear(text),
                    Some(text) if HTML.contains(&key.as_str()) => {
                        sources(text).into_iter().for_each(&mut *hear)
                    }
                    _ => each(value, hear),
                }
            }
        }
        _ => {}
    }
}

fn is_remote(address: &str) -> bool {
    address.starts_with("http://") || address.starts_with("https://")
}

/// What the pictures of an HTML text name as their source.
fn sources(html: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in html.match_indices("<img") {
        let tag = &html[at..html[at..].find('>').map_or(html.len(), |end| at + end)];
        for quote in ['"', '\''] {
            let source = tag.split(&format!("src={quote}")).nth(1).and_then(|rest| rest.split(quote).next());
            found.extend(source.filter(|source| is_remote(source)));
        }
    }
    found
}

/// A value with addresses replaced.
#[cfg_attr(
    not(feature = "remote"),
    expect(dead_code, reason = "only with a network can pictures be fetched")
)]
pub(super) fn replace(value: &mut Value, known: &std::collections::BTreeMap<String, String>) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| replace(value, known)),
        Value::Object(members) => {
            for (key, value) in members {
                if let Value::String(text) = value {
                    if let (true, Some(local)) = (ADDRESSES.contains(&key.as_str()), known.get(text.as_str()))
                    {
                        text.clone_from(local);
                    } else if HTML.contains(&key.as_str()) {
                        for (remote, local) in known {
                            for quote in ['"', '\''] {
                                *text = text.replace(
                                    &format!("src={quote}{remote}{quote}"),
                                    &format!("src={quote}{local}{quote}"),
                                );
                            }
                        }
                    }
                } else {
                    replace(value, known);
                }
            }
        }
        _ => {}
    }
}

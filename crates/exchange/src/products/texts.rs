//! Texts of cells: as HTML, as the addresses of pictures, as the levels of a category.

/// A text as HTML shows it.
pub(super) fn in_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// `Clothing > Shirts` is the category Shirts inside of Clothing.
pub(super) fn levels(path: &str) -> Vec<String> {
    path.replace("&gt;", ">")
        .split('>')
        .map(|name| name.trim().replace("&amp;", "&"))
        .filter(|name| !name.is_empty())
        .collect()
}

/// Addresses between commas, which may have commas of their own.
pub(super) fn addresses(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for part in text.split(',') {
        let is_new = ["http://", "https://", "//"].iter().any(|start| part.trim_start().starts_with(start));
        match found.last_mut() {
            Some(last) if !is_new && last.starts_with("http") && !part.starts_with(' ') => {
                last.push(',');
                last.push_str(part);
            }
            _ => found.push(part.trim().to_owned()),
        }
    }
    found.retain(|address| !address.is_empty());
    found
}

/// Texts have `\n` written out, and blank lines in place of paragraphs.
pub(super) fn paragraphs(text: &str) -> String {
    let text = text.replace("\\r\\n", "\n").replace("\\n", "\n").replace("\r\n", "\n");
    let is_html =
        ["<p", "<div", "<ul", "<ol", "<h", "<table", "<section"].iter().any(|tag| text.contains(tag));
    if is_html || !text.contains('\n') {
        return text.trim().to_owned();
    }
    let parts = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| format!("<p>{}</p>", part.replace('\n', "<br>\n"))).collect::<Vec<_>>().join("\n")
}

/// The addresses among the words of a cell, and the words that are none. An address may have commas of its own.
pub(super) fn urls(text: &str) -> (Vec<String>, Vec<String>) {
    let is_address = |word: &&str| ["http://", "https://", "//"].iter().any(|start| word.starts_with(start));
    let signs = [',', ';', '|'];
    let apart = ["http://", "https://"].iter().fold(text.to_owned(), |text, start| {
        signs.iter().fold(text, |text, sign| text.replace(&format!("{sign}{start}"), &format!(" {start}")))
    });
    let (addresses, rest): (Vec<&str>, Vec<&str>) = apart.split_whitespace().partition(is_address);
    let rest = rest.into_iter().flat_map(|words| words.split(signs)).filter(|word| !word.is_empty());
    let addresses = addresses.into_iter().map(|address| address.trim_end_matches(signs).to_owned());
    (addresses.collect(), rest.map(str::to_owned).collect())
}

//! What columns are called.

/// The name of a column in one spelling: words in lower case with a blank between them, without what stands in brackets
/// (`Product ID [Non Editable]`). Humps and numbers begin words: `productOptionName1` is `product option name 1`.
pub(crate) fn plain(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    let mut inside = false;
    for (at, character) in name.char_indices() {
        match character {
            // A number in brackets counts columns: `productOptionName[1]`.
            '[' if is_counted(&name[at..]) => {}
            '[' => inside = true,
            ']' => inside = false,
            _ if inside => continue,
            // `Order #` is another column than `Order`.
            _ if character.is_alphanumeric() || character == '#' => {
                let hump = before.is_lowercase() && character.is_uppercase();
                let number = before.is_alphanumeric() && before.is_numeric() != character.is_numeric();
                if hump || number || (!before.is_alphanumeric() && !out.is_empty()) {
                    out.push(' ');
                }
                out.extend(character.to_lowercase());
            }
            _ => {}
        }
        before = if inside || character == ']' { ' ' } else { character };
    }
    out
}

/// Whether a bracket begins here that holds a number alone.
fn is_counted(text: &str) -> bool {
    let inner = text[1..].split(']').next().unwrap_or_default();
    !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_digit())
}

/// The same without blanks: `E-Mail` and `Email` are one column.
pub(super) fn joined(name: &str) -> String {
    plain(name).chars().filter(|character| *character != ' ').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_510_columns_are_known_in_every_spelling() {
        for (name, expected) in [
            ("Product ID [Non Editable]", "product id"),
            ("\u{feff} handleId ", "handle id"),
            ("productOptionName1", "product option name 1"),
            ("productOptionName[1]", "product option name 1"),
            ("Option1 Name", "option 1 name"),
            ("Option 1 Name", "option 1 name"),
            ("Weight (kg)", "weight kg"),
            ("In stock?", "in stock"),
            ("HOSTED IMAGE URLS", "hosted image urls"),
            ("Body (HTML)", "body html"),
            ("Order #", "order #"),
        ] {
            assert_eq!(plain(name), expected);
        }
        assert_eq!((joined("E-Mail"), joined("e mail")), ("email".to_owned(), "email".to_owned()));
    }
}

//! Date patterns: `EEEE, d 'de' MMMM`.

/// One part of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Node {
    Text(String),
    Field(Field),
}

/// A field letter and how often it stands in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    pub letter: char,
    pub width: usize,
}

/// The letters that name a field; every other character stands for itself.
pub(crate) fn is_field_letter(character: char) -> bool {
    "GyYuUrQqMLlwWdDFgEecabBhHKkjJCmsSAzZOvVXx".contains(character)
}

/// Reads a pattern; text in apostrophes stands for itself.
pub(crate) fn parse(raw: &str) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut quoted = false;
    let mut in_field = false;
    for character in raw.chars() {
        if character == '\'' {
            quoted = !quoted;
            in_field = false;
        } else if !quoted && is_field_letter(character) {
            match nodes.last_mut() {
                Some(Node::Field(field)) if in_field && field.letter == character => field.width += 1,
                _ => nodes.push(Node::Field(Field { letter: character, width: 1 })),
            }
            in_field = true;
        } else {
            match nodes.last_mut() {
                Some(Node::Text(text)) => text.push(character),
                _ => nodes.push(Node::Text(character.to_string())),
            }
            in_field = false;
        }
    }
    nodes
}

/// Where the second half of an interval pattern begins: at the first field that stands in it twice.
pub(crate) fn boundary(nodes: &[Node]) -> usize {
    let mut seen = String::new();
    let repeated = nodes.iter().position(|node| match node {
        Node::Field(field) if seen.contains(field.letter) => true,
        Node::Field(field) => {
            seen.push(field.letter);
            false
        }
        Node::Text(_) => false,
    });
    repeated.unwrap_or_else(|| nodes.len().saturating_sub(1))
}

/// Fills the places of a pattern such as `{1} 'at' {0}`; apostrophes quote, and are left out.
pub(crate) fn join(pattern: &str, zero: &str, one: &str) -> String {
    let mut out = String::with_capacity(pattern.len() + zero.len() + one.len());
    let mut rest = pattern;
    while let Some(at) = rest.find(['\'', '{']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        rest = if let Some(after) = rest.strip_prefix("{0}") {
            out.push_str(zero);
            after
        } else if let Some(after) = rest.strip_prefix("{1}") {
            out.push_str(one);
            after
        } else {
            &rest[1..]
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(letter: char, width: usize) -> Node {
        Node::Field(Field { letter, width })
    }

    #[test]
    fn fields_and_quoted_text_are_told_apart() {
        let text = |text: &str| Node::Text(text.to_string());
        assert_eq!(parse("d 'de' MMMMyy"), [field('d', 1), text(" de "), field('M', 4), field('y', 2)]);
        assert_eq!(parse("H'h'mm"), [field('H', 1), text("h"), field('m', 2)]);
    }

    #[test]
    fn an_interval_is_cut_at_the_first_repetition() {
        assert_eq!(boundary(&parse("MMM d – d, y")), 4);
        assert_eq!(boundary(&parse("MMM d")), 2);
    }

    #[test]
    fn places_are_filled_and_quotes_left_out() {
        assert_eq!(join("{1} 'at' {0}", "noon", "May 1"), "May 1 at noon");
        assert_eq!(join("{0} – {1}", "a", "b"), "a – b");
    }
}

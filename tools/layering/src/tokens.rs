//! The names in a file, read from its tokens, so that those within macros and attributes are found as well.

use crate::position::{Position, start};
use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use syn::ext::IdentExt;

/// What stands before a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Before {
    /// `.name`: a field or a method.
    Dot,
    /// `fn name`, `struct name`: a definition.
    Keyword,
    /// `<Type>::name`: a path that does not begin with a name.
    Separator,
    Other,
}

/// What stands behind a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    /// `name(`
    Call,
    /// `name!`
    Bang,
    /// `name:`
    Colon,
    /// `name::<`
    TypeArguments,
    Other,
}

/// A path as it is written: `name`, or `first::second::third`.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    pub segments: Vec<(String, Position)>,
    pub before: Before,
    pub after: After,
}

/// Every path in the tokens, in their order.
pub(crate) fn mentions(tokens: TokenStream) -> Vec<Mention> {
    let mut found = Vec::new();
    group(tokens, false, &mut found);
    found
}

fn group(tokens: TokenStream, attribute: bool, found: &mut Vec<Mention>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < trees.len() {
        match &trees[at] {
            TokenTree::Ident(_) => at = path(&trees, at, found),
            TokenTree::Group(inner) => {
                let inside = inner.delimiter() == Delimiter::Bracket && opens_attribute(&trees, at);
                let names_nothing = (inside && is_documentation(inner)) || is_visibility(&trees, at, inner);
                if !names_nothing {
                    group(inner.stream(), attribute || inside, found);
                }
                at += 1;
            }
            TokenTree::Literal(literal) => {
                in_text(&literal.to_string(), attribute, start(literal.span()), found);
                at += 1;
            }
            TokenTree::Punct(_) => at += 1,
        }
    }
}

/// `(in path)` behind `pub`: who may see an item is no import.
fn is_visibility(trees: &[TokenTree], at: usize, inner: &Group) -> bool {
    let is_word =
        |tree: Option<&TokenTree>, word: &str| matches!(tree, Some(TokenTree::Ident(found)) if found == word);
    is_word(at.checked_sub(1).and_then(|before| trees.get(before)), "pub")
        && is_word(inner.stream().into_iter().next().as_ref(), "in")
}

/// Reads a path that begins at `at`, and returns where it ends.
fn path(trees: &[TokenTree], at: usize, found: &mut Vec<Mention>) -> usize {
    let before = match at.checked_sub(1).map(|before| &trees[before]) {
        Some(TokenTree::Punct(punct)) if punct.as_char() == '.' && !is_range(trees, at) => Before::Dot,
        Some(TokenTree::Punct(punct)) if punct.as_char() == ':' && at >= 2 && is_separator(trees, at - 2) => {
            Before::Separator
        }
        Some(TokenTree::Ident(word)) if defines(&word.to_string()) => Before::Keyword,
        _ => Before::Other,
    };
    let mut segments = Vec::new();
    let mut next = at;
    while let Some(TokenTree::Ident(ident)) = trees.get(next) {
        segments.push((ident.unraw().to_string(), start(ident.span())));
        next += 1;
        if !is_separator(trees, next) || !matches!(trees.get(next + 2), Some(TokenTree::Ident(_))) {
            break;
        }
        next += 2;
    }
    found.push(Mention { segments, before, after: after(trees, next) });
    next
}

fn after(trees: &[TokenTree], next: usize) -> After {
    match trees.get(next) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => After::Call,
        Some(TokenTree::Punct(punct)) => match punct.as_char() {
            '!' if !is_punct(trees, next + 1, '=') => After::Bang,
            ':' if is_separator(trees, next) && is_punct(trees, next + 2, '<') => After::TypeArguments,
            ':' if !is_separator(trees, next) => After::Colon,
            _ => After::Other,
        },
        _ => After::Other,
    }
}

/// Whether the word announces a definition's name.
fn defines(word: &str) -> bool {
    matches!(word, "fn" | "struct" | "enum" | "union" | "type" | "const" | "static" | "trait" | "mod")
}

fn is_punct(trees: &[TokenTree], at: usize, wanted: char) -> bool {
    matches!(trees.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
}

/// `::` at `at`.
fn is_separator(trees: &[TokenTree], at: usize) -> bool {
    matches!(trees.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':' && punct.spacing() == Spacing::Joint)
        && is_punct(trees, at + 1, ':')
}

/// `..name`
fn is_range(trees: &[TokenTree], at: usize) -> bool {
    at >= 2 && is_punct(trees, at - 2, '.')
}

/// `#[` or `#![` before the group at `at`.
fn opens_attribute(trees: &[TokenTree], at: usize) -> bool {
    at >= 1
        && (is_punct(trees, at - 1, '#')
            || (at >= 2 && is_punct(trees, at - 1, '!') && is_punct(trees, at - 2, '#')))
}

fn is_documentation(group: &Group) -> bool {
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(ident)) if ident == "doc")
}

/// The names in a text: in an attribute every path (`default = "module::function"`), elsewhere the constants that a
/// format names (`"{LIMIT} bytes"`).
fn in_text(literal: &str, attribute: bool, at: Position, found: &mut Vec<Mention>) {
    let mention = |text: &str| {
        let segments: Vec<(String, Position)> =
            text.split("::").filter(|part| !part.is_empty()).map(|part| (part.to_owned(), at)).collect();
        (!segments.is_empty()).then_some(Mention { segments, before: Before::Other, after: After::Other })
    };
    if attribute {
        let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | ':');
        found.extend(literal.split(|letter| !is_word(letter)).filter_map(mention));
        return;
    }
    for after in literal.split('{').skip(1) {
        let is_word =
            |letter: &char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || *letter == '_';
        let name: String = after.chars().take_while(is_word).collect();
        if matches!(after.as_bytes().get(name.len()), Some(b'}' | b':')) {
            found.extend(mention(&name));
        }
    }
}

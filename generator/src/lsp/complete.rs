//! What can be written at a place.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, InsertTextFormat, MarkupContent,
    MarkupKind, TextEdit,
};

use super::cursor::{self, Cursor};
use super::docs::Kind;
use super::fields::shown;
use super::site_tag;
use super::view::View;

/// Instructions that take more than their name: what is inserted for them. `{.end}` follows where a block begins.
const FORMS: [(&str, &str, bool); 9] = [
    ("section", "section ${1:name}", true),
    ("repeated section", "repeated section ${1:items}", true),
    ("if", "if ${1:name}", true),
    ("macro", "macro ${1:name}", true),
    ("var", "var @${1:name} ${2:value}", false),
    ("ctx", "ctx @${1:name} ${2:key}=${3:value}", false),
    ("eval", "eval ${1:expression}", false),
    ("inject", "inject @${1:name} ${2:./file.json}", false),
    ("include", "include ${1:name} output", false),
];

/// The most that is offered at once.
const MOST: usize = 1000;

/// What can be written at an offset.
#[must_use]
pub fn complete(view: &View<'_>, offset: usize) -> Vec<CompletionItem> {
    let mut list = List { view, offset, items: Vec::new() };
    match cursor::at(view.text.as_str(), offset) {
        Cursor::Text => {}
        Cursor::Instruction { from } => list.instructions(from),
        Cursor::Formatter { from } => {
            for name in view.analysis.theme.engine.vocabulary().formatter_names() {
                list.word(from, Kind::Formatter, name, name.to_owned());
            }
        }
        Cursor::Partial { from } => {
            let mut names: Vec<&str> = view.partials().collect();
            names.sort_unstable();
            names.dedup();
            for name in names {
                list.add(from, name, CompletionItemKind::FILE, name.to_owned());
            }
        }
        Cursor::Condition { from, path } => {
            if path.is_empty() {
                for name in view.analysis.theme.engine.vocabulary().predicate_names() {
                    list.word(from, Kind::Predicate, name, name.to_owned());
                }
            }
            list.fields(from, path, false);
        }
        Cursor::Field { from, path, of_section } => list.fields(from, path, of_section),
        Cursor::Argument { from, formatter } => list.arguments(from, formatter),
        Cursor::SiteTag { from } => list.site_tags(from),
        Cursor::Attribute { from, tag } => list.attributes(from, tag),
        Cursor::Value { from, tag, attribute } => list.values(from, tag, attribute),
    }
    list.items.truncate(MOST);
    list.items
}

struct List<'v> {
    view: &'v View<'v>,
    offset: usize,
    items: Vec<CompletionItem>,
}

impl List<'_> {
    /// Adds something that replaces what stands between `from` and the place that is asked for.
    fn add(
        &mut self,
        from: usize,
        label: &str,
        kind: CompletionItemKind,
        text: String,
    ) -> &mut CompletionItem {
        let range = self.view.text.range(from..self.offset, self.view.units);
        self.items.push(CompletionItem {
            label: label.to_owned(),
            kind: Some(kind),
            filter_text: Some(label.to_owned()),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: text })),
            ..CompletionItem::default()
        });
        let last = self.items.len() - 1;
        &mut self.items[last]
    }

    /// Adds a word of the language with what is said of it.
    fn word(&mut self, from: usize, kind: Kind, name: &str, text: String) -> &mut CompletionItem {
        let docs = self.view.docs;
        let (summary, body) = (docs.summary(kind, name), docs.get(kind, name));
        let own = match kind {
            Kind::Formatter => CompletionItemKind::FUNCTION,
            Kind::Predicate => CompletionItemKind::METHOD,
            Kind::Instruction => CompletionItemKind::KEYWORD,
        };
        let item = self.add(from, name, own, text);
        item.detail = summary;
        item.documentation = body.map(|body| {
            Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: body.to_owned() })
        });
        item
    }

    /// Adds an instruction or a predicate, as a block up to its end where the editor takes snippets.
    fn instructions(&mut self, from: usize) {
        let view = self.view;
        let closed = view.text.as_str()[self.offset..].starts_with('}');
        let end = self.offset + usize::from(closed);
        let predicates = view.analysis.theme.engine.vocabulary().predicate_names().into_iter();
        let predicates = predicates.map(|name| (Kind::Predicate, name, name.to_owned(), true));
        let forms =
            view.docs.instructions().map(|name| match FORMS.iter().find(|(known, ..)| *known == name) {
                Some((_, form, is_block)) => (Kind::Instruction, name, (*form).to_owned(), *is_block),
                None => (Kind::Instruction, name, name.to_owned(), false),
            });
        for (kind, name, form, is_block) in forms.chain(predicates).collect::<Vec<_>>() {
            if !view.snippets {
                let brace = if closed || form.contains('$') || kind == Kind::Predicate { "" } else { "}" };
                self.word(from, kind, name, format!("{name}{brace}"));
                continue;
            }
            let rest = if is_block { "$0{.end}" } else { "$0" };
            let range = view.text.range(from..end, view.units);
            let item = self.word(from, kind, name, String::new());
            item.text_edit =
                Some(CompletionTextEdit::Edit(TextEdit { range, new_text: format!("{form}}}{rest}") }));
            item.insert_text_format = Some(InsertTextFormat::SNIPPET);
        }
    }

    fn fields(&mut self, from: usize, path: &str, only_current: bool) {
        let scope = self.view.scope(self.offset);
        for (at, (name, value)) in scope.members(path, only_current).into_iter().enumerate() {
            let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '$' | '@');
            if !name.chars().all(is_name) {
                continue;
            }
            let kind = if value.is_object() { CompletionItemKind::STRUCT } else { CompletionItemKind::FIELD };
            let item = self.add(from, &name, kind, name.clone());
            item.detail = Some(shown(value));
            // The nearest first, and behind each other as the content has them.
            item.sort_text = Some(format!("{at:05}"));
        }
        if path.is_empty() && !only_current {
            for (name, says) in [
                ("@", "the current value"),
                ("@index", "the place in the list, from 1"),
                ("@index0", "the place in the list, from 0"),
            ] {
                let item = self.add(from, name, CompletionItemKind::VARIABLE, name.to_owned());
                item.detail = Some(says.to_owned());
                item.sort_text = Some(format!("99999{name}"));
            }
        }
    }

    /// Words that a formatter's own page puts behind its name.
    fn arguments(&mut self, from: usize, formatter: &str) {
        let Some(body) = self.view.docs.get(Kind::Formatter, formatter) else { return };
        let mut words: Vec<&str> = Vec::new();
        let marker = format!("|{formatter} ");
        let forms = body.split(marker.as_str()).skip(1);
        for word in
            forms.flat_map(|form| form.split(['}', '|', '\n', '`']).next().unwrap_or_default().split(' '))
        {
            let is_word = word.len() > 1 && word.starts_with(|c: char| c.is_ascii_alphabetic());
            if is_word && !word.contains(['{', '"', ',', '<']) && !words.contains(&word) {
                words.push(word);
            }
        }
        for word in words {
            self.add(from, word, CompletionItemKind::VALUE, word.to_owned());
        }
    }

    fn site_tags(&mut self, from: usize) {
        let text = self.view.text.as_str();
        let prefix = if text[from..self.offset].starts_with("loggia:") { "loggia" } else { "squarespace" };
        let closes = text[..from].ends_with('/');
        for tag in &site_tag::TAGS {
            let label = format!("{prefix}:{}", tag.name);
            let takes_snippet = self.view.snippets && !closes;
            let text = if takes_snippet {
                format!("{prefix}:{}", tag.snippet.replace("squarespace:", &format!("{prefix}:")))
            } else {
                label.clone()
            };
            let item = self.add(from, &label, CompletionItemKind::CLASS, text);
            item.detail = Some(tag.does.to_owned());
            item.insert_text_format = takes_snippet.then_some(InsertTextFormat::SNIPPET);
        }
    }

    fn attributes(&mut self, from: usize, tag: &str) {
        for attribute in site_tag::named(tag).map_or(&[][..], |tag| tag.attributes) {
            let text =
                if self.view.snippets { format!("{attribute}=\"$1\"") } else { format!("{attribute}=\"\"") };
            let snippet = self.view.snippets.then_some(InsertTextFormat::SNIPPET);
            self.add(from, attribute, CompletionItemKind::PROPERTY, text).insert_text_format = snippet;
        }
    }

    fn values(&mut self, from: usize, tag: &str, attribute: &str) {
        let view = self.view;
        let theme = &view.analysis.theme;
        let names: Vec<String> = match (tag, attribute) {
            ("navigation" | "folder-navigation" | "query", "template") => {
                let blocks = view.analysis.sources.keys().filter_map(|name| name.strip_prefix("blocks/"));
                blocks.map(|name| name.trim_end_matches(".block").to_owned()).collect()
            }
            ("navigation", "navigationId" | "navigation-id" | "name") => {
                let menus = view.samples.values().filter_map(|sample| sample.get("navigation")?.as_object());
                let own = menus.flat_map(|menus| menus.keys().cloned());
                own.chain(theme.conf.navigations.iter().cloned()).collect()
            }
            ("script", "src") => view.root.below("template/scripts"),
            ("query" | "category", "collection") => {
                let urls = view
                    .samples
                    .values()
                    .filter_map(|sample| sample.get("collection")?.get("urlId")?.as_str());
                urls.filter(|url| !url.is_empty()).map(str::to_owned).collect()
            }
            (_, "async" | "defer" | "featured") => vec!["true".to_owned()],
            _ => Vec::new(),
        };
        let names: std::collections::BTreeSet<String> = names.into_iter().collect();
        for name in names {
            self.add(from, &name, CompletionItemKind::VALUE, name.clone());
        }
    }
}

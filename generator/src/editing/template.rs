//! What the editor shows of a template: what its settings, comments and files say of themselves.

use std::path::Path;

use super::json::{Json, json_of};
use super::wire::site::{
    AreaSummary, BlockField, BlockKindSummary, LayoutSummary, MenuSummary, TemplateSummary, Tweak, TweakKind,
    TweakOption, TypeSummary,
};
use crate::asset::slashes;
use crate::site::Site;
use crate::style::{self, Declared};
use crate::theme::kinds::{BlockKind, KindField};
use crate::theme::overrides::kinds;
use crate::theme::tag::areas;

/// What is known of the template.
#[derive(Debug, Default)]
pub struct Template {
    /// `template.conf`.
    pub conf: Json,
    /// What comments of its style sheets declare besides.
    pub declared: Vec<Declared>,
    /// The kinds of collection that it has settings for: name and title.
    pub types: Vec<(String, String)>,
    /// Every file, relative to the site folder.
    pub files: Vec<String>,
    /// The open fields that it shows: id and label.
    pub areas: Vec<(String, String)>,
    /// The kinds of block that it brings.
    pub blocks: Vec<BlockKind>,
}

impl Template {
    /// Reads what the editor shows of a template.
    #[must_use]
    pub fn read(root: &Path) -> Template {
        let json = |path: &Path| {
            let text = crate::folder::read_to_string(path).unwrap_or_default();
            Json::parse(&crate::site::lenient::plain(&text)).unwrap_or_default()
        };
        let folder = root.join("template");
        let walk = walkdir::WalkDir::new(&folder).sort_by_file_name().into_iter().flatten();
        let found = walk.filter(|entry| entry.file_type().is_file());
        let mut template = Template { conf: json(&folder.join("template.conf")), ..Template::default() };
        template.declared = in_comments(root, &template.conf);
        template.blocks = kinds(root);
        for entry in found {
            let path = slashes(entry.path().strip_prefix(root).unwrap_or(entry.path()));
            if super::place::Place::parse(&path).is_err() {
                continue;
            }
            let kind = path.strip_prefix("template/collections/").and_then(|name| name.strip_suffix(".conf"));
            if let Some(name) = kind {
                let title = json(entry.path()).get("title").and_then(Json::as_str).unwrap_or(name).to_owned();
                template.types.push((name.to_owned(), title));
            }
            template.note_areas(entry.path());
            template.files.push(path);
        }
        template
    }

    /// Adds the open fields of a template file; one that is shown twice is one field.
    fn note_areas(&mut self, file: &Path) {
        let is_shown = |ending: &str| ["region", "block", "list", "item", "page"].contains(&ending);
        if !file.extension().and_then(|ending| ending.to_str()).is_some_and(is_shown) {
            return;
        }
        let text = crate::folder::read_to_string(file).unwrap_or_default();
        for (id, label) in areas(&text) {
            // What is called as files are called can be written.
            let is_new = self.areas.iter().all(|(known, _)| known != id);
            if is_new && super::place::Place::parse(&format!("fields/{id}.json")).is_ok() {
                self.areas.push((id.to_owned(), label.trim().to_owned()));
            }
        }
    }

    /// What `GET site` says of it.
    #[must_use]
    pub fn summary(&self, site: Option<&Site<'_>>) -> TemplateSummary {
        let text =
            |value: &Json, key: &str| value.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
        let list = |key: &str| self.conf.get(key).map(Json::elements).unwrap_or_default();
        let layouts = self.conf.get("layouts").map(Json::members).unwrap_or_default();
        let layout = |(key, layout): &(String, Json)| LayoutSummary {
            key: key.clone(),
            name: layout.get("name").and_then(Json::as_str).unwrap_or(key).to_owned(),
            regions: layout
                .get("regions")
                .map(Json::elements)
                .unwrap_or_default()
                .iter()
                .filter_map(|region| region.as_str().map(str::to_owned))
                .collect(),
        };
        TemplateSummary {
            name: text(&self.conf, "name"),
            author: text(&self.conf, "author"),
            layouts: layouts.iter().map(layout).collect(),
            navigations: list("navigations")
                .iter()
                .map(|menu| MenuSummary { name: text(menu, "name"), title: text(menu, "title") })
                .collect(),
            tweaks: {
                let own = list("tweaks").iter().filter_map(|tweak| self::tweak(tweak, site));
                own.chain(self.declared.iter().filter_map(|tweak| of_comment(tweak, site))).collect()
            },
            types: self
                .types
                .iter()
                .map(|(name, title)| TypeSummary { type_name: name.clone(), title: title.clone() })
                .collect(),
            files: self.files.clone(),
            areas: self
                .areas
                .iter()
                .map(|(id, label)| AreaSummary {
                    path: format!("fields/{id}.json"),
                    id: id.clone(),
                    label: label.clone(),
                })
                .collect(),
            blocks: self.blocks.iter().map(block_kind).collect(),
        }
    }
}

fn block_kind(kind: &BlockKind) -> BlockKindSummary {
    let value = kind.value.as_deref().and_then(|json| Json::parse(json).ok());
    BlockKindSummary {
        name: kind.name.clone(),
        title: kind.title.clone(),
        fields: kind.fields.iter().map(block_field).collect(),
        value: value.unwrap_or(Json::Object(Vec::new())),
    }
}

fn block_field(field: &KindField) -> BlockField {
    let choice =
        |(value, label): &(String, String)| TweakOption { value: value.clone(), label: label.clone() };
    BlockField {
        key: field.key.clone(),
        kind: field.kind.to_owned(),
        label: field.label.clone(),
        choices: field.choices.iter().map(choice).collect(),
        of: field.of.iter().map(block_field).collect(),
    }
}

/// What comments of the style sheets declare that template.conf does not.
fn in_comments(root: &Path, conf: &Json) -> Vec<Declared> {
    let texts = |key: &str| conf.get(key).map(Json::elements);
    let named = texts("stylesheets")
        .map(|sheets| sheets.iter().filter_map(Json::as_str).map(str::to_owned).collect::<Vec<_>>());
    let named_in = |tweak: &Json| {
        let name = tweak.get("name").and_then(Json::as_str)?.to_owned();
        Some(Declared { name, ..Declared::default() })
    };
    let known: Vec<Declared> = texts("tweaks").unwrap_or_default().iter().filter_map(named_in).collect();
    style::in_comments(root, named.as_deref(), &known)
}

fn kind(name: &str) -> Option<TweakKind> {
    Some(match name {
        "color" => TweakKind::Color,
        "font" => TweakKind::Font,
        "range" => TweakKind::Range,
        "checkbox" => TweakKind::Checkbox,
        "select" => TweakKind::Select,
        "image" => TweakKind::Image,
        _ => return None,
    })
}

/// A tweak as a comment of a style sheet declares it. A number has the unit of the template's own value.
fn of_comment(declared: &Declared, site: Option<&Site<'_>>) -> Option<Tweak> {
    let value = site.map(|site| site.website.node("tweaks").get(declared.name.as_str()));
    let default = declared.default.clone();
    let unit = default.as_deref().filter(|_| declared.kind == "range").map(|value| {
        value.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+')).to_owned()
    });
    let option = |value: &String| TweakOption { value: value.clone(), label: value.clone() };
    Some(Tweak {
        name: declared.name.clone(),
        kind: kind(declared.kind)?,
        label: declared.label.clone().unwrap_or_else(|| declared.name.clone()),
        category: declared.category.clone(),
        class: declared.class.clone().or_else(|| declared.rule.is_some().then(String::new)),
        default: default.map(Json::Text),
        value: value.filter(|value| !value.is_nothing()).and_then(json_of),
        min: declared.min,
        max: declared.max,
        step: declared.step,
        unit: unit.filter(|unit| !unit.is_empty()),
        options: declared.options.iter().map(option).collect(),
    })
}

/// A tweak as template.conf declares it; one without a name or of a kind that is not known is none.
fn tweak(declared: &Json, site: Option<&Site<'_>>) -> Option<Tweak> {
    let text = |key: &str| declared.get(key).and_then(Json::as_str).map(str::to_owned);
    let number = |key: &str| match declared.get(key) {
        Some(Json::Number(number)) => number.as_f64(),
        _ => None,
    };
    let name = text("name")?;
    let kind = kind(&text("kind")?)?;
    let value = site.map(|site| site.website.node("tweaks").get(name.as_str()));
    let option = |option: &Json| {
        let value = option.as_str().or_else(|| option.get("value").and_then(Json::as_str))?;
        let label = option.get("label").and_then(Json::as_str).unwrap_or(value);
        Some(TweakOption { value: value.to_owned(), label: label.to_owned() })
    };
    Some(Tweak {
        label: text("label").unwrap_or_else(|| name.clone()),
        kind,
        category: text("category"),
        class: None,
        default: declared.get("default").cloned(),
        value: value.filter(|value| !value.is_nothing()).and_then(json_of),
        min: number("min"),
        max: number("max"),
        step: number("step"),
        unit: text("unit"),
        options: declared
            .get("options")
            .map(Json::elements)
            .unwrap_or_default()
            .iter()
            .filter_map(option)
            .collect(),
        name,
    })
}

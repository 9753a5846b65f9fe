//! What the editor refuses beside what `loggia check` does: what a role may not, what comes twice.

use std::collections::BTreeSet;

use super::answer::Refused;
use super::bin_name;
use super::change_set::Prepared;
use super::guard::Caller;
use super::journal::Step;
use super::json::Json;
use super::roles;
use super::wire::{Change, Edit, Fault, FaultSeverity, FileKind, Operation, Status, Tool};

/// Whether the caller may make this change at all (E-162); `products` says whether a folder of `content/` holds products.
///
/// # Errors
/// When their roles do not have the tool.
pub fn permitted(
    caller: &Caller,
    change: &Change,
    prepared: &Prepared,
    products: &dyn Fn(&str) -> bool,
) -> Result<(), Refused> {
    match prepared.kind {
        FileKind::Site => {
            let touched = match &change.edits {
                Some(edits) => edits.iter().flat_map(pointers).map(tool_of_setting).collect::<Vec<_>>(),
                None => vec![Tool::Settings],
            };
            touched.into_iter().try_for_each(|tool| caller.must(&[tool]))
        }
        FileKind::Translation if is_of_site(prepared) => {
            let touched = touched_settings(prepared);
            let tools = touched.iter().map(|pointer| tool_of_setting(pointer)).collect::<Vec<_>>();
            if tools.is_empty() {
                return caller.must(&[Tool::Content]);
            }
            tools.into_iter().try_for_each(|tool| caller.must(&[tool]))
        }
        FileKind::Collection | FileKind::Item if is_product(prepared, products) => {
            caller.must(&[Tool::Content, Tool::Commerce])
        }
        FileKind::Collection
        | FileKind::Item
        | FileKind::Field
        | FileKind::SavedSection
        | FileKind::Translation
        | FileKind::Redirects => caller.must(&[Tool::Content]),
        FileKind::Form => caller.must(&[Tool::Forms]),
        FileKind::Template => caller.must(&[Tool::Design]),
        FileKind::File => caller.must(&[Tool::Files]),
    }
}

/// Where a site is published, and how, is its operator's to say: they write it into site.json themselves. Here one may
/// choose among the targets that are there, and no more (S-120).
///
/// # Errors
/// When a change touches more of it.
pub fn publishing_stays(prepared: &Prepared) -> Result<(), Refused> {
    if prepared.kind != FileKind::Site || prepared.steps.is_empty() {
        return Ok(());
    }
    let (before, after) =
        (only(prepared.values.0.as_ref(), "publish"), only(prepared.values.1.as_ref(), "publish"));
    if let (Ok(before), Ok(after)) = (before, after)
        && (before == after || is_choice(before, after))
    {
        return Ok(());
    }
    Err(Refused::forbidden(
        "publish-settings",
        "Where the site is published is set in site.json by the one at the machine. Here you may choose among the targets that it names.",
    ))
}

/// The one member of this name; an error where there are several, of which programs read this one or that.
fn only<'v>(value: Option<&'v Json>, name: &str) -> Result<Option<&'v Json>, ()> {
    let mut found = value.map(Json::members).unwrap_or_default().iter().filter(|(key, _)| key == name);
    match (found.next(), found.next()) {
        (found, None) => Ok(found.map(|(_, value)| value)),
        _ => Err(()),
    }
}

/// Whether nothing is different but which of the targets is chosen.
fn is_choice(before: Option<&Json>, after: Option<&Json>) -> bool {
    let Some(after @ Json::Object(_)) = after else { return false };
    let rest = |publish: Option<&Json>| -> Vec<(String, Json)> {
        let members = publish.map(Json::members).unwrap_or_default();
        members.iter().filter(|(key, _)| key != CHOICE).cloned().collect()
    };
    let targets = only(before, "targets").ok().flatten();
    let fits = match only(Some(after), CHOICE) {
        Ok(None) => true,
        Ok(Some(choice)) => {
            choice.as_str().is_some_and(|name| targets.is_some_and(|all| all.get(name).is_some()))
        }
        Err(()) => false,
    };
    fits && rest(before) == rest(Some(after))
}

/// The member of `publish` that names the target.
const CHOICE: &str = "to";

fn pointers(edit: &Edit) -> impl Iterator<Item = &str> {
    let from = edit.from.as_deref().filter(|_| edit.op == Operation::Move);
    std::iter::once(edit.pointer.as_str()).chain(from)
}

/// Members of `website` that say what the site is. The others say where it is, what it loads and who is notified: emails,
/// log-ins and visitors' browsers follow them, so they are for ADMIN (S-111).
const SAID_OF_ITSELF: [&str; 15] = [
    "siteTitle",
    "siteTagLine",
    "siteDescription",
    "socialLogoImage",
    "logoImage",
    "favicon",
    "contact",
    "location",
    "openingHours",
    "timeZone",
    "language",
    "locale",
    "homepage",
    "accounts",
    "shareButtonOptions",
];

/// The tool that a member of site.json belongs to.
fn tool_of_setting(pointer: &str) -> Tool {
    let inside = |holder: &str| {
        pointer.strip_prefix(holder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if [
        "/websiteSettings/storeSettings",
        "/websiteSettings/orderSettings",
        "/coupons",
        "/discounts",
        "/shippingOptions",
        "/shippingZones",
        "/businessDays",
        "/taxRules",
        "/seller",
        "/productMerchandisingContext",
    ]
    .into_iter()
    .any(inside)
    {
        Tool::Commerce
    } else if inside("/tweaks") {
        Tool::Design
    } else if ["/navigation", "/localizedStrings"].into_iter().any(inside)
        || SAID_OF_ITSELF.iter().any(|member| inside(&format!("/website/{member}")))
    {
        Tool::Content
    } else {
        Tool::Settings
    }
}

/// Whether a path is that of the site's own settings in another language: what they say there, they say to the visitors
/// of that language.
fn translates_settings(path: &str) -> bool {
    let mut parts = path.split('/').skip(2);
    parts.next().is_some_and(|name| name.eq_ignore_ascii_case("site.json")) && parts.next().is_none()
}

fn is_of_site(prepared: &Prepared) -> bool {
    let paths = prepared.steps.iter().map(|step| &step.path);
    paths.chain([&prepared.changed.path]).any(|path| translates_settings(path))
}

/// The members of the settings that a change of their translation touches, however it is sent: edits, a whole value, a
/// text, another name for the file, or its end.
fn touched_settings(prepared: &Prepared) -> Vec<String> {
    let mut touched = Vec::new();
    for step in prepared.steps.iter().filter(|step| translates_settings(&step.path)) {
        let (before, after) = &prepared.values;
        let states = [(step.before.is_some(), before), (step.after.is_some(), after)];
        // What cannot be read may say anything.
        if states.iter().any(|(is_there, value)| *is_there && value.is_none()) {
            return vec![String::new()];
        }
        let [before, after] = states.map(|(is_there, value)| value.as_ref().filter(|_| is_there));
        differences(before, after, String::new(), &mut touched);
    }
    touched
}

/// The pointers of what two values say differently. Objects are compared member by member, unless one has a member
/// twice: programs read this one or that.
fn differences(before: Option<&Json>, after: Option<&Json>, pointer: String, found: &mut Vec<String>) {
    if before == after {
        return;
    }
    let names = |value: Option<&Json>| match value {
        None => Some(BTreeSet::new()),
        Some(Json::Object(members)) => {
            let names: BTreeSet<String> = members.iter().map(|(name, _)| name.clone()).collect();
            (names.len() == members.len()).then_some(names)
        }
        Some(_) => None,
    };
    let (Some(of_before), Some(of_after)) = (names(before), names(after)) else {
        found.push(pointer);
        return;
    };
    // One is there and says nothing, the other is not there; of a whole file that is no matter.
    if of_before.is_empty() && of_after.is_empty() && !pointer.is_empty() {
        found.push(pointer);
        return;
    }
    for name in of_before.union(&of_after) {
        let of =
            |value: Option<&'_ Json>| -> Option<Json> { value.and_then(|value| value.get(name)).cloned() };
        let below = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
        differences(of(before).as_ref(), of(after).as_ref(), below, found);
    }
}

/// Where a file stands in the site, or stood before it was put into the bin.
fn home(path: &str) -> &str {
    bin_name::home(path).unwrap_or(path)
}

/// Whether a change is about a product, or a list of them, before and afterwards: what was none may not become one on the
/// way, nor the other way round. What cannot be read is none.
fn is_product(prepared: &Prepared, products: &dyn Fn(&str) -> bool) -> bool {
    let (before, after) = &prepared.values;
    let is_list = prepared.kind == FileKind::Collection;
    let by_type =
        |value: &Json| matches!(value.get("type"), Some(Json::Number(code)) if code.as_i64() == Some(13));
    let product = |value: &Option<Json>| {
        value
            .as_ref()
            .is_some_and(|value| by_type(value) || (!is_list && value.get("structuredContent").is_some()))
    };
    let folders =
        prepared.steps.iter().map(|step| step.path.as_str()).chain([prepared.changed.path.as_str()]);
    let in_shop = |path: &str| home(path).split('/').nth(1).is_some_and(products);
    let was = prepared.steps.iter().any(|step| step.before.is_some());
    let will_be = prepared.steps.iter().any(|step| step.after.is_some());
    (was || will_be)
        && (!was || product(before))
        && (!will_be || product(after))
        && (is_list || folders.into_iter().all(in_shop))
}

/// The folder of a page of products that a change makes where there was none; nothing when it makes no such page.
#[must_use]
pub fn made_shop(prepared: &Prepared) -> Option<&str> {
    let [step] = prepared.steps.as_slice() else { return None };
    let is_made = prepared.kind == FileKind::Collection && step.before.is_none() && step.after.is_some();
    if !is_made || !is_product(prepared, &|_| false) || bin_name::home(&step.path).is_some() {
        return None;
    }
    step.path.split('/').nth(1)
}

/// Where an item stands may change only as the specification has it (E-013).
///
/// # Errors
/// When the role may not publish, or there is no such step.
pub fn transition(caller: &Caller, prepared: &Prepared) -> Result<(), Refused> {
    if prepared.kind != FileKind::Item {
        return Ok(());
    }
    // What goes into the bin is gone from the site, and what comes back is new in it.
    let goes = |is_there: fn(&Step) -> bool| {
        prepared.steps.iter().any(|step| is_there(step) && bin_name::home(&step.path).is_some())
    };
    let of = |value: &Option<Json>| value.as_ref().map(status_of);
    let from = of(&prepared.values.0).filter(|_| !goes(|step| step.after.is_none()));
    let to = of(&prepared.values.1).filter(|_| !goes(|step| step.after.is_some()));
    let publishes = roles::may_publish(caller.codes());
    if may_become(from, to, publishes) {
        return Ok(());
    }
    if !publishes {
        return Err(Refused::forbidden("role", "Your role may only send to review."));
    }
    Err(Refused::bad("status", "What is published goes back to Draft before it can be reviewed again."))
}

fn status_of(item: &Json) -> Status {
    match item.get("status").and_then(Json::as_str) {
        Some("Draft") => Status::Draft,
        Some("Needs Review") => Status::NeedsReview,
        Some("Private") => Status::Private,
        Some("Scheduled") => Status::Scheduled,
        _ => Status::Published,
    }
}

/// The steps from one status to another; nothing stands for an item that is not there.
fn may_become(from: Option<Status>, to: Option<Status>, publishes: bool) -> bool {
    use Status::{Draft, NeedsReview};
    match (from, to) {
        (from, to) if from == to => true,
        (None | Some(Draft), Some(NeedsReview)) | (None | Some(NeedsReview), Some(Draft)) => true,
        (Some(Draft | NeedsReview), None) => true,
        (Some(_), Some(NeedsReview)) => false,
        _ => publishes,
    }
}

/// Tags and categories that an item or a collection would have twice, compared without case and white space around them
/// (E-030, E-032).
#[must_use]
pub fn twice(prepared: &Prepared) -> Vec<Fault> {
    let (before, after) = &prepared.values;
    let Some(after) =
        after.as_ref().filter(|_| matches!(prepared.kind, FileKind::Item | FileKind::Collection))
    else {
        return Vec::new();
    };
    let mut faults = Vec::new();
    for (key, kind) in [("tags", "tag"), ("categories", "category")] {
        let stood = before.as_ref().map_or(0, |before| repeated(before, key).len());
        for index in repeated(after, key).into_iter().skip(stood) {
            faults.push(Fault {
                severity: FaultSeverity::Error,
                code: format!("{kind}-exists"),
                message: format!("This {kind} already exists"),
                file: prepared.changed.path.clone(),
                line: 0,
                column: 0,
                length: 0,
                help: None,
                source_line: None,
                pointer: Some(format!("/{key}/{index}")),
            });
        }
    }
    faults
}

/// The places of words that stood before already.
fn repeated(value: &Json, key: &str) -> Vec<usize> {
    let plain = |word: &Json| {
        word.as_str().or_else(|| word.get("title")?.as_str()).map(|word| word.trim().to_lowercase())
    };
    let words: Vec<Option<String>> =
        value.get(key).map(Json::elements).unwrap_or_default().iter().map(plain).collect();
    let is_repeated = |index: &usize| words[*index].is_some() && words[..*index].contains(&words[*index]);
    (0..words.len()).filter(is_repeated).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cell: from each line to each column, `x` for who publishes, `o` for everybody.
    #[test]
    fn e_013_steps_from_one_status_to_another() {
        use Status::{Draft, NeedsReview, Private, Published, Scheduled};
        let all = [None, Some(Draft), Some(NeedsReview), Some(Scheduled), Some(Private), Some(Published)];
        let table = ["oooxxx", "oooxxx", "oooxxx", "xx.oxx", "xx.xox", "xx.xxo"];
        for (from, cells) in all.into_iter().zip(table) {
            for (to, cell) in all.into_iter().zip(cells.chars()) {
                assert_eq!(may_become(from, to, true), cell != '.', "{from:?} to {to:?} by who publishes");
                assert_eq!(may_become(from, to, false), cell == 'o', "{from:?} to {to:?} by others");
            }
        }
    }

    #[test]
    fn e_162_members_of_the_settings_belong_to_tools() {
        for (pointer, tool) in [
            ("/websiteSettings/storeSettings/currency", Tool::Commerce),
            ("/websiteSettings/storeSettingsX", Tool::Settings),
            ("/coupons/-", Tool::Commerce),
            ("/tweaks/accent", Tool::Design),
            ("/navigation/mainNav/0", Tool::Content),
            ("/website/siteTitle", Tool::Content),
            ("/website/siteTitleX", Tool::Settings),
            ("/website/baseUrl", Tool::Settings),
            ("/website/apiBaseUrls/prod", Tool::Settings),
            ("/website", Tool::Settings),
            ("/publish/to", Tool::Settings),
            ("/featureFlags/x", Tool::Settings),
            ("", Tool::Settings),
        ] {
            assert_eq!(tool_of_setting(pointer), tool, "{pointer}");
        }
    }
}

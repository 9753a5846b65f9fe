//! What a way of shipping says of itself beside its name and price.

use super::words::Words;
use crate::error::FieldErrors;
use crate::pages::form_guard::FormFields;
use loggia_commerce::{DeliveryWindow, OfferedShippingOption, WINDOW, address_lines};
use serde_json::{Value, json};

/// When it comes, or where and from when on it is collected; one line each.
pub(super) fn about(words: Words<'_>, option: &OfferedShippingOption) -> Vec<String> {
    let point = option.collected_at().cloned().unwrap_or_default();
    let address = address_lines("", "", &point.address).join(", ");
    let dates = option.dates.as_ref().map(|dates| {
        let key = match (option.is_collected(), dates.from == dates.to) {
            (true, _) => "checkoutReady",
            (false, true) => "checkoutArrivesOn",
            (false, false) => "checkoutArrives",
        };
        words.with(key, "from", &dates.from).replace("{to}", &dates.to)
    });
    let window = option.window.as_ref().map(DeliveryWindow::text);
    let lines = [Some(address), Some(point.hours), dates, window];
    lines.into_iter().flatten().filter(|line| !line.is_empty()).collect()
}

/// What stands between the day of a window and its beginning in the form.
const AT: char = 'T';

/// The window that was chosen in the form.
pub(super) fn window(sent: &FormFields) -> Option<DeliveryWindow> {
    let (day, from) = sent.get(WINDOW).split_once(AT)?;
    Some(DeliveryWindow { day: day.to_owned(), from: from.to_owned(), to: String::new() })
}

/// The field to choose one of the windows that are left.
pub(super) fn windows(
    words: Words<'_>,
    left: &[DeliveryWindow],
    (sent, errors): (&FormFields, &FieldErrors),
) -> Value {
    let chosen = window(sent);
    let first = json!({"value": "", "label": words.get("formSelect"), "isChosen": false});
    let some = left.iter().map(|window| {
        json!({"value": format!("{}{AT}{}", window.day, window.from), "label": window.text(),
            "isChosen": chosen.as_ref().is_some_and(|chosen| window.is_at(chosen))})
    });
    let choices: Vec<Value> = std::iter::once(first).chain(some).collect();
    json!({"id": WINDOW, "name": WINDOW, "control": "select", "label": words.get("checkoutWindow"), "required": true,
        "about": left.is_empty().then(|| words.get("checkoutNoWindows")), "choices": choices, "error": errors.get(WINDOW)})
}

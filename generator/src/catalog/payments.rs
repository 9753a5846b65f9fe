//! The settings of orders, and the ways of paying by hand among them, judged at their places.

use std::collections::BTreeSet;

use loggia_commerce::{MANUAL_PAYMENTS_MAXIMUM, OrderSettings};

use super::notes::{Notes, step};
use super::read::read;
use crate::diagnostic::Diagnostic;
use crate::site::Site;
use crate::site::position::Step;

/// The settings of orders. What cannot be meant is a fault.
pub(super) fn order_settings(site: &Site, faults: &mut Vec<Diagnostic>) -> OrderSettings {
    let path: [Step; 2] = ["websiteSettings".into(), "orderSettings".into()];
    let settings: OrderSettings = read(site.website.document, &path, faults);
    let list = step(&path, "manualPayments");
    let mut notes = Notes { site, faults, code: "payment", any: false };
    if settings.manual_payments.len() > MANUAL_PAYMENTS_MAXIMUM {
        let message = format!("A shop takes at most {MANUAL_PAYMENTS_MAXIMUM} ways of paying by hand.");
        notes.wrong(&list, message, "leave some out");
    }
    let mut ids = BTreeSet::new();
    for (place, way) in settings.manual_payments.iter().enumerate() {
        let path = step(&list, place);
        if let Some(problem) = way.problem() {
            notes.wrong(&path, format!("This way of paying cannot be used: {problem}."), "");
        }
        if !ids.insert(way.id.as_str()) {
            let message = format!("Two ways of paying have the id '{}'.", way.id);
            notes.wrong(&path, message, "orders name it by its id: give each its own");
        }
    }
    settings
}

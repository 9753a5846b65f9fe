//! What needs the owner: nothing of it can be brought from a public site, or decided by a program.

use super::model::{Report, Task, Told};
use super::new_site::NewSite;

/// So many things are named with a task.
const NAMED: usize = 60;

/// What is to be done, in the order in which it is done best. `told` is what the run and
/// the build said.
pub(super) fn tasks(report: &Report, new: Option<&NewSite>, told: &[Told]) -> Vec<Task> {
    let mut tasks = Vec::new();
    let mut add = |what: &str, how: &str, about: Vec<String>| {
        let count = about.len();
        let about = about.into_iter().take(NAMED).collect();
        tasks.push(Task { what: what.to_owned(), how: how.to_owned(), about, count });
    };
    let about = |is: &dyn Fn(&Told) -> bool| -> Vec<String> {
        told.iter().filter(|one| is(one)).map(|one| one.message.clone()).collect()
    };
    let errors = about(&|one| one.is_error);
    if !errors.is_empty() {
        let how = "These stop loggia build. Each names its file and line.";
        add("Mend what stops the build", how, errors);
    }
    if !report.addresses.lost.is_empty() {
        let how = "Nothing answers these old addresses. Write where they lead into a list in redirects/, such as \
                   /old -> /new 301.";
        add("Say where old addresses lead", how, report.addresses.lost.clone());
    }
    let prices: Vec<String> = report
        .pages
        .iter()
        .flat_map(|page| page.missing.prices.iter().map(move |price| format!("{}: {price}", page.path)))
        .collect();
    if !prices.is_empty() {
        let how = "These prices stood on the old site and do not stand on the new one.";
        add("Look at prices", how, prices);
    }
    let people = about(&|one| one.message.contains("belongs into the shop's database"));
    if !people.is_empty() {
        let how = "loggia-api import takes customers, subscribers, orders, discounts and gift cards. Nobody is put on \
                   the mailing list whose consent, with its time, is not in the list: ask them yourself.";
        add("Bring people and sales into the shop", how, people);
    }
    if let Some(new) = new {
        let catalog = &new.catalog;
        if !new.products.is_empty() {
            let how = "Keys for payment are nobody's to copy. Set LOGGIA_STRIPE_SECRET_KEY and the other two of \
                       Stripe (docs/operation/settings.md), and make a purchase in Stripe's test mode.";
            add("Set up how the shop is paid", how, Vec::new());
            if catalog.tax_rules.is_empty() || catalog.shipping_options.is_empty() {
                let how = "A public site does not say its taxes and delivery costs. Write them into the site, and put \
                           something into the cart to see them.";
                add("Set taxes and delivery", how, Vec::new());
            }
        }
        if !catalog.forms.is_empty() && catalog.website.owner_email.is_none() {
            let how = "A public site does not say who gets the answers of its forms. They are kept for you in the \
                       owner's pages; set your address in the site's settings to get a message too.";
            let names = catalog.forms.iter().map(|form| form.name.clone()).collect();
            add("Say who gets the answers of forms", how, names);
        }
    }
    let fonts = about(&|one| one.code.contains("font") || one.message.contains(" font "));
    if !fonts.is_empty() {
        let how = "Fonts are licensed for a site. Put the files that you may use into the site, or keep the substitute.";
        add("Supply fonts", how, fonts);
    }
    let scripts = about(&|one| one.message.contains("script") && one.code == "import");
    if !scripts.is_empty() {
        let how = "Scripts that lean on the old platform do nothing here. Look whether each is still of use.";
        add("Look at scripts of your own", how, scripts);
    }
    let how = "When the pages are right: publish to an address of its own, and compare at that minute with \
               loggia leave OLD --check NEW. It prints the steps for DNS, mail and the way back.";
    add("Switch the domain", how, Vec::new());
    tasks
}

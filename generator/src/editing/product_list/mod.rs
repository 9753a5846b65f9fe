//! A list of products out of a spreadsheet or another shop, brought into the shop from the editor. `import/listing` reads it,
//! as it does for the command line; `there` is what the shop has; `plan` says what becomes of every product, and `update`
//! which values of one that is there; the changes are made as every change of the editor is, all of them or none.

mod brought;
mod download;
mod plan;
mod there;
mod update;

use std::collections::{BTreeSet, HashMap};

use actix_web::http::StatusCode;
use loggia_commerce::CurrencyCode;
use loggia_exchange::products::{Dialect, Shop};
use serde_json::Value;

use self::brought::bring;
pub use self::download::download;
use self::plan::{ListOptions, Plan, plan, sums};
use super::answer::Refused;
use super::guard::Caller;
use super::noted::{self, By};
use super::roles;
use super::wire::product_list::{
    Becomes, ProductListLine, ProductListPlan, ProductListQuery, ProductListRow,
};
use super::wire::{ChangeAnswer, ChangeRequest, Fault, Tool};
use super::workspace::{Outcome, Workspace};
use crate::import::listing::{self, Listing, listing};
use crate::import::{brought as pictures_here, pictures};

/// The most bytes of a list.
pub const LARGEST: u64 = 32 << 20;
/// The most products of a list that is taken over at once.
const PRODUCTS: usize = 5_000;
/// Products and faults that the answer names.
const NAMED: usize = 200;
/// How often products that the site refuses are taken out before it is given up.
const ROUNDS: usize = 8;
/// Errors of the site that a refusal says.
const SAID: usize = 3;
/// The longest title of a new page, in letters.
const TITLE: usize = 200;

/// The refusal of a list that is too large.
#[must_use]
pub fn too_large() -> Refused {
    let message = format!("A list may have {} MB. Give it in parts.", LARGEST >> 20);
    Refused::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
}

/// What a list would do.
///
/// # Errors
/// When it is no list of products, or the caller may not.
pub fn look(
    workspace: &Workspace,
    caller: &Caller,
    bytes: &[u8],
    query: &ProductListQuery,
) -> Result<ProductListPlan, Refused> {
    let _alone = workspace.listing()?;
    let shop = shop(workspace)?;
    let listing = read(workspace, bytes, shop)?;
    let (plan, _) = tried(workspace, caller, &listing, query, shop.currency.as_str())?;
    let addresses = addresses(&listing);
    let to_bring = wanted(workspace, &listing, &plan).len();
    let (pieces, uncounted, prices) = sums(&listing);
    let variants = listing.products.iter().map(|one| one.product.variants.len()).sum();
    Ok(ProductListPlan {
        plan: plan.name(),
        source: (listing.dialect != Dialect::Plain).then(|| listing.dialect.name().to_owned()),
        page_title: listing.page().1,
        products: listing.products.len(),
        variants,
        pictures: addresses.len(),
        pictures_to_bring: to_bring,
        pieces,
        uncounted,
        prices: prices.to_decimal_text(),
        currency: shop.currency.as_str().to_owned(),
        added: plan.count(Becomes::New),
        changed: plan.count(Becomes::Changed),
        same: plan.count(Becomes::Same),
        left: plan.count(Becomes::Left) + plan.count(Becomes::Refused),
        as_drafts: is_draft(caller, query),
        fault_count: plan.faults.len(),
        rows: plan.rows.into_iter().take(NAMED).collect(),
        faults: plan.faults.into_iter().take(NAMED).collect(),
    })
}

/// Brings a list in; every line of what happens is given to `say`.
pub fn import(
    workspace: &Workspace,
    (caller, by): (&Caller, By),
    bytes: &[u8],
    query: &ProductListQuery,
    say: &dyn Fn(ProductListLine),
) {
    match try_import(workspace, (caller, by), bytes, query, say) {
        Ok(line) => say(line),
        Err(Failed { refused, diagnostics }) => {
            say(ProductListLine::Failed { code: refused.why.code, message: refused.why.message, diagnostics })
        }
    }
}

/// Why a list was not brought in.
struct Failed {
    refused: Refused,
    diagnostics: Vec<Fault>,
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Failed {
        Failed { refused, diagnostics: Vec::new() }
    }
}

impl From<Failed> for Refused {
    fn from(failed: Failed) -> Refused {
        let Failed { mut refused, diagnostics } = failed;
        for fault in diagnostics.iter().take(SAID) {
            refused.why.message.push(' ');
            refused.why.message.push_str(&fault.message);
        }
        refused
    }
}

fn try_import(
    workspace: &Workspace,
    (caller, by): (&Caller, By),
    bytes: &[u8],
    query: &ProductListQuery,
    say: &dyn Fn(ProductListLine),
) -> Result<ProductListLine, Failed> {
    let _alone = workspace.listing()?;
    let shop = shop(workspace)?;
    let listing = read(workspace, bytes, shop)?;
    let (first, _) = tried(workspace, caller, &listing, query, shop.currency.as_str())?;
    if query.plan.as_ref().is_some_and(|plan| *plan != first.name()) {
        let message = "The shop was changed meanwhile. Look at the list once more.";
        return Err(Refused::new(StatusCode::CONFLICT, "plan", message).into());
    }
    let (count, missing) = match query.pictures {
        true => bring(workspace, &by, wanted(workspace, &listing, &first), say)?,
        false => (0, Vec::new()),
    };
    say(ProductListLine::Writing {});
    let (plan, request) = tried(workspace, caller, &listing, query, shop.currency.as_str())?;
    let answer = match request.changes.is_empty() {
        true => ChangeAnswer { files: Vec::new(), diagnostics: Vec::new() },
        false => done(noted::change(workspace, caller, by, &request))?,
    };
    Ok(ProductListLine::Imported {
        added: plan.count(Becomes::New),
        changed: plan.count(Becomes::Changed),
        same: plan.count(Becomes::Same),
        left: plan.count(Becomes::Left) + plan.count(Becomes::Refused),
        pictures: count,
        missing: missing.into_iter().take(NAMED).collect(),
        files: answer.files,
    })
}

fn done(outcome: Outcome) -> Result<ChangeAnswer, Failed> {
    match outcome {
        Outcome::Done(answer) => Ok(answer),
        Outcome::Refused(refused) => Err(refused.into()),
        Outcome::Conflicts(_) => {
            let message =
                "Somebody changed one of these products in this moment. Look at the list once more.";
            Err(Refused::new(StatusCode::CONFLICT, "plan", message).into())
        }
        Outcome::Faults(diagnostics) => {
            let message = "The site would have errors with these products; nothing was changed.";
            let refused = Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "faults", message);
            Err(Failed { refused, diagnostics })
        }
    }
}

/// What the list leaves open, as the site says it.
fn shop(workspace: &Workspace) -> Result<Shop, Refused> {
    let site = there::read(&workspace.root, "site.json")?.map(|file| file.value).unwrap_or_default();
    let settings = &site["websiteSettings"]["storeSettings"];
    let currency = settings["currency"].as_str().and_then(|code| CurrencyCode::parse(code).ok());
    let metric = settings["measurementStandard"].as_i64().map(|code| code != 1);
    Ok(Shop { currency: currency.unwrap_or_default(), metric, now: crate::clock::now() })
}

fn read(workspace: &Workspace, bytes: &[u8], shop: Shop) -> Result<Listing, Refused> {
    let unsupported =
        |code: &str, message: String| Refused::new(StatusCode::UNPROCESSABLE_ENTITY, code, message);
    let Some(mut list) = listing(bytes, shop) else {
        let columns = listing::columns(bytes);
        let message = match columns.is_empty() {
            true => "This is no list of products. Export your products as a table (CSV or a workbook) and choose that file.".to_owned(),
            false => format!(
                "A list of products has a column of names and one of prices. This one has {}. Call two of them Name and Price.",
                columns.iter().map(|name| format!("\u{201c}{name}\u{201d}")).collect::<Vec<_>>().join(", ")
            ),
        };
        return Err(unsupported("no-list", message));
    };
    if list.products.is_empty() {
        return Err(unsupported("no-products", "There is no product in this list.".to_owned()));
    }
    if list.products.len() > PRODUCTS {
        let message = format!(
            "This list has {} products; {PRODUCTS} can be taken over at once. Give it in parts.",
            list.products.len()
        );
        return Err(unsupported("too-many", message));
    }
    download::own_pictures(&mut list, workspace);
    Ok(list)
}

fn is_draft(caller: &Caller, query: &ProductListQuery) -> bool {
    query.drafts || !roles::may_publish(caller.codes())
}

/// What the list does, without the products that the site would refuse.
fn tried(
    workspace: &Workspace,
    caller: &Caller,
    listing: &Listing,
    query: &ProductListQuery,
    currency: &str,
) -> Result<(Plan, ChangeRequest), Failed> {
    if query.title.as_ref().is_some_and(|title| title.chars().count() > TITLE) {
        return Err(Refused::bad("title", "This title is too long.").into());
    }
    let list_options = ListOptions {
        folder: query.folder.as_deref(),
        title: query.title.as_deref(),
        present: query.present,
        drafts: is_draft(caller, query),
        in_menu: roles::may(caller.codes(), Tool::Content),
        currency,
    };
    let settled = |item: &mut Value| {
        pictures::replace(item, &|address| {
            Some(format!("/{}", pictures_here::known(&workspace.root, address)?))
        });
    };
    let mut refused: HashMap<usize, String> = HashMap::new();
    for round in 0.. {
        let mut plan = plan(&workspace.root, listing, list_options, &settled, &refused)?;
        let changes = std::mem::take(&mut plan.changes);
        let mut request = ChangeRequest { changes, dry_run: true };
        let outcome = match request.changes.is_empty() {
            true => Outcome::Done(ChangeAnswer { files: Vec::new(), diagnostics: Vec::new() }),
            false => workspace.change(caller, &request),
        };
        let faults = match outcome {
            Outcome::Faults(faults) => faults,
            other => {
                done(other)?;
                plan.changes.clone_from(&request.changes);
                request.dry_run = false;
                return Ok((plan, request));
            }
        };
        let before = refused.len();
        for fault in &faults {
            if let Some(at) = plan.of_path.get(&fault.file) {
                refused.entry(*at).or_insert_with(|| fault.message.clone());
            }
        }
        if refused.len() == before || round == ROUNDS {
            return Err(done(Outcome::Faults(faults)).err().unwrap_or_else(|| Refused::missing().into()));
        }
    }
    Err(Refused::missing().into())
}

/// The addresses of all pictures of a list.
fn addresses(listing: &Listing) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for listed in &listing.products {
        pictures::addresses(&listed.item("", "").0, &mut found);
    }
    found
}

/// Those that are not here yet, of products that will show them.
fn wanted(workspace: &Workspace, listing: &Listing, plan: &Plan) -> Vec<String> {
    let mut found = BTreeSet::new();
    let shows = |row: &ProductListRow| !matches!(row.becomes, Becomes::Left | Becomes::Refused);
    for (listed, _) in listing.products.iter().zip(&plan.rows).filter(|(_, row)| shows(row)) {
        pictures::addresses(&listed.item("", "").0, &mut found);
    }
    found.into_iter().filter(|address| pictures_here::known(&workspace.root, address).is_none()).collect()
}

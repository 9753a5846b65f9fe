//! Customers, orders and other records of another shop, brought in at the desk: looked at first, then taken over step by step.

use crate::context::Context;
use crate::error::{ApiError, StatusCode};
use crate::extract::signed_in::SignedIn;
use crate::moves::{self, Contents, Part, Steps};
use crate::repository::record::{Event, Kind};
use crate::roles::Right;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

/// The largest file that is taken at the desk, in bytes; a larger one is taken by command.
pub const LARGEST: usize = 32 * 1024 * 1024;
/// How many faults are told one by one.
const FAULTS: usize = 200;

/// What of a file cannot be taken over as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BroughtFault {
    /// The line, from 1; 0 when it is about the whole file.
    pub line: usize,
    /// What it is, by a word that never changes its meaning.
    #[schema(schema_with = codes)]
    pub code: String,
    /// What the sentence names, by name, such as `number`; a long text is cut.
    pub values: BTreeMap<String, String>,
    /// Of how many more lines the same is true.
    pub more: usize,
    /// What was found, and what becomes of it, in English.
    pub message: String,
}

fn codes() -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(moves::codes::CODES)).build()
}

/// One line of the answer while a file is read or taken over: `application/x-ndjson`. The last is `done` or `failed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum BroughtLine {
    /// How far it is.
    Step {
        /// How many records were gone through.
        done: usize,
        /// Of how many.
        total: usize,
    },
    /// What came of it, or what would.
    Done {
        /// What the file has: `orders`, `people`, `coupons`, `gift-cards`, `reviews`, `comments` or `submissions`; empty for a file that
        /// is none of these.
        what: Vec<String>,
        /// How many records it has, each thing once.
        total: usize,
        /// New ones.
        added: usize,
        /// Those that were here, and to which the file adds something.
        changed: usize,
        /// Those of which the file says nothing new.
        unchanged: usize,
        /// How many rows were left out; each has a fault.
        left: usize,
        /// What needs a look, the first 200 in the order of lines.
        faults: Vec<BroughtFault>,
        /// How many there are.
        #[serde(rename = "faultCount")]
        fault_count: usize,
    },
    /// It was broken off; what was taken before stays, and the same file brings the rest.
    Failed {
        /// How many records were taken.
        done: usize,
        /// Of how many.
        total: usize,
    },
}

/// A file that is being brought in.
#[derive(Debug)]
pub struct Bringing {
    steps: Steps,
    who: SignedIn,
    preview: bool,
    what: Vec<String>,
    digest: String,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    First,
    Steps,
    Over,
}

/// Reads a file, and holds it against what its caller may do. It takes a while of computing: callers do it apart.
///
/// # Errors
/// 403 for a file with something that the caller may not change.
pub fn read(who: &SignedIn, bytes: &[u8]) -> Result<(Contents, String), ApiError> {
    let contents = moves::read(bytes);
    for part in &contents.parts {
        who.must(right(part))?;
    }
    Ok((contents, hex::encode(Sha256::digest(bytes))))
}

/// What taking such records over asks for.
const fn right(part: &Part) -> Right {
    match part {
        Part::Orders(_) | Part::People(_) | Part::Coupons(_) | Part::Cards(_) => Right::ManageStore,
        Part::Reviews(_) | Part::Comments(_) => Right::Moderate,
        Part::Submissions(_) => Right::EditContent,
    }
}

/// Begins with a file that was read; with `preview` nothing is changed.
///
/// # Errors
/// Faults of the store.
pub async fn begin(
    context: &Context,
    who: SignedIn,
    (contents, digest): (Contents, String),
    preview: bool,
) -> Result<Bringing, ApiError> {
    let what = contents.parts.iter().map(|part| part.name().to_owned()).collect();
    let steps = Steps::of(&context.db, contents).await?;
    Ok(Bringing { steps, who, preview, what, digest, stage: Stage::First })
}

impl Bringing {
    /// Takes the next records over; `None` behind the last line.
    pub async fn next(&mut self, context: &Context) -> Option<BroughtLine> {
        if self.stage == Stage::Over {
            return None;
        }
        let now = context.clock.now_ms();
        // Written with the first records: an import that was broken off stands in the record too.
        let noted = (self.stage == Stage::First).then(|| (self.who.actor(), self.event()));
        let more = self.steps.next(&context.db, (self.preview, now), noted).await;
        self.stage = Stage::Steps;
        let (done, total) = self.steps.progress();
        match more {
            Ok(true) => Some(BroughtLine::Step { done, total }),
            Ok(false) => {
                self.stage = Stage::Over;
                Some(self.end())
            }
            Err(fault) => {
                self.stage = Stage::Over;
                tracing::error!(?fault, done, total, "an import was broken off");
                Some(BroughtLine::Failed { done, total })
            }
        }
    }

    fn event(&self) -> Event {
        let (_, total) = self.steps.progress();
        Event::new(Kind::BringRecords, &self.what.join(" "))
            .told(json!({"records": total, "file": self.digest}))
    }

    fn end(&self) -> BroughtLine {
        let (_, total) = self.steps.progress();
        let report = self.steps.report();
        let mut faults: Vec<&loggia_exchange::Fault> = report.faults.iter().collect();
        faults.sort_by_key(|fault| fault.line);
        let told = faults.into_iter().take(FAULTS).map(|fault| BroughtFault {
            line: fault.line,
            code: fault.why.code.to_owned(),
            values: fault.why.values.iter().map(|(name, text)| ((*name).to_owned(), text.clone())).collect(),
            more: fault.why.more,
            message: fault.message.clone(),
        });
        BroughtLine::Done {
            what: self.what.clone(),
            total,
            added: report.added,
            changed: report.changed,
            unchanged: report.unchanged,
            left: report.left(),
            faults: told.collect(),
            fault_count: report.faults.len(),
        }
    }
}

/// Another file is being taken at the moment.
#[must_use]
pub fn busy() -> ApiError {
    ApiError::refused(
        StatusCode::CONFLICT,
        "import-busy",
        "Another file is being brought in at the moment. Please try again when it is done.",
    )
}

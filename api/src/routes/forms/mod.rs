//! Forms: a key for a visitor, the checks, the submission.

mod suspicion;

use super::locked;
use crate::context::Context;
use crate::error::{ApiError, ErrorBody};
use crate::extract::crumb::Crumb;
use crate::extract::shopper;
use crate::lists::Lists;
use crate::outbound::captcha::page;
use crate::outbound::captcha::work::Challenge;
use crate::published::Published;
use crate::rates::Class;
use crate::repository::device::{self, Told};
use crate::repository::form::{self, NewSubmission};
use crate::token;
use crate::usecase::captcha::{self, Solved};
use crate::usecase::pass_on::pass_on;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use loggia_commerce::Problem;
use loggia_commerce::forms::{
    Answer, Answers, Form, FormProblem, PageContextFields, answers_from_json, messages, validate, values,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A key for one submission.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct FormKeyAnswer {
    /// The envelope of the call.
    pub data: FormKey,
}

/// The key.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct FormKey {
    /// Good for one submission within the hour, by the visitor it was given to.
    pub key: String,
    /// A moment's work on the key, which shows that the page was run. Without it a submission is kept and marked.
    pub work: Challenge,
}

/// Gives a submission key.
#[utoipa::path(tag = "forms", responses((status = 200, body = FormKeyAnswer), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
#[post("/form/FormSubmissionKey")]
pub async fn form_submission_key(
    request: HttpRequest,
    crumb: Crumb,
    context: web::Data<Context>,
) -> Result<HttpResponse, ApiError> {
    context.count(Class::FormKey, &request, "").await?;
    let key = token::opaque();
    let (hash, visitor, over) =
        (token::hash(&key), token::hash(&crumb.value), context.clock.now_ms() + page::LIFETIME);
    context.db.write(async move |connection| form::add_key(connection, &hash, &visitor, over).await).await?;
    let work = page::work(&key, context.settings.limits.form_fastest_ms);
    Ok(HttpResponse::Ok().json(FormKeyAnswer { data: FormKey { key, work } }))
}

/// The form a product asks for before it can be added, for pages that do not carry it (cart).
#[utoipa::path(tag = "forms", params(("productId" = String, Path)), responses((status = 200, body = Form), (status = 404, body = ErrorBody)))]
#[get("/commerce/products/{productId}/form")]
pub async fn get_product_form(
    context: web::Data<Context>,
    product_id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let product = published.product(&product_id).ok_or(Problem::ItemUnavailable)?;
    let form = product.additional_fields_form_id.as_deref().and_then(|id| published.catalog.form(id));
    let form = form.ok_or_else(|| ApiError::not_found("Not found"))?;
    Ok(HttpResponse::Ok().json(form.for_page()))
}

/// The faults of a form, by field id; none when it may be sent.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ValidationAnswer {
    /// Field id to message.
    pub errors: BTreeMap<String, String>,
}

/// Checks the answers to a form, as the page did before; no captcha is asked for.
#[utoipa::path(tag = "forms", params(("formId" = String, Path)), request_body = BTreeMap<String, Answer>, responses(
    (status = 200, body = ValidationAnswer), (status = 400, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
#[post("/rest/forms/validate/{formId}")]
pub async fn validate_form(
    _crumb: Crumb,
    context: web::Data<Context>,
    form_id: web::Path<String>,
    answers: web::Json<Value>,
) -> Result<HttpResponse, ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let form = configured(&published, &form_id)?;
    check(form, &readable(&answers)?)?;
    Ok(HttpResponse::Ok().json(ValidationAnswer { errors: BTreeMap::new() }))
}

/// A submission.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveFormSubmission {
    /// From `POST /api/form/FormSubmissionKey`.
    #[serde(default)]
    pub key: String,
    /// Field id to value; also taken as a JSON string.
    #[schema(value_type = BTreeMap<String, Answer>)]
    #[serde(default)]
    pub form: Value,
    /// The captcha's token.
    #[serde(default)]
    pub captcha_key: Option<String>,
    /// What stood in the field that no person sees. Anyone who fills it in is a program: the submission is kept, marked, and
    /// joins no list.
    #[serde(default)]
    pub decoy: Option<String>,
    /// The answer to the work that came with the key.
    #[serde(default)]
    pub proof: Option<String>,
    /// Which form, and the page it stood on.
    #[serde(flatten)]
    pub page: PageContextFields,
}

/// What became of it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct SubmissionAnswer {
    /// Always true; a refusal shows in the status.
    pub success: bool,
}

/// Keeps a submission and passes it on to the form's storage.
#[utoipa::path(tag = "forms", request_body = SaveFormSubmission, responses((status = 200, body = SubmissionAnswer),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody), (status = 500, body = ErrorBody)))]
#[post("/form/SaveFormSubmission")]
pub async fn save_form_submission(
    request: HttpRequest,
    crumb: Crumb,
    context: web::Data<Context>,
    sent: web::Json<SaveFormSubmission>,
) -> Result<HttpResponse, ApiError> {
    let sent = sent.into_inner();
    // Looked up first: a form nobody made is no name to count by.
    configured(&*context.publications.newest(&context.db).await?, &sent.page.form_id)?;
    context.count(Class::Form, &request, &sent.page.form_id).await?;
    save(&request, &crumb, &context, sent).await.map_err(not_sent)?;
    Ok(HttpResponse::Ok().json(SubmissionAnswer { success: true }))
}

/// A fault of ours has its own words in this call.
fn not_sent(fault: ApiError) -> ApiError {
    if let ApiError::Internal(cause) = fault {
        tracing::error!(?cause, "a submission was not kept");
        return FormProblem::NotSent.into();
    }
    fault
}

async fn save(
    request: &HttpRequest,
    crumb: &Crumb,
    context: &Context,
    sent: SaveFormSubmission,
) -> Result<(), ApiError> {
    let published = context.publications.newest(&context.db).await?;
    let form = configured(&published, &sent.page.form_id)?;
    let (key, visitor, now) = (token::hash(&sent.key), token::hash(&crumb.value), context.clock.now_ms());
    let given = context.db.read(async |connection| form::given(connection, &key, now).await).await?;
    let given = given.ok_or(FormProblem::Processing)?;
    if given.visitor_hash != visitor {
        return Err(FormProblem::NotAuthorised.into());
    }
    let session = shopper::session(request, context).await?;
    if !is_in_reach(request, context, &published, &form.id).await? {
        return Err(FormProblem::NotAuthorised.into());
    }
    let site_key = published.catalog.website.captcha_site_key.as_deref();
    let answers = readable(&sent.form)?;
    check(form, &answers)?;
    let captcha = if form.captcha_enabled {
        captcha::check(context, site_key, &crumb.value, sent.captcha_key.as_deref())
            .await?
            .ok_or(FormProblem::CaptchaMissing)?
    } else {
        Solved::NOT_ASKED
    };
    let age = now - (given.expires_at - page::LIFETIME);
    let signs =
        suspicion::Signs { decoy: sent.decoy.as_deref(), key: &sent.key, proof: sent.proof.as_deref() };
    let suspicion = suspicion::of(&signs, form.captcha_enabled, age, context.settings.limits.form_fastest_ms);
    let kept = values(form, &answers);
    let submission = NewSubmission {
        form_id: form.id.clone(),
        site_user_id: session.map(|session| session.id),
        answers: serde_json::to_string(&kept)?,
        page: serde_json::to_string(&sent.page)?,
        suspicion: suspicion.map(suspicion::Suspicion::word),
    };
    let form = form.clone();
    let lists = Lists::of(context).await?;
    context
        .db
        .write(async move |connection| {
            if !captcha.spend(connection).await? {
                return Err(FormProblem::CaptchaMissing.into());
            }
            if !form::spend_key(connection, &key).await? {
                return Err(FormProblem::Processing.into());
            }
            let id = form::add(connection, &submission, now).await?;
            // What a program may have sent waits in the inbox, and nobody is called to it.
            if !submission.is_suspect() {
                device::tell(connection, Told::Message, &json!({"form": form.name}), now).await?;
            }
            pass_on(connection, (&published, &lists), &form, (&id, &submission, &kept), now).await
        })
        .await
}

/// Whether this visitor can see a form: it stands on a page they may see, or on none the catalogue knows.
async fn is_in_reach(
    request: &HttpRequest,
    context: &Context,
    published: &Published,
    form_id: &str,
) -> Result<bool, ApiError> {
    let mut stands_somewhere = false;
    for page in published.catalog.pages.iter().filter(|page| page.form_ids.iter().any(|id| id == form_id)) {
        stands_somewhere = true;
        if locked::may_see(request, context, page).await? {
            return Ok(true);
        }
    }
    Ok(!stands_somewhere)
}

fn configured<'a>(published: &'a Published, form_id: &str) -> Result<&'a Form, FormProblem> {
    published.catalog.form(form_id).filter(|form| form.is_configured()).ok_or(FormProblem::NotConfigured)
}

fn readable(form: &Value) -> Result<Answers, FormProblem> {
    match form {
        Value::String(text) => answers_from_json(text),
        Value::Object(_) => serde_json::from_value(form.clone()).map_err(|_| FormProblem::Unreadable),
        _ => Err(FormProblem::Unreadable),
    }
}

fn check(form: &Form, answers: &Answers) -> Result<(), ApiError> {
    let problems = validate(form, answers);
    if problems.is_empty() {
        return Ok(());
    }
    Err(ApiError::Fields {
        message: FormProblem::FieldsInvalid.to_string().into(),
        errors: messages(&problems),
    })
}

//! Where a submission goes: to each storage of its form, in the transaction that keeps it.

use crate::emails;
use crate::error::ApiError;
use crate::lists::{JoinRequest, Lists};
use crate::outbound::connector::{Handover, Membership, Service};
use crate::published::Published;
use crate::repository::form::{NewSubmission, StoredSubmission};
use crate::repository::{Connection, outbox};
use loggia_commerce::forms::{
    Answer, Answers, Email, FieldType, Form, NAME_PARTS, PageContextFields, Storage, StorageKind,
    SummaryTexts, summarize,
};

/// To each storage of the form, in the transaction that keeps the submission.
pub async fn pass_on(
    connection: &mut Connection<'_>,
    (published, lists): (&Published, &Lists),
    form: &Form,
    (id, submission, answers): (&str, &NewSubmission, &Answers),
    now: i64,
) -> Result<(), ApiError> {
    for (index, storage) in form.storage.iter().flatten().enumerate() {
        let cause = format!("submission-{id}-{index}");
        match storage.kind {
            StorageKind::Inbox => {}
            StorageKind::Email => {
                let email_message =
                    emails::submission(published, form, answers, (&storage.target, submission.is_suspect()));
                outbox::add(connection, &cause, "mail", &serde_json::to_string(&email_message)?, now).await?;
            }
            StorageKind::List => {}
            // Nobody is signed up for anything by a program.
            StorageKind::Audience if submission.is_suspect() => {}
            StorageKind::Audience => {
                let what = (id, submission.page.as_str(), false);
                let handover = handover(published, form, storage, (what, answers), now)?;
                lists.pass_on(connection, &cause, handover, now).await?;
            }
            StorageKind::Hook | StorageKind::Sheet => {
                let what = (id, submission.page.as_str(), submission.is_suspect());
                let handover = handover(published, form, storage, (what, answers), now)?;
                outbox::add(connection, &cause, outbox::HANDOVER, &serde_json::to_string(&handover)?, now)
                    .await?;
            }
            StorageKind::Webhook => {
                let data = serde_json::json!({"formId": form.id, "submissionId": id, "form": answers, "suspect": submission.is_suspect()});
                let event = serde_json::json!({"id": cause, "type": "form.submitted", "createdOn": now, "data": data});
                let body = serde_json::json!({"url": storage.target, "event": event});
                outbox::add(connection, &cause, outbox::WEBHOOK, &body.to_string(), now).await?;
            }
        }
    }
    // Nobody is signed up for anything by a program.
    if submission.is_suspect() { Ok(()) } else { join_lists(connection, lists, form, answers, now).await }
}

/// A submission as a service gets it: its id, its page as JSON, whether it is suspect, and the answers.
fn handover(
    published: &Published,
    form: &Form,
    storage: &Storage,
    ((id, page, suspect), answers): ((&str, &str, bool), &Answers),
    now: i64,
) -> Result<Handover, ApiError> {
    let texts = SummaryTexts::from_strings(&published.catalog.localized_strings);
    let page: PageContextFields = serde_json::from_str(page)?;
    let name = form.fields.iter().find(|field| field.field_type == FieldType::Name);
    let name = name.and_then(|field| match answers.get(&field.id) {
        Some(Answer::Parts(parts)) => {
            let part = |name: &str| parts.get(name).cloned().unwrap_or_default();
            Some((part(NAME_PARTS[0]), part(NAME_PARTS[1])))
        }
        _ => None,
    });
    Ok(Handover {
        service: match storage.kind {
            StorageKind::Audience => Service::Audience,
            StorageKind::Sheet => Service::Sheet,
            _ => Service::Hook,
        },
        url: storage.target.clone(),
        submission_id: id.to_owned(),
        form_name: form.name.clone(),
        created_on: now,
        page_path: page.page_path.unwrap_or_default(),
        suspect,
        answers: summarize(form, answers, &texts)
            .into_iter()
            .map(|line| (line.title, line.answer.to_text()))
            .collect(),
        emails: addresses(form, answers).iter().map(Email::key).collect(),
        name,
        membership: Membership::Joins,
    })
}

/// What was held back of a submission that was a suspect and is not any more.
pub async fn make_up(
    connection: &mut Connection<'_>,
    (published, lists): (&Published, &Lists),
    form: &Form,
    stored: &StoredSubmission,
    now: i64,
) -> Result<(), ApiError> {
    let answers: Answers = serde_json::from_str(&stored.answers)?;
    for (index, storage) in form.storage.iter().flatten().enumerate() {
        if storage.kind == StorageKind::Audience {
            let cause = format!("submission-{}-{index}", stored.id);
            let what = (stored.id.as_str(), stored.page.as_str(), false);
            let handover = handover(published, form, storage, (what, &answers), stored.created_at)?;
            lists.pass_on(connection, &cause, handover, now).await?;
        }
    }
    join_lists(connection, lists, form, &answers, now).await
}

/// The addresses of a submission join the mailing list, if the form feeds it.
async fn join_lists(
    connection: &mut Connection<'_>,
    lists: &Lists,
    form: &Form,
    answers: &Answers,
    now: i64,
) -> Result<(), ApiError> {
    if form.storage.iter().flatten().any(|storage| storage.kind == StorageKind::List) {
        for email in addresses(form, answers) {
            lists.join(connection, &email.key(), JoinRequest::form(&form.id), now).await?;
        }
    }
    Ok(())
}

fn addresses(form: &Form, answers: &Answers) -> Vec<Email> {
    let fields = form.fields.iter().filter(|field| field.field_type == FieldType::Email);
    let answers = fields.filter_map(|field| answers.get(&field.id).and_then(Answer::as_text));
    answers.filter_map(|text| Email::parse(text).ok()).collect()
}
